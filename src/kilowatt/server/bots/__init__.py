"""Bots in processes of their own: the pool on the server's side, and the program that each process runs."""
