"""Runs: games between bots that can be killed at any time and resumed, with any number of processes.

What a run plays follows from its plan alone: ``entrants`` has the bots and their line-ups, ``seeds`` the pseudorandom
choices. A run is kept in a folder (``folder``) that one process at a time writes to; its manifest (``manifest``) says
what was agreed, so that two runs, or two versions of the code, are never mixed.

What is played and stored does not belong here: that is the business of ``kilowatt.arena`` and ``kilowatt.env.dataset``.
"""


class Stopped(KeyboardInterrupt):
    """Raised when Ctrl-C interrupts a run; ``games`` is how many games are finished and kept."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self.games = games
