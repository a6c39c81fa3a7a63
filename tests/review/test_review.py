"""Decisions judged: by the adviser's view alone, the same every time, and what is noise is not called a mistake."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from kilowatt import (
    BadInput,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Game,
    Open,
    Pass,
    RunPlants,
    StopBuilding,
    StopBuying,
    new_game,
    read_record,
    sample_game,
)
from kilowatt.bots import Work, ask, load
from kilowatt.bots.search import play_deal
from kilowatt.bots.search_play import AHEAD, TO_THE_END
from kilowatt.review import Decision, Review, Worth, review
from kilowatt.review.reviewing import COSTLIEST, SHORTLIST, costliest, shortlist
from kilowatt.rules.actions import Action, AnyAction
from kilowatt.rules.formats.view import View
from kilowatt.testing import scenario

GOLDEN = Path(__file__).parents[1] / "golden" / "records"


def finale() -> Game:
    """The last round, before red buys fuel: with it, red wins."""
    table = scenario("germany", players=2, round=5, round_limit=5, regions="north west southwest")
    table = table.plants(red="4 13", blue="5 18").fuel(blue="2 coal").money(red=40, blue=0)
    table = table.houses(red="Essen Duisburg Münster", blue="Köln Aachen")
    return table.order("blue red").to_buy("red")


@cache
def golden(name: str) -> Game:
    return read_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))


@cache
def end_of_a_golden_game() -> Review:
    game = golden("russia-2")
    return review(game, first=game.decisions - 30, playouts=2, proofs=4)


def test_what_loses_the_game_is_found_and_is_clear() -> None:
    game = finale()
    game.play(StopBuying())
    found = review(game, playouts=4, proofs=16)
    (one,) = found.decisions
    assert one.advised == BuyFuel("coal", 2)
    assert one.worth is not None
    assert one.worth.playouts == 16
    assert one.worth.clear
    assert one.worth.points > 20
    assert found.costliest == (1,)
    assert (one.number, one.seat, one.round, one.phase, one.question) == (1, 0, 5, 3, "buy-fuel")
    assert not one.forced
    assert sum(one.values) == pytest.approx(1, abs=0.001)


def test_the_same_tokens_in_another_order_make_no_difference() -> None:
    game = finale()
    game.play(BuyFuel("coal", 1))
    game.play(BuyFuel("coal", 1))
    first, second = review(game).decisions
    assert first.differs
    assert first.worth == Worth(0.0, 0.0, 2, clear=False)
    assert not second.differs
    assert second.worth is None


def test_forced_decisions_are_not_judged() -> None:
    table = scenario("germany", players=2, round=5, round_limit=5).plants(red="13").money(red=0).houses(red="Essen")
    game = table.order("blue red").to_buy("red")
    game.play(StopBuying())
    (one,) = review(game).decisions
    assert one.forced
    assert (one.advised, one.worth, one.reasons) == (None, None, ())


def test_nothing_hidden_is_used() -> None:
    whole = golden("russia-2")  # with hidden money
    number = whole.decisions - 14
    game = whole.at(number - 1)
    found = []
    for dealt in (sample_game(game.view(game.seat), Random(1)), sample_game(game.view(game.seat), Random(2))):
        dealt.play(whole.log[number - 1].action)
        found.append(review(dealt, playouts=2, proofs=4))
    assert [(one.advised, one.worth) for one in found[0].decisions] == [
        (one.advised, one.worth) for one in found[1].decisions
    ]
    assert found[0].decisions[0].worth is not None


def test_the_number_of_processes_does_not_matter() -> None:
    found = end_of_a_golden_game()
    game = golden("russia-2")
    calls = []
    again = review(
        game, first=game.decisions - 30, playouts=2, proofs=4, workers=2, progress=lambda *words: calls.append(words)
    )
    assert again.to_json() == found.to_json()
    assert calls[0] == ("advice", 1, 31)
    assert ("advice", 31, 31) in calls
    assert [words[1] for words in calls if words[0] == "proof"] == list(range(1, calls[-1][2] + 1))


def test_the_seed_decides_the_playouts() -> None:
    game = finale()
    game.play(StopBuying())
    assert review(game, playouts=2, proofs=4) == review(game, playouts=2, proofs=4)
    assert review(game, playouts=2, proofs=4, seed=2).seed == 2


def test_a_part_of_the_game_and_one_seat() -> None:
    whole = end_of_a_golden_game()
    game = golden("russia-2")
    last = game.decisions
    part = review(game, first=last - 30, last=last - 10, seat=1, playouts=2, proofs=4)
    kept = [one for one in whole.decisions if one.seat == 1 and one.number <= last - 10]
    assert [one.number for one in part.decisions] == [one.number for one in kept]
    assert [one.advised for one in part.decisions] == [one.advised for one in kept]
    assert [row.seat for row in part.losses] == [1]
    assert all(loss.seat == 1 and last - 30 <= loss.decision <= last - 10 for loss in part.money)
    assert [loss for loss in whole.money if loss in part.money] == list(part.money)


def test_planners_lose_little_by_a_planners_measure() -> None:
    game = new_game("germany", 2, seed=3, round_limit=3)
    planner = load("planner")
    while not game.is_over:
        game.play(ask(planner, game, Random(1), Work(100)).action)
    found = review(game, bot="planner")
    assert [one.number for one in found.decisions if one.differs] == []
    assert found.costliest == ()
    assert sum(row.overbidding for row in found.losses) == 0
    assert sum(row.total for row in found.losses) < 60
    assert sum(found.final_values) == pytest.approx(1)


def test_a_draft_is_looked_at_too() -> None:
    game = new_game("germany", 2, seed=1, regions="draft", round_limit=1)
    game.play(next(iter(game.legal_actions())))
    (one,) = review(game, playouts=2, proofs=2).decisions
    assert (one.question, one.phase, one.values) == ("pick-region", 0, (0.5, 0.5))


# What the costliest are


def decision(number: int, seat: int, points: float, round_: int = 1, phase: int = 2, action: Any = None) -> Decision:
    return Decision(
        number=number,
        seat=seat,
        round=round_,
        phase=phase,
        question="bid",
        action=action or Bid(number),
        forced=False,
        values=(0.5, 0.5),
        advised=Drop(),
        worth=Worth(points, 1.0, 4, clear=False),
    )


def test_of_a_bidding_war_one_raise_stands_for_all() -> None:
    war = [decision(number, 0, number) for number in range(1, 10)]
    other = [decision(20, 1, 5.0), decision(21, 0, 4.0, round_=2), decision(22, 0, 3.0, phase=3)]
    assert [one.number for one in shortlist(war + other)] == [9, 20, 21, 22]


def test_only_losses_are_on_the_short_list_and_not_too_many() -> None:
    many = [decision(number, 0, 30.0 - number, round_=number) for number in range(40)]
    assert [one.number for one in shortlist(many)] == list(range(SHORTLIST))
    assert shortlist([decision(1, 0, -5.0), decision(2, 1, 0.0), decision(3, 2, 0.4)]) == []


def test_what_is_clear_comes_before_what_may_be_chance() -> None:
    worths = {
        1: Worth(9.0, 8.0, 32, clear=False),
        2: Worth(3.0, 1.0, 32, clear=True),
        3: Worth(5.0, 1.0, 32, clear=True),
        4: Worth(-2.0, 1.0, 32, clear=False),
    }
    assert costliest(worths) == (3, 2, 1)
    assert len(costliest({number: Worth(5.0, 1.0, 32, clear=True) for number in range(9)})) == COSTLIEST


# As JSON


def test_a_review_is_read_back_from_its_json() -> None:
    found = end_of_a_golden_game()
    assert msgspec.json.decode(found.to_json(), type=Review) == found


def test_the_fields_that_other_programs_rely_on() -> None:
    data = msgspec.json.decode(end_of_a_golden_game().to_json())
    assert list(data) == [
        "board", "players", "options", "length", "rounds", "over", "ranking", "bot", "limit", "playouts", "proofs",
        "seed", "seat", "first", "last", "decisions", "final_values", "costliest", "losses", "money", "version",
    ]  # fmt: skip
    assert list(data["decisions"][0]) == [
        "number", "seat", "round", "phase", "question", "action", "forced", "values", "advised", "reasons",
        "advised_values", "worth",
    ]  # fmt: skip
    assert data["limit"] == {"steps": 60}
    assert data["version"] == 1
    differing = [one for one in data["decisions"] if one["worth"] is not None]
    assert differing
    assert all(one["action"] != one["advised"] for one in differing)
    assert set(differing[0]["worth"]) == {"points", "error", "playouts", "clear"}
    assert set(differing[0]["reasons"][0]) == {"code", "facts", "sentence"}
    assert set(data["money"][0]) == {"kind", "seat", "round", "decision", "amount", "facts"}
    assert set(data["losses"][0]) == {"seat", "overbidding", "fuel", "routes", "dark", "total", "rounds"}
    assert msgspec.json.schema(Review)["$ref"] == "#/$defs/Review"


def test_every_action_can_be_written() -> None:
    actions: list[AnyAction] = [Pass(), Open(3, 3), BuildHouse("essen"), RunPlants((3,)), StopBuilding()]
    for action in actions:
        one = decision(1, 0, 1.0, action=action)
        assert msgspec.json.decode(msgspec.json.encode(one), type=Decision) == one


# What is wrong


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seat": 2}, "There is no seat 2: seats are numbered from 0 to 1."),
        ({"first": 2}, "This game has decisions 1 to 1; there is no part from 2 to 1."),
        ({"last": 9}, "there is no part from 1 to 9."),
        ({"playouts": 1}, "It takes at least 2 playouts"),
        ({"bot": "planer"}, "There is no bot 'planer'. Did you mean 'planner'?"),
    ],
)
def test_impossible_arguments_are_refused_with_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    game = finale()
    game.play(StopBuying())
    with pytest.raises(BadInput) as caught:
        review(game, **arguments)
    assert sentence in str(caught.value)


def test_a_game_without_decisions_is_refused() -> None:
    with pytest.raises(BadInput, match="There is no decision in this game yet"):
        review(finale())


def test_what_is_noticed_in_one_round_is_proven_in_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = []

    def play(view: View, ways: list[list[Action]], seed: int, ahead: int) -> list[list[float]]:
        rounds.append(ahead)
        return play_deal(view, ways, seed, ahead)

    monkeypatch.setattr("kilowatt.review.judging.play_deal", play)
    game = finale()
    game.play(StopBuying())
    review(game, playouts=2, proofs=3)
    assert rounds == [AHEAD, AHEAD, TO_THE_END, TO_THE_END, TO_THE_END]
