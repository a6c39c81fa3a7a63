"""Kilowatt: the Power Grid board game as a library.

>>> import kilowatt
>>> game = kilowatt.new_game("germany", players=4, seed=7)
>>> game.play(kilowatt.Open(plant=4, bid=4))
[AuctionOpened(seat=2, plant=4, bid=4)]
"""

from kilowatt.boards import boards, find_board
from kilowatt.rules.actions import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    KeepFuel,
    Open,
    Pass,
    PickRegion,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
    action_from_data,
    action_from_json,
    action_to_data,
)
from kilowatt.rules.board import Board
from kilowatt.rules.errors import (
    BadInput,
    CannotAfford,
    IllegalAction,
    InvalidRecord,
    InvalidSetup,
    InvalidSnapshot,
    NoRecord,
    NothingToUndo,
    NotYourTurn,
    Refusal,
    RuleBroken,
    UnknownBoard,
)
from kilowatt.rules.events import Event, Place, reveals
from kilowatt.rules.formats.headers import Headers, PlayerInfo
from kilowatt.rules.formats.offers import Offers
from kilowatt.rules.formats.view import View
from kilowatt.rules.game import Game
from kilowatt.rules.hidden.commitments import commitment
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.plants import PLANTS, Plant
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.start import concealed_record, from_snapshot, new_game, read_record, resample_game, sample_game

__version__ = "0.1.0"

__all__ = [
    "PLANTS",
    "SEAT_NAMES",
    "Action",
    "BadInput",
    "Bid",
    "Board",
    "BuildHouse",
    "BuyFuel",
    "CannotAfford",
    "Drop",
    "Event",
    "Fuels",
    "Game",
    "Headers",
    "IllegalAction",
    "InvalidRecord",
    "InvalidSetup",
    "InvalidSnapshot",
    "KeepFuel",
    "LegalActions",
    "NoRecord",
    "NotYourTurn",
    "NothingToUndo",
    "Offers",
    "Open",
    "Pass",
    "PickRegion",
    "Place",
    "Plant",
    "PlayerInfo",
    "Refusal",
    "RuleBroken",
    "RunPlants",
    "Scrap",
    "StopBuilding",
    "StopBuying",
    "UnknownBoard",
    "View",
    "action_from_data",
    "action_from_json",
    "action_to_data",
    "boards",
    "commitment",
    "concealed_record",
    "find_board",
    "from_snapshot",
    "new_game",
    "read_record",
    "resample_game",
    "reveals",
    "sample_game",
]
