"""The check of bots: a good one passes, and every way to be a bad one is found out and named."""

import os
import random
import time
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Any, ClassVar

import pytest

import kilowatt
from kilowatt import Action, LegalActions, Open, StopBuying, View
from kilowatt.bots import SENTENCES, Advice, Bot, Limit, Reason, UnknownBot, Work, registry
from kilowatt.testing import BotFault, check_bot

SMALL: dict[str, Any] = {"boards": ["germany"], "players": [2], "seconds": None, "second_process": False}


class Fine(Bot):
    """Nothing is wrong with it."""

    name = "fine"
    title = "Fine"
    about = "Picks any legal action."

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        return legal.sample(rng)


class Illegal(Fine):
    """Forgets that plants cost something."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        return Open(view.current[-1], 1) if view.asked == "open" else super().decide(view, legal, rng, limit)


class Crashing(Fine):
    """Knows no fuel."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        if view.asked == "buy-fuel":
            raise LookupError("peat")
        return super().decide(view, legal, rng, limit)


class Silent(Fine):
    """Answers nothing."""

    def decide(self, *_: Any) -> Any:
        return None


class Unadvised(Fine):
    """Takes an action for advice."""

    def advise(self, *_: Any) -> Any:
        return StopBuying()


class OwnRandomNumbers(Fine):
    """Draws from the generator of the whole process."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        return legal.sample(Random(random.random()))


class ByTheClock(Fine):
    """Lets the time decide."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        return legal.sample(Random(time.perf_counter_ns()))


class Remembering(Fine):
    """Counts its decisions."""

    count = 0

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        self.count += 1
        return legal.sample(Random(self.count))


class ByHash(Fine):
    """Trusts an order that every process has its own way."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        return min(legal, key=lambda action: hash(repr(action)))


class Homesick(Fine):
    """Lives in the process it was made in."""

    def __init__(self) -> None:
        self.home = os.getpid()

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["home"] != os.getpid():
            raise RuntimeError("not at home")
        self.__dict__.update(state)


class Deaf(Fine):
    """Cannot be interrupted."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        if not isinstance(limit, Work):
            time.sleep(5)
        return super().decide(view, legal, rng, limit)


class Endless(Fine):
    """Never comes to an end, whatever is thrown at it once."""

    def decide(self, *_: Any) -> Any:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 – that is its fault
            while True:
                pass


class Scribbling(Fine):
    """Writes into the view."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        view.fuel_market["coal"][1] = 0
        return super().decide(view, legal, rng, limit)


class Trying(Fine):
    """Tries its action out where it should not."""

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        action = super().decide(view, legal, rng, limit)
        legal._game.play(action)
        return action


class TwoMinds(Fine):
    """Decides one thing and advises another."""

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:
        return Advice(self.decide(view, legal, Random(rng.random()), limit))


class Broken(Fine):
    """Cannot even be made."""

    def __init__(self) -> None:
        raise OSError("no weights")


@dataclass
class Advising(Fine):
    """Advises with the given values and reasons."""

    values: Any = None
    reasons: Any = ()

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:
        return Advice(self.decide(view, legal, rng, limit), self.reasons, self.values)


@dataclass
class Named(Fine):
    """Has the name it is given."""

    name: Any = "named"
    title: Any = "Named"
    about: Any = "Has a name."


@dataclass
class Locked(Fine):
    """Has something with it that cannot be sent."""

    key: Any = field(default_factory=Lock)


class Seeing(Fine):
    """Notes what it has seen, and makes no use of it."""

    seen: ClassVar[set[tuple[str, int, str]]] = set()

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:
        for name, value in view.options.items():
            self.seen.add((view.board, len(view.players), f"{name}={value}"))
        self.seen.add((view.board, len(view.players), f"asked={view.asked}"))
        return super().decide(view, legal, rng, limit)


def fault_of(bot: Any, **changed: Any) -> BotFault:
    with pytest.raises(BotFault) as caught:
        check_bot(bot, **(SMALL | changed))
    return caught.value


def test_a_good_bot_passes_and_the_report_counts() -> None:
    report = check_bot(Fine, boards=["japan", "russia"], players=[2, 4], every=3, seconds=5.0)
    assert (report.bot, report.games, report.clocked) == ("fine", 4, 40)
    assert report.decisions > 400
    assert 0 < report.mean_seconds < report.slowest_seconds
    assert 0 < report.clocked_mean < report.clocked_slowest
    lines = str(report).splitlines()
    assert lines[0].startswith(f"fine: 4 games, {report.decisions} decisions, ")
    assert "new_game('" in lines[1]
    assert lines[2].startswith("Given 5000 ms, ")


@pytest.mark.parametrize(
    "bot", ["random", f"{__name__}:Fine", Fine(), Advising((0.25, 0.75))], ids=["name", "place", "bot", "advising bot"]
)
def test_a_bot_can_be_given_by_name_by_place_or_as_it_is(bot: Bot | str) -> None:
    assert check_bot(bot, **SMALL).games == 1


def test_a_name_that_nobody_has_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(UnknownBot, match="Did you mean 'random'"):
        check_bot("randon")


def test_boards_players_options_and_questions_all_have_their_turn() -> None:
    Seeing.seen.clear()
    check_bot(Seeing, boards=["russia", "italy"], players=[2, 3, 4, 5], every=500, seconds=None, second_process=False)
    assert {seen[:2] for seen in Seeing.seen} == {
        (board, count) for board in ("russia", "italy") for count in range(2, 6)
    }
    seen_options = {seen[2] for seen in Seeing.seen}
    options = {"flux=True", "hidden_money=True", "first_game=True", "round_limit=8", "first_pass=anyone"}
    questions = {"pick-region", "open", "bid", "scrap", "buy-fuel", "build-house", "run-plants"}
    assert seen_options >= options | {f"asked={question}" for question in questions}


def test_all_eight_boards_and_all_numbers_of_players_are_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int, int]] = []
    monkeypatch.setattr(
        "kilowatt.testing.bots._Check.play",
        lambda _, key, players, seed, options, strays: played.append((key, players, seed)),  # noqa: ARG005
    )
    check_bot(Fine, seconds=None, second_process=False, games=2, seed=5)
    assert [seed for *_, seed in played] == list(range(5, 85))
    assert {(key, count) for key, count, _ in played} == {
        (board.key, count) for board in kilowatt.boards() for count in range(2, 7)
    }


# Faults


def test_a_fault_names_where_it_happened_so_that_it_can_be_reproduced() -> None:
    fault = fault_of(Illegal, seed=7)
    assert isinstance(fault, AssertionError)
    assert str(fault) == (
        "new_game('germany', 2, seed=7), decision 1 (open): "
        "The bot 'fine' chose Open(plant=6, bid=1). Bid at least 6 for plant 6."
    )
    assert (fault.bot, fault.kind) == ("fine", "illegal")
    assert fault.game is not None
    assert fault.game.snapshot() == kilowatt.new_game("germany", 2, seed=7).snapshot()


@pytest.mark.parametrize(
    ("bot", "kind", "sentence"),
    [
        (Crashing, "crash", "(buy-fuel): The bot 'fine' crashed: LookupError: peat."),
        (Silent, "illegal", "answered with None, which is not an action."),
        (Unadvised, "illegal", "advised StopBuying(), which is not an Advice."),
        (OwnRandomNumbers, "chance", "all chance must come from rng. It draws from Python's own random numbers."),
        (ByTheClock, "chance", "when asked again: under Work, all chance must come from rng."),
        (Remembering, "memory", "when it had not been asked before: it keeps something between decisions."),
        (Scribbling, "damage", "changed the view it was given."),
        (Trying, "damage", "played on in the game of the legal actions it was given"),
        (TwoMinds, "advice", "but advises "),
        (Broken, "crash", "cannot be made: OSError: no weights."),
        (Locked(), "sending", "cannot be sent to another process: TypeError: "),
        (Locked, "sending", "cannot be sent to another process: TypeError: "),
    ],
)
def test_what_a_bot_does_wrong_is_found_and_named(bot: Any, kind: str, sentence: str) -> None:
    fault = fault_of(bot)
    assert fault.kind == kind
    assert sentence in str(fault)


@pytest.mark.skipif(not hasattr(__import__("signal"), "setitimer"), reason="nothing is interrupted there")
def test_a_bot_that_takes_too_long_is_not_waited_for() -> None:
    fault = fault_of(Endless, patience=0.2)
    assert (fault.kind, fault.game is None) == ("slow", False)
    assert "decision 1 (open): The bot 'fine' did not answer within 0.2 s." in str(fault)
    fault = fault_of(Deaf, seconds=0.01)
    assert fault.kind == "slow"
    assert "did not answer within 0.5 s." in str(fault)


def test_an_answer_that_another_process_would_not_give_is_found() -> None:
    fault = fault_of(ByHash, second_process=True)
    assert fault.kind == "chance"
    assert "in a second process: is the order of a set" in str(fault)
    fault = fault_of(Homesick, second_process=True)
    assert fault.kind == "sending"
    assert "does not play in a second process: RuntimeError: not at home." in str(fault)


def test_a_bot_written_inside_a_function_cannot_be_sent() -> None:
    class Inside(Fine):
        pass

    fault = fault_of(Inside)
    assert fault.kind == "sending"
    assert "cannot be sent to another process: " in str(fault)
    assert str(fault).endswith("Put its class at the top of a module, or check it by its name.")
    Inside.__module__ = "__main__"  # as at a prompt, where there is no such place
    assert check_bot(Inside, **(SMALL | {"second_process": True})).games == 1


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ((0.5, 0.4), "which add up to 0.9: shares of the win add up to 1."),
        ((1.5, -0.5), "a share of the win is a number from 0 on."),
        ((float("nan"), 1.0), "a share of the win is a number from 0 on."),
        (("a", "b"), "a share of the win is a number from 0 on."),
        ((1.0,), "one is needed for each of the 2 seats."),
        ([0.5, 0.5], "one is needed for each of the 2 seats."),
    ],
    ids=str,
)
def test_values_are_shares_of_one_win_for_each_seat(values: Any, sentence: str) -> None:
    fault = fault_of(Advising(values=values))
    assert fault.kind == "advice"
    assert sentence in str(fault)


@pytest.mark.parametrize(
    ("reasons", "sentence"),
    [
        ("cheap", "gave 'cheap' as reasons, which is not a tuple."),
        (("cheap",), "gave 'cheap' as a reason, which is not a Reason."),
        ((Reason("dear"),), "gave the reason 'dear', which has no sentence in kilowatt.bots.SENTENCES."),
        ((Reason("cheap", {"price": 3}),), "which cannot be formatted: KeyError: 'plant'."),
        ((Reason("cheap", {"plant": 3j}),), "which cannot be formatted: TypeError: "),
    ],
    ids=str,
)
def test_every_reason_has_a_sentence(reasons: Any, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SENTENCES, "cheap", "Plant {plant} is cheap.")
    fault = fault_of(Advising(reasons=reasons))
    assert fault.kind == "advice"
    assert sentence in str(fault)
    assert check_bot(Advising(reasons=(Reason("cheap", {"plant": 4}),)), **SMALL).games == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"name": ""}, "The bot '' has no name: it is ''."),
        ({"title": " "}, "The bot 'named' has no title: it is ' '."),
        ({"about": None}, "The bot 'named' has no about: it is None."),
        ({"name": "a,b"}, "The bot 'a,b' needs a name without blanks, commas and colons"),
    ],
    ids=str,
)
def test_a_bot_has_a_name_a_title_and_a_paragraph(words: dict[str, Any], sentence: str) -> None:
    fault = fault_of(Named(**words))
    assert fault.kind == "about"
    assert sentence in str(fault)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(registry.LADDER))
def test_every_bot_of_our_ladder_passes_the_whole_check(name: str) -> None:
    report = check_bot(name, seconds=1.0)
    print(report)  # noqa: T201 – shown if it fails
    assert (report.bot, report.games, report.clocked) == (name, 5 * len(kilowatt.boards()), 40)
