"""The phases of a game, one file each (R2.1, R3-R8).

Each file has everything about its phase: refusing actions, applying them, and what follows. What all phases share
(cards, tables, rule points) is one folder up.
"""
