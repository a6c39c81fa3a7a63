"""What the table server keeps: tables, seats, every decision, in SQLite or PostgreSQL.

Rows are only added to ``entries`` and ``messages``; an entry is on disk before anybody hears of it, and the unique
(table, number) decides who was first. ``schema`` has the tables, ``database`` the two ways to run a transaction, and
the other modules one noun each: functions of a connection, the same for both databases.
"""
