"""Ways back and forth: undo, earlier positions, copies, snapshots, records and other processes."""

import json
import os
import pickle
import subprocess
import sys
from copy import copy, deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kilowatt
from kilowatt import Game, NoRecord, NothingToUndo
from kilowatt.testing import strategies as kw

from .common import same_position, tries

SEEDS = st.integers(0, 2**32 - 1)
FAR_ENOUGH = 70  # decisions: more than lie between two positions that the game keeps for undo


@given(kw.positions(), SEEDS)
@tries(1)
def test_undo_restores_the_position_and_everything_that_can_be_asked_of_it(game: Game, seed: int) -> None:
    rng = Random(seed)
    before, legal, offers = game.snapshot(), list(game.legal_actions()), game.offers()
    ranking, decisions, views = game.ranking, game.decisions, [game.view(seat) for seat in (None, 0, 1)]
    played = []
    for _ in range(rng.randrange(1, FAR_ENOUGH)):
        if not game.is_over:
            played.append(game.legal_actions().sample(rng))
            game.play(played[-1])
    for action in reversed(played):
        assert game.undo() == action
    assert game.snapshot() == before
    assert list(game.legal_actions()) == legal
    assert game.offers() == offers
    assert (game.ranking, game.decisions) == (ranking, decisions)
    assert [game.view(seat) for seat in (None, 0, 1)] == views


@given(kw.positions(most_decisions=300))
@tries(0.3)
def test_undo_leads_back_to_the_very_first_decision(game: Game) -> None:
    entries = game.log
    kept = [game.at(number).snapshot() for number in range(len(entries))]
    for entry, snapshot in zip(reversed(entries), reversed(kept), strict=True):
        assert game.undo() == entry.action
        assert game.snapshot() == snapshot
    with pytest.raises(NothingToUndo):
        game.undo()
    assert game.snapshot() == game.at(0).snapshot()
    assert game.log == []


@given(kw.positions(), SEEDS)
@tries(1)
def test_a_game_played_on_from_an_earlier_position_goes_the_same_way(game: Game, seed: int) -> None:
    at = Random(seed).randrange(game.decisions + 1)
    earlier = game.at(at)
    assert (earlier.decisions, len(earlier.log)) == (at, at)
    for entry in game.log[at:]:
        assert earlier.seat == entry.seat
        assert tuple(earlier.play(entry.action)) == entry.events
    assert same_position(earlier, game)
    if game.has_history:
        assert earlier.record() == game.record()


@given(kw.positions(), SEEDS, st.sampled_from([Game.copy, copy, deepcopy]))
@tries(1)
def test_a_copy_and_its_game_go_their_own_ways(game: Game, seed: int, way: object) -> None:
    assert callable(way)
    rng = Random(seed)
    twin: Game = way(game)
    before, record = game.snapshot(), game.record()
    assert same_position(twin, game)
    assert twin.record() == record
    kw.play_on(twin, rng, 40)
    assert (game.snapshot(), game.record()) == (before, record)
    held, held_record = twin.snapshot(), twin.record()
    kw.play_on(game, rng, 40, kw.eager)
    assert (twin.snapshot(), twin.record()) == (held, held_record)
    while game.decisions:
        game.undo()
    assert (twin.snapshot(), twin.record()) == (held, held_record)


@given(kw.positions())
@tries(2)
def test_a_snapshot_is_plain_json_and_leads_back_to_the_position(game: Game) -> None:
    seen = game.snapshot()
    text = json.dumps(seen)
    assert json.loads(text) == seen
    again = kilowatt.from_snapshot(json.loads(text))
    assert again.snapshot() == seen
    assert same_position(again, game)
    assert again.offers() == game.offers()
    assert again.ranking == game.ranking
    for seat in (None, *range(game.players)):
        assert again.view(seat) == game.view(seat)


@given(kw.positions(), SEEDS)
@tries(1)
def test_a_game_from_a_snapshot_goes_on_as_the_true_one(game: Game, seed: int) -> None:
    again = kilowatt.from_snapshot(game.snapshot())
    rng = Random(seed)
    for _ in range(120):
        if game.is_over:
            break
        action = kw.eager(game, rng)
        assert again.play(action) == game.play(action)
        assert again.snapshot() == game.snapshot()
    with pytest.raises(NoRecord):
        again.record()


@given(kw.positions())
@tries(1)
def test_a_record_replays_to_the_same_game(game: Game) -> None:
    text = game.record()
    again = kilowatt.read_record(text)
    assert again.record() == text
    assert same_position(again, game)
    assert [entry.events for entry in again.log] == [entry.events for entry in game.log]
    assert kilowatt.read_record(text.replace("\n", "\r\n")).record() == text


@given(kw.positions(), SEEDS)
@tries(1)
def test_a_pickled_game_keeps_its_position_and_its_history(game: Game, seed: int) -> None:
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - just written
    assert same_position(again, game)
    assert again.record() == game.record()
    in_the_middle = kilowatt.from_snapshot(game.snapshot())
    kw.play_on(in_the_middle, Random(seed), 5)
    again = pickle.loads(pickle.dumps(in_the_middle))  # noqa: S301 - just written
    assert same_position(again, in_the_middle)
    assert again.decisions == in_the_middle.decisions
    assert not again.has_history


@given(kw.set_ups(), SEEDS)
@tries(0.5)
def test_the_same_seed_gives_the_same_game(set_up: dict[str, object], seed: int) -> None:
    records = []
    for _ in range(2):
        game = kilowatt.new_game(**set_up)  # type: ignore[arg-type]  # what the strategy gives
        kw.play_on(game, Random(seed), 60)
        records.append(game.record())
    assert records[0] == records[1]


MANY_GAMES = """
import hashlib, random, kilowatt
records = []
for number, board in enumerate(kilowatt.boards()):
    game = kilowatt.new_game(board.key, 2 + number % 5, seed=number, flux=True)
    rng = random.Random(number)
    while not game.is_over:
        game.play(game.legal_actions().sample(rng))
    records += [game.record(), str(game.snapshot()), str(game.ranking)]
print(hashlib.sha256("".join(records).encode()).hexdigest())
"""


def test_the_same_seed_gives_the_same_game_in_every_process() -> None:
    sums = set()
    for hash_seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", MANY_GAMES]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        sums.add(run.stdout)
    assert len(sums) == 1
