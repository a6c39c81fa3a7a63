"""A whole game as one readable text, and back. The grammar is in ``docs/records.md``."""

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NoReturn

from kilowatt.rules.actions import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    KeepFuel,
    Open,
    Pass,
    PickRegion,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
)
from kilowatt.rules.engine import apply, begin_game, refuse
from kilowatt.rules.errors import SEAT_NAMES, BadInput, InvalidRecord, NoRecord
from kilowatt.rules.events import Event, GameEnded, PhaseBegan, RoundBegan
from kilowatt.rules.plants import FUELS, Card, Plant
from kilowatt.rules.scoring import ranking
from kilowatt.rules.state import Ask, Setup, State, opening_state

if TYPE_CHECKING:
    from kilowatt.rules.game import Game

FORMAT: Final = "kilowatt-record 1"
RULES_VERSION: Final = 1
"""Raised whenever a game could come out otherwise than before."""
LONGEST_LINE: Final = 2000
PHASES: Final = {2: "auction", 3: "fuel", 4: "building", 5: "bureaucracy"}
NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")


# Writing


def write_record(game: "Game") -> str:
    """The game as text, up to the last decision."""
    if not game.has_history:
        message = "This game began from a snapshot: how it came about is not known, so it has no record."
        raise NoRecord(message)
    setup = game.setup
    state = opening_state(setup, setup.board.atlas.grid(setup.regions))
    events: list[Event] = []
    if setup.regions:
        begin_game(state, events)
    lines = [*_header(setup), *_chance(setup), "", *_remarks(state, events)]
    for entry in game.log:
        lines.append(f"{SEAT_NAMES[entry.seat]} {action_in_words(entry.action)}")
        events = []
        apply(state, entry.action, events)
        lines += _remarks(state, events)
    lines += place_lines(state) if state.question == Ask.NOTHING else ["unfinished"]
    return "\n".join([*lines, f"checksum {checksum(lines)}", ""])


def _header(setup: Setup) -> list[str]:
    seats = " ".join(SEAT_NAMES[: setup.players])
    lines = [FORMAT, f"rules {RULES_VERSION}", f"board {setup.board.key}", f"seats {seats}"]
    return lines + [f"option {name} {_option_in_words(value)}" for name, value in setup.options.items()]


def _option_in_words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def _chance(setup: Setup) -> list[str]:
    return [
        "regions " + (" ".join(setup.regions) or "draft"),
        "order " + " ".join([SEAT_NAMES[seat] for seat in setup.order]),
        "deck " + _cards_in_words(setup.deck),
        "deck-after-step-3 " + _cards_in_words(setup.after_step_3),
    ]


def _cards_in_words(cards: tuple[Card, ...] | tuple[Plant, ...]) -> str:
    return " ".join([str(card.name) for card in cards])


def _remarks(state: State, events: list[Event]) -> list[str]:
    """What stands between decisions: the accounts after a round, and remarks for the reader."""
    lines: list[str] = []
    for event in events:
        if isinstance(event, RoundBegan) and event.round > 1:
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


def action_in_words(action: Action) -> str:
    """The action as a record says it, after the seat: ``opens 10 at 12``."""
    match action:
        case PickRegion():
            return f"picks {action.region}"
        case Open():
            return f"opens {action.plant} at {action.bid}"
        case Pass():
            return "passes"
        case Bid():
            return f"bids {action.amount}"
        case Drop():
            return "drops"
        case Scrap():
            return f"scraps {action.plant}"
        case KeepFuel():
            return f"keeps {_fuels_in_words(action.fuel)}"
        case BuyFuel():
            return f"buys {action.amount} {action.fuel}"
        case StopBuying():
            return "stops buying"
        case BuildHouse():
            return f"{'starts' if action.start else 'builds'} {action.city}"
        case StopBuilding():
            return "stops building"
        case RunPlants():
            plants = " ".join([str(plant) for plant in action.plants]) or "nothing"
            return f"runs {plants}" + (f" burning {_fuels_in_words(action.burn)}" if action.burn != Fuels() else "")
        case _:
            message = f"{action!r} is not an action of the game."
            raise BadInput(message)


def _fuels_in_words(fuels: Fuels) -> str:
    four = (fuels.coal, fuels.oil, fuels.garbage, fuels.uranium)
    return " ".join([f"{amount} {name}" for name, amount in zip(FUELS, four, strict=True) if amount])


def checksum(lines: list[str]) -> str:
    """The beginning of the SHA-256 of these lines, without trailing white space, each ended by a line feed."""
    text = "".join([line.rstrip() + "\n" for line in lines])
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


# Reading


def action_from_words(text: str) -> Action:
    """The action that these words of a record say; ``BadInput`` if they say none."""
    match text.split(" "):
        case ["picks", region]:
            return PickRegion(region)
        case ["opens", plant, "at", bid]:
            return Open(_plant(plant), _number(bid))
        case ["passes"]:
            return Pass()
        case ["bids", amount]:
            return Bid(_number(amount))
        case ["drops"]:
            return Drop()
        case ["scraps", plant]:
            return Scrap(_plant(plant))
        case ["keeps", *fuels]:
            return KeepFuel(_fuels(fuels))
        case ["buys", amount, fuel] if fuel in FUELS:
            return BuyFuel(fuel, _number(amount))
        case ["stops", "buying"]:
            return StopBuying()
        case ["builds", city]:
            return BuildHouse(city)
        case ["starts", city]:
            return BuildHouse(city, start=True)
        case ["stops", "building"]:
            return StopBuilding()
        case ["runs", "nothing"]:
            return RunPlants()
        case ["runs", *words] if words:
            end = words.index("burning") if "burning" in words else len(words)
            burn = _fuels(words[end + 1 :]) if end < len(words) else Fuels()
            return RunPlants(tuple([_plant(word) for word in words[:end]]), burn)
    return _wrong(f"{_shortened(text)!r} is no decision of the game")


def _wrong(message: str) -> NoReturn:
    raise BadInput(message + ".")


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


def _number(word: str) -> int:
    if not NUMBER.fullmatch(word):
        _wrong(f"{_shortened(word)!r} is no whole number")
    return int(word)


def _plant(word: str) -> Any:
    return "flux" if word == "flux" else _number(word)


def _fuels(words: list[str]) -> Fuels:
    amounts: dict[str, int] = {}
    if not words or len(words) % 2:
        _wrong(f"{_shortened(' '.join(words))!r} is no list of fuels such as '2 coal 1 oil'")
    for word, name in zip(words[::2], words[1::2], strict=True):
        if name not in FUELS or _number(word) == 0 or any(FUELS.index(other) >= FUELS.index(name) for other in amounts):
            _wrong("fuels are named in the order coal, oil, garbage, uranium, each once, and never 0 of it")
        amounts[name] = _number(word)
    return Fuels(**amounts)


class _Lines:
    """The lines of a record that say something, with their numbers."""

    def __init__(self, text: str) -> None:
        self.all = text.split("\n")
        self.number = 0
        self._waiting = self._lines()
        self.ahead: str | None = next(self._waiting, None)

    def _lines(self) -> Iterator[str]:
        for number, line in enumerate(self.all, 1):
            self.number = number
            if len(line) > LONGEST_LINE:
                raise InvalidRecord(
                    f"it has {len(line):,} characters; no line of a record has over {LONGEST_LINE:,}.", number
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
        if line != keyword and not line.startswith(keyword + " "):
            self.fail(f"here a record has a line '{keyword} …', not {_shortened(line)!r}.")
        return line[len(keyword) + 1 :]

    def fail(self, message: str) -> NoReturn:
        raise InvalidRecord(message, self.taken)


SetUp = Callable[..., "Game"]


def read_record(text: object, set_up: SetUp) -> "Game":
    """The game of a record, replayed and checked line by line; ``InvalidRecord`` names the first line at fault."""
    if not isinstance(text, str):
        message = "A record is a text."
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
    if lines.ahead is not None:
        said = lines.take_value("checksum")
        if said != checksum(lines.all[: lines.taken - 1]):
            lines.fail("the checksum does not fit the lines before it: the record was changed.")
    if lines.ahead is not None:
        lines.take()
        lines.fail("the record goes on after its end.")
    return game


def _read_header(lines: _Lines, set_up: SetUp) -> "Game":
    if lines.ahead != FORMAT:
        line = _shortened(lines.ahead or "")
        lines.take()
        lines.fail(f"a record begins with '{FORMAT}', not {line!r}.")
    lines.take()
    rules = lines.take_value("rules")
    if not NUMBER.fullmatch(rules) or not 1 <= int(rules) <= RULES_VERSION:
        lines.fail(f"rules version {_shortened(rules)!r} is not known here; the newest is {RULES_VERSION}.")
    board = lines.take_value("board")
    seats = lines.take_value("seats").split(" ")
    if tuple(seats) != SEAT_NAMES[: len(seats)]:
        lines.fail(f"seats are named in this order: {' '.join(SEAT_NAMES)}.")
    options: dict[str, object] = {}
    while lines.begins("option"):
        name, _, value = lines.take_value("option").partition(" ")
        if name in options:
            lines.fail(f"option {_shortened(name)} is given twice.")
        options[name] = _option_from_words(value)
    regions = lines.take_value("regions").split(" ")
    order = lines.take_value("order").split(" ")
    deck = lines.take_value("deck").split(" ")
    plants = lines.take_value("deck-after-step-3")
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
        raise InvalidRecord(f"the header describes no game. {error}", lines.taken) from None
    for name in game.options:
        if name not in options:
            lines.fail(f"the header says nothing about the option {name}.")
    return game


def _card(word: str) -> int | str:
    return int(word) if NUMBER.fullmatch(word) else _shortened(word)


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
        lines.fail(f"here a record has a decision of {turn}, not {_shortened(line)!r}.")
    if seat != turn:
        lines.fail(f"it is {turn}'s turn, not {seat}'s.")
    try:
        action = action_from_words(words)
    except BadInput as error:
        lines.fail(str(error))
    refusal = refuse(game.state, action)
    if refusal is not None:
        lines.fail(f"{refusal.sentence} ({refusal.clause})")
    for event in game.play(action):
        if isinstance(event, RoundBegan) and event.round > 1:
            _expect(lines, round_line(game.state, event.round - 1))
        elif isinstance(event, GameEnded):
            _expect(lines, round_line(game.state, game.round))


def _expect(lines: _Lines, expected: str) -> None:
    line = lines.take()
    if line != expected:
        lines.fail(f"it comes out otherwise: {expected!r}.")
