"""The referee: plays records decision by decision, straight from the text of the law, slowly and plainly."""

from __future__ import annotations

from typing import Any

from . import auction, building, regions, rounds
from .data import SEAT_NAMES, Card
from .foul import Foul, require
from .fuel import as_tokens
from .plant_market import rows
from .position import Position, Table, set_up, snapshot
from .record import (
    FORMAT,
    HeaderReader,
    Line,
    checksum,
    read_fuel,
    read_fuels,
    read_lines,
    read_number,
    read_plant,
    split_words,
)


class Referee:
    """A game in progress, as the law has it."""

    def __init__(self, table: Table) -> None:
        """The table laid, ready for the first decision."""
        self.position: Position = set_up(table)
        self.remaining: list[Line] = []
        """The lines of the record after header and chance."""
        rounds.go_on(self.position)

    @classmethod
    def from_record(cls, text: str) -> Referee:
        """Read header and chance; the decisions wait in `remaining`."""
        reader = HeaderReader(read_lines(text))
        referee = cls(reader.table())
        referee.remaining = reader.lines
        return referee

    def decide(self, line: str) -> None:
        """Play one decision line; a foul leaves the position as it was."""
        position = self.position.copy()
        words = split_words(line.rstrip())
        require(not position.over, "R6.9", "The game is over.")
        require(words[0] in SEAT_NAMES[: position.table.players], FORMAT, f"{words[0]!r} is not a seat of this game.")
        seat = SEAT_NAMES.index(words[0])
        require(seat == position.seat(), "R4.1", f"It is not the turn of {words[0]}.")
        play(position, seat, words[1:])
        rounds.go_on(position)
        self.position = position

    def is_legal(self, line: str) -> bool:
        """Whether this decision line could be played now."""
        before = self.position
        try:
            self.decide(line)
        except Foul:
            return False
        self.position = before
        return True

    def snapshot(self) -> dict[str, Any]:
        """The position as plain data."""
        current, future = rows(self.position)
        return snapshot(self.position, current, future)

    def round_line(self) -> str:
        """The line of the round just finished."""
        require(bool(self.position.round_lines), FORMAT, "No round is finished yet.")
        return self.position.round_lines[-1]

    def place_lines(self) -> list[str]:
        """R8.6: the result as the record has it."""
        require(self.position.over, "R8.6", "The game is not over.")
        return rounds.place_lines(self.position)


def play(position: Position, seat: int, words: list[str]) -> None:
    """One decision by its words: those of the draft and of phase 2 here, the others in their own place."""
    match words:
        case ["picks", region]:
            regions.picks(position, region)
        case ["opens", plant, "at", bid]:
            auction.opens(position, seat, read_plant(plant), read_number(bid))
        case ["bids", amount]:
            auction.bids(position, seat, read_number(amount))
        case ["drops"]:
            auction.drops(position, seat)
        case ["passes"]:
            auction.passes(position, seat)
        case ["scraps", plant]:
            auction.scraps(position, seat, read_plant(plant))
        case ["keeps", *fuels]:
            auction.keeps(position, seat, read_fuels(fuels))
        case _:
            play_after_auction(position, seat, words)


def play_after_auction(position: Position, seat: int, words: list[str]) -> None:
    """The decisions of phases 3 to 5."""
    match words:
        case ["buys", count, fuel]:
            building.buys(position, seat, read_number(count), read_fuel(fuel))
        case ["stops", "buying" | "building" as what]:
            building.stops(position, what)
        case ["builds", city]:
            building.builds(position, seat, city)
        case ["starts", city]:
            building.starts(position, seat, city)
        case ["runs", *what]:
            play_runs(position, seat, what)
        case _:
            require(False, FORMAT, "This is not a decision.")


def play_runs(position: Position, seat: int, words: list[str]) -> None:
    """`nothing`, or plants and what they burn; `burning` is left out when nothing is burnt."""
    fuels: list[str] = ["nothing"]
    if "burning" in words:
        at = words.index("burning")
        words, fuels = words[:at], words[at + 1 :]
        require(fuels != ["nothing"], FORMAT, "`burning` is left out when nothing is burnt.")
    require(bool(words), FORMAT, "Say which plants run.")
    plants: list[Card] = []
    if words != ["nothing"]:
        plants = [read_plant(word) for word in words]
    rounds.runs(position, seat, plants, as_tokens(read_fuels(fuels)))


def check(text: str) -> Referee:
    """Replay a whole record: every decision, every round line, every place line, the checksum."""
    referee = Referee.from_record(text)
    last = len(text.split("\n"))
    rounds_read = 0
    while referee.remaining:
        line = referee.remaining.pop(0)
        if rounds_read < len(referee.position.round_lines):
            require_text(line, referee.round_line())
            rounds_read += 1
        elif referee.position.over or line.text == "unfinished":
            check_end(referee, text, [line, *referee.remaining])
            referee.remaining = []
            return referee
        else:
            decide_at(referee, line)
    sentence = "The record breaks off."
    raise Foul(sentence, FORMAT, last)


def decide_at(referee: Referee, line: Line) -> None:
    """Play the decision of this line; a foul carries its number."""
    try:
        referee.decide(line.text)
    except Foul as foul:
        foul.line = line.number
        raise


def require_text(line: Line, expected: str) -> None:
    """The line must read exactly so."""
    require(line.text == expected, FORMAT, f"Here must stand: {expected}", line.number)


def check_end(referee: Referee, text: str, lines: list[Line]) -> None:
    """Place lines or `unfinished`, then perhaps the checksum, then nothing."""
    expected = referee.place_lines() if referee.position.over else ["unfinished"]
    require(len(lines) >= len(expected), FORMAT, "The record breaks off.", lines[-1].number)
    for line, wanted in zip(lines, expected, strict=False):
        require_text(line, wanted)
    rest = lines[len(expected) :]
    if rest:
        require_text(rest[0], f"checksum {checksum(text, rest[0].number)}")
    for line in rest[1:]:
        require(False, FORMAT, "Nothing follows the end.", line.number)
