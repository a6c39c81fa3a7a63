"""All messages between a table and its viewers. Clients encode and decode by the schema of these Structs.

A client's messages are tagged by ``type`` and limited in size; anything else is answered with ``Refused`` and changes
nothing. The table's messages may be long: a view has one to two kilobytes, the offers while building seven. Most are
written by hand in ``broadcast`` and ``conversation``, which is quicker; these Structs are their schema.
"""

from typing import Annotated, Any, Literal

import msgspec

from kilowatt.rules.actions import AnyAction
from kilowatt.rules.formats.figures import Figures
from kilowatt.rules.formats.view import View
from kilowatt.table.rows import Agreement, Status

Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[ -~]*$")]
Phrase = Literal["hello", "good-luck", "well-played", "moment", "oops", "good-game"]
PHRASES: dict[str, str] = {
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "well-played": "Well played!",
    "moment": "Just a moment.",
    "oops": "Oops!",
    "good-game": "Good game!",
}
"""What everybody can say at the press of a button, in English: each reader is shown it in their own language."""
MOST_ACTIONS = 60
"""The most actions in a "what if": more houses and fuel than anyone can buy in one turn."""


# Messages of a client


class Incoming(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message of a client."""


class Hello(Incoming, frozen=True, tag="hello"):
    """The first message: what the client already has. ``seen`` counts entries, ``heard`` messages.

    None for ``seen`` asks for the current position only, 0 for everything from the start.
    """

    seen: Number | None = None
    heard: Number = 0


class Play(Incoming, frozen=True, tag="play"):
    """A decision for a seat: ``decision`` is the number that came with the view, ``key`` any new string."""

    seat: Seat
    decision: Number
    key: Key
    action: AnyAction


class Undo(Incoming, frozen=True, tag="undo"):
    """Take back the last decision, if it was this seat's own and nothing has been revealed since."""

    seat: Seat
    decision: Number
    key: Key


class LeaveCeiling(Incoming, frozen=True, tag="ceiling"):
    """R4.11: bid up to this amount for the seat in the current auction; None removes the ceiling."""

    seat: Seat
    decision: Number
    key: Key
    amount: Number | None


class StayOut(Incoming, frozen=True, tag="stay-out"):
    """Drop and pass for the seat in all auctions, until it takes that back or leaves a ceiling."""

    seat: Seat
    key: Key
    on: bool


class WhatIf(Incoming, frozen=True, tag="what-if"):
    """Ask what these actions of the seat would lead to. Nothing is played."""

    seat: Seat
    decision: Number
    key: Key
    actions: Annotated[list[AnyAction], msgspec.Meta(max_length=MOST_ACTIONS)]


class AskHint(Incoming, frozen=True, tag="hint"):
    """Ask what a bot would do in this seat's place, if the table allows hints."""

    seat: Seat
    decision: Number
    key: Key


class Chat(Incoming, frozen=True, tag="chat"):
    """Send a chat message to everyone at the table."""

    seat: Seat
    key: Key
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class SayPhrase(Incoming, frozen=True, tag="phrase"):
    """Send one of the ``PHRASES`` to everyone at the table, as a chat message."""

    seat: Seat
    key: Key
    phrase: Phrase


class Ping(Incoming, frozen=True, tag="ping"):
    """Ask for a ``Pong``, to check the connection."""


class Keyed(msgspec.Struct, frozen=True):
    """The key of a message that is not valid, so that its sender knows which one was refused."""

    key: Key | None = None


ClientMessage = Hello | Play | Undo | LeaveCeiling | StayOut | WhatIf | AskHint | Chat | SayPhrase | Ping


# Messages of the server


class Outgoing(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of the server."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Public information about a seat. ``bot`` decides for it now; if it is also ``held``, its holder can take it back.

    ``look`` is the colour and roof that its player has chosen, from 0 to 5, different at every seat.
    ``here``: its holder is connected, or was a moment ago.
    """

    seat: int
    colour: str
    look: int
    nickname: str | None
    bot: str | None
    held: bool
    muted: bool
    here: bool


class TableInfo(msgspec.Struct, frozen=True):
    """Public information about a table. ``salt`` is shown when the game is over, and proves the ``commitment``."""

    id: str
    status: Status
    archived: bool
    private: bool
    agreed: Agreement
    seats: tuple[SeatInfo, ...]
    created_at: float
    decision: int
    commitment: str | None
    salt: str | None
    frozen: str | None
    next_table: str | None


class Entry(msgspec.Struct, frozen=True):
    """One change of the position: who decided what, and the events that followed.

    ``kind`` is ``"play"``, or ``"take-back"``: then the last decision that stood is undone.
    """

    number: int
    seat: int
    kind: Literal["play", "take-back"]
    action: dict[str, Any] | None
    events: list[dict[str, Any]]
    at: float


class Message(msgspec.Struct, frozen=True):
    """A chat message (``"chat"``), or something that happened to the table, such as ``"joined"``.

    A chat message has its ``text`` among the facts and, if it is one of the ``PHRASES``, the name of the ``phrase``.
    """

    number: int
    kind: str
    seat: int | None
    facts: dict[str, Any]
    at: float


class Position(msgspec.Struct, frozen=True):
    """What a seat sees: its view, its choices if it is its turn, and what only it knows.

    - ``decision`` is the number to answer with.
    - ``offers`` are the choices with prices and routes, for the seat whose turn it is; None for all others.
    - ``undo``: the seat of this client, if any, whose last decision can be taken back.
    - ``ceiling``: the ceiling of this seat in the current auction.
    - ``staying_out``: whether the table drops and passes for this seat; None if that is not possible now.
    - ``seconds``: the time left for this decision, if it is limited.
    """

    decision: int
    view: View
    figures: Figures
    offers: dict[str, Any] | None
    undo: int | None
    ceiling: int | None
    staying_out: bool | None
    seconds: float | None


class History(Outgoing, frozen=True, tag="history"):
    """The first entries that this client missed, if there are many: before the ``Welcome``, which has the last."""

    entries: list[Entry]


class Welcome(Outgoing, frozen=True, tag="welcome"):
    """The answer to ``Hello``: the table, the seats this client holds, what it missed, and the position.

    ``messages`` are the latest hundred at most.
    """

    table: TableInfo
    seats: tuple[int, ...]
    host: bool
    entries: list[Entry]
    messages: list[Message]
    position: Position | None


class Update(Outgoing, frozen=True, tag="update"):
    """The position has changed: the new entries, and the position now."""

    entries: list[Entry]
    position: Position


class Accepted(Outgoing, frozen=True, tag="accepted"):
    """The message with this key is on disk; ``decision`` is the number of the entry it became, if it became one."""

    key: str
    decision: int | None


class Refused(Outgoing, frozen=True, tag="refused"):
    """A message was refused and changed nothing: the reason, as a code and a sentence, and the position.

    ``refusal`` has clause, code and facts if the rules refused the action.
    """

    key: str | None
    code: str
    sentence: str
    refusal: dict[str, Any] | None = None
    position: Position | None = None


class Answer(Outgoing, frozen=True, tag="what-if"):
    """What the actions would lead to: the position after ``played`` of them.

    ``stopped`` says why not all were played: ``"card"``, the next one would draw a card or show something else that is
    hidden; or ``"refused"``, with the refusal.
    """

    key: str
    played: int
    view: View
    offers: dict[str, Any] | None
    stopped: Literal["card", "refused"] | None = None
    refusal: dict[str, Any] | None = None


class Hint(Outgoing, frozen=True, tag="hint"):
    """What a bot would do, and why: each reason with code, facts and an English sentence."""

    key: str
    bot: str
    action: dict[str, Any]
    reasons: list[dict[str, Any]]


class TableChanged(Outgoing, frozen=True, tag="table"):
    """Something about the table has changed: who sits where, or the chat."""

    table: TableInfo
    seats: tuple[int, ...]
    messages: list[Message]


class Pong(Outgoing, frozen=True, tag="pong"):
    """The answer to ``Ping``."""


class Closing(Outgoing, frozen=True, tag="closing"):
    """The server is about to close this socket: why, and whether to reconnect."""

    code: str
    sentence: str
    come_back: bool


class Announcement(Outgoing, frozen=True, tag="announcement"):
    """The server is going to restart in this many seconds; ``text`` is what its operator says, and may be empty.

    None: no restart is announced (any more). Games are kept, and go on afterwards.
    """

    restart_in: float | None
    text: str


ServerMessage = (
    History | Welcome | Update | Accepted | Refused | Answer | Hint | TableChanged | Pong | Closing | Announcement
)
