"""The phases of a game, one file each (R2.1, R3-R8).

Each file has everything about the questions of its phase: refusing, playing, listing, sampling and offering answers.
``question`` has what they share. Which phase follows, ``engine`` decides; cards, tables and rule points are beside it.
"""
