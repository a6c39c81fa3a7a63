"""How quick the site is, next to a page with nothing but a button; the browser included.

    python bench/site.py [--runs 5] [--site FOLDER]

A new Chromium for every visit, at full speed and limited to a quarter of the machine's processors by a control group:
the browser's own throttle does not reach web workers. Over a slow line (4 Mbit/s, 100 ms, as in bench/page.py) the
start screen is measured as well. The host compresses what common hosts compress.

It wants what the tests want: `pip install '.[test,server,test-server]'`, Debian's Chromium and Node, and root's rights
for the control group.
"""

import argparse
import contextlib
import gzip
import http.server
import math
import mimetypes
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec
from page import ASKED, EMPTY, RATE, THERE_AND_BACK, WATCH, slow_line
from playwright.sync_api import Page, Playwright, sync_playwright

import kilowatt
from kilowatt import bots
from kilowatt.bots.questions import Question

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from tests.web.browsing import AT_ONCE, FLAGS, LAPTOP, STILL, find_browser  # noqa: E402
from tests.web.person import PANEL  # noqa: E402

import site_build  # noqa: E402 – found by the line above

TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}
PLAY = "main button.main:enabled"
QUESTION = f"{PANEL} button:enabled"
EVERYTHING = 6e6
"""Bytes until the first question, at most."""
QUESTIONS = 200
WATCHED = 20
"""Seconds of a game in which the page's own thread is watched."""
ANSWERS = """async ([address, python, questions]) => {
    const worker = new Worker(address, { type: "module" });
    const next = () => new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.type === "failed" ? reject(new Error(data.why)) : resolve(data));
    });
    worker.postMessage({ type: "start", python });
    await next();
    const times = [];
    for (const question of questions) {
        const asked = performance.now();
        worker.postMessage({ type: "ask", question });
        const { text } = await next();
        if (!text.includes('"said"')) throw new Error(text);
        times.push(performance.now() - asked);
    }
    worker.terminate();
    return times;
}"""
LONG_TASKS = """async ([panel, seconds]) => {
    const tasks = [];
    const clicks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask" });
    const until = performance.now() + seconds * 1000;
    const choices = ["button.main:enabled", "[type=submit]:enabled", ".row button:enabled", "button:enabled"];
    const card = ".plants button.card:not([aria-disabled=true])";
    while (performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const shown = document.querySelector(panel);
        if (shown === null) continue;
        const found = choices.slice(0, 2).map((choice) => shown.querySelector(choice)).find(Boolean);
        const next = found ?? document.querySelector(card) ?? shown.querySelector(choices.slice(2).join());
        clicks.push(performance.now());
        next?.click();
    }
    const isClick = ({ startTime, duration }) => clicks.some((at) => at >= startTime && at <= startTime + duration);
    return tasks.map((task) => [task.duration, isClick(task)]);
}"""
"""Plays as fast as it can, without the calls of Playwright, which are tasks too; tells which of them were clicks."""


class Quiet(http.server.ThreadingHTTPServer):
    """A server that does not mind if a browser closes a connection."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Log nothing."""


class Host:
    """A static host with the site under a path and an empty page, which counts the bytes that it sends."""

    def __init__(self, site: Path) -> None:
        self.files = {f"/play/{path.relative_to(site).as_posix()}": path for path in site.rglob("*") if path.is_file()}
        self.files["/play/"] = site / "index.html"
        self.sent = 0
        self.packed = {name: gzip.compress(path.read_bytes(), 9) for name, path in self.files.items()}
        host = self

        class Files(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:  # the name is http.server's
                name = urlsplit(self.path).path
                path = host.files.get(name)
                body = EMPTY if path is None else host.packed[name]
                kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] if path else "text/html"
                self.send_response(200 if path or name == "/" else 404)
                self.send_header("Content-Type", kind or "application/octet-stream")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "max-age=600")
                if path:
                    self.send_header("Content-Encoding", "gzip")
                host.sent += len(body)
                with contextlib.suppress(OSError):  # the browser has closed the connection
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self.server = Quiet(("127.0.0.1", 0), Files)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.empty = f"http://127.0.0.1:{self.server.server_port}/"
        self.site = f"{self.empty}play/"


@contextlib.contextmanager
def limited(share: float) -> Iterator[str]:
    """A program that starts Chromium with this share of all processors."""
    chromium = find_browser()
    assert chromium is not None, "no Chromium was found"
    if share >= 1:
        yield chromium
        return
    quota = int(share * (os.cpu_count() or 1) * 100_000)
    name = f"kilowatt-bench-{os.getpid()}"
    first = Path("/sys/fs/cgroup/cpu")  # version 1; in version 2 there is one tree for everything
    group = (first if first.exists() else first.parent) / name
    group.mkdir()
    try:
        if first.exists():
            (group / "cpu.cfs_quota_us").write_text(str(quota), encoding="ascii")
        else:
            (group / "cpu.max").write_text(f"{quota} 100000", encoding="ascii")
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "chromium")
            script.write_text(f'#!/bin/sh\necho $$ > {group}/cgroup.procs\nexec {chromium} "$@"\n', encoding="utf-8")
            script.chmod(0o755)
            yield str(script)
    finally:
        for _ in range(50):  # until the last process has ended
            with contextlib.suppress(OSError):
                group.rmdir()
                break
            time.sleep(0.1)


@dataclass(frozen=True)
class Visits:
    """Visits with a new Chromium and a profile on the disk: for private ones Chromium keeps no compiled code."""

    playwright: Playwright
    program: str

    @contextlib.contextmanager
    def visit(self, profile: Path | None = None, **options: Any) -> Iterator[Page]:
        """A page of somebody with this profile, or with a new one."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            context = self.playwright.chromium.launch_persistent_context(
                profile or folder, executable_path=self.program, args=FLAGS, **LAPTOP, **STILL, **options
            )
            context.add_init_script(AT_ONCE)
            page = context.new_page()
            page.set_default_timeout(120_000)
            try:
                yield page
            finally:
                context.close()


def usable(page: Page, address: str, selector: str) -> float:
    """Go there; seconds until the element can be clicked."""
    page.add_init_script(f"({WATCH})({selector!r})")
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => globalThis.clickable !== undefined")
    seconds: float = page.evaluate("() => globalThis.clickable") / 1000
    return seconds


def until_question(page: Page) -> float:
    """Click Play; seconds until a question can be answered."""
    page.evaluate(
        """([play, question]) => {
            const started = performance.now();
            const look = () => {
                if (document.querySelector(question)?.checkVisibility())
                    globalThis.questioned = performance.now() - started;
                else requestAnimationFrame(look);
            };
            document.querySelector(play).click();
            look();
        }""",
        [PLAY, QUESTION],
    )
    page.wait_for_function("() => globalThis.questioned !== undefined")
    seconds: float = page.evaluate("() => globalThis.questioned") / 1000
    return seconds


def is_kept(page: Page) -> None:
    """Wait until Python is loaded and the service worker has everything, which it begins after that."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def starts(visits: Visits, host: Host) -> dict[str, float]:
    """One cold start, and one out of the cache."""
    found = {}
    with visits.visit() as page:
        found["empty page"] = usable(page, host.empty, "button")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with visits.visit(Path(folder)) as page:
            found["start screen"] = usable(page, host.site, PLAY)
            is_kept(page)
            found["question, Python loaded"] = until_question(page)
            time.sleep(3)  # Chromium keeps compiled code once it is quiet
        with visits.visit(Path(folder)) as page:
            found["start screen, cached"] = usable(page, host.site, PLAY)
            found["question, cached"] = until_question(page)
    return found


def sizes(visits: Visits, host: Host) -> tuple[int, int]:
    """Bytes until the start screen is usable without Python's files, and until the first question with them."""
    with visits.visit(service_workers="block") as page:
        page.context.route("**/python-*/**", lambda route: route.abort())
        host.sent = 0
        usable(page, host.site, PLAY)
        screen = host.sent
    with visits.visit(service_workers="block") as page:
        host.sent = 0
        usable(page, host.site, PLAY)
        until_question(page)
        return screen, host.sent


def over_a_slow_line(visits: Visits, host: Host) -> dict[str, float]:
    """Seconds until the empty page and the start screen can be used."""
    found = {}
    with slow_line(host.empty) as line:
        for name, address, selector in (("empty page", "/", "button"), ("start screen", "/play/", PLAY)):
            with visits.visit() as page:
                found[f"{name}, slow line"] = usable(page, line + address, selector)
        time.sleep(1)  # until the line is free again
    return found


def questions() -> list[str]:
    """Questions to the planner, from games on several boards."""
    planner = bots.load("planner")
    texts: list[str] = []
    for number, board in enumerate(("germany", "usa", "japan", "russia")):
        game = kilowatt.new_game(board, players=4, seed=number)
        here: list[str] = []
        while not game.is_over:
            question = Question(len(here), "planner", game.view(game.seat), 10.0, 0)
            here.append(msgspec.json.encode(question).decode())
            game.play(bots.ask(planner, game, Random(0), 10.0).action)
        texts += here[:: max(1, len(here) * 4 // QUESTIONS)]
    return texts


def planner(visits: Visits, host: Host, asked: list[str]) -> list[float]:
    """Milliseconds of each answer of the planner in the bot worker."""
    names = [name.removeprefix("/play/") for name in host.files]
    worker = next(name for name in names if name.startswith("assets/botWorker-") and name.endswith(".js"))
    folder = next(name for name in names if name.endswith("/pyodide.mjs")).removesuffix("pyodide.mjs")
    with visits.visit() as page:
        page.goto(host.empty)
        python = {"folder": host.site + folder, "sizes": {}}
        times: list[float] = page.evaluate(ANSWERS, [host.site + worker, python, asked])
    return times


def long_tasks(visits: Visits, host: Host) -> tuple[list[float], list[float]]:
    """Milliseconds of the long tasks on the page's own thread: what follows a click, and while bots think."""
    with visits.visit() as page:
        usable(page, host.site, PLAY)
        is_kept(page)
        until_question(page)
        tasks = page.evaluate(LONG_TASKS, [PANEL, WATCHED])
    return [time for time, is_click in tasks if is_click], [time for time, is_click in tasks if not is_click]


def report(visits: Visits, host: Host, asked: list[str], runs: int) -> None:
    """Print what is measured with these visits."""
    found: dict[str, list[float]] = {}
    for _ in range(runs):
        for name, seconds in (starts(visits, host) | over_a_slow_line(visits, host)).items():
            found.setdefault(name, []).append(seconds)
    least = statistics.median(found["empty page"])
    for name, times in found.items():
        took = statistics.median(times)
        print(f"  {name:24} {took:5.2f} s (worst {max(times):.2f}), {took / least:5.1f} × an empty page")
    answers = sorted(planner(visits, host, asked))
    nearly = answers[math.ceil(len(answers) * 0.95) - 1]
    print(f"  planner, {len(answers)} answers: half in {statistics.median(answers):.0f} ms,", end=" ")
    print(f"95 % in {nearly:.0f}, all in {answers[-1]:.0f}")
    for name, tasks in zip(("clicks", "while bots think"), long_tasks(visits, host), strict=True):
        longest = f"{len(tasks)}, the longest {max(tasks):.0f} ms" if tasks else "none"
        print(f"  tasks of over 50 ms on the page's thread in {WATCHED} s of a game, {name}: {longest}")


def main() -> None:
    """Measure at full speed and at a quarter."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", type=Path, help="a site that is there; otherwise one is built")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = options.site or Path(folder, "site")
        if options.site is None:
            site_build.build(site)
        host, asked = Host(site), questions()
        for share in (1, 0.25):
            with limited(share) as program:
                visits = Visits(playwright, program)
                print(f"{share:.0%} of {os.cpu_count()} processors, {options.runs} runs")
                if share == 1:
                    screen, everything = sizes(visits, host)
                    print(f"  start screen {screen / 1e3:.0f} kB, until the first question {everything / 1e6:.2f} MB")
                report(visits, host, asked, options.runs)
    print(f"targets: {EVERYTHING / 1e6:.0f} MB; the start screen in {ASKED:.0f} s over a line of", end=" ")
    print(f"{RATE * 8 / 1e6:.0f} Mbit/s and {THERE_AND_BACK * 1000:.0f} ms; a question in 1 s, cached in 2.5;", end=" ")
    print("the planner 95 % in 60 ms and all in 250, at a quarter 95 % in 250; no long task")


if __name__ == "__main__":
    main()
