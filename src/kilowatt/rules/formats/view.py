"""What one seat may know (R8.7): everything but the order of the deck, the removed cards and, if hidden, others' money.

A view is made only from the public course of the game: two games that differ only in what is hidden give equal views.
What the set-up fixes about the deck (the top card, Step 3 at the bottom, R2.5) follows from ``drawn`` and the board.
"""

from typing import Any

import msgspec

from kilowatt.rules.actions import FuelName, Fuels, PlantName
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.position import names_of, public_part
from kilowatt.rules.plants import Plant
from kilowatt.rules.setup import plants_of_the_game
from kilowatt.rules.state import Ask, State, Step3Card
from kilowatt.rules.text import shown


class PlayerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known about one player. ``money`` is None if it is hidden; ``starts`` counts networks started (Japan)."""

    money: int | None
    plants: tuple[PlantName, ...]
    fuel: Fuels
    cities: tuple[str, ...]
    starts: int = -1


class AuctionView(msgspec.Struct, frozen=True):
    """The current auction; ``in_`` (``"in"`` in JSON) lists the seats still bidding."""

    plant: PlantName
    bid: int
    bidder: int
    in_: tuple[int, ...] = msgspec.field(name="in")


class View(msgspec.Struct, frozen=True):
    """What the seat ``viewer`` may know about the position; None is a spectator.

    - ``deck_size`` cards are left in the deck. ``drawn`` of the plants shuffled in at set-up have been drawn.
    - ``above_step_3``: how many of them are above the Step 3 card, by the set-up; None once it has come up.
    - ``under``: cards in the deck that everybody saw go under it, in that order (shuffled once Step 3 has come up).
    - ``unseen``: plants nobody has seen yet, in the deck or among the ``removed_count`` removed at set-up.
    - ``fuel_market``: for each fuel, how many tokens are on the space of each price: ``view.fuel_market["oil"][3]``.
    - ``order`` is empty during a draft: it is drawn later (R2.1).
    """

    viewer: int | None
    board: str
    options: dict[str, bool | int | str | None]
    regions: tuple[str, ...]
    players: tuple[PlayerView, ...]
    round: int
    phase: int
    step: int
    seat: int | None
    asked: str | None
    order: tuple[int, ...]
    current: tuple[PlantName, ...]
    future: tuple[int | str, ...]
    deck_size: int
    drawn: int
    above_step_3: int | None
    under: tuple[PlantName, ...]
    unseen: tuple[PlantName, ...]
    removed_count: int
    gone: tuple[int | str, ...]
    fuel_market: dict[FuelName, dict[int, int]]
    supply: Fuels
    bought: tuple[int, ...]
    passed: tuple[int, ...]
    auction: AuctionView | None
    new_plant: PlantName | None
    over: bool


def unseen_plants(state: State) -> list[Plant]:
    """The plants that nobody has seen since the set-up: still in the deck, or removed."""
    in_deck = [card for card in state.deck if isinstance(card, Plant) and card not in state.under]
    return sorted([*in_deck, *state.setup.removed], key=lambda plant: plant.rank)


def make_view(state: State, seat: int | None) -> View:
    """What this seat may know; None for a spectator."""
    return msgspec.convert(view_data(state, seat), View, str_keys=True)


def view_data(state: State, seat: int | None) -> dict[str, Any]:
    """A view as plain JSON-ready data, ``viewer`` first, for callers that only pass it on."""
    setup = state.setup
    if seat is not None and (type(seat) is not int or not 0 <= seat < setup.players):
        last = setup.players - 1
        message = f"There is no seat {shown(seat)}: seats are numbered from 0 to {last}, and None is a spectator."
        raise BadInput(message)
    data: dict[str, Any] = {"viewer": seat, **public_part(state)}
    if setup.hidden_money and not state.is_over:
        for other, player in enumerate(data["players"]):
            if other != seat:
                player["money"] = None
    if state.question == Ask.PICK:
        data["order"] = []
    unseen = unseen_plants(state)
    in_deck = len(unseen) - len(setup.removed)
    plants = plants_of_the_game(setup.board.atlas, setup.rules)
    at_first = len(plants) - len(setup.board.atlas.opening_market) - len(setup.removed)
    data.update(
        deck_size=len(state.deck),
        drawn=at_first - in_deck,
        above_step_3=in_deck if state.step_3 == Step3Card.IN_DECK else None,
        unseen=names_of(tuple(unseen)),
        removed_count=len(setup.removed),
    )
    return data
