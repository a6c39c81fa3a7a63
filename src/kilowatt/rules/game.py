"""A game being played: the position, the log of decisions, and undo."""

from typing import Any, Final

from mypy_extensions import mypyc_attr

from kilowatt.rules.actions import Action
from kilowatt.rules.engine import apply, begin_game, question_of, refuse
from kilowatt.rules.errors import BadInput, NothingToUndo, Refusal, illegal
from kilowatt.rules.events import Event, Place
from kilowatt.rules.formats.headers import NO_HEADERS, Headers, check_headers
from kilowatt.rules.formats.offers import Offers
from kilowatt.rules.formats.position import write_snapshot
from kilowatt.rules.formats.record import write_record
from kilowatt.rules.formats.view import View, make_view
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.phases.scoring import ranking
from kilowatt.rules.state import Setup, State, opening_state
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.rules.text import shown

CHECKPOINT_EVERY: Final = 32
"""Undo replays from the last checkpoint; copying at every decision halved the speed of random play when tried."""


@mypyc_attr(acyclic=True)
class LogEntry:
    """One decision: the seat, its action, and what happened. Entries never change, so copies of a game share them."""

    def __init__(self, seat: int, action: Action, events: tuple[Event, ...]) -> None:
        self.seat = seat
        self.action = action
        self.events = events

    def __repr__(self) -> str:
        return f"<seat {self.seat}: {self.action!r}>"


class Game:
    """A game of any board, from set-up to scoring.

    Make one with ``kilowatt.new_game``. Every decision goes through ``play``, which leaves the game unchanged if it
    refuses the action.

    >>> import kilowatt
    >>> game = kilowatt.new_game("germany", players=2, seed=7)
    >>> game.seat, game.view(1).asked, kilowatt.Open(plant=4, bid=4) in game.legal_actions()
    (1, 'open', True)
    >>> game.play(kilowatt.Open(plant=4, bid=4))
    [AuctionOpened(seat=1, plant=4, bid=4)]
    >>> print(game.refusal(kilowatt.Bid(3)).sentence)
    Bid at least 5: the standing bid is 4.
    >>> game.undo(), game.decisions
    (Open(plant=4, bid=4), 0)
    """

    def __init__(
        self,
        state: State,
        opening_events: list[Event],
        has_history: bool,
        log: list[LogEntry],
        checkpoints: list[State],
    ) -> None:
        self._setup = state.setup
        self._state = state
        self._opening_events = opening_events
        self._has_history = has_history  # False: the game began from a snapshot
        self._log = log
        self._checkpoints = checkpoints  # the positions after 0, 32, 64 … decisions
        self._headers = NO_HEADERS
        self.changes = 0
        """The number of times ``play`` and ``undo`` have changed the position."""

    @property
    def board(self) -> str:
        """The key of the board."""
        return self._setup.board.key

    @property
    def players(self) -> int:
        """The number of players."""
        return self._setup.players

    @property
    def options(self) -> dict[str, object]:
        """The options of the game, by their names in ``new_game``."""
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
        return self._state.is_over

    @property
    def ranking(self) -> tuple[Place, ...]:
        """R8.6: one entry per place, best first, each with ``seats``, ``powered``, ``money`` and ``cities``.

        Before the end, it is the ranking as if the game were scored now.
        """
        return ranking(self._state)

    @property
    def winner(self) -> int | None:
        """The seat that has won; None before the end, and if several seats share the first place.

        ``ranking[0].seats`` has all of them.
        """
        if not self._state.is_over:
            return None
        seats = ranking(self._state)[0].seats
        return seats[0] if len(seats) == 1 else None

    @property
    def state(self) -> State:
        """The position itself, for calculations. Only ``play`` and ``undo`` change it."""
        return self._state

    @property
    def decisions(self) -> int:
        """The number of decisions made so far."""
        return len(self._log)

    @property
    def log(self) -> list[LogEntry]:
        """The decisions so far, first one first, each with ``seat``, ``action`` and ``events``."""
        return self._log[:]

    @property
    def opening_events(self) -> list[Event]:
        """What happened before the first decision."""
        return self._opening_events[:]

    def legal_actions(self) -> LegalActions:
        """What the acting player may do: iterable, with ``len``, ``in`` and ``sample(rng)``."""
        return LegalActions(self)

    def refusal(self, action: object) -> Refusal | None:
        """Return None if the action is legal now, otherwise why it is not: clause, code, facts."""
        return refuse(self._state, action)

    def offers(self) -> Offers:
        """The choices to display: for each plant, fuel or city its range, price and route, or the refusal."""
        return question_of(self._state).offers(self._state)

    def play(self, action: Action, seat: int | None = None) -> list[Event]:
        """Make the acting player's decision and return what happened.

        Raises ``IllegalAction`` and changes nothing if the rules refuse it. With ``seat``, also raises
        if it is another seat's turn.
        """
        state = self._state
        acting = state.seat
        if seat is not None and seat != acting and acting >= 0:
            raise illegal(Refusal(question_of(state).clause, "not-your-turn", turn=SEAT_NAMES[acting].capitalize()))
        refusal = refuse(state, action)
        if refusal is not None:
            raise illegal(refusal)
        events: list[Event] = []
        apply(state, action, events)
        self._log.append(LogEntry(acting, action, tuple(events)))
        if len(self._log) % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(state.copy())
        self.changes += 1
        return events

    def skip_forced(self) -> list[Event]:
        """Play while there is exactly one legal action, and return what happened."""
        happened: list[Event] = []
        while len(self.legal_actions()) == 1:
            happened += self.play(next(iter(self.legal_actions())))
        return happened

    def undo(self) -> Action:
        """Take back the last action and return it."""
        if not self._log:
            message = "There is no decision to take back."
            raise NothingToUndo(message)
        undone = self._log.pop()
        del self._checkpoints[len(self._log) // CHECKPOINT_EVERY + 1 :]
        self._state = self._position_after(len(self._log))
        self.changes += 1
        return undone.action

    def at(self, decisions: int) -> "Game":
        """Return the game as it was after this many decisions, as an independent game."""
        if type(decisions) is not int or not 0 <= decisions <= len(self._log):
            message = f"This game has {len(self._log)} decisions; there is no position after {shown(decisions)}."
            raise BadInput(message)
        return self._branch(self._position_after(decisions), decisions)

    def copy(self) -> "Game":
        """An independent game in the same position, with the same history."""
        return self._branch(self._state.copy(), len(self._log))

    def _position_after(self, decisions: int) -> State:
        """The position after this many decisions, replayed from the last checkpoint before it."""
        kept = decisions // CHECKPOINT_EVERY
        state = self._checkpoints[kept].copy()
        for entry in self._log[kept * CHECKPOINT_EVERY : decisions]:
            apply(state, entry.action, [])
        return state

    def _branch(self, state: State, decisions: int) -> "Game":
        """An independent game with this position and the first ``decisions`` decisions of this one."""
        log = self._log[:decisions]
        checkpoints = self._checkpoints[: decisions // CHECKPOINT_EVERY + 1]
        game = Game(state, self._opening_events, self._has_history, log, checkpoints)
        game._headers = self._headers
        return game

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.copy()

    def snapshot(self) -> dict[str, Any]:
        """The full position as plain JSON-ready data; see the page on snapshots in the docs."""
        return write_snapshot(self._state)

    def view(self, seat: int | None) -> View:
        """What this seat may know (R8.7), as a value; ``view(None)`` is for a spectator."""
        return make_view(self._state, seat)

    def record(self, salt: str | None = None) -> str:
        """The game as text; ``kilowatt.read_record`` reads it back.

        With the salt of its ``kilowatt.commitment``, the record contains both, and reading it checks that they match.
        """
        return write_record(self, salt)

    @property
    def headers(self) -> Headers:
        """Who plays, where and when, as the record says it; assign a ``kilowatt.Headers`` to change it.

        Copies and earlier positions have the same. It is not part of the position, and no view shows it.
        """
        return self._headers

    @headers.setter
    def headers(self, headers: Headers) -> None:
        check_headers(headers, self._setup.players)
        self._headers = headers

    @property
    def has_history(self) -> bool:
        """Whether the log goes back to the set-up; False for a game made from a snapshot."""
        return self._has_history

    @property
    def setup(self) -> Setup:
        """The part of the game that never changes: board, options, and what chance decided."""
        return self._setup

    def __repr__(self) -> str:
        state = self._state
        where = "over" if self.is_over else f"phase {state.phase}, seat {state.seat} to act"
        return f"<Game of {self.board}, {self.players} players, round {state.round}, {where}>"


def start_game(setup: Setup) -> Game:
    """A game at its first decision: a region to pick, or a plant to open."""
    state = opening_state(setup, setup.board.atlas.grid(setup.regions))
    events: list[Event] = []
    if setup.regions:
        begin_game(state, events)
    return begin_at(state, events, has_history=True)


def begin_at(state: State, events: list[Event], *, has_history: bool) -> Game:
    """A game that begins in this position."""
    return Game(state, events, has_history, [], [state.copy()])
