"""Tables in play: the registry of open tables, and a module for each operation on a table."""
