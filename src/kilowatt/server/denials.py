"""The errors of the server: a code for programs, a sentence for people, a status for HTTP."""

from typing import Any

from kilowatt.rules.errors import Refusal

SENTENCES: dict[str, tuple[int, str]] = {
    "no-such-table": (404, "There is no such table. Perhaps the link is incomplete."),
    "no-such-record": (404, "There is no such record. Perhaps the link is incomplete."),
    "no-such-decision": (404, "This game has {decisions} decisions so far; there is no position after {at}."),
    "no-such-seat": (404, "This table has no such seat."),
    "not-your-seat": (403, "You do not hold this seat."),
    "not-the-host": (403, "Only whoever made the table may do that."),
    "not-at-the-table": (403, "Only those who sit at the table may do that."),
    "seat-taken": (409, "Somebody sits there already."),
    "table-full": (409, "All seats of this table are taken. You can watch."),
    "nickname-taken": (409, "Somebody at this table has that name already: choose another."),
    "bad-nickname": (400, "A name has 1 to 24 letters, digits or signs."),
    "bad-text": (400, "There is nothing to read in that message."),
    "started": (409, "The game has begun already."),
    "not-started": (409, "The game has not begun yet."),
    "not-finished": (409, "The game is not over yet."),
    "over": (409, "The game is over."),
    "archived": (409, "This table has been put away. You can look at it, but not play on."),
    "frozen": (409, "{why}"),
    "seats-free": (409, "There are free seats. Wait for players, or give the seats to bots."),
    "no-bot-there": (409, "No bot plays for this seat."),
    "not-absent": (
        409,
        "Whoever holds this seat was here a moment ago. Wait until they have been away for {seconds} s.",
    ),
    "nobody-there": (409, "Nobody holds this seat."),
    "link-used": (410, "This link has been used, or is too old. Ask for a new one."),
    "muted": (403, "You have been muted at this table."),
    "no-hints": (403, "This table plays without hints."),
    "no-hint": (503, "The bot had no answer: {why}"),
    "nothing-to-undo": (409, "There is nothing of yours to take back."),
    "revealed": (409, "That cannot be taken back: it has shown something that was hidden."),
    "somebody-acted": (409, "That cannot be taken back: somebody else has decided since."),
    "stale": (409, "The game has gone on: that decision was made already."),
    "unknown-decision": (409, "There is no decision {decision} to answer; the game is at {number}."),
    "wrong-input": (400, "{why}"),
    "not-understood": (400, "That is not a message as it should be: {why}."),
    "hello-first": (400, "Say hello first."),
    "hello-twice": (400, "You have said hello already."),
    "rules": (400, "{why}"),
    "too-many-tables": (429, "You have made many tables in a short time. Wait a while before you make another."),
    "too-many-records": (429, "You have brought many records in a short time. Wait a while before you bring another."),
    "too-many-messages": (429, "That was too fast. Wait a moment."),
    "too-many-reviews": (429, "Several games are being analysed already. Ask again in a few minutes."),
    "no-review": (503, "This game could not be analysed: {why}."),
    "foreign": (403, "This request comes from another site."),
    "trouble": (503, "{why}"),
}


class Denied(Exception):
    """A request was refused. Nothing has changed."""

    def __init__(self, code: str, *, refusal: Refusal | None = None, **facts: Any) -> None:
        self.code = code
        self.status, sentence = SENTENCES[code]
        self.sentence = sentence.format(**facts)
        self.refusal = refusal
        super().__init__(self.sentence)


def denied_by_rules(refusal: Refusal) -> Denied:
    """Return the ``Denied`` for an action that the rules refuse."""
    return Denied("rules", refusal=refusal, why=refusal.sentence)
