"""The address that a request comes from, for the messages that are written because of it.

A table knows nothing of networks, so the address does not go through it: the server sets it for the task of a request,
and the store reads it when it writes.
"""

from contextvars import ContextVar

ADDRESS: ContextVar[str | None] = ContextVar("address", default=None)

KINDS = frozenset({"made", "joined", "moved", "chat", "rematch"})
"""The messages whose address is stored: who made a table, took a seat, wrote something. Nothing else is needed."""


def address_for(kind: str) -> str | None:
    """Return the address to store with a message of this kind, if any."""
    return ADDRESS.get() if kind in KINDS else None
