"""How soon a player can do something, next to a page with nothing but a button; the browser included.

    python bench/page.py [--runs 5] [--page web/dist]

A new Chromium with an empty cache, its CPU slowed 4 ×, the network at 4 Mbit/s with 100 ms: the time from going to an
address until a button of the start screen can be clicked, and a legal action at a table where it is our turn. The line
is made slow between browser and server (`slow_line`): Chromium itself would slow requests, but not the table's socket.

It wants what the tests want: `pip install '.[test,server,test-server]'`, and Debian's Chromium.
"""

import argparse
import asyncio
import contextlib
import http.server
import os
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.kit import RunningServer  # noqa: E402 – found by the line above
from tests.web.browsing import FLAGS, LAPTOP, find_browser  # noqa: E402
from tests.web.tables import Set, Staged, asks, put  # noqa: E402

SLOWER = 4
THERE_AND_BACK = 0.1
"""Seconds of a round trip."""
RATE = 4e6 / 8
"""Bandwidth in bytes a second."""
ASKED = 2.0
"""Seconds that a cold start may take."""
EMPTY = b"<!doctype html><html lang=en><title>Nothing</title><main><button class=main>Go</button></main></html>"
WATCH = """(selector) => {
    const look = () => {
        const found = document.querySelector(selector);
        if (found !== null && found.checkVisibility()) globalThis.clickable ??= performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""


@dataclass(frozen=True)
class Place:
    """Where to go, and what can be clicked there."""

    name: str
    address: str
    selector: str
    table: Set | None = None


@dataclass(frozen=True)
class Start:
    """One cold start: seconds until something could be clicked, bytes over the wire until then, requests."""

    seconds: float
    size: float
    requests: int


def cold_start(browser: Browser, place: Place) -> Start:
    """Open the place with a new profile, slowed down."""
    context = browser.new_context(**LAPTOP)
    if place.table is not None:
        context.add_cookies(place.table.cookies(place.address))  # type: ignore[arg-type]
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.add_init_script(f"({WATCH})({place.selector!r})")
    page.goto(place.address, wait_until="commit")
    page.wait_for_function("() => globalThis.clickable !== undefined", timeout=60_000)
    start = Start(page.evaluate("() => globalThis.clickable") / 1000, sum(sizes), len(sizes))
    context.close()
    return start


class SlowLine:
    """A proxy to the server at this address that acts like a slow line, shared by all connections."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.free = {"up": 0.0, "down": 0.0}
        """When the line has carried everything so far, in each direction."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection. Opening it takes a round trip."""
        await asyncio.sleep(THERE_AND_BACK)
        with contextlib.suppress(OSError):
            server_reader, server_writer = await asyncio.open_connection(self.host, self.port)
            await asyncio.gather(self._carry(reader, server_writer, "up"), self._carry(server_reader, writer, "down"))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str) -> None:
        loop = asyncio.get_running_loop()
        while data := await reader.read(2048):
            self.free[way] = max(loop.time(), self.free[way]) + len(data) / RATE
            loop.call_at(self.free[way] + THERE_AND_BACK / 2, _arrive, writer, data)
        loop.call_at(max(loop.time(), self.free[way]) + THERE_AND_BACK / 2, writer.close)


def _arrive(writer: asyncio.StreamWriter, data: bytes) -> None:
    if not writer.is_closing():
        writer.write(data)


@contextlib.contextmanager
def slow_line(url: str) -> Iterator[str]:
    """The address of this server behind a slow line."""
    there = urlsplit(url)
    assert there.hostname is not None
    assert there.port is not None
    line = SlowLine(there.hostname, there.port)
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(line.serve, "127.0.0.1", 0), loop).result()
    yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    asyncio.run_coroutine_threadsafe(_hang_up(), loop).result()
    loop.call_soon_threadsafe(loop.stop)


async def _hang_up() -> None:
    """End all connections."""
    ours = asyncio.all_tasks() - {asyncio.current_task()}
    for task in ours:
        task.cancel()
    await asyncio.gather(*ours, return_exceptions=True)


@contextlib.contextmanager
def empty_page() -> Iterator[str]:
    """A server of a page with nothing but a button; its address."""

    class Nothing(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name is http.server's
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(EMPTY)))
            with contextlib.suppress(OSError):  # the browser has closed the connection
                self.end_headers()
                self.wfile.write(EMPTY)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Nothing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def measure(browser: Browser, places: list[Place], runs: int) -> None:
    """Print the medians, runs alternating; each beside the first place, which is the least there can be."""
    found: dict[str, list[Start]] = {place.name: [] for place in places}
    for _ in range(runs):
        for place in places:
            found[place.name].append(cold_start(browser, place))
    least = statistics.median(start.seconds for start in found[places[0].name])
    for name, starts in found.items():
        took = statistics.median(start.seconds for start in starts)
        worst = max(start.seconds for start in starts)
        size = statistics.median(start.size for start in starts) / 1000
        requests = max(start.requests for start in starts)
        print(f"{name:13} {took:5.2f} s (worst {worst:.2f}), {took / least:4.1f} × an empty page", end="")
        print(f"; {size:6.1f} kB in {requests} requests")
    print(f"target for the table: under {ASKED:.0f} s")


def main() -> None:
    """Measure an empty page, the start and a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--page", type=Path, default=ROOT / "web" / "dist", help="the page as it was built")
    options = parser.parse_args()
    os.environ["KILOWATT_PAGE"] = str(options.page.resolve())
    print(f"CPU {SLOWER} × slower, 4 Mbit/s, 100 ms, empty cache; until something can be clicked, {options.runs} runs")
    table = Staged("auction", "germany", 4, seed=1, until=asks("open", least_round=3))
    with tempfile.TemporaryDirectory() as folder, empty_page() as nothing, sync_playwright() as playwright:
        file = Path(folder) / "table.sqlite"
        tables = put(file, [table])
        with (
            RunningServer(f"sqlite:///{file.as_posix()}") as server,
            slow_line(server.url) as kilowatt,
            slow_line(nothing) as empty,
        ):
            browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
            action = "section.panel[aria-busy=false] button:enabled"
            places = [
                Place("empty page", empty, "button"),
                Place("start screen", kilowatt, "main :is(button.main:enabled, a.main)"),
                Place("table", f"{kilowatt}/t/auction", action, tables["auction"]),
            ]
            measure(browser, places, options.runs)
            browser.close()


if __name__ == "__main__":
    main()
