"""Bots in separate processes: the pool in the server, and the program that each process runs."""
