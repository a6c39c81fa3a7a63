"""The boards and bots there are to play with."""

import msgspec

from kilowatt import bots
from kilowatt.boards import boards
from kilowatt.boards.differences import Fact, own_rules_by_choice
from kilowatt.rules.board import Board
from kilowatt.rules.tables import PLAYER_COUNTS
from kilowatt.wording.board_rules import sentence


class OwnRule(msgspec.Struct, frozen=True):
    """A rule specific to a board: clause, code, the facts of a sentence, the sentence in English.

    ``only_with``: the choices of the board's options, by name, with which it applies; if empty, it always applies.
    """

    clause: str
    code: str
    facts: dict[str, Fact]
    sentence: str
    only_with: dict[str, str]


class Tip(msgspec.Struct, frozen=True):
    """A tip for a board: a code, and the sentence in English."""

    code: str
    sentence: str


class BoardInfo(msgspec.Struct, frozen=True):
    """A board to choose: its regions and cities by id and name.

    - ``rules``: where it differs from the standard game (section 9); if it does not, ``"standard"`` is the only code.
    - ``options``: the options specific to this board (R9.6), by name; the first choice of each is the default.
    - ``regions_in_play``: the number of regions in play, by the number of players (R1.5).
    - ``region_sets``: all sets of regions of those sizes that can be chosen (R2.1).
    """

    key: str
    name: str
    regions: dict[str, str]
    cities: dict[str, str]
    rules: list[OwnRule]
    tips: list[Tip]
    options: dict[str, list[str]]
    regions_in_play: dict[int, int]
    region_sets: list[tuple[str, ...]]


class BotInfo(msgspec.Struct, frozen=True):
    """A bot to play against."""

    name: str
    title: str
    about: str


def board_list() -> list[BoardInfo]:
    """Return all boards that can be played here."""
    return [_board_info(board) for board in boards()]


def _board_info(board: Board) -> BoardInfo:
    in_play = {players: count.regions for players, count in PLAYER_COUNTS.items()}
    return BoardInfo(
        board.key,
        board.name,
        regions={region.id: region.name for region in board.regions},
        cities={city.id: city.name for city in board.cities},
        rules=[
            OwnRule(rule.clause, rule.code, rule.facts, sentence(rule, board), only_with)
            for rule, only_with in own_rules_by_choice(board)
        ],
        tips=[Tip(code, tip) for code, tip in board.tips.items()],
        options={name: list(option.choices) for name, option in board.options.items()},
        regions_in_play=in_play,
        region_sets=[chosen for size in sorted(set(in_play.values())) for chosen in board.atlas.region_sets(size)],
    )


def bot_list() -> list[BotInfo]:
    """Return all bots that can be given a seat, with the weakest of the built-in ones first."""
    found = []
    for name in bots.names():
        try:
            bot = bots.load(name)
        except bots.UnknownBot:  # a bot of another package that does not load cannot be given a seat
            continue
        found.append(BotInfo(name, bot.title, bot.about))
    return found
