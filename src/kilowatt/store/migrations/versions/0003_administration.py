"""What an operator needs: addresses of messages, reports, bans, announcements, workers, the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns and tables. Nobody knows the addresses of older messages."""
    op.add_column("messages", sa.Column("address", sa.Text))
    _index_some("ix_messages_address", "address", "address IS NOT NULL")
    _index_some("ix_messages_chat", "at", "kind = 'chat'")
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("message", sa.Integer),
        sa.Column("seat", sa.Integer),
        sa.Column("nickname", sa.Text),
        sa.Column("text", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("address", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("resolved_at", sa.Double),
        sa.Column("resolution", sa.Text),
        sa.PrimaryKeyConstraint("number", name="pk_reports"),
    )
    op.create_index("ix_reports_address_at", "reports", ["address", "at"])
    op.create_index("ix_reports_table_id", "reports", ["table_id"])
    op.create_table(
        "bans",
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("network", name="pk_bans"),
    )
    op.create_table(
        "announcements",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("restart_at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_announcements"),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
        sa.Column("sockets", sa.Integer, nullable=False),
        sa.Column("tables", sa.Integer, nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_workers"),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("address", sa.Text),
        sa.Column("details", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )


def _index_some(name: str, column: str, condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, "messages", [column], sqlite_where=where, postgresql_where=where)
