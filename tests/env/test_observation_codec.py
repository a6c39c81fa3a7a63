"""The observation: every number is what its name says, known to the seat, and within bounds."""

import hashlib
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.env.positions import TABLES, played, table_name
from tests.env.slow_encoder import by_name, encoded, encoded_prefix
from tests.playing import play

import kilowatt
from kilowatt import BadInput, Fuels, Game, KeepFuel, Open, Scrap
from kilowatt.env.action_codec import ACTIONS, encode, mask
from kilowatt.env.arrays import HIGHEST, SCALE, connections, mask_of, masks_of, named, observation, plant_cards, scaled
from kilowatt.env.city_index import ENCODING_VERSION, MOST_BOARDS, MOST_CITIES
from kilowatt.env.observation_codec import BOARD_AT, LAYOUT, OBSERVATION, observe
from kilowatt.env.session import GameSession, SessionBatch
from kilowatt.env.spaces import observation_space, shaped
from kilowatt.rules.plants import KINDS, PLANTS
from kilowatt.testing import scenario


def number_of(flat: Any, part_name: str, row: int, column: str) -> float:
    """One number of a flat vector, by name."""
    part = next(part for part in LAYOUT if part.name == part_name)
    return float(flat[part.first + row * part.width + part.columns.index(column)])


# Every number is what its name says


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_every_number_is_what_a_slow_encoder_makes_of_the_view(table: dict[str, Any]) -> None:
    for seed in (1, 2):
        for game in played(table, seed, 20):
            for seat in range(game.players):
                view = game.view(seat)
                if view.asked == "keep-fuel" and view.seat == seat:
                    check_prefixes(game)
                else:
                    assert by_name(observe(game.state, seat)) == encoded(view)


def check_prefixes(game: Game) -> int:
    """Compare every prefix of every decision in this position with the slow encoder; return how many there were."""
    legal = list(game.legal_actions())
    seen = 0
    for action in legal:
        if isinstance(action, Open) and action.bid > PLANTS[action.plant].number:
            continue  # any bid for the plant will do
        indices = encode(game.state, action)
        for number in range(len(indices)):
            expected = {**encoded(game.view(game.seat)), **encoded_prefix(legal, action, number)}
            assert game.seat is not None
            assert by_name(observe(game.state, game.seat, indices[:number])) == expected
            for seat in range(game.players):
                if seat != game.seat:
                    assert observe(game.state, seat, indices[:number]) == observe(game.state, seat)
            seen += number > 0
    return seen


def test_the_prefix_of_an_opening_is_seen_by_the_opener_alone() -> None:
    assert check_prefixes(scenario("germany", current_row="11 12 13 14").to_open("blue")) == 4


def test_fuel_counted_while_plants_run_is_seen_by_the_owner_alone() -> None:
    table = scenario("germany", flux=True).plants(red="4 5 flux").fuel(red="6 coal 1 oil 2 garbage 2 uranium")
    assert check_prefixes(table.to_run("red")) > 20


def test_fuel_counted_while_it_is_given_up_is_seen_by_the_owner_alone() -> None:
    table = scenario("germany", flux=True, current_row="13 18 22 27").plants(red="5 14 flux")
    game = table.fuel(red="5 coal 2 oil 5 garbage 2 uranium").to_open("red", passed="blue green")
    play(game, Open(13, 13), Scrap(5))
    assert isinstance(next(iter(game.legal_actions())), KeepFuel)
    assert check_prefixes(game) > 20


def test_there_is_no_room_for_any_fuel_while_some_is_given_up() -> None:
    table = scenario("germany", current_row="13 18 22 27").plants(red="4 12 14").fuel(red="4 coal 1 oil")
    game = table.to_open("red", passed="blue green")
    play(game, Open(13, 13), Scrap(4))
    assert game.view(0).asked == "keep-fuel"
    assert named(observation(game.state, 0))["fuels"][:, 4].tolist() == [0, 0, 0, 0]
    assert check_prefixes(game) == 0
    play(game, KeepFuel(Fuels(coal=3, oil=1)))
    assert np.rint(named(observation(game.state, 0))["fuels"][:, 4] * 12).tolist() == [0, 0, 4, 0]


# What is hidden shows nowhere


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_games_that_differ_only_in_what_is_hidden_give_equal_observations(table: dict[str, Any]) -> None:
    rng = Random(5)
    differing = 0
    for game in played(table, 4, 30):
        twin = kilowatt.resample_game(game, rng)
        differing += twin.snapshot() != game.snapshot()
        for seat in range(game.players):
            dealt = kilowatt.sample_game(game.view(seat), rng)
            seen = observe(game.state, seat)
            assert observe(twin.state, seat) == seen
            assert observe(dealt.state, seat) == seen
            if seat == game.seat:
                assert mask(dealt.state) == mask(twin.state) == mask(game.state)
    assert differing > 3


def test_hidden_money_is_the_only_difference_that_others_do_not_see() -> None:
    poor, rich = (
        scenario("germany", hidden_money=True).money(red=20, blue=blue, green=30).to_open("red") for blue in (10, 400)
    )
    for seat in (0, 2):
        assert observe(poor.state, seat) == observe(rich.state, seat)
    assert observe(poor.state, 1) != observe(rich.state, 1)


def test_nobody_learns_the_turn_order_during_a_draft() -> None:
    games = [
        kilowatt.new_game("usa", 3, seed=1, regions="draft", order=order) for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2))
    ]
    for seat in range(3):
        assert len({observe(game.state, seat) for game in games}) == 1


# Whose observation it is


def test_the_observer_comes_first_and_then_the_others_to_the_left() -> None:
    table = scenario("germany", players=4, order="green red yellow blue").money(red=11, blue=22, green=33, yellow=44)
    game = table.plants(green="20").houses(green="Essen", red="Köln").to_buy("yellow")
    seen = named(observation(game.state, 2))
    assert np.rint(seen["players"][:, 3] * 100).tolist() == [33, 44, 11, 22, 0, 0]
    assert seen["players"][:, 0].tolist() == [1, 1, 1, 1, 0, 0]
    assert seen["players"][:, 1].tolist() == [0, 1, 0, 0, 0, 0]
    assert np.rint(seen["players"][:, 11] * 6).tolist() == [1, 3, 2, 4, 0, 0]
    assert seen["plants"][list(PLANTS).index(20), 6:].tolist() == [1, 0, 0, 0, 0, 0]
    ids = sorted(city.id for city in kilowatt.find_board("germany").atlas.cities)
    assert seen["cities"][ids.index("essen"), 1:7].tolist() == [1, 0, 0, 0, 0, 0]
    assert seen["cities"][ids.index("koeln"), 1:7].tolist() == [0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_there_is_not_sees_nothing(seat: int) -> None:
    with pytest.raises(BadInput, match=f"There is no seat {seat}: seats are numbered from 0 to 2"):
        observation(kilowatt.new_game("germany", 3, seed=1).state, seat)


def test_money_is_exact_up_to_510_and_capped_above() -> None:
    for money in (0, 254, 255, 256, 509, 510, 511, 10_000):
        flat = observation(scenario("germany").money(red=money).to_open("red").state, 0)
        money_seen = number_of(flat, "players", 0, "money to 255") + number_of(flat, "players", 0, "money above 255")
        assert round(money_seen * 100) == min(money, 510)


# Arrays


@pytest.mark.parametrize("table", TABLES[::2], ids=table_name)
def test_every_observation_lies_in_the_spaces_it_is_promised_to_lie_in(table: dict[str, Any]) -> None:
    spaces = {kind: observation_space(kind) for kind in ("flat", "named")}
    for game in played(table, 6, 40):
        for seat in range(game.players):
            flat = observation(game.state, seat)
            assert flat.shape == (OBSERVATION,)
            assert flat.dtype == np.float32
            assert np.all(flat >= 0)
            assert np.all(flat <= HIGHEST)
            for kind, space in spaces.items():
                assert space.contains(shaped(flat, kind))


def test_a_flat_vector_is_the_bytes_divided_by_what_the_layout_says() -> None:
    for game in played({"board": "japan", "players": 3}, 7, 100):
        raw = observe(game.state, 1)
        divisors = [divisor for part in LAYOUT for _ in range(part.rows) for divisor in part.divisors]
        expected = [byte / divisor for byte, divisor in zip(raw, divisors, strict=True)]
        assert observation(game.state, 1) == pytest.approx(expected, rel=1e-6)
    assert SCALE.tolist() == pytest.approx([1 / divisor for divisor in divisors])
    assert [high for high, divisor in zip(HIGHEST, divisors, strict=True) if divisor == 1] == [1] * divisors.count(1)


def test_columns_that_are_switches_are_never_anything_but_0_or_1() -> None:
    switches = [place for place in range(OBSERVATION) if HIGHEST[place] == 1]
    seen = [observe(game.state, 0) for game in played(TABLES[2], 8, 10)]
    assert {flat[place] for flat in seen for place in switches} == {0, 1}


def test_the_parts_have_names_shapes_and_share_the_memory_of_the_vector() -> None:
    flat = observation(kilowatt.new_game("usa", 2, seed=1).state, 0)
    parts = named(flat)
    assert {name: part.shape for name, part in parts.items()} == {
        "table": (59,),
        "regions": (8, 1),
        "fuels": (4, 7),
        "plants": (43, 12),
        "cities": (56, 10),
        "players": (6, 17),
    }
    assert np.concatenate([part.ravel() for part in parts.values()]).tolist() == flat.tolist()
    assert all(np.shares_memory(part, flat) for part in parts.values())
    many = named(np.stack([flat, flat * 2, flat * 3]))
    assert many["plants"].shape == (3, 43, 12)
    assert many["table"][2] == pytest.approx(parts["table"] * 3)


def test_the_layout_has_no_gap_and_no_two_columns_of_the_same_name() -> None:
    end = 0
    for part in LAYOUT:
        assert (part.first, part.end) == (end, end + part.rows * part.width)
        assert len(set(part.columns)) == part.width == len(part.divisors)
        end = part.end
    assert end == OBSERVATION == len(observe(kilowatt.new_game("italy", 6).state, 5))


def test_arrays_that_are_handed_out_belong_to_whoever_gets_them() -> None:
    state = kilowatt.new_game("france", 3, seed=2).state
    before = observe(state, 0), mask(state)
    for array in (observation(state, 0), mask_of(state), masks_of(mask(state)), scaled(observe(state, 0))):
        array[...] = 0
    assert (observe(state, 0), mask(state)) == before
    assert bytes(mask_of(state)) == mask(state)


def test_a_batch_observes_each_game_from_its_acting_seat() -> None:
    games = [kilowatt.new_game(board, players, seed=9) for board, players in (("usa", 2), ("japan", 6))]
    *_, ended = played({"board": "italy", "players": 3, "round_limit": 1}, 1, 9)
    batch = SessionBatch([GameSession(game) for game in [*games, ended]])
    batch.sessions[1].step(encode(games[1].state, next(iter(games[1].legal_actions())))[0])
    expected = [observe(games[0].state, games[0].state.seat)]
    expected += [observe(games[1].state, games[1].state.seat, batch.sessions[1].prefix), observe(ended.state, 0)]
    assert batch.observations() == b"".join(expected)
    assert np.array_equal(scaled(batch.observations())[0], observation(games[0].state, games[0].state.seat))


def test_plant_cards_have_what_stands_on_them() -> None:
    cards = plant_cards()
    assert cards.shape == (len(PLANTS), 3 + len(KINDS))
    for row, plant in zip(cards, PLANTS.values(), strict=True):
        assert np.rint(row[:3] * [50, 3, 7]).tolist() == [plant.number, plant.fuel, plant.cities]
        assert [kind for kind, is_it in zip(KINDS, row[3:], strict=True) if is_it] == [plant.kind_name]
    assert cards.max() <= 1
    assert not cards.flags.writeable


@pytest.mark.parametrize("board", [board.key for board in kilowatt.boards()])
def test_connections_distinguish_free_from_missing_in_both_directions(board: str) -> None:
    atlas = kilowatt.find_board(board).atlas
    ids = sorted(city.id for city in atlas.cities)
    prices = connections(board)
    assert prices.shape == (MOST_CITIES, MOST_CITIES)
    assert np.array_equal(prices, prices.T)
    assert int((prices > 0).sum()) == 2 * len(atlas.connections)
    for a, b, cost in atlas.connections:
        assert round(float(prices[ids.index(a), ids.index(b)] - 1) * 30) == cost
    assert not prices.flags.writeable


# Everywhere the same


def digest_of(table: dict[str, Any], seed: int) -> str:
    """All observations and masks of a game, as one short word."""
    everything = hashlib.sha256()
    for game in played(table, seed, 3):
        everything.update(mask(game.state))
        for seat in range(game.players):
            everything.update(observe(game.state, seat))
    return everything.hexdigest()[:16]


def test_the_encoding_of_a_game_is_the_same_in_every_build_and_version() -> None:
    # When these change, so does what a trained agent sees: that is a new ENCODING_VERSION.
    found = {table_name(table): digest_of(table, 11) for table in (TABLES[1], TABLES[5], TABLES[7])}
    assert found == {"usa 3": "2c0b4b95b8b2c410", "benelux 3": "c2cb8d2fb400a9d8", "japan 5": "79c1f54da1ee3166"}
    assert (ENCODING_VERSION, OBSERVATION, ACTIONS) == (2, 1273, 385)


def test_a_board_keeps_its_place_in_the_encoding_when_another_is_added() -> None:
    first = ["germany", "usa", "france", "italy", "central-europe", "benelux", "russia", "japan"]
    assert list(BOARD_AT)[: len(first)] == first
    assert list(BOARD_AT.values()) == list(range(len(BOARD_AT)))
    assert len(BOARD_AT) <= MOST_BOARDS


def test_a_board_of_another_package_is_encoded_as_no_board_known(atlantis: str) -> None:
    shown = 0
    for game in played({"board": atlantis, "players": 3, "weather": "stormy"}, 2, 20):
        for seat in range(3):
            table = named(observation(game.state, seat))["table"]
            assert not table[:MOST_BOARDS].any()
            assert table[LAYOUT[0].columns.index("board option")] == 1
            shown += 1
        if not game.is_over:
            assert any(mask(game.state))
    assert shown > 30
