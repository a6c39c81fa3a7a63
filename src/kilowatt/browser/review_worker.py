"""The review worker: analyses one game, and is ended then."""

from collections.abc import Callable

from kilowatt.service.reviews import run_review


def review(task: str, send: Callable[[str], None]) -> None:
    """Analyse a game, and send the progress, then the review or why there is none."""
    run_review(task.encode(), lambda line: send(line.decode()))
