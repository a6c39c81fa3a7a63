"""A page that looks at a table, as if over a socket."""

import asyncio
import logging

from kilowatt.browser.ports import Page
from kilowatt.browser.storage import Storage
from kilowatt.table import Conversation, Denied, JournalTrouble, TableRegistry, Viewer

log = logging.getLogger("kilowatt.browser")

REFUSED, FAILED, COME_BACK = 1008, 1011, 1013
"""Close codes, as of a server's socket."""


class PageViewer(Viewer):
    """A viewer in the page."""

    def __init__(self, hashes: frozenset[str], socket: int, page: Page) -> None:
        super().__init__(hashes)
        self._socket = socket
        self._page = page

    def send(self, text: bytes) -> None:
        """Send a message to the page."""
        self._page.send(self._socket, text.decode())

    def dismiss(self, denied: Denied) -> None:
        """Close the socket of the page."""
        self._page.close(self._socket, REFUSED, denied.code)


class PageSocket:
    """One socket of the page: its messages are carried out one after the other."""

    def __init__(self, number: int, page: Page) -> None:
        self.number = number
        self._page = page
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()

    def receive(self, text: str) -> None:
        """Take a message from the page."""
        self._inbox.put_nowait(text)

    def close(self) -> None:
        """The page has closed this socket: carry out what it has sent, and end."""
        self._inbox.put_nowait(None)

    async def run(self, registry: TableRegistry, storage: Storage, table_id: str) -> None:
        """Serve the page until it closes the socket."""
        try:
            caller = await storage.caller(table_id)
            table = await registry.open(table_id)
            viewer = PageViewer(caller.hashes, self.number, self._page)
            conversation = Conversation(table, viewer)
            table.attach(viewer)
            try:
                while (text := await self._inbox.get()) is not None:
                    await conversation.handle(text)
            finally:
                table.detach(viewer)
        except Denied as denied:
            self._page.close(self.number, REFUSED, denied.code)
        except JournalTrouble:
            self._page.close(self.number, COME_BACK, "trouble")
        except Exception:
            log.exception("a conversation failed")
            self._page.close(self.number, FAILED, "trouble")
