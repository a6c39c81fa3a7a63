"""Storage of the table server: tables, seats and every decision, in SQLite or PostgreSQL.

``entries`` and ``messages`` are append-only. An entry is on disk before it is broadcast, and the unique (table, number)
decides who was first. ``schema`` defines the tables and ``database`` runs transactions; the other modules have
functions that take a connection and work with both databases.
"""
