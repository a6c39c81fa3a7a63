"""Analysis of finished games: the queue in the server, and the program of the worker process."""
