"""Read a record: every line is replayed and checked. The grammar is in ``docs/records.md``."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NoReturn

from kilowatt.rules.engine import refuse
from kilowatt.rules.errors import BadInput, InvalidRecord
from kilowatt.rules.events import GameEnded, RoundBegan
from kilowatt.rules.formats.action_words import NUMBER, action_from_words
from kilowatt.rules.formats.headers import Headers, check_header, headers_from
from kilowatt.rules.formats.record import CONCEALED, FORMAT, RULES_VERSION, checksum, place_lines, round_line
from kilowatt.rules.hidden.commitments import DIGITS, DIGITS_IN_WORDS, committed
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.rules.text import shortened

if TYPE_CHECKING:
    from kilowatt.rules.game import Game

LONGEST_LINE: Final = 2000
CHANCE: Final = ("regions", "order", "deck", "deck-after-step-3")


class _Lines:
    """The lines of a record that are not blank or comments, with their numbers."""

    def __init__(self, text: str) -> None:
        self.all = text.split("\n")
        self.where: dict[str, int] = {}  # line numbers in the header, by keyword
        self.concealed = False  # whether the header has that line
        self._waiting = self._lines()
        self.ahead: str | None = next(self._waiting, None)

    def _lines(self) -> Iterator[str]:
        for number, line in enumerate(self.all, 1):
            self.number = number
            if len(line) > LONGEST_LINE:
                raise InvalidRecord(
                    f"it has {len(line):,} characters; a line of a record has at most {LONGEST_LINE:,}.", number
                )
            words = line.rstrip()
            if words and not words.startswith("#"):
                yield words

    def begins(self, word: str) -> bool:
        return self.ahead is not None and self.ahead.startswith(word + " ")

    def take(self) -> str:
        line = self.ahead
        if line is None:
            message = "the record breaks off here: its result, or the line 'unfinished', is missing."
            raise InvalidRecord(message, max(1, len(self.all)))
        self.taken = self.number
        self.ahead = next(self._waiting, None)
        return line

    def take_value(self, keyword: str) -> str:
        line = self.take()
        self.where[keyword] = self.taken
        if line != keyword and not line.startswith(keyword + " "):
            self.fail(f"expected a line '{keyword} …', not {shortened(line)!r}.")
        return line[len(keyword) + 1 :]

    def fail(self, message: str) -> NoReturn:
        raise InvalidRecord(message, self.taken)


SetUp = Callable[..., "Game"]


def read_record(text: object, set_up: SetUp) -> "Game":
    """Replay and check a record line by line; ``InvalidRecord`` names the first line that is wrong."""
    if not isinstance(text, str):
        hint = " For an open file, give what its read() returns." if hasattr(text, "read") else ""
        message = f"A record must be a string.{hint}"
        raise InvalidRecord(message)
    lines = _Lines(text)
    game = _read_header(lines, set_up)
    while not game.is_over and lines.ahead != "unfinished":
        _read_decision(lines, game)
    if game.is_over:
        for expected in place_lines(game.state):
            _expect(lines, expected)
    else:
        lines.take()
    _read_checksum(lines)
    return game


def _read_checksum(lines: _Lines) -> None:
    """Check the end: a checksum or nothing. Comments are not allowed here: a damaged checksum could look like one."""
    rest = [(number, line) for number, line in enumerate(lines.all, 1) if number > lines.taken and line.strip()]
    if not rest:
        return
    number, line = rest[0]
    word, _, given = line.rstrip().partition(" ")
    if word != "checksum" or len(rest) > 1:
        message = "after the result a record has its checksum and nothing more."
        raise InvalidRecord(message, number if word != "checksum" else rest[1][0])
    if given != checksum(lines.all[: number - 1]):
        message = "the checksum does not match the lines before it: the record was changed."
        raise InvalidRecord(message, number)


def _read_header(lines: _Lines, set_up: SetUp) -> "Game":
    if lines.ahead != FORMAT:
        line = shortened(lines.ahead or "")
        lines.take()
        lines.fail(f"a record begins with '{FORMAT}', not {line!r}.")
    lines.take()
    rules = lines.take_value("rules")
    if not NUMBER.fullmatch(rules) or not 1 <= int(rules) <= RULES_VERSION:
        lines.fail(f"rules version {shortened(rules)!r} is not known here; the newest is {RULES_VERSION}.")
    board = lines.take_value("board")
    seats = lines.take_value("seats").split(" ")
    if tuple(seats) != SEAT_NAMES[: len(seats)]:
        lines.fail(f"seats are named in this order: {' '.join(SEAT_NAMES)}.")
    options: dict[str, object] = {}
    while lines.begins("option"):
        name, _, value = lines.take_value("option").partition(" ")
        if name in options:
            lines.fail(f"option {shortened(name)} is given twice.")
        options[name] = _option_from_words(value)
        lines.where[f"option {name}"] = lines.taken
    headers = _read_headers(lines, len(seats))
    chance = [lines.take_value(keyword) for keyword in CHANCE]
    regions, order, deck = [value.split(" ") for value in chance[:3]]
    plants = chance[3]
    try:
        game = set_up(
            board,
            len(seats),
            options,
            regions="draft" if regions == ["draft"] else regions,
            order=[SEAT_NAMES.index(seat) if seat in SEAT_NAMES else seat for seat in order],
            deck=[_card(word) for word in deck],
            deck_after_step_3=[_card(word) for word in plants.split(" ")] if plants else [],
        )
    except BadInput as error:
        raise InvalidRecord(str(error), lines.where.get(error.part, lines.taken)) from None
    for name in game.options:
        if name not in options:
            lines.fail(f"the header has no line 'option {name} …'.")
    _read_commitment(lines, [f"{keyword} {value}".rstrip() for keyword, value in zip(CHANCE, chance, strict=True)])
    game.headers = headers
    return game


def _read_headers(lines: _Lines, players: int) -> Headers:
    found: dict[str, str] = {}
    while lines.begins("header"):
        name, _, value = lines.take_value("header").partition(" ")
        if name in found:
            lines.fail(f"header {shortened(name)} is given twice.")
        found[name] = value
        try:
            check_header(name, value, players)
        except BadInput as error:
            lines.fail(str(error))
    try:
        return headers_from(found, players)
    except BadInput as error:
        lines.fail(str(error))


def _read_commitment(lines: _Lines, chance: list[str]) -> None:
    """Read a commitment and its salt; in a concealed record, the commitment alone or nothing."""
    expected = _digits(lines, "commitment") if lines.begins("commitment") else ""
    if lines.ahead == CONCEALED:
        lines.take()
        lines.concealed = True
    elif expected and committed(chance, _digits(lines, "salt")) != expected:
        message = "the commitment does not match: what chance decided, or the salt, is not what was committed to."
        raise InvalidRecord(message, lines.where["commitment"])


def _digits(lines: _Lines, keyword: str) -> str:
    digits = lines.take_value(keyword)
    if not DIGITS.fullmatch(digits):
        lines.fail(f"a {keyword} is {DIGITS_IN_WORDS}, not {shortened(digits)!r}.")
    return digits


def _card(word: str) -> int | str:
    return int(word) if NUMBER.fullmatch(word) else shortened(word)


def _option_from_words(value: str) -> object:
    plain: dict[str, object] = {"on": True, "off": False, "none": None}
    if value in plain:
        return plain[value]
    return int(value) if NUMBER.fullmatch(value) else value


def _read_decision(lines: _Lines, game: "Game") -> None:
    line = lines.take()
    seat, _, words = line.partition(" ")
    turn = SEAT_NAMES[game.state.seat]
    if seat not in SEAT_NAMES[: game.players]:
        lines.fail(f"expected a decision of {turn}, not {shortened(line)!r}.")
    if seat != turn:
        lines.fail(f"it is {turn}'s turn, not {seat}'s.")
    try:
        action = action_from_words(words)
    except BadInput as error:
        lines.fail(str(error))
    refusal = refuse(game.state, action)
    if refusal is not None:
        lines.fail(f"{refusal.sentence} ({refusal.clause})")
    accounts = not (lines.concealed and game.setup.hidden_money)
    for event in game.play(action):
        if isinstance(event, RoundBegan):
            if accounts and event.round > 1:
                _expect(lines, round_line(game.state, event.round - 1))
        elif isinstance(event, GameEnded):
            if lines.concealed:
                lines.fail(f"this ends the game, but a {CONCEALED} record must be of a game in progress.")
            _expect(lines, round_line(game.state, game.round))


def _expect(lines: _Lines, expected: str) -> None:
    line = lines.take()
    if line != expected:
        lines.fail(f"the replay gives {expected!r} here.")
