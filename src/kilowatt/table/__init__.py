"""A table at which people and bots play: seats, decisions, undo, ceilings, chat, time, and who is told what.

This package knows neither HTTP nor SQL nor processes. A ``Table`` is given a ``Journal`` that stores what happens, a
``Clock``, an ``Adviser`` that asks bots, and viewers that receive messages. The server is this package with a
database, sockets and a pool of processes; ``python -m kilowatt.table`` is the same with a terminal.

``table`` has the operations, ``state`` what is known of a table, ``registry`` the tables that are open. A
``Conversation`` carries out the messages of one viewer.
"""

from kilowatt.table.advisers import Adviser, LocalAdviser
from kilowatt.table.broadcast import Viewer
from kilowatt.table.clock import Clock
from kilowatt.table.conversation import Conversation
from kilowatt.table.denials import Denied
from kilowatt.table.journal import Conflict, Journal, JournalTrouble
from kilowatt.table.memory_journal import MemoryJournal
from kilowatt.table.registry import TableRegistry
from kilowatt.table.rows import Agreement
from kilowatt.table.setup import BotSeat, Free, Me, NewTable
from kilowatt.table.table import Table

__all__ = [
    "Adviser",
    "Agreement",
    "BotSeat",
    "Clock",
    "Conflict",
    "Conversation",
    "Denied",
    "Free",
    "Journal",
    "JournalTrouble",
    "LocalAdviser",
    "Me",
    "MemoryJournal",
    "NewTable",
    "Table",
    "TableRegistry",
    "Viewer",
]
