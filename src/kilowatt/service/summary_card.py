"""The summary card of a game: the numbers for a board and a number of players, and rules that are often forgotten."""

from typing import Final, Literal

import msgspec

from kilowatt.boards.differences import step_3_row
from kilowatt.boards.special_rules import LowestLeavesToo
from kilowatt.options import compose
from kilowatt.rules.actions import Fuels
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.board import Board
from kilowatt.rules.plants import STORED_RUNS
from kilowatt.rules.rulebook import Rulebook
from kilowatt.rules.tables import FEWEST_PLAYERS, FUELS, PAYMENTS, PLAYER_COUNTS, SLOTS, START_MONEY

REMINDERS: Final[dict[str, tuple[str, str]]] = {
    "must-buy": ("R4.2", "In round 1 everybody must buy a plant."),
    "order-again": ("R3.2", "After the auction of round 1 the turn order is determined again."),
    "unsold": ("R4.8", "If nobody buys a plant in a round, the lowest plant leaves the game."),
    "no-house": ("R6.5", "Nobody has to build, not even in round 1."),
    "empty-city": ("R6.4", "The first house in a city costs {prices} in every step, not only in Step 1."),
    "burnt-fuel": ("R7.1", "Burnt fuel goes to the supply, not back to the market."),
    "fewer-plants": ("R7.1", "You may run fewer plants than you could."),
    "most-powered": ("R8.6", "Whoever powers most cities wins, not whoever has most."),
}
"""What players often forget: the clause, and the sentence in English."""


class CardStep(msgspec.Struct, frozen=True):
    """The numbers of one step.

    - ``slots``: the prices of the usual slots that are open (R6.4).
    - ``current``, ``future``: the plants in each row of the market (R4.7, R8.4).
    - ``leaves``: which plant leaves the market in phase 5 (R7.3): the highest (under the deck), the lowest (out of
      the game), or both.
    - ``resupply``: the board's table (R7.2).
    """

    step: int
    slots: list[int]
    current: int
    future: int
    leaves: Literal["highest", "lowest", "both"]
    resupply: Fuels


class Reminder(msgspec.Struct, frozen=True):
    """A rule that is often forgotten; ``prices`` are those of the first slot in a city, if the rule mentions them."""

    clause: str
    code: str
    prices: list[int]
    sentence: str


class SummaryCard(msgspec.Struct, frozen=True):
    """The numbers of a game on this board for this number of players.

    - ``step_2_cities``: None in a first game, which has only Step 1 (R11.1); ``most_cities`` is None in any other.
    - ``payments``: for 0 powered cities, 1, and so on; for more than are listed, the last (R1.6).
    - ``stored_runs``: a plant stores the fuel of this many runs (R5.2).
    - ``obsolete_plants``: whether R6.7 applies on this board.
    """

    board: str
    players: int
    money: int
    regions: int
    plants_removed: int
    max_plants: int
    step_2_cities: int | None
    end_cities: int
    most_cities: int | None
    payments: list[int]
    stored_runs: int
    obsolete_plants: bool
    steps: list[CardStep]
    reminders: list[Reminder]


def summary_card(board: Board, players: int, *, first_game: bool) -> SummaryCard:
    """Return the summary card of a board for this number of players."""
    rules, _ = compose(board, {"first_game": first_game})
    count = PLAYER_COUNTS[players]
    return SummaryCard(
        board.key,
        players,
        money=START_MONEY,
        regions=count.regions,
        plants_removed=count.plants_removed,
        max_plants=count.max_plants,
        step_2_cities=None if rules.only_step_1 else count.step_2_cities,
        end_cities=rules.end_cities or count.end_cities,
        most_cities=rules.most_cities if first_game else None,
        payments=PAYMENTS[: PAYMENTS.index(max(PAYMENTS)) + 1],
        stored_runs=STORED_RUNS,
        obsolete_plants=rules.obsolete_plants,
        steps=[_step(step, players, rules, board.atlas) for step in ((1,) if rules.only_step_1 else (1, 2, 3))],
        reminders=_reminders(rules, board.atlas),
    )


def _step(step: int, players: int, rules: Rulebook, atlas: Atlas) -> CardStep:
    is_last = step == 3
    current = step_3_row(atlas) if is_last else atlas.current_row
    resupply = [atlas.resupply[fuel][players - FEWEST_PLAYERS][step - 1] for fuel in range(len(FUELS))]
    return CardStep(
        step,
        slots=[price for price, opens in SLOTS if opens <= step],
        current=current,
        future=0 if is_last else len(atlas.opening_market) - current,
        leaves="lowest" if is_last else "both" if isinstance(rules.market_update, LowestLeavesToo) else "highest",
        resupply=Fuels(*resupply),
    )


def _reminders(rules: Rulebook, atlas: Atlas) -> list[Reminder]:
    left_out = {
        *(() if rules.unsold_round_removes_lowest else ("unsold",)),
        *(("empty-city",) if rules.only_step_1 else ()),
    }
    first_slots = sorted({city.slots[0][0] for city in atlas.cities})
    found = []
    for code, (clause, sentence) in REMINDERS.items():
        if code not in left_out:
            prices = first_slots if "{prices}" in sentence else []
            words = sentence.format(prices=" or ".join([str(price) for price in prices]))
            found.append(Reminder(clause, code, prices, words))
    return found
