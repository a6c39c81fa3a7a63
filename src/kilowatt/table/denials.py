"""Refusals of a table and of its server: a code for programs, a sentence for people."""

from typing import Any

from kilowatt.rules.errors import Refusal

SENTENCES: dict[str, str] = {
    "no-such-table": "There is no such table. Perhaps the link is incomplete.",
    "no-such-record": "There is no such record. Perhaps the link is incomplete.",
    "unreadable": "What is stored of this game is damaged, so that it cannot be opened.",
    "no-such-decision": "This game has {decisions} decisions so far; there is no position after {at}.",
    "no-such-seat": "This table has no such seat.",
    "no-such-message": "There is no such message at this table.",
    "not-your-seat": "You do not hold this seat.",
    "not-the-host": "Only whoever made the table may do that.",
    "not-at-the-table": "Only those who sit at the table may do that.",
    "seat-taken": "Somebody sits there already.",
    "table-full": "All seats of this table are taken. You can watch.",
    "nickname-taken": "Somebody at this table has that name already: choose another.",
    "bad-nickname": "A name has 1 to 24 letters, digits or signs.",
    "chat-full": "So much has been said at this table that there is no room for more.",
    "bad-text": "There is nothing to read in that message.",
    "started": "The game has begun already.",
    "not-started": "The game has not begun yet.",
    "not-finished": "The game is not over yet.",
    "over": "The game is over.",
    "archived": "This table has been put away. You can look at it, but not play on.",
    "frozen": "{why}",
    "seats-free": "There are free seats. Wait for players, or give the seats to bots.",
    "no-bot-there": "No bot plays for this seat.",
    "not-absent": "Whoever holds this seat was here a moment ago. Wait until they have been away for {seconds} s.",
    "nobody-there": "Nobody holds this seat.",
    "link-used": "This link has been used, or is too old. Ask for a new one.",
    "muted": "You have been muted at this table.",
    "no-hints": "This table plays without hints.",
    "no-hint": "The bot had no answer: {why}",
    "nothing-to-undo": "There is nothing of yours to take back.",
    "undone-enough": "A great many decisions have been taken back here. Play on first.",
    "too-long": "This game has as many entries as a table may have. You can look at it, but not play on.",
    "revealed": "That cannot be taken back: it has shown something that was hidden.",
    "somebody-acted": "That cannot be taken back: somebody else has decided since.",
    "stale": "The game has gone on: that decision was made already.",
    "unknown-decision": "There is no decision {decision} to answer; the game is at {number}.",
    "wrong-input": "{why}",
    "not-understood": "That is not a message as it should be: {why}.",
    "hello-first": "Say hello first.",
    "hello-twice": "You have said hello already.",
    "rules": "{why}",
    "too-many-tables": "You have made many tables in a short time. Wait a while before you make another.",
    "too-many-records": "You have brought many records in a short time. Wait a while before you bring another.",
    "too-many-messages": "That was too fast. Wait a moment.",
    "too-many-reviews": "Several games are being analysed already. Ask again in a few minutes.",
    "too-many-reports": "You have reported a lot in a short time. Wait a while before you report more.",
    "banned": "Your address is banned from this server until {until}.",
    "no-review": "This game could not be analysed: {why}.",
    "needs-server": "That needs a server: this table is in your browser alone.",
    "no-such-host": "There is no server of this name here.",
    "foreign": "This request comes from another site.",
    "trouble": "{why}",
}


class Denied(Exception):
    """A request was refused. Nothing has changed."""

    def __init__(self, code: str, *, refusal: Refusal | None = None, **facts: Any) -> None:
        self.code = code
        self.sentence = SENTENCES[code].format(**facts)
        self.refusal = refusal
        super().__init__(self.sentence)


def denied_by_rules(refusal: Refusal) -> Denied:
    """Return the ``Denied`` for an action that the rules refuse."""
    return Denied("rules", refusal=refusal, why=refusal.sentence)
