"""The game, pure: no clock, no input or output, no global random. A file per phase; ``engine`` gives each its turn."""
