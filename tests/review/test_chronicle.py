"""A game in figures: every Elektro is accounted for, and every round is as the board shows it."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from kilowatt import Game, new_game, read_record
from kilowatt.review import Chronicle, chronicle
from kilowatt.rules.events import PlantsRan, RoundBegan
from kilowatt.rules.phases.scoring import cities_powered

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.record"))


def ends_of_rounds(game: Game) -> list[Game]:
    """The positions in which rounds ended, found by looking at the board after each decision."""
    found = []
    for number, entry in enumerate(game.log, 1):
        if any(isinstance(event, RoundBegan) and event.round > 1 for event in entry.events):
            found.append(game.at(number))
    return [*found, game]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_money_adds_up_on_every_board(path: Path) -> None:
    game = read_record(path.read_text(encoding="utf-8"))
    found = chronicle(game)
    for seat, row in enumerate(found.spending):
        assert row.seat == seat
        assert row.start == game.at(0).state.money[seat]
        assert row.total == row.plants + row.fuel + row.routes + row.slots
        assert row.start + row.income - row.total == game.state.money[seat]


@pytest.mark.parametrize("path", GOLDEN[::4], ids=lambda path: path.stem)
def test_every_round_is_as_the_board_shows_it(path: Path) -> None:
    game = read_record(path.read_text(encoding="utf-8"))
    found = chronicle(game)
    ends = ends_of_rounds(game)
    assert [row.round for row in found.rounds] == list(range(1, game.round + 1))
    assert len(ends) == len(found.rounds)
    for row, end in zip(found.rounds, ends, strict=True):
        state = end.state
        for seat, one in enumerate(row.seats):
            plants = state.holdings[seat].plants
            assert (one.cities, one.money) == (state.cities[seat], state.money[seat])
            assert one.capacity == sum(plant.cities for plant in plants)
            assert one.powered <= min(one.cities, one.capacity)


def test_powered_is_what_was_lit_and_at_the_end_what_counts() -> None:
    game = read_record(GOLDEN[0].read_text(encoding="utf-8"))
    found = chronicle(game)
    lit = [event.powered for entry in game.log for event in entry.events if isinstance(event, PlantsRan)]
    powered = [one.powered for row in found.rounds[:-1] for one in row.seats]
    assert sorted(powered) == sorted(lit)
    assert sum(lit) > 0
    last = [one.powered for one in found.rounds[-1].seats]
    assert last == [cities_powered(game.state, seat) for seat in range(game.players)]


def test_an_unfinished_game_is_covered_as_far_as_it_goes() -> None:
    whole = read_record(GOLDEN[0].read_text(encoding="utf-8"))
    game = whole.at(40)
    found = chronicle(game)
    assert found.rounds[-1].round == game.round
    assert [one.money for one in found.rounds[-1].seats] == list(game.state.money[: game.players])


def test_a_draft_of_regions_is_no_round() -> None:
    game = new_game("germany", 2, seed=1, regions="draft", round_limit=1)
    rng = Random(1)
    while not game.is_over:
        game.play(game.legal_actions().sample(rng))
    assert [row.round for row in chronicle(game).rounds] == [1]


def test_a_chronicle_is_read_back_from_its_json() -> None:
    found = chronicle(read_record(GOLDEN[0].read_text(encoding="utf-8")))
    assert msgspec.json.decode(msgspec.json.encode(found), type=Chronicle) == found
