"""The game in English words, for whoever tells it: the command line, pictures, environments."""
