"""Analyses of finished games: the queue on the server's side, and the program that does the work."""
