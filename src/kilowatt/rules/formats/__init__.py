"""Formats to write, show and read a game: records, snapshots, views, offers. Nothing here changes a game."""
