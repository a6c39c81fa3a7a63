"""What the tests of the page share: a server with a table at every question, and a browser."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser
from tests.server.kit import RunningServer
from tests.web.browsing import running_browser
from tests.web.scenes import TABLES
from tests.web.tables import Set, put


@dataclass(frozen=True)
class House:
    """A server, and the tables that were put into its database."""

    url: str
    tables: dict[str, Set]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with a table at every question. Look at these tables; to play, make others."""
    file = tmp_path_factory.mktemp("house") / "table.sqlite"
    tables = put(file, TABLES)
    with RunningServer(f"sqlite:///{file.as_posix()}") as server:
        yield House(server.url, tables)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of one file: other files run asynchronous tests in the same thread."""
    with running_browser() as found:
        yield found
