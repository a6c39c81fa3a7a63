"""The game in English, for the command line, pictures and environments."""
