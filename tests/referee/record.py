"""Reading the words of a record: lines, numbers, cards, fuels, header and chance (docs/records.md)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from .data import FLUX, FUELS, PLANTS, SEAT_NAMES, STEP3, TABLES, Card, board_ids, read_board
from .foul import Foul, require
from .position import Table
from .regions import is_legal_set

LONGEST_LINE = 2000
FORMAT = "records"
"""Stands for a clause where the record format is broken, not the rules."""


@dataclass(frozen=True)
class Line:
    """One line that is neither blank nor a comment."""

    number: int
    text: str


def read_lines(text: str) -> list[Line]:
    """The lines that are neither blank nor comments, with their numbers and without trailing white space."""
    lines = []
    for number, raw in enumerate(text.split("\n"), start=1):
        require(len(raw) <= LONGEST_LINE, FORMAT, "The line is too long.", number)
        line = raw.rstrip()
        if line and not line.startswith("#"):
            lines.append(Line(number, line))
    return lines


def checksum(text: str, before: int) -> str:
    """The checksum of all lines before the one of this number."""
    lines = text.split("\n")[: before - 1]
    covered = "".join(line.rstrip() + "\n" for line in lines)
    return hashlib.sha256(covered.encode("utf-8")).hexdigest()[:16]


def split_words(line: str) -> list[str]:
    """The words of a line, separated by single spaces."""
    require(len(line) <= LONGEST_LINE, FORMAT, "The line is too long.")
    words = line.split(" ")
    require(all(word == word.strip() and word for word in words), FORMAT, "Words are separated by single spaces.")
    return words


def read_number(word: str) -> int:
    """A whole number without leading zeros."""
    require(re.fullmatch(r"0|[1-9][0-9]*", word) is not None, FORMAT, f"{word!r} is not a number.")
    return int(word)


def read_plant(word: str) -> Card:
    """A plant: its number, or `flux`."""
    plant: Card = FLUX if word == FLUX else read_number(word)
    require(plant in PLANTS, FORMAT, f"There is no plant {word}.")
    return plant


def read_card(word: str) -> Card:
    """A plant or the Step 3 card."""
    return STEP3 if word == STEP3 else read_plant(word)


def read_fuel(word: str) -> str:
    """One of the four fuels."""
    require(word in FUELS, FORMAT, f"{word!r} is not a fuel.")
    return word


def read_fuels(words: list[str]) -> dict[str, int]:
    """`nothing`, or numbers of fuels in their order, each at most once and never 0 of it."""
    fuels = dict.fromkeys(FUELS, 0)
    if words == ["nothing"]:
        return fuels
    require(bool(words) and len(words) % 2 == 0, FORMAT, "Fuels are named with a number each.")
    named = []
    for count, fuel in zip(words[::2], words[1::2], strict=True):
        named.append(read_fuel(fuel))
        fuels[fuel] = read_number(count)
        require(fuels[fuel] > 0, FORMAT, f"0 {fuel} is not named.")
    require(named == [fuel for fuel in FUELS if fuel in named], FORMAT, "Fuels stand in their order, each once.")
    return fuels


def read_seats(words: list[str]) -> list[int]:
    """Seats by colour, each once."""
    for word in words:
        require(word in SEAT_NAMES, FORMAT, f"{word!r} is not a seat.")
    require(len(set(words)) == len(words), FORMAT, "A seat stands twice.")
    return [SEAT_NAMES.index(word) for word in words]


def read_options(words: list[list[str]], board_id: str) -> dict[str, str]:
    """Every option of the game exactly once."""
    patterns = {
        "flux": "on|off",
        "first_game": "on|off",
        "hidden_money": "on|off",
        "round_limit": "none|[1-9][0-9]*",
    }
    if "first_pass_removes_lowest_from_round" in read_board(board_id).special:
        patterns["first_pass"] = "leader|anyone"
    values: dict[str, str] = {}
    for option in words:
        require(len(option) == 3, FORMAT, "An option has a name and a value.")
        _option, name, value = option
        require(name in patterns, FORMAT, f"There is no option {name} here.")
        require(name not in values, FORMAT, f"Option {name} stands twice.")
        require(re.fullmatch(patterns[name], value) is not None, FORMAT, f"Option {name} cannot be {value}.")
        values[name] = value
    missing = [name for name in patterns if name not in values]
    require(not missing, FORMAT, f"Options are missing: {', '.join(missing)}.")
    return values


class HeaderReader:
    """Takes the lines of header and chance one by one; a foul carries the number of the line it is about."""

    def __init__(self, lines: list[Line]) -> None:
        """Nothing is read yet."""
        self.lines = list(lines)
        self.number = 0

    def next(self, name: str) -> list[str]:
        """The words of the next line, which must begin with this name."""
        require(bool(self.lines), FORMAT, f"The record breaks off before `{name}`.")
        line = self.lines.pop(0)
        self.number = line.number
        words = split_words(line.text)
        require(words[0] == name, FORMAT, f"Here `{name}` must stand.")
        return words[1:]

    def options(self, board_id: str) -> dict[str, str]:
        """All option lines that follow."""
        words = []
        while self.lines and self.lines[0].text.split(" ")[0] == "option":
            words.append(["option", *self.next("option")])
        return read_options(words, board_id)

    def skip_headers(self, players: int) -> None:
        """Who played, and when: nothing that a referee judges by."""
        names = set()
        while self.lines and self.lines[0].text.startswith("header "):
            line = self.lines.pop(0)
            self.number = line.number
            found = re.fullmatch(r"header ((?:([a-z]+)\.)?[a-z][a-z0-9-]{0,39}) (\S(?:.{0,198}\S)?)", line.text)
            if found is None:
                raise Foul("A header has a name and a text.", FORMAT)
            require(found[2] is None or found[2] in SEAT_NAMES[:players], FORMAT, "There is no such seat.")
            require(found[1] not in names, FORMAT, "A header stands twice.")
            names.add(found[1])

    def table(self) -> Table:
        """Header and chance as a table."""
        try:
            return self.read()
        except Foul as foul:
            foul.line = self.number
            raise

    def read(self) -> Table:
        """Every line of header and chance in its order."""
        require(self.next("kilowatt-record") == ["1"], FORMAT, "This is not version 1 of the format.")
        require(len([read_number(word) for word in self.next("rules")]) == 1, FORMAT, "`rules` takes a number.")
        board_words = self.next("board")
        require(len(board_words) == 1 and board_words[0] in board_ids(), FORMAT, "There is no such board.")
        board = read_board(board_words[0])
        seats = read_seats(self.next("seats"))
        require(str(len(seats)) in TABLES["players"], "R1.1", "2 to 6 players play.")
        require(seats == list(range(len(seats))), FORMAT, "Seats are the first colours, in seat order.")
        options = self.options(board.id)
        self.skip_headers(len(seats))
        table = Table(
            board=board,
            players=len(seats),
            flux=options["flux"] == "on",
            first_game=options["first_game"] == "on",
            round_limit=None if options["round_limit"] == "none" else int(options["round_limit"]),
            first_pass=options.get("first_pass", "leader"),
            regions=None,
            order=[],
            deck=[],
            deck_after_step_3=[],
        )
        table.regions = self.read_regions(table)
        table.order = read_seats(self.next("order"))
        require(sorted(table.order) == seats, FORMAT, "The order has every seat once.")
        table.deck = self.read_deck(table)
        table.deck_after_step_3 = self.distinct("deck-after-step-3", read_plant)
        return table

    def read_regions(self, table: Table) -> list[str] | None:
        """R2.1: a legal set of regions, or None for a draft."""
        words = self.next("regions")
        if words == ["draft"]:
            return None
        for region in words:
            require(region in table.board.regions, FORMAT, f"There is no region {region} on this board.")
        count = table.number("regions")
        require(len(words) == len(set(words)) == count, "R2.1", f"{count} regions are in play.")
        require(is_legal_set(table.board, words), "R2.1", "These regions leave a city cut off.")
        return words

    def read_deck(self, table: Table) -> list[Card]:
        """Cards of the game that are not in the opening market, and the Step 3 card."""
        deck = self.distinct("deck", read_card)
        require(STEP3 in deck, FORMAT, "The Step 3 card is not in the deck.")
        for card in deck:
            require(card not in table.board.out_of_game, "R2.6", f"Plant {card} is out of the game.")
            require(card not in table.board.opening_market, "R2.5", f"Plant {card} is in the opening market.")
            require(card != FLUX or table.flux, "R10.1", "The Flux Generator is not in this game.")
        return deck

    def distinct(self, name: str, read: Callable[[str], Card]) -> list[Card]:
        """The cards of a line, each at most once."""
        cards = [read(word) for word in self.next(name)]
        require(len(cards) == len(set(cards)), FORMAT, "A card stands twice.")
        return cards
