"""The server as processes: starting, workers, child processes, locks, logs and figures. Nothing here knows a table."""
