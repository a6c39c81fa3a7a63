"""The tables of the database, the same for SQLite and PostgreSQL. Migrations bring an older one to this shape."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table_id() -> "sa.Column[str]":
    return sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def _partial_index(name: str, column: str, condition: str) -> sa.Index:
    """Return an index of the rows where this is true."""
    return sa.Index(name, column, sqlite_where=sa.text(condition), postgresql_where=sa.text(condition))


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("status", sa.Text, nullable=False),  # open, playing, finished
    sa.Column("archived", sa.Boolean, nullable=False),  # can be viewed, but not played
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("agreed", sa.Text, nullable=False),  # JSON of `Agreement`: board, players, options, hints, time
    sa.Column("host", sa.Text, nullable=False),  # hash of the host's secret
    sa.Column("created_at", sa.Double, nullable=False),  # seconds since 1970, as all times here
    sa.Column("changed_at", sa.Double, nullable=False),
    sa.Column("rules", sa.Integer),  # the version of the rules it is played by
    sa.Column("chance", sa.Text),  # JSON of everything random: secret until the end
    sa.Column("salt", sa.Text),  # secret until the end
    sa.Column("commitment", sa.Text),  # shown from the start: SHA-256 of salt and chance
    sa.Column("wake_at", sa.Double),  # when the table must act without a message from a person: a bot, a time limit
    sa.Column("frozen", sa.Text),  # why the game cannot continue, if it no longer replays
    sa.Column("next_table", sa.Text),  # the rematch
    sa.Index(None, "status", "private", "changed_at"),
    sa.Index(None, "wake_at"),
)

seats = sa.Table(
    "seats",
    metadata,
    _table_id(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("nickname", sa.Text),  # None: nobody has sat down
    sa.Column("secret", sa.Text),  # hash of the holder's secret; None: nobody holds it
    sa.Column("bot", sa.Text),  # the bot that decides for this seat, if any
    sa.Column("muted", sa.Boolean, nullable=False),
    sa.Column("seen_at", sa.Double),  # when its holder was last connected
    sa.Column("look", sa.Integer),  # the number of its colour and roof; None for a free seat
    sqlite_with_rowid=False,
)

# Without a rowid, SQLite stores a row in one place instead of two: half as much to flush.
entries = sa.Table(
    "entries",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, primary_key=True),  # from 0, without gaps
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),  # "play", or "take-back" of the last decision
    sa.Column("action", sa.Text),  # JSON
    sa.Column("key", sa.Text),  # the sender's, to recognise a repeat
    sa.Column("at", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, primary_key=True),  # the number of entries before the position
    sa.Column("position", sa.Text, nullable=False),  # JSON of Game.snapshot()
)

messages = sa.Table(
    "messages",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, primary_key=True),  # from 1, without gaps
    sa.Column("kind", sa.Text, nullable=False),  # "chat", or what happened to the table
    sa.Column("seat", sa.Integer),
    sa.Column("facts", sa.Text, nullable=False),  # JSON
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("address", sa.Text),  # of whoever made the table, took the seat or wrote this; it expires
    _partial_index("ix_messages_address", "address", "address IS NOT NULL"),
    _partial_index("ix_messages_chat", "at", "kind = 'chat'"),
    sqlite_with_rowid=False,
)

ceilings = sa.Table(
    "ceilings",
    metadata,
    _table_id(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("auction", sa.Integer, nullable=False),  # the number of the entry that opened it; -1: `STAY_OUT`
    sa.Column("amount", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

links = sa.Table(
    "links",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # hash; each is used once
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("host", sa.Boolean, nullable=False),  # whether it also gives the host's rights
    sa.Column("expires_at", sa.Double, nullable=False),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
)

# What an operator needs: see store/admin. Numbers are counted by us, so that they survive export and import.

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_id", sa.Text, nullable=False),  # it may be gone by now
    sa.Column("message", sa.Integer),  # its number; None: the whole table
    sa.Column("seat", sa.Integer),  # whose message it is
    sa.Column("nickname", sa.Text),
    sa.Column("text", sa.Text),  # of the message, as it was when it was reported
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("address", sa.Text),  # of whoever reports; it expires
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("resolved_at", sa.Double),
    sa.Column("resolution", sa.Text),
    sa.Index(None, "address", "at"),
    sa.Index(None, "table_id"),
)

bans = sa.Table(
    "bans",
    metadata,
    sa.Column("network", sa.Text, primary_key=True),  # such as 192.0.2.7/32 or 2001:db8::/64
    sa.Column("until", sa.Double, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

announcements = sa.Table(
    "announcements",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # the last one counts
    sa.Column("restart_at", sa.Double, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("process", sa.Integer, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("started_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False),  # when it last wrote this row
    sa.Column("sockets", sa.Integer, nullable=False),
    sa.Column("tables", sa.Integer, nullable=False),
    sa.Column("draining", sa.Boolean, nullable=False),
)

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # running servers follow it
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("who", sa.Text, nullable=False),  # user and machine, or "server"
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text),
    sa.Column("address", sa.Text),  # it expires
    sa.Column("details", sa.Text, nullable=False),  # JSON
)
