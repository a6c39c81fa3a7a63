"""Check a bot: one line in a test plays it on every board and checks each decision.

    from kilowatt.testing import check_bot

    def test_my_bot_plays_by_the_book():
        print(check_bot(MyBot))

``BotFault`` describes what the bot did wrong, and where: board, players, seed, number of the decision.
"""

import random
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isclose, isfinite
from random import Random
from typing import Any, Literal

import msgspec

from kilowatt.boards import boards as our_boards
from kilowatt.boards import find_board
from kilowatt.bots.asking import PATIENCE, Misbehaviour, ask
from kilowatt.bots.failures import describe_error
from kilowatt.bots.interface import SENTENCES, Advice, Bot, Limit, Reason, Work
from kilowatt.bots.registry import UnknownBot
from kilowatt.rules.engine import question_of
from kilowatt.rules.formats.view import View
from kilowatt.rules.game import Game
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.text import shown
from kilowatt.start import new_game, sample_game
from kilowatt.testing.new_bots import MadeBots, ask_elsewhere

SECONDS = 0.05
"""The limit of the decisions that are asked with a limit in seconds."""

SAMPLE = 40
"""How many of the positions are asked again with a limit in seconds, and in a second process."""

VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"flux": True},
    {"hidden_money": True},
    {"regions": "draft"},
    {"first_game": True},
    {"flux": True, "hidden_money": True, "regions": "draft"},
    {"round_limit": 8},
)
"""The options of the games, in turn: seven, so that each meets every board and number of players eventually."""

FaultKind = Literal["about", "sending", "crash", "illegal", "slow", "chance", "memory", "damage", "advice"]


class BotFault(AssertionError):
    """Raised for a bot that does something wrong. ``kind`` is one word for it; ``game`` is the position, if any."""

    def __init__(self, bot: str, kind: FaultKind, sentence: str, where: str = "", game: Game | None = None) -> None:
        super().__init__(f"{where}: {sentence}" if where else sentence)
        self.bot = bot
        self.kind: FaultKind = kind
        self.game = game


@dataclass
class BotReport:
    """The result of a check: decisions and seconds under ``limit``, and under the limit in seconds (``clocked``)."""

    bot: str
    games: int = 0
    decisions: int = 0
    mean_seconds: float = 0.0
    slowest_seconds: float = 0.0
    slowest_at: str = ""
    clocked: int = 0
    clocked_limit: float = SECONDS
    clocked_mean: float = 0.0
    clocked_slowest: float = 0.0

    def __str__(self) -> str:
        lines = [
            f"{self.bot}: {self.games} games, {self.decisions} decisions, {1000 * self.mean_seconds:.1f} ms each.",
            f"The slowest took {1000 * self.slowest_seconds:.1f} ms ({self.slowest_at}).",
        ]
        if self.clocked:
            lines.append(
                f"Given {1000 * self.clocked_limit:.0f} ms, it took {1000 * self.clocked_mean:.1f} ms on average, "
                f"{1000 * self.clocked_slowest:.1f} ms at most ({self.clocked} decisions)."
            )
        return "\n".join(lines)


def check_bot(
    bot: Bot | type[Bot] | str,
    *,
    boards: Sequence[str] | None = None,
    players: int | Sequence[int] = (2, 3, 4, 5, 6),
    games: int = 1,
    limit: Limit = Work(20),  # noqa: B008 – a frozen value
    seconds: float | None = SECONDS,
    seed: int = 1,
    every: int = 5,
    second_process: bool = True,
    patience: float = PATIENCE,
) -> BotReport:
    """Play a bot on every board with every number of players, and raise ``BotFault`` at the first fault.

    The bot plays all seats. It must always choose a legal action, in time; all its randomness must come from ``rng``;
    it must keep nothing between decisions, not change what it is given, and work in another process. Reasons must have
    sentences, and values must be shares of one win.

    :param bot: a bot, its class, its name, or its ``module:attribute``.
    :param boards: keys of boards; None for all boards.
    :param players: the numbers of players, or one number.
    :param games: how many games on each board with each number of players; their options change from game to game.
    :param limit: the limit for a decision. In seconds, answers may differ from time to time, so randomness and memory
        are not checked.
    :param seconds: a limit in seconds for some more decisions; None skips them.
    :param seed: of the first game; each further game has the next.
    :param every: every how many decisions the bot is asked again, to compare the answers: 1 is the most thorough.
    :param second_process: ask some decisions again in a second process, where sets have another order.
    :param patience: how many seconds a decision may take under ``Work``.
    """
    try:
        maker = MadeBots(bot)
    except UnknownBot:
        raise
    except Exception as error:
        raise BotFault(shown(bot), "crash", f"The bot {shown(bot)} cannot be made: {describe_error(error)}") from error
    check = _Check(maker, limit, every, patience)
    check.introduction()
    number = 0
    for _ in range(games):
        for key in [board.key for board in our_boards()] if boards is None else boards:
            for count in (players,) if isinstance(players, int) else players:
                check.play(key, count, seed + number, _options(key, number), strays=number % 3 == 2)
                number += 1
    if second_process and isinstance(limit, Work):
        check.elsewhere()
    if seconds is not None:
        check.by_the_clock(seconds)
    return check.report


def _options(key: str, number: int) -> dict[str, Any]:
    """The options of one of the games: all of them take turns, those of the board too."""
    options = dict(VARIANTS[number % len(VARIANTS)])
    for name, option in find_board(key).options.items():
        options[name] = list(option.choices)[number % len(option.choices)]
    return options


class _Watched(Bot):
    """A bot under observation: what it was given must be unchanged after it has answered."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.damage = ""

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:
        seen, offered = msgspec.json.encode(view), list(legal)
        advice = self.bot.advise(view, legal, rng, limit)
        try:
            if list(legal) != offered:
                self.damage = "changed the legal actions it was given."
        except RuntimeError:
            self.damage = (
                "played on in the game of the legal actions it was given: kilowatt.sample_game(view, rng) is for that."
            )
        if msgspec.json.encode(view) != seen:
            self.damage = "changed the view it was given."
        return advice


class _Deciding(Bot):
    """A bot that is asked only for its decision."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self.decide = bot.decide  # type: ignore[method-assign]


@dataclass
class _Position:
    """A decision that was asked, to be asked again elsewhere."""

    where: str
    view: View
    bot_seed: int
    answer: Any


@dataclass
class _Check:
    """A check in progress."""

    maker: MadeBots
    limit: Limit
    every: int
    patience: float
    report: BotReport = field(init=False)
    positions: dict[str, list[_Position]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self.bot = self.maker.bot
        self.report = BotReport(str(self.bot.name))
        self.seconds = 0.0

    # Its description

    def introduction(self) -> None:
        """Check name, title and description, and whether the bot can be sent to another process."""
        for what in ("name", "title", "about"):
            words: object = getattr(self.bot, what)
            if not isinstance(words, str) or not words.strip():
                raise self.fault("about", f"has no {what}: it is {shown(words)}.")
        if re.search(r"[\s,:]", self.bot.name):
            raise self.fault("about", "needs a name without blanks, commas and colons: names are given in lists.")
        if self.maker.trouble:
            raise self.fault(
                "sending",
                f"cannot be sent to another process: {self.maker.trouble} "
                "Put its class at the top of a module, or check it by its name.",
            )

    def fault(self, kind: FaultKind, what: str, where: str = "", game: Game | None = None) -> BotFault:
        """Make a fault of this bot."""
        return BotFault(self.bot.name, kind, f"The bot {self.bot.name!r} {what}", where, game)

    # A game

    def play(self, key: str, players: int, seed: int, options: dict[str, Any], *, strays: bool) -> None:
        """Play a whole game. With ``strays``, half the actions are random, to reach positions the bot would avoid."""
        game = new_game(key, players, seed=seed, **options)
        chance = Random(2**128 + seed)
        arguments = "".join([f", {name}={value!r}" for name, value in options.items()])
        self.report.games += 1
        while not game.is_over:
            bot_seed = chance.getrandbits(64)
            asked = str(question_of(game.state).name)
            where = f"new_game({key!r}, {players}, seed={seed}{arguments}), decision {game.decisions + 1} ({asked})"
            is_sampled = self.report.decisions % self.every == 0
            advice = self.ask(game, bot_seed, where, watch=is_sampled)
            self.check_advice(advice, game, where)
            if is_sampled:
                if isinstance(self.limit, Work):
                    self.ask_again(advice, game, bot_seed, where)
                view = game.view(game.seat)
                self.positions[asked].append(_Position(where, view, bot_seed, advice.action))
            stray = strays and chance.random() < 0.5
            game.play(game.legal_actions().sample(chance) if stray else advice.action)

    def ask(self, game: Game, bot_seed: int, where: str, *, watch: bool) -> Advice:
        """Ask the bot that plays, and record how long it took."""
        watched = _Watched(self.bot) if watch else self.bot
        started = time.perf_counter()
        advice = self.asked(watched, game, bot_seed, where)
        took = time.perf_counter() - started
        self.report.decisions += 1
        self.seconds += took
        self.report.mean_seconds = self.seconds / self.report.decisions
        if took > self.report.slowest_seconds:
            self.report.slowest_seconds, self.report.slowest_at = took, where
        if isinstance(watched, _Watched) and watched.damage:
            raise self.fault("damage", watched.damage, where, game)
        return advice

    def asked(self, bot: Bot, game: Game, bot_seed: int, where: str, limit: Limit | None = None) -> Advice:
        """The answer; misbehaviour is a fault."""
        try:
            return ask(bot, game, Random(bot_seed), self.limit if limit is None else limit, self.patience)
        except Misbehaviour as error:
            raise BotFault(error.bot, error.kind, str(error), where, game) from error

    def ask_again(self, advice: Advice, game: Game, bot_seed: int, where: str) -> None:
        """Two new bots must give the same answer as the one that plays."""
        before = random.getstate()
        first = self.asked(self.maker.new(), game, bot_seed, where).action
        hint = "" if random.getstate() == before else " It draws from Python's own random numbers."
        second = self.asked(self.maker.new(), game, bot_seed, where).action
        if first != second:
            raise self.fault(
                "chance",
                f"answered {shown(first)}, and {shown(second)} when asked again: "
                f"under Work, all chance must come from rng.{hint}",
                where,
                game,
            )
        if first != advice.action:
            raise self.fault(
                "memory",
                f"answered {shown(advice.action)}, and {shown(first)} when it had not been asked before: "
                "it keeps something between decisions.",
                where,
                game,
            )
        if type(self.bot).advise is not Bot.advise:
            bare = self.asked(_Deciding(self.maker.new()), game, bot_seed, where).action
            if bare != first:
                raise self.fault("advice", f"decides {shown(bare)}, but advises {shown(first)}.", where, game)

    def check_advice(self, advice: Advice, game: Game, where: str) -> None:
        """Check that reasons have sentences and values are shares of one win, one for each seat."""
        for what in (*_wrong_reasons(advice.reasons), *_wrong_values(advice.values, game.players)):
            raise self.fault("advice", what, where, game)

    # Some of the positions again

    def sample(self) -> list[_Position]:
        """Some of the positions, with every question that was asked."""
        taken: list[_Position] = []
        piles = [Random(SAMPLE).sample(pile, len(pile)) for pile in self.positions.values()]
        while len(taken) < SAMPLE and any(piles):
            taken += [pile.pop() for pile in piles if pile]
        return taken[:SAMPLE]

    def elsewhere(self) -> None:
        """Check that answers are the same in a second process, where sets have another order."""
        bot = self.maker.to_send()
        if bot is None:
            return
        positions = self.sample()
        answers = ask_elsewhere(bot, [(one.view, one.bot_seed) for one in positions], self.limit, self.patience)
        for position, answer in zip(positions, answers, strict=False):
            if isinstance(answer, str):
                raise self.fault("sending", f"does not play in a second process: {answer}", position.where)
            if answer != position.answer:
                raise self.fault(
                    "chance",
                    f"answered {shown(position.answer)} here and {shown(answer)} in a second process: is the order of "
                    "a set, a clock or something kept in a module behind it?",
                    position.where,
                    sample_game(position.view, Random(0)),
                )

    def by_the_clock(self, seconds: float) -> None:
        """Ask some of the positions again, with a limit in seconds."""
        times = []
        for position in self.sample():
            game = sample_game(position.view, Random(0))
            started = time.perf_counter()
            advice = self.asked(self.bot, game, position.bot_seed, position.where, seconds)
            times.append(time.perf_counter() - started)
            self.check_advice(advice, game, position.where)
        report = self.report
        report.clocked, report.clocked_limit = len(times), seconds
        report.clocked_mean, report.clocked_slowest = sum(times) / len(times), max(times)


def _wrong_reasons(reasons: object) -> Iterator[str]:
    if not isinstance(reasons, tuple):
        yield f"gave {shown(reasons)} as reasons, which is not a tuple."
        return
    for reason in reasons:
        if not isinstance(reason, Reason):
            yield f"gave {shown(reason)} as a reason, which is not a Reason."
            return
        template = SENTENCES.get(reason.code)
        if not template:
            yield f"gave the reason {shown(reason.code)}, which has no sentence in kilowatt.bots.SENTENCES."
            return
        try:
            template.format(**reason.facts)
            msgspec.json.encode(reason.facts)
        except Exception as error:  # noqa: BLE001 – facts are anything
            yield f"gave the reason {shown(reason)}, which cannot be formatted: {describe_error(error)}"


def _wrong_values(values: object, players: int) -> Iterator[str]:
    if values is None:
        return
    if not isinstance(values, tuple) or len(values) != players:
        yield f"gave the values {shown(values)}: one is needed for each of the {players} seats."
    elif not all(isinstance(value, float | int) and isfinite(value) and value >= 0 for value in values):
        yield f"gave the values {shown(values)}: a share of the win is a number from 0 on."
    elif not isclose(sum(values), 1, abs_tol=1e-6):
        yield f"gave the values {shown(values)}, which add up to {sum(values):g}: shares of the win add up to 1."
