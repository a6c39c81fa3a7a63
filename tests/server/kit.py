"""A real server in its own process, and clients for it: what the tests of the table are made of."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from tests.server.postgres import free_port
from websockets.asyncio.client import ClientConnection, connect

from kilowatt.server.limits import NO_LIMITS, Limits
from kilowatt.server.settings import Settings

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0

Data = dict[str, Any]


class RunningServer:
    """A server that can be stopped, killed and started again, always at the same port."""

    def __init__(
        self, database: str, *, workers: int = 1, port: int = 0, limits: Limits = NO_LIMITS, **settings: Any
    ) -> None:
        self.settings = Settings(database=database, port=port, workers=workers, limits=limits, **settings)
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        self.log_file = Path(os.devnull)

    def log_to(self, file: Path) -> Self:
        """Keep what the server logs."""
        self.log_file = file
        return self

    def start(self) -> Self:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "tests.server.run_server", msgspec.json.encode(self.settings).decode()]
        with self.log_file.open("a") as log:
            # A process group of its own, so that all of it can be killed at once.
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        if not address:
            raise AssertionError(f"the server did not start: exit code {self._wait()}")
        self.url = address
        port = int(address.rpartition(":")[2].rstrip("/"))
        self.settings = msgspec.structs.replace(self.settings, port=port)
        return self

    def metric(self, name: str) -> float:
        """Read one of the metrics of all workers, with its labels if it has any."""
        assert self.settings.metrics is not None
        host, port = self.settings.metrics
        text = httpx.get(f"http://{host}:{port}/metrics").text
        return next((float(line.split()[-1]) for line in text.splitlines() if line.startswith(f"{name} ")), 0.0)

    def kill(self) -> None:
        """Kill it and everything it started, as the loss of power would."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._wait()

    def stop(self) -> int:
        """Ask it to end, and wait until it has; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        assert self.process is not None
        try:
            return self.process.wait(PATIENCE)
        finally:
            if self.process.stdout is not None:
                self.process.stdout.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


def metrics_address() -> tuple[str, int]:
    """A free address for the metrics of a server."""
    return "127.0.0.1", free_port()


class Guest:
    """Somebody with a browser: cookies, requests, sockets. On Linux, ``address`` may be any that begins with 127."""

    def __init__(self, url: str, address: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.address = address
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def post(self, path: str, data: object = None, expect: int | None = None) -> Data:
        """Send a request; the answer, whatever it is, or the one expected."""
        response = await self.http.post(path, json=data)
        if expect is not None:
            assert response.status_code == expect, response.text
        answer: Data = response.json()
        return {**answer, "http": response.status_code}

    async def get(self, path: str) -> Data:
        """Ask for something."""
        response = await self.http.get(path)
        answer = response.json()
        return answer if isinstance(answer, dict) else {"list": answer}

    async def make(self, board: str = "germany", seats: list[Data] | None = None, **agreed: Any) -> str:
        """Make a table, by default for two on this device; its name."""
        places = seats if seats is not None else [me("Ann"), me("Bob")]
        private = agreed.pop("private", False)
        what = {"board": board, "players": len(places), **agreed}
        answer = await self.post("/api/tables", {"agreed": what, "seats": places, "private": private}, expect=201)
        table: str = answer["table"]["id"]
        return table

    async def start(self, table: str) -> Data:
        """Begin the game."""
        return await self.post(f"/api/tables/{table}/start", expect=200)

    def cookies(self, table: str) -> str:
        """The cookies that go with requests about a table, as a header."""
        wanted = f"/api/tables/{table}"
        return "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar if c.path == wanted)

    @contextlib.asynccontextmanager
    async def at(self, table: str, seen: int | None = None, heard: int = 0) -> "AsyncIterator[Socket]":
        """A socket at this table, welcomed."""
        socket = await self.socket(table)
        try:
            await socket.hello(seen, heard)
            yield socket
        finally:
            await socket.close()

    async def socket(self, table: str) -> "Socket":
        """A socket at this table that has not said hello."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/play"
        headers = {"Cookie": self.cookies(table)} if self.cookies(table) else None
        more: Data = {} if self.address is None else {"local_addr": (self.address, 0)}
        return Socket(await connect(address, additional_headers=headers, max_size=None, ping_interval=None, **more))


class Inbox:
    """What somebody at a table has received: all messages, and the last position."""

    def __init__(self) -> None:
        self.position: Data | None = None
        self.table: Data = {}
        self.seats: tuple[int, ...] = ()
        self.entries: list[Data] = []
        self.messages: list[Data] = []
        self.received: list[Data] = []

    def receive(self, text: str | bytes) -> Data:
        """Keep a message."""
        message: Data = msgspec.json.decode(text)
        self.received.append(message)
        self.entries += message.get("entries", [])
        self.messages += message.get("messages", [])
        self.position = message.get("position") or self.position
        self.table = message.get("table") or self.table
        self.seats = tuple(message.get("seats", self.seats))
        return message

    @property
    def decision(self) -> int:
        """The number of the decision asked for, as far as we know."""
        assert self.position is not None
        number: int = self.position["decision"]
        return number

    @property
    def view(self) -> Data:
        """What we see."""
        assert self.position is not None
        view: Data = self.position["view"]
        return view

    @property
    def is_up(self) -> bool:
        """Whether one of our seats is asked."""
        return self.position is not None and self.view["seat"] in self.seats


class Socket(Inbox):
    """A socket at a table."""

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__()
        self.connection = connection
        self._keys = 0

    async def close(self) -> None:
        """Hang up."""
        await self.connection.close()

    async def say(self, kind: str, **rest: Any) -> None:
        """Say something, and do not wait for an answer."""
        await self.connection.send(msgspec.json.encode({"type": kind, **rest}).decode())

    async def hear(self, seconds: float = PATIENCE) -> Data:
        """The next message."""
        async with asyncio.timeout(seconds):
            text = await self.connection.recv()
        return self.receive(text)

    async def until(self, wanted: Callable[[Data], bool], seconds: float = PATIENCE) -> Data:
        """The next message that is wanted; those before it are kept too."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.hear(seconds)
                if wanted(message):
                    return message

    async def hello(self, seen: int | None = None, heard: int = 0) -> Data:
        """Come in."""
        await self.say("hello", seen=seen, heard=heard)
        return await self.until(lambda message: message["type"] == "welcome")

    async def ask(self, kind: str, **rest: Any) -> Data:
        """Say something with a key, and wait for its answer."""
        self._keys += 1
        key = rest.pop("key", None) or f"key-{id(self)}-{self._keys}"
        if kind not in ("chat", "phrase", "stay-out"):
            rest.setdefault("decision", self.decision)
        await self.say(kind, key=key, **rest)
        return await self.until(lambda message: message.get("key") == key)

    async def play(self, action: Data, seat: int | None = None, **rest: Any) -> Data:
        """Decide for the seat that is up, or for another one, and wait for the answer."""
        return await self.ask("play", seat=self.view["seat"] if seat is None else seat, action=action, **rest)

    async def caught_up(self, decision: int) -> None:
        """Wait until we have heard of everything before this decision."""
        while self.decision < decision:
            await self.hear()


def me(nickname: str) -> Data:
    """A seat for whoever makes the table."""
    return {"who": "me", "nickname": nickname}


def bot(name: str = "steady") -> Data:
    """A seat for a bot."""
    return {"who": "bot", "bot": name}


FREE: Data = {"who": "anybody"}


def decide(position: Data, rng: Random) -> Data:
    """A decision of a player who plays on: any legal one, out of what was offered."""
    offers = position["offers"]
    match offers["asked"]:
        case "pick-region":
            return {"do": "pick-region", "region": rng.choice(_open(offers["regions"]))["region"]}
        case "open":
            plants = _open(offers.get("plants", []))
            if not plants or (rng.random() < 0.3 and offers.get("done") is None):
                return {"do": "pass"}
            plant = rng.choice(plants)
            return {"do": "open", "plant": plant["plant"], "bid": plant["lowest"]}
        case "bid":
            bidding = offers["bidding"]
            if bidding["lowest"] <= min(bidding["highest"], bidding["bid"] + 3) and rng.random() < 0.3:
                return {"do": "bid", "amount": bidding["lowest"]}
            return {"do": "drop"}
        case "scrap":
            return {"do": "scrap", "plant": _open(offers["scrap"])[0]["plant"]}
        case "keep-fuel":
            return {"do": "keep-fuel", "fuel": offers["keep"][0]}
        case "buy-fuel":
            fuels = [fuel for fuel in offers["fuels"] if fuel["most"]]
            if not fuels or rng.random() < 0.4:
                return {"do": "stop-buying"}
            fuel = rng.choice(fuels)
            return {"do": "buy-fuel", "fuel": fuel["fuel"], "amount": min(fuel["most"], 2)}
        case "build-house":
            cities = _open(offers["cities"])
            if not cities or rng.random() < 0.3:
                return {"do": "stop-building"}
            city = min(cities, key=lambda offer: offer["cost"])
            return {"do": "build-house", "city": city["city"], "start": city["start"]}
        case "run-plants":
            best = max(_open(offers["runs"]), key=lambda run: run["powered"])
            return {"do": "run-plants", "plants": best["plants"], "burn": best["mixes"][0]}
    raise AssertionError(f"nothing is offered: {offers}")


def _open(offers: list[Data]) -> list[Data]:
    return [offer for offer in offers if offer["refusal"] is None]


async def play_on(socket: Socket, rng: Random, decisions: int | None = None) -> None:
    """Decide for our seats until the game is over, or so many times."""
    made = 0
    while not socket.view["over"] and (decisions is None or made < decisions):
        if socket.is_up and socket.position is not None and socket.position["offers"] is not None:
            answer = await socket.play(decide(socket.position, rng))
            assert answer["type"] == "accepted", answer
            made += 1
            await socket.caught_up(answer["decision"] + 1)
        else:
            await socket.hear()


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test that waits."""
    asyncio.run(work)


def eventually(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is true."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.05)
