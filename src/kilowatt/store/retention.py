"""How long a server keeps what it has, as settings."""

import msgspec

DAY = 86_400.0


class Retention(msgspec.Struct, frozen=True):
    """Days after which something expires; None keeps it for ever."""

    unstarted: int | None = None
    """Tables whose game has not begun, since something last happened there."""
    abandoned: int | None = None
    """Games that have begun and are not over, since somebody last decided."""
    finished: int | None = None
    """Games that are over, and tables that were put away."""
    chat: int | None = None
    """What people have written."""
    records: int | None = None
    """Uploaded records."""
    addresses: int | None = 30
    """The addresses of those who made a table, took a seat, wrote or reported something; and bans that have ended."""
    reports: int | None = 365
    """Reports that are resolved, and lines of the audit log."""

    def since(self, name: str, now: float) -> float | None:
        """Return the time before which something of this name has expired; None if it never does."""
        days: int | None = getattr(self, name)
        return None if days is None else now - days * DAY
