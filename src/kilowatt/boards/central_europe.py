"""Central Europe: uranium plants need a city in one of three countries; garbage is cheaper with Wien (R9.4)."""

from dataclasses import replace

from kilowatt.boards.atlases import load_atlas
from kilowatt.boards.special_rules import CheaperWithCity, UraniumNeedsCityIn
from kilowatt.rules.board import Board
from kilowatt.rules.plants import Fuel
from kilowatt.rules.rulebook import STANDARD

ATLAS = load_atlas("central-europe")

BOARD = Board(
    key="central-europe",
    name="Central Europe",
    atlas=ATLAS,
    rules=replace(
        STANDARD,
        bidding=UraniumNeedsCityIn(tuple(ATLAS.special["uranium_plants_need_city_in"])),
        fuel_price=CheaperWithCity(Fuel.GARBAGE, **ATLAS.special["garbage_discount"]),
    ),
    clause="R9.4",
)
