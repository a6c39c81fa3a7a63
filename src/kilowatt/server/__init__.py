"""The table server: people and bots play at tables, and each seat receives only what it may know."""
