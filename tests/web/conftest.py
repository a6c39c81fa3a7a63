"""What the tests of the page share: a server, or a site, with a table at every question, and a browser."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.server.kit import RunningServer
from tests.web.browsing import SITES, running_browser
from tests.web.scenes import DIFFERENT_ON_SITE, TABLES, Scene
from tests.web.sites import StaticHost, built_site, put_in_browser
from tests.web.tables import Set, Staged, put


@dataclass(frozen=True)
class House:
    """A server or a site, and the tables that were put there."""

    url: str
    tables: dict[str, Set]


Opening = Callable[[list[Staged]], AbstractContextManager[House]]
"""Opens a house with these tables."""

needs_server = pytest.mark.parametrize("opened", ["server"], indirect=True)
"""For a test of what only a server has: several browsers at one table, addresses of an API, cookies."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out scenes of a site that are there as they are on a server."""
    same = [item for item in items if isinstance(item, pytest.Function) and _is_same_on_site(item)]
    config.hook.pytest_deselected(items=same)
    items[:] = [item for item in items if item not in same]


def _is_same_on_site(test: pytest.Function) -> bool:
    given = test.callspec.params if hasattr(test, "callspec") else {}
    scene = given.get("scene")
    return given.get("opened") == "site" and isinstance(scene, Scene) and scene.name not in DIFFERENT_ON_SITE


@contextmanager
def server_with(file: Path, tables: list[Staged]) -> Iterator[House]:
    """A server with these tables in this new database."""
    found = put(file, tables)
    with RunningServer(f"sqlite:///{file.as_posix()}") as server:
        yield House(server.url, found)


@contextmanager
def site_with(folder: Path, tables: list[Staged]) -> Iterator[House]:
    """A host of this site, and visitors who have these tables in their browsers."""
    host = StaticHost(folder)
    with ThreadPoolExecutor(1) as elsewhere:  # in this thread, a browser of the tests may be running
        found, SITES[host.url] = elsewhere.submit(put_in_browser, host.url, tables).result()
    yield House(host.url, found)
    host.stop()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that is built of the page, once for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    return built_site(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="session", params=["server", pytest.param("site", marks=pytest.mark.slow)])
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Opening:
    """Opens a server, or a site, with the tables that a test brings."""
    if request.param == "site":
        return partial(site_with, request.getfixturevalue("site_folder"))
    return lambda tables: server_with(tmp_path_factory.mktemp("house") / "table.sqlite", tables)


@pytest.fixture(scope="session")
def house(opened: Opening) -> Iterator[House]:
    """A server, or a site, with a table at every question. Look at these tables; to play, make others."""
    with opened(TABLES) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of one file: other files run asynchronous tests in the same thread."""
    with running_browser() as found:
        yield found
