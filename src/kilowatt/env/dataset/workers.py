"""Processes that make shards. Each makes whole shards, so their contents do not depend on the number of processes."""

import contextlib
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path

from kilowatt.arena.store import write_atomically
from kilowatt.arena.worker import follow_the_parent
from kilowatt.bots.spawning import exit_in_words, no_main_module
from kilowatt.env.dataset.columns import joined
from kilowatt.env.dataset.manifest import Shard, mix
from kilowatt.env.dataset.plan import DatasetPlan, table
from kilowatt.env.dataset.playing import Team, play_game
from kilowatt.env.dataset.shards import shard_name, to_bytes
from kilowatt.rules.errors import BadInput

Task = tuple[int, int]
"""A shard to make: its first game and its number of games."""


def make_shard(team: Team, folder: Path, task: Task, on_game: Callable[[], None]) -> Shard:
    """Play the games of a shard and write its file."""
    plan, (first, games) = team.plan, task
    tables = [table(plan, first + number) for number in range(games)]
    played = []
    for one in tables:
        played.append(play_game(team, one))
        on_game()
    data = to_bytes(plan, joined([game.rows for game in played]))
    name = shard_name(plan, first, games)
    write_atomically(folder / name, data)
    return Shard(
        file=name,
        first=first,
        games=games,
        rows=sum([len(game.rows["action"]) for game in played]),
        decisions=sum([game.decisions for game in played]),
        bids_cut=sum([game.bids_cut for game in played]),
        bytes=len(data),
        sha256=sha256(data).hexdigest(),
        **mix(plan, tables),
    )


def make_here(plan: DatasetPlan, folder: Path, tasks: list[Task], on_game: Callable[[], None]) -> Generator[Shard]:
    """Make the shards in order, in this process, where they are easy to debug."""
    team = Team(plan)
    for task in tasks:
        yield make_shard(team, folder, task, on_game)


def make_in_pool(
    plan: DatasetPlan, folder: Path, tasks: list[Task], on_game: Callable[[], None], processes: int
) -> Generator[Shard]:
    """Make the shards in worker processes; yield each when it is finished. Closing the iterator ends the processes."""
    waiting = deque(tasks)
    workers = [ShardWorker(plan, folder) for _ in range(min(processes, len(tasks)))]
    try:
        for worker in workers:
            worker.begin(waiting.popleft())
        while any(worker.task for worker in workers):
            busy = {worker.pipe: worker for worker in workers if worker.task}
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]  # wait gives back what it was given
                shard = worker.listen()
                if shard is None:
                    on_game()
                    continue
                if waiting:
                    worker.begin(waiting.popleft())
                yield shard
    finally:
        for worker in workers:
            worker.end()


class ShardWorker:
    """The parent's handle to one process that makes shards."""

    def __init__(self, plan: DatasetPlan, folder: Path) -> None:
        context = get_context("spawn")  # a fork would inherit the threads and locks of the parent
        self.task: Task | None = None
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, plan, folder), name="kilowatt dataset", daemon=True)
        with no_main_module():
            self.process.start()
        theirs.close()

    def begin(self, task: Task) -> None:
        """Send the process a shard to make."""
        self.task = task
        with contextlib.suppress(BrokenPipeError):  # it has ended: listen raises
            self.pipe.send(task)

    def listen(self) -> Shard | None:
        """Receive one message: the finished shard, or None for each game of it; ``BadInput`` if the process failed."""
        assert self.task is not None
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            how = exit_in_words(self.process.exitcode)
            games = f"games {self.task[0]} to {sum(self.task) - 1}"
            raise BadInput(f"A process ended while it played {games} ({how}).") from None
        if isinstance(message, str):
            raise BadInput(message)
        if isinstance(message, Shard):
            self.task = None
            return message
        return None

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def work(pipe: Connection, plan: DatasetPlan, folder: Path) -> None:
    """Run a worker: make the shards that the parent sends, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this process
    threading.Thread(target=follow_the_parent, daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError):
        try:
            team = Team(plan)
            while True:
                pipe.send(make_shard(team, folder, pipe.recv(), lambda: pipe.send(None)))
        except BadInput as error:
            pipe.send(str(error))
        except OSError as error:
            pipe.send(f"Cannot write to {folder}: {error.strerror or error}.")
