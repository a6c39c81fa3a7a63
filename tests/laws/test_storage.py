"""Storing, keeping, burning and powering are exact, as tokens laid on plants by force (R4.6, R5.2, R7.1, R8.6)."""

from itertools import combinations
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

import kilowatt
from kilowatt import BuyFuel, Fuels, Game, KeepFuel, RunPlants, Scrap
from kilowatt.rules.actions import PlantName
from kilowatt.testing import pins

from .by_force import CARDS, NONE, Tokens, burnable, can_store, kept_at_most, loads, mixes, plus
from .common import FUELS, PLANTS, TOKENS, tries

AWKWARD: list[PlantName] = ["flux", 5, 12, 21, 29, 46]
"""The plants that burn more than one fuel."""


@st.composite
def plants_with_fuel(draw: st.DrawFn, /, *, fewest: int = 1, most: int = 4) -> tuple[tuple[PlantName, ...], Tokens]:
    """Some plants, hybrids and the Flux Generator preferred, with fuel on them: full, empty or in between."""
    card = st.one_of(st.sampled_from(AWKWARD), st.sampled_from(PLANTS))
    plants = draw(st.lists(card, min_size=fewest, max_size=most, unique=True))
    plants.sort(key=lambda plant: 33.3 if plant == "flux" else plant)
    fuel = NONE
    for plant in plants:
        room = 2 * CARDS[plant]["fuel"]
        tokens = draw(st.sampled_from([room, room, draw(st.integers(0, room))]))
        load = draw(st.sampled_from(loads(CARDS[plant]["kind"], 0, tokens)[::-1]))
        fuel = plus(fuel, load)
    assume(all(number <= TOKENS[name] for number, name in zip(fuel, FUELS, strict=True)))
    return tuple(plants), fuel


def table_with(plants: tuple[PlantName, ...], fuel: Tokens, asked: str, **more: Any) -> Game:
    """Two players; the one to act has these plants, this fuel, all the money in the world and a house in every city."""
    seen = kilowatt.new_game("germany", 2, seed=0, order=[0, 1], flux=True).snapshot()
    cities = [city.id for city in kilowatt.find_board("germany").atlas.cities if city.region in seen["regions"]][:20]
    others = [plant for plant in PLANTS if plant not in plants]
    tokens = dict(zip(FUELS, fuel, strict=True))
    in_market = {name: min(TOKENS[name] - tokens[name], 12) for name in FUELS}
    seen["players"][0] |= {"plants": list(plants), "fuel": tokens, "money": 10_000, "cities": cities}
    seen |= {
        "round": 5,
        "phase": {"scrap": 2, "buy-fuel": 3, "build-house": 4, "run-plants": 5}[asked],
        "asked": asked,
        "current": [],
        "future": [],
        "deck": [*others[:3], "step3"],
        "removed": [],
        "gone": others[3:],
        "supply": {name: TOKENS[name] - tokens[name] - in_market[name] for name in FUELS},
        "fuel_market": {name: filled(name, in_market[name]) for name in FUELS},
        **more,
    }
    return kilowatt.from_snapshot(seen)


def filled(fuel: str, tokens: int) -> dict[str, int]:
    """R1.4: this many tokens, on the most expensive spaces."""
    prices = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16] if fuel == "uranium" else [1, 2, 3, 4, 5, 6, 7, 8]
    each = 1 if fuel == "uranium" else 3
    spaces = {}
    for price in reversed(prices):
        spaces[str(price)] = min(each, tokens)
        tokens -= spaces[str(price)]
    return spaces


@pins("R5.2")
@given(plants_with_fuel())
@tries(1)
def test_as_much_fuel_can_be_bought_as_some_arrangement_can_store(owned: tuple[tuple[PlantName, ...], Tokens]) -> None:
    plants, fuel = owned
    game = table_with(plants, fuel, "buy-fuel")
    bought = set(game.legal_actions())
    for place, name in enumerate(FUELS):
        in_market = sum(game.snapshot()["fuel_market"][name].values())
        for amount in range(1, in_market + 2):
            more = (*fuel[:place], fuel[place] + amount, *fuel[place + 1 :])
            assert len(more) == 4
            fits = amount <= in_market and can_store(plants, more)
            assert (BuyFuel(name, amount) in bought) == fits


@pins("R4.6")
@given(plants_with_fuel(fewest=5, most=5), st.integers(0, 4), st.integers(0, 4))
@tries(2)
def test_what_may_be_kept_after_scrapping_is_every_largest_collection_that_can_be_stored(
    owned: tuple[tuple[PlantName, ...], Tokens], new: int, old: int
) -> None:
    plants, fuel = owned
    assume(new != old)
    game = table_with(plants, fuel, "scrap", new_plant=plants[new], bought=[0])
    game.play(Scrap(plants[old]))
    left = (*plants[:old], *plants[old + 1 :])
    choices = kept_at_most(left, fuel)
    assert len({sum(kept) for kept in choices}) == 1
    if len(choices) > 1:
        assert game.snapshot()["asked"] == "keep-fuel"
        assert set(game.legal_actions()) == {KeepFuel(Fuels(*kept)) for kept in choices}
        kept = max(choices)
        game.play(KeepFuel(Fuels(*kept)))
    else:
        (kept,) = choices
    after = game.snapshot()
    assert tuple(after["players"][0]["fuel"].values()) == kept
    assert after["asked"] == "open"


@pins("R7.1")
@given(plants_with_fuel())
@tries(3)
def test_what_may_burn_is_every_mix_that_can_lie_where_it_burns_in_some_order(
    owned: tuple[tuple[PlantName, ...], Tokens],
) -> None:
    plants, fuel = owned
    game = table_with(plants, fuel, "run-plants")
    by_force = {
        RunPlants(running, Fuels(*mix))
        for size in range(len(plants) + 1)
        for running in combinations(plants, size)
        for mix in mixes(plants, running, fuel)
    }
    assert set(game.legal_actions()) == by_force


@pins("R7.1")
@given(plants_with_fuel())
@tries(2)
def test_full_plants_limit_which_fuels_burn_but_never_which_plants_run(
    owned: tuple[tuple[PlantName, ...], Tokens],
) -> None:
    plants, fuel = owned
    for size in range(len(plants) + 1):
        for running in combinations(plants, size):
            assert bool(mixes(plants, running, fuel)) == bool(burnable(running, fuel))
    game = table_with(plants, fuel, "run-plants")
    runs = {action.plants for action in game.legal_actions() if isinstance(action, RunPlants)}
    everything = [chosen for size in range(len(plants) + 1) for chosen in combinations(plants, size)]
    assert runs == {running for running in everything if burnable(running, fuel)}


@pins("R8.6")
@given(plants_with_fuel())
@tries(2)
def test_the_cities_powered_at_the_end_are_as_many_as_any_run_powers(
    owned: tuple[tuple[PlantName, ...], Tokens],
) -> None:
    plants, fuel = owned
    game = table_with(plants, fuel, "build-house")
    outputs = [
        sum(CARDS[plant]["cities"] for plant in running)
        for size in range(len(plants) + 1)
        for running in combinations(plants, size)
        if mixes(plants, running, fuel)
    ]
    (place,) = [place for place in game.ranking if 0 in place.seats]
    assert place.powered == min(20, max(outputs))
