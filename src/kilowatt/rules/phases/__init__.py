"""The course of a game, a file per phase: what may be done in it and what it does (R2.1, R3-R8).

Everything about a question of a phase is here: refusing, applying, what follows. What is the same on every board and
no phase's business (cards, tables, rule points) is one folder up.
"""
