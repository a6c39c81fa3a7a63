"""A position as plain JSON-ready data: what snapshots and views are made of."""

from typing import Any, Final

from kilowatt.rules.engine import question_of
from kilowatt.rules.plants import Card, Plant
from kilowatt.rules.setup import plants_of_the_game
from kilowatt.rules.state import NO_SEAT, State, Step3Card
from kilowatt.rules.tables import FUELS, MOST_PLAYERS, PRICES


def seats_in(mask: int) -> list[int]:
    """The seats of a bit set, ascending."""
    return [seat for seat in range(MOST_PLAYERS) if mask >> seat & 1]


def names_of(cards: tuple[Card, ...] | tuple[Plant, ...]) -> list[int | str]:
    """The names of these cards."""
    return [card.name for card in cards]


def future_row(state: State) -> list[int | str]:
    """The future row by name, the Step 3 card last while it is there (R8.1)."""
    row = names_of(state.market[len(state.current_row()) :])
    return [*row, "step3"] if state.step_3 == Step3Card.IN_MARKET else row


def gone_cards(state: State) -> list[int | str]:
    """Every card that is publicly out of the game: scrapped, obsolete, removed in play, or not used on this board."""
    setup = state.setup
    inside = {*setup.removed, *state.market, *state.deck}
    for holding in state.holdings:
        inside.update(holding.plants)
    atlas = setup.board.atlas
    plants = {*plants_of_the_game(atlas, setup.rules), *atlas.out_of_game}
    gone = sorted(plants - inside, key=lambda plant: plant.rank)
    names = names_of(tuple(gone))
    return [*names, "step3"] if state.step_3 == Step3Card.GONE else names


def fuels_of(four: tuple[int, ...] | list[int]) -> dict[str, int]:
    """Four numbers, by fuel name."""
    return dict(zip(FUELS, four, strict=True))


def spaces_of(fuel: int, tokens: int) -> dict[str, int]:
    """R1.4: how many tokens are on the space of each price, with ``tokens`` of this fuel in the market."""
    prices = PRICES[fuel].prices
    spaces = {str(price): 0 for price in prices}
    for price in prices[len(prices) - tokens :]:
        spaces[str(price)] += 1
    return spaces


SPACES: Final = [[spaces_of(fuel, tokens) for tokens in range(len(PRICES[fuel].prices) + 1)] for fuel in range(4)]
"""``spaces_of`` for every fuel and every number of tokens; a view needs four of them."""


def fuel_market_spaces(state: State) -> dict[str, dict[str, int]]:
    """R1.4: for each fuel, how many tokens are on the space of each price."""
    return {name: dict(SPACES[fuel][state.fuel_market[fuel]]) for fuel, name in enumerate(FUELS)}


def auction_of(state: State) -> dict[str, Any] | None:
    """The current auction, or None."""
    if not state.bidding or state.plant is None:
        return None
    return {
        "plant": state.plant.name,
        "bid": state.bid,
        "bidder": state.bidder,
        "in": seats_in(state.bidding),
    }


def player_of(state: State, seat: int) -> dict[str, Any]:
    """One player: money, plants, fuel, cities, and starts where the board counts them."""
    network = state.network[seat]
    player: dict[str, Any] = {
        "money": state.money[seat],
        "plants": list(state.holdings[seat].names),
        "fuel": fuels_of(state.fuel_of(seat)),
        "cities": [name for city, name in enumerate(state.grid.ids) if network >> city & 1],
    }
    starts = state.setup.rules.networks.networks_started(state, seat)
    if starts >= 0:
        player["starts"] = starts
    return player


def public_part(state: State) -> dict[str, Any]:
    """What a snapshot and every view have in common."""
    return {
        "board": state.setup.board.key,
        "options": dict(state.setup.options),
        "regions": list(state.grid.regions),
        "players": [player_of(state, seat) for seat in range(state.setup.players)],
        "round": state.round,
        "phase": state.phase,
        "step": state.step,
        "seat": None if state.seat == NO_SEAT else state.seat,
        "asked": question_of(state).name,
        "order": list(state.order),
        "current": names_of(state.current_row()),
        "future": future_row(state),
        "under": names_of(state.under),
        "gone": gone_cards(state),
        "fuel_market": fuel_market_spaces(state),
        "supply": fuels_of(state.supply),
        "bought": seats_in(state.bought),
        "passed": seats_in(state.passed),
        "auction": auction_of(state),
        "new_plant": state.plant.name if state.plant is not None and not state.bidding else None,
        "over": state.is_over,
    }


def write_snapshot(state: State) -> dict[str, Any]:
    """The full position (see ``Snapshot``)."""
    data = public_part(state)
    data["deck"] = names_of(state.deck)
    data["removed"] = names_of(state.setup.removed)
    data["deck_after_step_3"] = names_of(state.setup.after_step_3)
    return data
