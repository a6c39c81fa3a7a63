"""The table worker: answers the page as a server would. JavaScript calls ``start``, and the methods of its result."""

import logging

from kilowatt.browser.adviser import WorkerAdviser
from kilowatt.browser.page_routes import PageRoutes
from kilowatt.browser.page_sockets import PageSocket
from kilowatt.browser.ports import BrowserStore, Page
from kilowatt.browser.routes import Router, encoded
from kilowatt.browser.storage import Storage, memory_storage
from kilowatt.service.background import BackgroundTasks
from kilowatt.service.problems import Problem, problem_of
from kilowatt.table import TableRegistry

log = logging.getLogger("kilowatt.browser")


def start(store: BrowserStore | None, page: Page, *, is_alone: bool) -> "TableWorker":
    """Start the tables of this browser.

    :param store: where they are kept; None if this browser keeps nothing.
    :param is_alone: no other tab of this browser has them open.
    """
    return TableWorker(memory_storage() if store is None else Storage.in_browser(store, page), page, is_alone=is_alone)


class TableWorker:
    """The tables of this browser, as JavaScript sees them."""

    def __init__(self, storage: Storage, page: Page, *, is_alone: bool) -> None:
        self.registry = TableRegistry(storage.journal, WorkerAdviser(page))
        self._storage = storage
        self._page = page
        self._routes = PageRoutes(self.registry, storage, page)
        self._router = Router(self._routes.all())
        self._sockets: dict[int, PageSocket] = {}
        self.background = BackgroundTasks()
        self.background.spawn(self.registry.keep(is_alone=is_alone))

    async def request(self, method: str, address: str, body: str) -> str:
        """Answer a request of the page: the status, a line break, and the content."""
        try:
            status, content = 200, encoded(await self._router.answer(method, address, body))
        except Exception as error:
            found = problem_of(error)
            if found is None:
                log.exception("a request failed")
                found = 500, Problem("trouble", "Something went wrong in Kilowatt. The browser's console has more.")
            status, content = found[0], encoded(found[1])
        return f"{status}\n{content}"

    def open_socket(self, socket: int, table: str) -> None:
        """Let the page look at a table, until it or the table closes the socket."""
        opened = self._sockets[socket] = PageSocket(socket, self._page)
        self.background.spawn(self._run_socket(opened, table))

    async def _run_socket(self, opened: PageSocket, table: str) -> None:
        try:
            await opened.run(self.registry, self._storage, table)
        finally:
            self._sockets.pop(opened.number, None)

    def receive(self, socket: int, text: str) -> None:
        """Take a message from the page."""
        if socket in self._sockets:
            self._sockets[socket].receive(text)

    def close_socket(self, socket: int) -> None:
        """The page has closed a socket."""
        if socket in self._sockets:
            self._sockets[socket].close()

    def notice(self, table: str) -> None:
        """The worker of another tab has changed a table."""
        self.background.spawn(self.registry.notice(table))

    def reviewed(self, line: str) -> None:
        """The review worker has sent this line; empty if it has failed."""
        self._routes.reviewed(line)
