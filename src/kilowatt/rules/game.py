"""A game being played: the position, the log of how it came about, and the way back."""

from typing import Any, Final

from kilowatt.rules.actions import Action
from kilowatt.rules.engine import apply, begin_game, refuse
from kilowatt.rules.errors import SEAT_NAMES, BadInput, NothingToUndo, Refusal, illegal
from kilowatt.rules.events import Event, Place
from kilowatt.rules.legal import LegalActions, count_actions, list_actions
from kilowatt.rules.offers import Offers, make_offers
from kilowatt.rules.record import write_record
from kilowatt.rules.scoring import ranking
from kilowatt.rules.snapshot import write_snapshot
from kilowatt.rules.state import Ask, Setup, State, opening_state
from kilowatt.rules.view import View, make_view

CHECKPOINT_EVERY: Final = 32
"""Undo replays from the last copy kept; a copy at every decision would cost a third of the speed."""


class LogEntry:
    """One decision: who answered what, what happened; and the entry before. Entries never change, so copies share them."""

    def __init__(
        self, previous: "LogEntry | None", number: int, seat: int, action: Action | None, events: list[Event]
    ) -> None:
        self.previous = previous
        self.number = number  # of decisions up to and with this one
        self.seat = seat
        self.action = action
        self.events = events
        self.checkpoint: State | None = None  # the position after it, in some entries


class Game:
    """A game of any board, from set-up to scoring.

    Make one with ``kilowatt.new_game``. Everything that can be done goes through ``play``; what it refuses leaves no trace.
    """

    def __init__(self, setup: Setup, state: State, log: LogEntry, *, has_history: bool) -> None:
        self._setup = setup
        self._state = state
        self._log = log
        self._has_history = has_history  # False: the game began from a snapshot
        self._clock = [0]

    @property
    def board(self) -> str:
        """The key of the board."""
        return self._setup.board.key

    @property
    def players(self) -> int:
        """How many play."""
        return self._setup.players

    @property
    def options(self) -> dict[str, object]:
        """The options agreed on, by the names of ``new_game``."""
        return dict(self._setup.options)

    @property
    def seat(self) -> int | None:
        """The seat to act, from 0; None when the game is over."""
        seat = self._state.seat
        return None if seat < 0 else seat

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._state.round

    @property
    def phase(self) -> int:
        """The phase, 2 to 5; 0 during a draft of regions."""
        return self._state.phase

    @property
    def step(self) -> int:
        """The step, 1 to 3."""
        return self._state.step

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (R6.9, R8.9)."""
        return self._state.question == Ask.NOTHING

    @property
    def ranking(self) -> tuple[Place, ...]:
        """R8.6: one entry per place, best first, each with ``seats``, ``powered``, ``money`` and ``cities``.

        Before the end it is the ranking if the game were scored now.
        """
        return ranking(self._state)

    @property
    def state(self) -> State:
        """The position itself, for those who compute with it. Only ``play`` and ``undo`` change it."""
        return self._state

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        return self._log.number

    @property
    def log(self) -> list[LogEntry]:
        """The decisions so far, first one first, each with ``seat``, ``action`` and ``events``."""
        entries: list[LogEntry] = []
        entry: LogEntry | None = self._log
        while entry is not None and entry.action is not None:
            entries.append(entry)
            entry = entry.previous
        entries.reverse()
        return entries

    @property
    def opening_events(self) -> list[Event]:
        """What happened before the first decision."""
        entry = self._log
        while entry.previous is not None:
            entry = entry.previous
        return list(entry.events)

    def legal_actions(self) -> LegalActions:
        """What the acting player may do: iterable, with ``len``, ``in`` and ``sample(rng)``."""
        return LegalActions(self._state, self._clock)

    def refusal(self, action: object) -> Refusal | None:
        """None if the action is legal now, otherwise why not: clause, code, facts."""
        return refuse(self._state, action)

    def offers(self) -> Offers:
        """The choices to show: per plant, fuel or city its range, price and route, or the refusal."""
        return make_offers(self._state)

    def play(self, action: Action, seat: int | None = None) -> list[Event]:
        """Make the acting player's decision and return what happened.

        Raises ``IllegalAction`` and changes nothing if the rules refuse it. With ``seat`` it is also refused when it is
        another seat's turn.
        """
        state = self._state
        acting = state.seat
        if seat is not None and seat != acting and acting >= 0:
            raise illegal(Refusal("R4.1", "not-your-turn", turn=SEAT_NAMES[acting].capitalize()))
        refusal = refuse(state, action)
        if refusal is not None:
            raise illegal(refusal)
        events: list[Event] = []
        apply(state, action, events)
        log = self._log
        number = log.number + 1
        entry = LogEntry(log, number, acting, action, events)
        if number % CHECKPOINT_EVERY == 0:
            entry.checkpoint = state.copy()
        self._log = entry
        self._clock[0] += 1
        return events[:]

    def skip_forced(self) -> list[Event]:
        """Play on as long as there is exactly one legal action, and return what happened."""
        happened: list[Event] = []
        while not self.is_over and count_actions(self._state) == 1:
            happened += self.play(list_actions(self._state)[0])
        return happened

    def undo(self) -> Action:
        """Go back to the position before the last action, which is returned."""
        undone = self._log
        if undone.action is None or undone.previous is None:
            message = "There is no decision to take back."
            raise NothingToUndo(message)
        self._state = _position_after(undone.previous)
        self._log = undone.previous
        self._clock[0] += 1
        return undone.action

    def at(self, decisions: int) -> "Game":
        """The game as it stood after so many decisions; it can be played on by itself."""
        if type(decisions) is not int or not 0 <= decisions <= self.decisions:
            message = f"This game has {self.decisions} decisions; there is no position after {decisions!r}."
            raise BadInput(message)
        entry = self._log
        while entry.number > decisions:
            assert entry.previous is not None
            entry = entry.previous
        return Game(self._setup, _position_after(entry), entry, has_history=self._has_history)

    def copy(self) -> "Game":
        """An independent game in the same position, with the same history."""
        return Game(self._setup, self._state.copy(), self._log, has_history=self._has_history)

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.copy()

    def snapshot(self) -> dict[str, Any]:
        """The position with full information, as plain JSON-ready data; see the page on snapshots in the docs."""
        return write_snapshot(self._state)

    def view(self, seat: int | None) -> View:
        """What this seat may know (R8.7), as a value; ``view(None)`` is for a spectator."""
        return make_view(self._state, seat)

    def record(self) -> str:
        """The game as text; ``kilowatt.read_record`` reads it back."""
        return write_record(self)

    @property
    def has_history(self) -> bool:
        """Whether the log goes back to the set-up; a game made from a snapshot begins in the middle."""
        return self._has_history

    @property
    def setup(self) -> Setup:
        """What never changes in this game."""
        return self._setup

    def __repr__(self) -> str:
        state = self._state
        where = "over" if self.is_over else f"phase {state.phase}, seat {state.seat} to act"
        return f"<Game of {self.board}, {self.players} players, round {state.round}, {where}>"


def _position_after(entry: LogEntry) -> State:
    """The position after a decision: the last copy kept before it, played on."""
    replay: list[Action] = []
    while entry.checkpoint is None:
        assert entry.action is not None
        assert entry.previous is not None
        replay.append(entry.action)
        entry = entry.previous
    state = entry.checkpoint.copy()
    for action in reversed(replay):
        apply(state, action, [])
    return state


def start_game(setup: Setup) -> Game:
    """A game at its first decision: a region to pick, or a plant to open."""
    state = opening_state(setup, setup.board.atlas.grid(setup.regions))
    events: list[Event] = []
    if setup.regions:
        begin_game(state, events)
    return game_at(setup, state, events, has_history=True)


def game_at(setup: Setup, state: State, events: list[Event], *, has_history: bool) -> Game:
    """A game that begins in this position."""
    root = LogEntry(None, 0, -1, None, events)
    root.checkpoint = state.copy()
    return Game(setup, state, root, has_history=has_history)
