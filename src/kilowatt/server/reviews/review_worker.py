"""The program of a review process, which analyses one finished game. See ``review_queue`` for the other side.

The task is read as a line of JSON. Lines of JSON are written: the progress, then the review or why there is none. The
process ends with its parent, even in the middle of the analysis.
"""

from kilowatt.processes.programs import Parent
from kilowatt.service.reviews import run_review

NICENESS = 10
"""Bots of running games, at 5, take precedence."""


def main() -> None:
    """Analyse the one game that the parent sends."""
    parent = Parent(NICENESS)
    task = parent.receive()
    with parent.watched():
        run_review(task, parent.send)


if __name__ == "__main__":
    main()
