"""The server as processes: startup, workers, child processes, locks, logs and metrics. Independent of tables."""
