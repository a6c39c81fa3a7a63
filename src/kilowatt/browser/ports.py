"""What JavaScript provides to Python in a web worker. Everything goes between them as numbers and JSON texts."""

from collections.abc import Awaitable
from typing import Protocol


class Texts(Protocol):
    """Texts by kind and key."""

    def read(self, kind: str, key: str) -> Awaitable[str | None]:
        """Return one of the ``snapshots``, ``keys`` or ``records``."""

    def write(self, kind: str, key: str, text: str) -> Awaitable[None]:
        """Replace one of the ``keys`` or ``records``."""


class BrowserStore(Texts, Protocol):
    """IndexedDB, or what replaces it; ``web/src/lib/site/tableStore.ts``. A promise that fails says why in words."""

    def readTable(self, table: str) -> Awaitable[str | None]:  # noqa: N802
        """Return the document of a table."""

    def writeTables(self, writings: str) -> Awaitable[bool]:  # noqa: N802
        """Write documents, and what is new beside them, in one transaction; see ``DocumentStore.write``."""

    def readRows(self, kind: str, table: str, since: int) -> Awaitable[str]:  # noqa: N802
        """Return the ``entries`` or ``messages`` of a table from this number on."""

    def readDue(self, until: float) -> Awaitable[str]:  # noqa: N802
        """Return the IDs of the tables whose wake time is past, longest overdue first."""


class Page(Protocol):
    """The page, and the other workers."""

    def send(self, socket: int, text: str) -> None:
        """Send a message of a table to the page."""

    def close(self, socket: int, code: int, reason: str) -> None:
        """Close a socket of the page."""

    def changed(self, notice: str) -> None:
        """Tell the workers of other tabs that a table has changed."""

    def askBot(self, question: str, seconds: float) -> Awaitable[str]:  # noqa: N802
        """Return the answer of the bot worker; it is ended if there is none within this many seconds."""

    def review(self, task: str) -> None:
        """Start the review worker, which calls back with each line that it sends. An earlier one is ended."""

    def stopReview(self) -> None:  # noqa: N802
        """End the review worker."""
