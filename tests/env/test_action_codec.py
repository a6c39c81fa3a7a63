"""The action space: every legal action has exactly one encoding, and nothing else can be decoded."""

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from tests.env.positions import TABLES, played, table_name
from tests.playing import play

import kilowatt
from kilowatt import Action, Bid, BuildHouse, Drop, Fuels, Game, KeepFuel, Open, Pass, PickRegion, RunPlants, Scrap
from kilowatt.env.action_codec import (
    ACTIONS,
    COUNT,
    DROP,
    OPEN,
    PASS,
    PICK,
    RAISE,
    RAISES,
    RUN,
    START,
    STOP_BUILDING,
    STOP_BUYING,
    MaskedAction,
    decode,
    encode,
    mask,
    meaning,
)
from kilowatt.env.session import GameSession, SessionBatch
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.state import State
from kilowatt.testing import scenario

Prefix = tuple[int, ...]


def allowed(state: State, prefix: Prefix = ()) -> list[int]:
    """The indices that the mask allows, of a mask that has every index as 0 or 1."""
    bits = mask(state, prefix)
    assert len(bits) == ACTIONS
    assert set(bits) <= {0, 1}
    return [index for index in range(ACTIONS) if bits[index]]


def decodable(state: State, prefix: Prefix = ()) -> Iterator[tuple[Prefix, Action]]:
    """Every action that can be encoded, with its indices; an unfinished decision always leaves a choice."""
    indices = allowed(state, prefix)
    assert len(indices) >= (2 if prefix else 1)
    for index in indices:
        action = decode(state, prefix, index)
        if action is None:
            yield from decodable(state, (*prefix, index))
        else:
            yield (*prefix, index), action


def is_below_cap(state: State, action: Action) -> bool:
    """Whether a bid is low enough to be encoded."""
    if isinstance(action, Bid):
        return action.amount - (state.bid + 1) < RAISES
    if isinstance(action, Open):
        return action.bid - PLANTS[action.plant].number < RAISES
    return True


def check_encodings(game: Game) -> None:
    """Each legal action is decoded exactly once, from the indices that ``encode`` gives; above the cap, none is."""
    state = game.state
    legal = list(game.legal_actions())
    decoded = list(decodable(state))
    actions = [action for _, action in decoded]
    assert len(actions) == len(set(actions))
    assert set(actions) == {action for action in legal if is_below_cap(state, action)}
    for indices, action in decoded:
        assert encode(state, action) == indices
    for action in legal:
        if not is_below_cap(state, action):
            with pytest.raises(MaskedAction, match=r"A raise of \d+ above .* is over the cap of 49\."):
                encode(state, action)


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_every_legal_action_below_the_cap_has_exactly_one_encoding(table: dict[str, Any]) -> None:
    asked, seen = set(), 0
    for seed in (1, 2):
        for game in played(table, seed, 4):
            if not game.is_over:
                before = game.snapshot()
                check_encodings(game)
                assert game.snapshot() == before
                asked.add(before["asked"])
                seen += 1
    assert seen > 50
    wanted = {"open", "bid", "buy-fuel", "build-house", "run-plants"}
    assert asked >= (wanted | {"pick-region"} if table.get("regions") == "draft" else wanted)


@pytest.mark.parametrize("table", TABLES[::3], ids=table_name)
def test_a_masked_index_is_refused_with_a_sentence_and_nothing_changes(table: dict[str, Any]) -> None:
    middles = 0
    for game in played(table, 3, 25):
        if game.is_over:
            assert allowed(game.state) == []
        session = GameSession(game)
        while True:
            before = (game.snapshot(), session.prefix, session.turns)
            free = allowed(game.state, session.prefix)
            for index in sorted(set(range(ACTIONS)) - set(free)):
                with pytest.raises(MaskedAction, match=f"^Index {index} is masked: “.+” is not legal now.$"):
                    session.step(index)
            for index in (-1, ACTIONS, 10**30):
                with pytest.raises(
                    MaskedAction, match=f"^There is no index {index}: indices go from 0 to {ACTIONS - 1}.$"
                ):
                    session.step(index)
            assert (game.snapshot(), session.prefix, session.turns) == before
            halves = [index for index in free if decode(game.state, session.prefix, index) is None]
            if not halves:
                break
            session.step(halves[0])
            middles += 1
    assert middles > 0


def test_no_two_indices_mean_the_same_and_each_means_something() -> None:
    words = [meaning(index) for index in range(ACTIONS)]
    assert len(set(words)) == ACTIONS
    assert all(words)
    for index in (-1, ACTIONS):
        with pytest.raises(MaskedAction, match=f"There is no index {index}"):
            meaning(index)


# How decisions are encoded


def test_simple_decisions_take_one_index_each() -> None:
    table = scenario("germany", current_row="11 12 13 14").plants(red="5 6").fuel(red="2 coal")
    assert encode(table.to_open("red").state, Pass()) == (PASS,)
    bidding = table.to_bid("red", plant=11, bidder="blue", bid=20)
    assert encode(bidding.state, Drop()) == (DROP,)
    assert [encode(bidding.state, Bid(amount)) for amount in (21, 50)] == [(RAISE,), (RAISE + 29,)]
    assert allowed(bidding.state) == [DROP, *range(RAISE, RAISE + 30)]
    assert encode(table.to_buy("red").state, kilowatt.StopBuying()) == (STOP_BUYING,)
    assert meaning(encode(table.to_buy("red").state, kilowatt.BuyFuel("oil", 2))[0]) == "buy 2 oil"
    assert encode(table.to_build("red").state, kilowatt.StopBuilding()) == (STOP_BUILDING,)
    assert encode(scenario("germany").to_draft().state, PickRegion("west")) == (PICK + 2,)


def test_an_opening_bid_follows_its_plant_only_where_there_is_a_choice() -> None:
    table = scenario("germany", current_row="11 12 13 14").money(red=12, blue=50, green=50)
    state = table.to_open("red").state
    plant_11, plant_12 = encode(state, Open(11, 11))[0], encode(state, Open(12, 12))[0]
    assert (meaning(plant_11), meaning(plant_12)) == ("open plant 11", "open plant 12")
    assert allowed(state) == [PASS, plant_11, plant_12]
    assert allowed(state, (plant_11,)) == [RAISE, RAISE + 1]
    assert decode(state, (plant_11,), RAISE + 1) == Open(11, 12)
    assert encode(state, Open(12, 12)) == (plant_12,)  # all of the money
    alone = table.to_open("red", passed="blue green").state
    assert encode(alone, Open(11, 11)) == (plant_11,)  # nobody to outbid
    assert decode(alone, (), plant_11) == Open(11, 11)


def test_raises_end_at_the_cap_and_never_above_the_money() -> None:
    table = scenario("germany", current_row="11 12 13 14").money(red=500, blue=500, green=40)
    rich = table.to_open("red").state
    first = encode(rich, Open(11, 60))
    assert first[1] == RAISE + RAISES - 1
    assert len(allowed(rich, first[:1])) == RAISES
    with pytest.raises(MaskedAction, match="raise of 50"):
        encode(rich, Open(11, 61))
    assert len(allowed(table.to_bid("blue", plant=11, bidder="red", bid=39).state)) == 1 + RAISES
    assert len(allowed(table.to_bid("green", plant=11, bidder="blue", bid=39).state)) == 2
    assert allowed(table.to_bid("green", plant=11, bidder="blue", bid=40).state) == [DROP]
    assert allowed(table.to_bid("green", plant=11, bidder="blue", bid=41).state) == [DROP]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Open(99, 99), "is not legal now: .*99"),
        (Open(50, 50), "is not legal now: .*50"),
        (Bid(10), "is not legal now"),
        (kilowatt.BuyFuel("coal", 999), "is not legal now"),
        (PickRegion("atlantis"), "is not legal now"),
    ],
)
def test_an_action_that_is_not_legal_has_no_encoding(action: Any, sentence: str) -> None:
    with pytest.raises(MaskedAction, match=sentence):
        encode(kilowatt.new_game("germany", 3, seed=1).state, action)


def test_a_city_has_the_same_index_whatever_regions_are_in_play() -> None:
    atlas = kilowatt.find_board("germany").atlas
    number = sorted(city.id for city in atlas.cities).index("kassel")
    for regions in ("west southwest south", "north west southwest"):
        game = scenario("germany", regions=regions).houses(red="Frankfurt-M").money(red=100).to_build("red")
        (index,) = encode(game.state, BuildHouse("kassel"))
        assert meaning(index) == f"build in city {number}"


def test_a_network_of_japan_is_started_by_an_index_of_its_own() -> None:
    game = scenario("japan", players=2).houses(red="Tokyo").money(red=100, blue=100).to_build("red")
    starts = [action for action in game.legal_actions() if isinstance(action, BuildHouse) and action.start]
    assert starts
    for action in starts:
        (start,) = encode(game.state, action)
        (by_route,) = encode(game.state, BuildHouse(action.city))
        assert START <= start < RUN
        assert meaning(start) == meaning(by_route).replace("build in", "start a network in")
    check_encodings(game)


# Fuel that is burnt or kept


def test_plants_run_by_one_index_and_count_their_fuel_only_where_they_could_burn_another() -> None:
    table = scenario("germany").plants(red="4 5 13").fuel(red="4 coal 1 oil")
    state = table.to_run("red").state
    assert encode(state, RunPlants()) == (RUN,)
    assert encode(state, RunPlants((4,), Fuels(coal=2))) == (RUN + 0b001,)
    assert encode(state, RunPlants((13,))) == (RUN + 0b100,)
    assert encode(state, RunPlants((4, 5), Fuels(coal=4))) == (RUN + 0b011, COUNT + 4)
    assert encode(state, RunPlants((4, 5), Fuels(coal=3, oil=1))) == (RUN + 0b011, COUNT + 3)
    assert allowed(state, (RUN + 0b011,)) == [COUNT + 3, COUNT + 4]
    only_coal = scenario("germany").plants(red="5").fuel(red="4 coal").to_run("red").state
    assert encode(only_coal, RunPlants((5,), Fuels(coal=2))) == (RUN + 1,)


def test_the_flux_generator_counts_three_fuels_and_the_fourth_follows() -> None:
    table = scenario("germany", flux=True).plants(red="5 flux").fuel(red="4 coal 2 oil 2 garbage 2 uranium")
    game = table.to_run("red")
    check_encodings(game)
    burn = Fuels(coal=2, oil=1, garbage=1, uranium=1)
    assert encode(game.state, RunPlants((5, "flux"), burn)) == (RUN + 3, COUNT + 2, COUNT + 1, COUNT + 1)
    assert {len(indices) for indices, _ in decodable(game.state)} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("owned", "fuel", "counted"),
    [
        ("5 12 21", "6 coal 6 oil", {5: 1, 12: 1, 21: 1}),
        ("4 8 12", "9 coal 2 oil", {4: 1, 8: 1, 12: 0}),
        ("5 14 flux", "5 coal 2 oil 5 garbage 2 uranium", {5: 3, 14: 3, "flux": 1}),
        ("6 11 flux", "2 coal 2 oil 3 garbage 3 uranium", {6: 3, 11: 3, "flux": 0}),
    ],
)
def test_fuel_to_keep_is_counted_fuel_by_fuel_as_far_as_there_is_a_choice(
    owned: str, fuel: str, counted: dict[int | str, int]
) -> None:
    table = scenario("germany", flux="flux" in owned, current_row="13 18 22 27").plants(red=owned).fuel(red=fuel)
    game = table.to_open("red", passed="blue green")
    play(game, Open(13, 13))
    found: dict[int | str, int] = {}
    for scrap in list(game.legal_actions()):
        assert isinstance(scrap, Scrap)
        assert [meaning(index) for index in encode(game.state, scrap)] == [f"scrap plant {scrap.plant}"]
        branch = kilowatt.from_snapshot(game.snapshot())
        play(branch, scrap)
        found[scrap.plant] = 0
        if branch.snapshot()["asked"] == "keep-fuel":
            check_encodings(branch)
            ways = [indices for indices, action in decodable(branch.state) if isinstance(action, KeepFuel)]
            assert all(COUNT <= index < ACTIONS for indices in ways for index in indices)
            found[scrap.plant] = max(map(len, ways))
    assert found == counted


# Sessions and batches


def test_a_session_plays_a_decision_when_its_last_index_is_chosen() -> None:
    session = GameSession(scenario("germany", current_row="11 12 13 14").to_open("red"))
    first, second = encode(session.game.state, Open(12, 15))
    assert session.step(first) is False
    assert (session.prefix, session.turns, session.game.decisions, session.seat()) == ((first,), 1, 0, 0)
    assert session.mask() == mask(session.game.state, (first,))
    assert session.step(second) is True
    assert (session.prefix, session.turns, session.game.decisions, session.seat()) == ((), 2, 1, 1)
    assert session.game.log[-1].action == Open(12, 15)


def test_a_session_takes_no_index_when_its_game_is_over() -> None:
    *_, game = played({"board": "usa", "players": 2, "round_limit": 1}, 1, 5)
    session = GameSession(game)
    assert session.is_over()
    assert session.seat() == -1
    assert not any(session.mask())
    with pytest.raises(MaskedAction, match="masked"):
        session.step(PASS)


def test_a_batch_steps_in_every_game_or_in_none() -> None:
    games = [kilowatt.new_game("germany", 3, seed=seed) for seed in (1, 2)]
    batch = SessionBatch([GameSession(game) for game in games])
    masks = batch.masks()
    assert masks == b"".join(mask(game.state) for game in games)
    first = encode(games[0].state, Open(3, 3))[0]
    for wrong in ([first, PASS], [first, ACTIONS], [first, -1]):
        with pytest.raises(MaskedAction, match=r"Index 0 is masked|There is no index"):
            batch.step(wrong)
        assert [session.turns for session in batch.sessions] == [0, 0]
    with pytest.raises(MaskedAction, match="Pass one index for each of the 2 games"):
        batch.step([first])
    batch.step([first, first])
    assert [session.prefix for session in batch.sessions] == [(first,), (first,)]
    with pytest.raises(MaskedAction, match=r"after calling masks\(\)"):
        batch.step([RAISE, RAISE])
    batch.masks()
    batch.step([RAISE, RAISE + 1])
    assert [session.game.log[-1].action for session in batch.sessions] == [Open(3, 3), Open(3, 4)]


def test_a_pickled_batch_continues_where_it_was() -> None:
    batch = SessionBatch([GameSession(kilowatt.new_game("germany", 3, seed=seed)) for seed in range(2)])
    batch.masks()
    sent = pickle.loads(pickle.dumps(batch))  # noqa: S301 - our own
    assert sent.allowed == batch.allowed
    for one in (batch, sent):
        one.step([OPEN, OPEN + 1])
    assert sent.observations() == batch.observations()
    assert [session.prefix for session in sent.sessions] == [(OPEN,), (OPEN + 1,)]
