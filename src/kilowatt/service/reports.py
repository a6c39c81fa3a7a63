"""Reports, as a client makes them: what is wrong with a message or a table, for whoever runs the server."""

from typing import Annotated, Literal

import msgspec

from kilowatt.table.messages import Number

Reason = Literal["insult", "spam", "name", "other"]


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong: an insult, advertising or a flood, somebody's name, or something else.

    ``message`` is the number of a chat message; None reports the table. ``comment`` may explain it.
    """

    reason: Reason
    message: Number | None = None
    comment: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Reported(msgspec.Struct, frozen=True):
    """The number under which the operator finds the report."""

    number: int
