"""How a game is written down, shown and read again: records, snapshots, views, offers. Nothing here changes a game."""
