"""Write a whole game as readable text. The grammar is in ``docs/records.md``; ``record_reading`` reads it back."""

import hashlib
from typing import TYPE_CHECKING, Final

from kilowatt.rules.engine import apply, begin_game
from kilowatt.rules.errors import BadInput, NoRecord
from kilowatt.rules.events import Event, GameEnded, PhaseBegan, RoundBegan
from kilowatt.rules.formats.action_words import action_in_words
from kilowatt.rules.formats.headers import header_lines
from kilowatt.rules.hidden.commitments import chance_lines, check_digits, commitment
from kilowatt.rules.phases.scoring import ranking
from kilowatt.rules.state import Setup, State, opening_state
from kilowatt.rules.tables import FUELS, SEAT_NAMES

if TYPE_CHECKING:
    from kilowatt.rules.game import Game

FORMAT: Final = "kilowatt-record 1"
RULES_VERSION: Final = 2
"""Increased whenever an old game could replay differently. ``docs/records.md`` lists what each version changed."""
CONCEALED: Final = "concealed"
"""The line that marks a record whose hidden part was dealt again, because the game is still being played."""
PHASES: Final = {2: "auction", 3: "fuel", 4: "building", 5: "bureaucracy"}


def write_record(game: "Game", salt: str | None = None) -> str:
    """The game as text, up to the last decision; with a salt, it also has the salt and its commitment."""
    commitment_lines = [] if salt is None else [f"commitment {commitment(game.setup, salt)}", f"salt {salt}"]
    return _in_lines(game, commitment_lines, accounts=True)


def write_concealed_record(game: "Game", published: str | None) -> str:
    """The record of a game in progress whose hidden part was already resampled, with the commitment if there is one.

    With hidden money it has no accounts, so that nobody sees the money of others (R8.7).
    """
    if game.is_over:
        message = "This game is over and hides nothing: use game.record()."
        raise BadInput(message)
    commitment_lines: list[str] = []
    if published is not None:
        check_digits("A commitment", published)
        commitment_lines.append(f"commitment {published}")
    return _in_lines(game, [*commitment_lines, CONCEALED], accounts=not game.setup.hidden_money)


def _in_lines(game: "Game", commitment_lines: list[str], *, accounts: bool) -> str:
    if not game.has_history:
        message = "This game began from a snapshot, so its history is not known and it has no record."
        raise NoRecord(message)
    setup = game.setup
    state = opening_state(setup, setup.board.atlas.grid(setup.regions))
    events: list[Event] = []
    if setup.regions:
        begin_game(state, events)
    header = [*_header(setup), *header_lines(game.headers)]
    lines = [*header, *chance_lines(setup), *commitment_lines, "", *_remarks(state, events, accounts)]
    for entry in game.log:
        lines.append(f"{SEAT_NAMES[entry.seat]} {action_in_words(entry.action)}")
        events = []
        apply(state, entry.action, events)
        lines += _remarks(state, events, accounts)
    lines += place_lines(state) if state.is_over else ["unfinished"]
    return "\n".join([*lines, f"checksum {checksum(lines)}", ""])


def _header(setup: Setup) -> list[str]:
    seats = " ".join(SEAT_NAMES[: setup.players])
    lines = [FORMAT, f"rules {RULES_VERSION}", f"board {setup.board.key}", f"seats {seats}"]
    return lines + [f"option {name} {_option_in_words(value)}" for name, value in setup.options.items()]


def _option_in_words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _remarks(state: State, events: list[Event], accounts: bool) -> list[str]:
    """The lines between decisions: the accounts after a round, if wanted, and comments for the reader."""
    lines: list[str] = []
    for event in events:
        if isinstance(event, RoundBegan):
            if accounts and event.round > 1:
                lines.append(round_line(state, event.round - 1))
        elif isinstance(event, GameEnded):
            lines.append(round_line(state, state.round))
        elif isinstance(event, PhaseBegan):
            lines.append(f"# round {state.round}, phase {event.phase}: {PHASES[event.phase]}")
    return lines


def round_line(state: State, number: int) -> str:
    """Every seat's money, fuel and cities after this round."""
    return f"round {number}: " + "; ".join([_account(state, seat) for seat in range(state.setup.players)])


def _account(state: State, seat: int) -> str:
    fuel = state.fuel_of(seat)
    tokens = "".join([f", {amount} {name}" for name, amount in zip(FUELS, fuel, strict=True) if amount])
    return f"{SEAT_NAMES[seat]} {state.money[seat]} money{tokens}, {state.cities[seat]} cities"


def place_lines(state: State) -> list[str]:
    """The result, a line per place, best first."""
    lines: list[str] = []
    number = 1
    for place in ranking(state):
        seats = " ".join([SEAT_NAMES[seat] for seat in place.seats])
        lines.append(f"place {number}: {seats} powers {place.powered}, {place.money} money, {place.cities} cities")
        number += len(place.seats)
    return lines


def checksum(lines: list[str]) -> str:
    """The beginning of the SHA-256 of these lines, without trailing white space, each ended by a line feed."""
    text = "".join([line.rstrip() + "\n" for line in lines])
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]
