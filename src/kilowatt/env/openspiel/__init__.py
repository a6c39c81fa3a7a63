"""Kilowatt as a game of OpenSpiel, ``python_kilowatt``. Importing this package registers it."""

from kilowatt.env.openspiel.game import KilowattGame, KilowattState, load_game

__all__ = ["KilowattGame", "KilowattState", "load_game"]
