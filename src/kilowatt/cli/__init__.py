"""The ``kilowatt`` command: ``main`` runs it and returns the exit code."""

from kilowatt.cli.command import main

__all__ = ["main"]
