"""A site as any static host offers it: files of a folder, under some path, without special headers."""

import asyncio
import functools
import gzip
import html
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.browser.kit import FakeStore
from tests.web.browsing import put_in_storage, running_browser, site_link
from tests.web.tables import Set, Staged, rows_of

from environments import ROOT, locked
from kilowatt.browser.indexed_db import IndexedDbStore
from kilowatt.table.document_journal import DocumentJournal
from kilowatt.table.journal import Change
from kilowatt.table.rows import NewMessage
from site_build import OWN_PARTS, files_in, site_worker

PATH = "/games/kilowatt"
"""A site works under any path."""

TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


OPENED = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open("kilowatt");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => (opening.result.close(), resolve());
})"""
"""Wait for the storage that the site is making."""


def built_site(base: Path) -> Path:
    """Build the site once for all processes of this run, out of the built page; return its folder."""
    folder = base / "static-site"
    with locked(base / "static-site.lock"):
        if not (folder / "index.html").exists():
            page = os.environ.get("KILOWATT_PAGE") or ROOT / "web" / "dist"
            done = subprocess.run(
                [sys.executable, str(ROOT / "tools" / "site_build.py"), "--out", str(folder)],
                env={**os.environ, "KILOWATT_PAGE": str(page)},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
            if done.returncode and "could not be downloaded" in done.stdout and os.environ.get("CI") != "true":
                pytest.skip("!!! Python for the browser could not be downloaded, so the site is not tested !!!")
            if done.returncode:
                pytest.fail(f"the site could not be built:\n{done.stdout}", pytrace=False)
    return folder


class StaticHost:
    """Offers a folder under ``PATH``. Stopping it is what a train does in a tunnel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        """The files that were asked for."""
        self._server = self._serve(0)
        self._port = self._server.server_port

    @property
    def url(self) -> str:
        """The address of the site, without a slash at its end."""
        return f"http://127.0.0.1:{self._port}{PATH}"

    @property
    def build(self) -> str:
        """The version that it offers."""
        index = html.unescape((self.folder / "index.html").read_text(encoding="utf-8"))
        found = re.search(r'"build": "([0-9a-f]+)"', index)
        assert found
        return found[1]

    def _serve(self, port: int) -> http.server.ThreadingHTTPServer:
        handler = functools.partial(_Files, host=self)
        server = _Server(("127.0.0.1", port), handler)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        return server

    def stop(self) -> None:
        """Be gone: connections are refused."""
        self._server.shutdown()
        self._server.server_close()

    def start(self) -> None:
        """Come back at the same address."""
        self._server = self._serve(self._port)

    def compressed_size(self) -> int:
        """The bytes of all that was asked for, as a host sends it that compresses."""
        return sum(len(gzip.compress((self.folder / name).read_bytes(), 9)) for name in set(self.asked))

    def publish(self, folder: Path, build: str) -> None:
        """Offer another version from now on, which differs in its name alone."""
        shutil.copytree(self.folder, folder)
        index, worker = folder / "index.html", folder / "service-worker.js"
        index.write_text(index.read_text(encoding="utf-8").replace(self.build, build), encoding="utf-8")
        worker.unlink()
        script = (OWN_PARTS / worker.name).read_text(encoding="utf-8")
        worker.write_text(site_worker(script, build, files_in(folder)), encoding="utf-8")
        self.folder = folder


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64  # a browser that keeps the whole site asks for many files at once

    def handle_error(self, *_: object) -> None:
        """A browser that leaves closes its connections."""


class _Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012 - as in its base

    def __init__(self, *arguments: Any, host: StaticHost) -> None:
        self.host = host
        super().__init__(*arguments, directory=str(host.folder))

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path == PATH:
            self._redirect(f"{PATH}/")
        elif path == "/favicon.ico":  # a browser looks for it at a file that is not a page
            self.send_response(204)
            self.end_headers()
        elif not path.startswith(f"{PATH}/"):
            self.send_error(404)
        else:
            inner = self.path.removeprefix(PATH)
            if _is_screen(path.removeprefix(PATH)):
                # So that a test that knows the server's addresses is led to those of a site.
                self._redirect(f"{PATH}/{site_link(inner)}")
                return
            self.path = inner
            self.host.asked.append(urlsplit(inner).path.lstrip("/") or "index.html")
            super().do_GET()

    def _redirect(self, to: str) -> None:
        self.send_response(302)
        self.send_header("location", to)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _is_screen(path: str) -> bool:
    return path.split("/")[1] in {"t", "r", "replay", "new", "rules", "card", "settings"}


def put_in_browser(url: str, tables: list[Staged]) -> tuple[dict[str, Set], Any]:
    """Put these tables into the storage of a browser at this site; what was put there, and the storage."""
    store, found = FakeStore(), {}

    async def fill() -> None:
        journal = DocumentJournal(IndexedDbStore(store))
        for staged in tables:
            found[staged.name], row, places, entries = rows_of(staged)
            await journal.add(row, places, NewMessage("made"))
            await journal.append(row.id, Change(at=row.created_at, beginning=entries))

    asyncio.run(fill())
    values: list[list[Any]] = [
        ["tables", table, {"version": each["version"], "text": each["document"]}]
        for table, each in store.tables.items()
    ]
    values += [[kind, [table, number], text] for (kind, table, number), text in store.rows.items()]
    with running_browser() as browser:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{url}/")
        page.wait_for_function("() => indexedDB.databases().then((all) => all.some(({ name }) => name === 'kilowatt'))")
        page.evaluate(OPENED)  # leaving while it is being made would undo it
        put_in_storage(page, url, values)
        state = context.storage_state(indexed_db=True)
        context.close()
    return found, state
