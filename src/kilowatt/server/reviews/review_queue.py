"""Finished games are analysed when somebody asks: one at a time, in a process of its own, behind those who play.

Whoever asks is told how far it is, and asks again. Reviews are kept in memory, as many as there is room for; a game
that nobody remembers is simply gone through again.
"""

import asyncio
import contextlib
import subprocess
import threading
import time
from collections import OrderedDict, deque
from functools import partial

import msgspec

from kilowatt.bots.failures import describe_error
from kilowatt.review import Review
from kilowatt.server.denials import Denied
from kilowatt.server.process.children import in_thread, kill_process_tree, start
from kilowatt.server.reviews.review_worker import MESSAGES, Done, Going, ReviewFailed, Task, Terms

SECONDS = 300.0
"""A game that takes longer is given up."""

LONGEST_GAME = 2_000
"""Decisions of a game that is analysed; those that people play have a third of that."""

MOST_WAITING = 8
MOST_FROM_ADDRESS = 3
"""Games that wait or are being analysed, in all and as one address has asked for."""

MOST_KEPT = 32
"""Reviews in memory, a quarter of a megabyte each."""

TELL_FAILURE = 10.0
"""Seconds in which everybody who asks hears of a failure; whoever asks after that starts again."""


class Analysis(msgspec.Struct, frozen=True):
    """How far the analysis of a game is, in steps, and the review once it is there."""

    done: int
    of: int
    review: Review | None


class ReviewJob:
    """A game that is to be analysed, is being analysed, or has been."""

    def __init__(self, key: str, address: str, task: Task, steps: int) -> None:
        self.key = key
        self.address = address
        self.task: Task | None = task
        self.steps = steps
        self.done = 0
        self.review: msgspec.Raw | None = None
        self.failure: str | None = None
        self.failed_at = 0.0

    def answer(self) -> bytes:
        """An ``Analysis``, as JSON; ``Denied`` if it came to nothing."""
        if self.failure is not None:
            raise Denied("no-review", why=self.failure)
        return msgspec.json.encode({"done": self.done, "of": self.steps, "review": self.review})

    def finish(self, review: msgspec.Raw) -> None:
        """It is done, and the record is no longer needed."""
        self.done = self.steps
        self.task = None
        self.review = review

    def fail(self, why: str) -> None:
        """It came to nothing. What is said first counts."""
        if self.review is None and self.failure is None:
            self.failure = why.removesuffix(".")  # it becomes the end of a sentence
            self.failed_at = time.monotonic()


class ReviewQueue:
    """The games that one worker has analysed or is to analyse."""

    def __init__(
        self,
        terms: Terms | None = None,
        *,
        seconds: float = SECONDS,
        most_kept: int = MOST_KEPT,
        tell_failure: float = TELL_FAILURE,
        module: str = "kilowatt.server.reviews.review_worker",
    ) -> None:
        self.terms = terms or Terms()
        self._seconds = seconds
        self._most_kept = most_kept
        self._tell_failure = tell_failure
        self._module = module
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()  # all that we know of, the longest unasked first
        self._waiting: deque[ReviewJob] = deque()
        self._current: ReviewJob | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._is_closed = False
        self._work: asyncio.Task[None] | None = None

    def find(self, key: str) -> ReviewJob | None:
        """The job of this game, if somebody has asked for it and it has not failed some time ago."""
        job = self._jobs.get(key)
        if job is None or (job.failure is not None and time.monotonic() > job.failed_at + self._tell_failure):
            return None
        self._jobs.move_to_end(key)
        return job

    def begin(self, key: str, address: str, record: str, decisions: int) -> ReviewJob:
        """Analyse a game as soon as those before it are done; ``Denied`` if there are too many."""
        job = self.find(key)  # somebody may have been quicker
        if job is not None:
            return job
        if decisions > LONGEST_GAME:
            raise Denied("no-review", why=f"it has {decisions:,} decisions; up to {LONGEST_GAME:,} are gone through")
        busy = [*self._waiting, *([self._current] if self._current is not None else [])]
        own = sum(other.address == address for other in busy)
        if len(busy) >= MOST_WAITING or own >= MOST_FROM_ADDRESS or self._is_closed:
            raise Denied("too-many-reviews")
        job = ReviewJob(key, address, Task(record, self.terms), self.terms.steps(decisions))
        self._jobs[key] = job
        self._waiting.append(job)
        self._forget()
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._work_off())
        return job

    def _forget(self) -> None:
        """The longest unasked go first, but none that is still to come."""
        busy = {job.key for job in (*self._waiting, self._current) if job is not None}
        over = len(self._jobs) - self._most_kept - len(busy)
        for key in [key for key in self._jobs if key not in busy][: max(0, over)]:
            del self._jobs[key]

    async def _work_off(self) -> None:
        while self._waiting and not self._is_closed:
            job = self._current = self._waiting.popleft()
            try:
                await in_thread(partial(self._analyse, job), "kilowatt reviews")
            except Exception as error:  # noqa: BLE001 - no thread to be had, say: those who wait behind it go on
                job.fail(describe_error(error))
            finally:
                self._current = None

    async def close(self) -> None:
        """End it, whatever it is doing."""
        with self._lock:
            self._is_closed = True
        self._waiting.clear()
        if self.process is not None:
            self.process.kill()
        if self._work is not None:
            await asyncio.gather(self._work, return_exceptions=True)

    # What follows may block and runs in a thread

    def _analyse(self, job: ReviewJob) -> None:
        """Go through a game, to the end or until its time is up."""
        with self._lock:
            if self._is_closed:
                return
            try:
                process = self.process = start(self._module)
            except OSError as error:
                job.fail(f"there is no process to do it in ({error.strerror})")
                return
        timer = threading.Timer(self._seconds, self._give_up, [job, process])
        timer.daemon = True
        try:
            timer.start()
            self._ask(job, process)
        finally:
            timer.cancel()
            kill_process_tree(process)

    def _ask(self, job: ReviewJob, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):  # it has ended, which we are about to hear
            process.stdin.write(msgspec.json.encode(job.task) + b"\n")
            process.stdin.flush()
        while job.review is None and job.failure is None:
            self._hear(job, process.stdout.readline())

    def _hear(self, job: ReviewJob, line: bytes) -> None:
        try:
            message = MESSAGES.decode(line)
        except ValueError:  # half a line or none
            message = ReviewFailed("the process that did it has ended")
        match message:
            case Going():
                job.done = min(message.done, job.steps)
            case Done():
                job.finish(msgspec.Raw(bytes(message.review)))
            case ReviewFailed():
                job.fail(message.what)

    def _give_up(self, job: ReviewJob, process: "subprocess.Popen[bytes]") -> None:
        job.fail(f"it took more than {self._seconds:.0f} s")
        process.kill()  # whoever reads from it goes on
