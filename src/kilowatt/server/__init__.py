"""The table server: people and bots at one table, each with what their seat may know, and nothing else."""
