"""Tables set by hand for the referee's own tests."""

from __future__ import annotations

from typing import Any

from .data import FUELS, SEAT_NAMES, Card
from .position import Player, Position
from .referee import Referee

GERMANY = "north west east"

ROUND_1 = """blue opens 4 at 4; red bids 5; blue drops; blue opens 3 at 3
blue buys 2 oil; blue stops buying; red buys 2 coal; red stops buying
blue builds essen; blue stops building; red stops building
red runs nothing; blue runs 3 burning 2 oil"""
"""Round 1 of two players on Germany, blue first."""


def record(
    *,
    board: str = "germany",
    players: int = 2,
    regions: str = GERMANY,
    order: str = "",
    deck: str = "13 20 21 22 23 24 25 26 27 28 29 30 step3",
    after: str = "",
    options: dict[str, str] | None = None,
    play: str = "",
) -> str:
    """A record by hand; the decisions are separated by semicolons or line ends."""
    seats = " ".join(SEAT_NAMES[:players])
    values = {"flux": "off", "first_game": "off", "hidden_money": "off", "round_limit": "100"}
    if board == "russia":
        values["first_pass"] = "leader"
    values.update(options or {})
    lines = ["kilowatt-record 1", "rules 2", f"board {board}", f"seats {seats}"]
    lines += [f"option {name} {value}" for name, value in values.items()]
    lines += [f"regions {regions}", f"order {order or seats}", f"deck {deck}", f"deck-after-step-3 {after}".rstrip()]
    lines += [line.strip() for line in play.replace(";", "\n").split("\n")]
    return "\n".join(lines) + "\n"


def table(**what: Any) -> Referee:
    """A referee that has played all decisions of a record by hand."""
    referee = Referee.from_record(record(**what))
    for line in referee.remaining:
        referee.decide(line.text)
    return referee


def play_lines(referee: Referee, lines: str) -> None:
    """Play decisions separated by semicolons."""
    for line in lines.split(";"):
        referee.decide(line.strip())


def give(referee: Referee, seat: int, **what: Any) -> Player:
    """Give things to a player, tokens out of supply, as if they had come up in play."""
    player = referee.position.players[seat]
    for name, value in what.items():
        if name in FUELS:
            player.fuel[name] = value
            referee.position.supply[name] -= value
        else:
            setattr(player, name, value)
    return player


def at_phase(referee: Referee, phase: int, round_number: int = 2, queue: list[int] | None = None) -> Position:
    """Move the table to a phase of a later round."""
    position = referee.position
    position.round = round_number
    position.phase = phase
    position.in_phase = list(position.order)
    position.queue = queue if queue is not None else list(position.order)
    return position


def market(referee: Referee, plants: list[Card], deck: list[Card]) -> None:
    """Lay out the plant market and the deck."""
    referee.position.market = plants
    referee.position.deck = deck


def some_cities(referee: Referee, count: int) -> list[str]:
    """The first ``count`` cities in play."""
    return referee.position.cities_in_play()[:count]


def cost(referee: Referee, line: str) -> int:
    """What a house costs now, without building it."""
    position = referee.position
    seat = position.queue[0]
    before = position.players[seat].money
    referee.decide(line)
    price = before - referee.position.players[seat].money
    referee.position = position
    return price


def step_2_table(deck: list[Card], cities: int = 10, **what: Any) -> Referee:
    """Phase 4 is about to end, and red has this many cities."""
    referee = table(**what)
    give(referee, 0, cities=some_cities(referee, cities), plants=[3], money=500)
    market(referee, [23, 24, 25, 26, 27, 28, 29, 30], deck)
    at_phase(referee, 4, queue=[0])
    return referee
