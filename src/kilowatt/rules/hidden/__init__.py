"""Hidden information: sample it from a view, resample it in a game, arrange it, and commit to it (R8.7)."""
