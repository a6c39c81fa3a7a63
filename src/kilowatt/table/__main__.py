"""Play at a table in the terminal: ``python -m kilowatt.table --board italy Ann steady planner``.

Names of bots are seats for bots; every other name is a person at this terminal. The table is the one that the server
runs, with a journal in memory. Decisions are typed as a record writes them, such as ``opens 10 at 12``.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from kilowatt import bots
from kilowatt.boards import find_board
from kilowatt.rules.actions import Bid, Open, action_from_data, action_to_data
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.action_words import action_from_words, action_in_words
from kilowatt.rules.game import Game
from kilowatt.table import (
    Agreement,
    BotSeat,
    Conversation,
    Denied,
    LocalAdviser,
    Me,
    MemoryJournal,
    NewTable,
    Table,
    TableRegistry,
    Viewer,
)
from kilowatt.table.keys import hashed
from kilowatt.wording.position import Rows, auction, fuel, plant_rows, players, question, when
from kilowatt.wording.words import places_in_words, seat_name

HELP = """Type a decision as a record writes it, or one of these:
  ?         the decisions that are possible
  show      the position
  hint      what a bot would do
  undo      take back your last decision
  say TEXT  a chat message
  quit      leave the game; it is not kept"""

MOST_CHOICES = 40


class Terminal(Viewer):
    """Everybody at this terminal: prints what the table tells them, and sends what they type."""

    def __init__(self, atlas: Atlas, secrets: Sequence[str], read: Callable[[str], str]) -> None:
        super().__init__(frozenset(map(hashed, secrets)))
        self.position: dict[str, Any] = {}
        self._atlas = atlas
        self._read = read
        self._keys = 0

    def send(self, text: bytes) -> None:
        """Print a message of the table."""
        message = msgspec.json.decode(text)
        for entry in message.get("entries", []):
            done = "takes the last decision back" if entry["action"] is None else words_of(entry["action"])
            print(f"{seat_name(entry['seat'])} {done}")
        for news in message.get("messages", []):
            if news["kind"] == "chat":
                print(f"{seat_name(news['seat'])}: {news['facts']['text']}")
        if message["type"] == "hint":
            reasons = " ".join(reason["sentence"] for reason in message["reasons"])
            print(f"{message['bot']}: {words_of(message['action'])}. {reasons}")
        if message["type"] == "refused":
            print(message["sentence"])
        self.position = message.get("position") or self.position

    async def play(self, table: Table) -> None:
        """Read and send until the game is over."""
        conversation = Conversation(table, self)
        table.attach(self)
        await conversation.handle(b'{"type":"hello"}')
        self._show()
        print(HELP)
        while not self.position["view"]["over"]:
            if self.position["offers"] is None:  # a bot is thinking
                await asyncio.sleep(0)
                continue
            view = self.position["view"]
            print(f"{auction(view)} {question(view)}".strip())
            message = self._message(self._read("> ").strip(), table)
            if message is not None:
                await conversation.handle(msgspec.json.encode(message))
        self._show()
        for place in places_in_words(table.state.require_game().ranking):
            print(place)

    def _message(self, line: str, table: Table) -> dict[str, Any] | None:
        """Return the message that a line asks for; None if it has been dealt with."""
        self._keys += 1
        seat = self.position["view"]["seat"]
        message = {"seat": seat, "decision": self.position["decision"], "key": str(self._keys)}
        match line.partition(" "):
            case ("quit", _, ""):
                raise EOFError
            case ("show", _, ""):
                self._show()
            case ("?", _, ""):
                for choice in choices(table.state.require_open()):
                    print(f"  {choice}")
            case ("hint", _, ""):
                return {"type": "hint", **message}
            case ("undo", _, ""):
                last = self.position["undo"]
                return {"type": "undo", **message, "seat": seat if last is None else last}
            case ("say", _, text) if text:
                return {"type": "chat", "seat": seat, "key": message["key"], "text": text}
            case _:
                try:
                    return {"type": "play", **message, "action": action_to_data(action_from_words(line))}
                except BadInput as error:
                    print(f"{error}\n{HELP}")
        return None

    def _show(self) -> None:
        view = self.position["view"]
        print(f"\n{when(view)}")
        for row in plant_rows(view):
            print(row)
        for rows in (fuel(view), players(view, self._atlas)):
            print(in_columns(rows))


def choices(game: Game) -> list[str]:
    """Return the legal decisions as a record writes them, but of bids only the lowest, and not too many."""
    found: dict[object, str] = {}
    for action in game.legal_actions():
        kind = (Open, action.plant) if isinstance(action, Open) else Bid if isinstance(action, Bid) else action
        words = action_in_words(action)
        if kind not in found:
            found[kind] = words if kind is action else f"{words} or more"
        if len(found) > MOST_CHOICES:
            return [*found.values(), "…"]
    return list(found.values())


def words_of(action: dict[str, Any]) -> str:
    """Return an action as a record writes it."""
    return action_in_words(action_from_data(action))


def in_columns(rows: Rows) -> str:
    """Return rows as plain text, in columns."""
    lines = [rows.headings, *rows.rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(rows.headings))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


async def play(board: str, names: Sequence[str], read: Callable[[str], str] = input) -> None:
    """Play one game, with these people and bots from seat 0 on."""
    registry = TableRegistry(MemoryJournal(), LocalAdviser())
    known = bots.names()
    seats = [BotSeat(name) if name in known else Me(name) for name in names]
    made = await registry.make(NewTable(Agreement(board, len(seats)), list(seats)))
    table = await registry.open(made.id)
    terminal = Terminal(find_board(board).atlas, [made.host, *made.seats.values()], read)
    try:
        await table.start()
        await terminal.play(table)
    finally:
        await registry.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(prog="python -m kilowatt.table", description="Play a game in the terminal.")
    parser.add_argument("--board", default="germany", help="the board (default: %(default)s)")
    parser.add_argument("names", nargs="*", help="people, and bots by name (default: you, steady and planner)")
    given = parser.parse_args(arguments)
    try:
        asyncio.run(play(given.board, given.names or ["You", "steady", "planner"]))
    except (EOFError, KeyboardInterrupt):
        print("\nThe game ends here.")
    except (BadInput, Denied, msgspec.ValidationError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
