"""A queue of finished games to analyse on request: one at a time, in a separate process with low priority.

Clients poll for progress. The latest reviews are kept in memory; a game whose review was dropped is analysed again.
"""

import asyncio
import threading
import time
from collections import OrderedDict, deque
from functools import partial

from kilowatt.bots.failures import describe_error
from kilowatt.processes.programs import Program, in_thread
from kilowatt.rules.game import Game
from kilowatt.service.reviews import ReviewJob, Terms
from kilowatt.table.denials import Denied

SECONDS = 300.0
"""An analysis that takes longer is cancelled."""

MOST_WAITING = 8
MOST_FROM_ADDRESS = 3
"""The most games waiting or being analysed, in total and from one address."""

MOST_KEPT = 32
"""The most reviews kept in memory, a quarter of a megabyte each."""

TELL_FAILURE = 10.0
"""Seconds for which requests report a failure; a request after that starts the analysis again."""

THREAD = "kilowatt reviews"


class ReviewQueue:
    """The games that one worker has analysed or will analyse."""

    def __init__(
        self,
        terms: Terms | None = None,
        *,
        seconds: float = SECONDS,
        most_kept: int = MOST_KEPT,
        tell_failure: float = TELL_FAILURE,
        module: str = "kilowatt.server.reviews.review_worker",
    ) -> None:
        self.terms = terms or Terms.usual()
        self._seconds = seconds
        self._most_kept = most_kept
        self._tell_failure = tell_failure
        self._module = module
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()  # all known jobs, least recently requested first
        self._waiting: deque[ReviewJob] = deque()
        self._current: ReviewJob | None = None
        self.program: Program | None = None
        """The process that analyses the current game."""
        self._is_closed = False
        self._work: asyncio.Task[None] | None = None

    def find(self, key: str) -> ReviewJob | None:
        """Return the job of this game; None if there is none, or if it failed some time ago."""
        job = self._jobs.get(key)
        if job is None or (job.failure is not None and time.monotonic() > job.failed_at + self._tell_failure):
            return None
        self._jobs.move_to_end(key)
        return job

    def begin(self, key: str, address: str, game: Game) -> ReviewJob:
        """Queue a game for analysis; ``Denied`` if it is too long or too many are waiting."""
        job = self.find(key)  # another request may have been faster
        if job is not None:
            return job
        job = ReviewJob(key, game, self.terms, address)
        busy = [*self._waiting, *([self._current] if self._current is not None else [])]
        own = sum(other.address == address for other in busy)
        if len(busy) >= MOST_WAITING or own >= MOST_FROM_ADDRESS or self._is_closed:
            raise Denied("too-many-reviews")
        self._jobs[key] = job
        self._waiting.append(job)
        self._forget()
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run_jobs())
        return job

    def _forget(self) -> None:
        """Drop the least recently requested jobs, but none that is waiting or running."""
        busy = {job.key for job in (*self._waiting, self._current) if job is not None}
        over = len(self._jobs) - self._most_kept - len(busy)
        for key in [key for key in self._jobs if key not in busy][: max(0, over)]:
            del self._jobs[key]

    async def _run_jobs(self) -> None:
        while self._waiting and not self._is_closed:
            job = self._current = self._waiting.popleft()
            self.program = Program(self._module)
            try:
                await in_thread(partial(self._analyse, job, self.program), THREAD)
            except Exception as error:  # noqa: BLE001 - such as no thread available: the jobs behind it continue
                job.fail(describe_error(error))
            finally:
                self._current = None

    async def close(self) -> None:
        """Stop the current analysis and discard the waiting ones."""
        self._is_closed = True
        self._waiting.clear()
        if self.program is not None:
            await in_thread(self.program.kill, THREAD)
        if self._work is not None:
            await asyncio.gather(self._work, return_exceptions=True)

    # The methods below may block and run in a thread

    def _analyse(self, job: ReviewJob, program: Program) -> None:
        """Analyse a game, until it is done or its time is up."""
        timer = threading.Timer(self._seconds, self._give_up, [job, program])
        timer.daemon = True
        try:
            timer.start()
            program.send(job.task)
            while not job.is_over:
                job.receive(program.receive())
        except OSError as error:
            job.fail(f"a process could not be started ({error.strerror})")
        finally:
            timer.cancel()
            program.kill()

    def _give_up(self, job: ReviewJob, program: Program) -> None:
        job.fail(f"it took more than {self._seconds:.0f} s")
        program.kill()  # this unblocks the thread that reads from it
