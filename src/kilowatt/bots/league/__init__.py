"""The league: dissimilar players to measure other bots against, each a small file.

They are loaded by name like the ladder, but are not offered at a table. They never change: what is measured against
them today can be compared with what was measured before. Nothing here decides how the bots of the ladder play.
"""
