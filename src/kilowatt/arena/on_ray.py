"""Play games on a Ray cluster, or with Ray on this machine.

Each game is a task that Ray gives to another node when one dies; since a game's result depends only on the plan, it is
the same there. Inside its task every game has a worker process with a watchdog, as in the local pool.
"""

import os
import socket
import sys
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from importlib.util import find_spec
from typing import Any

import msgspec

import kilowatt
from kilowatt.arena.results import Played
from kilowatt.arena.runners import LocalRunner
from kilowatt.arena.schedule import Fixture, TournamentPlan
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput
from kilowatt.runs.identity import Identity

LOCAL = "local"
CONNECT_TIMEOUT = 10.0  # seconds to wait for the address to accept a connection
PATIENT = 1.0  # seconds between two checks of the size of the cluster

_pools: dict[bytes, LocalRunner] = {}
"""In a Ray process: the pool of one worker that plays there, kept from game to game; the key is plan and bots."""


def _check_reachable(address: str) -> None:
    """Raise ``BadInput`` if nothing accepts connections at the address: Ray itself would retry for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_TIMEOUT).close()
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadInput(f"Ray does not answer at {address}: {reason}.") from None


def play_there(
    plan: TournamentPlan, fixture: Fixture, version: str, path: list[str], bots: dict[str, Identity]
) -> Played:
    """Play one game in a Ray process."""
    if version != kilowatt.__version__:
        raise RuntimeError(f"Kilowatt {kilowatt.__version__} is installed there, {version} here.")
    sys.path += [folder for folder in path if folder not in sys.path]
    key = msgspec.json.encode((plan, bots))
    if key not in _pools:
        for pool in _pools.values():
            pool.close()
        _pools.clear()
        _pools[key] = LocalRunner(plan, workers=1, bots=bots)
    [played] = _pools[key].play([fixture])
    return played


class RayRunner:
    """A runner on Ray: an instance started for this run, or the cluster at an address."""

    def __init__(
        self,
        plan: TournamentPlan,
        address: str = LOCAL,
        workers: int | None = None,
        bots: Mapping[str, Identity] | None = None,
    ) -> None:
        if find_spec("ray") is None:
            raise BadInput(f"The arena needs Ray for --ray: {install_command('ray')}.")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        import ray  # noqa: PLC0415 – an extra, and slow to import

        self.ray: Any = ray
        self.plan = plan
        self.bots = dict(bots or {})
        self.is_ours = not ray.is_initialized()
        if self.is_ours:
            self._connect(address, workers)
        self.task = ray.remote(num_cpus=1, max_retries=-1)(play_there)

    def _connect(self, address: str, workers: int | None) -> None:
        where: dict[str, Any] = {"address": LOCAL, "num_cpus": workers, "include_dashboard": False}
        if address != LOCAL:
            where = {"address": address}
            _check_reachable(address)
        try:
            self.ray.init(log_to_driver=False, logging_level="ERROR", **where)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            reason = str(error).strip().split("\n")[0] or type(error).__name__
            raise BadInput(f"Ray does not answer at {address}: {reason}") from None

    def play(self, fixtures: Iterable[Fixture]) -> Generator[Played]:
        """Yield the games as they finish; Ray is given twice as many as it has processors."""
        waiting = deque(fixtures)
        given: dict[Any, Fixture] = {}
        try:
            while waiting or given:
                room = 2 * int(self.ray.cluster_resources().get("CPU", 1))
                while waiting and len(given) < room:
                    fixture = waiting.popleft()
                    task = self.task.remote(self.plan, fixture, kilowatt.__version__, sys.path, self.bots)
                    given[task] = fixture
                done, _ = self.ray.wait(list(given), num_returns=1, timeout=PATIENT)
                for reference in done:
                    del given[reference]
                    yield self._result(reference)
        finally:
            for reference in given:
                self.ray.cancel(reference, force=True)

    def _result(self, reference: Any) -> Played:
        try:
            played: Played = self.ray.get(reference)
        except self.ray.exceptions.RayError as error:
            reason = str(error).strip().split("\n")[-1]
            raise BadInput(f"A game could not be played on Ray: {reason}") from None
        return played

    def close(self) -> None:
        """Disconnect from Ray; an instance started for this run ends."""
        if self.is_ours:
            self.ray.shutdown()
