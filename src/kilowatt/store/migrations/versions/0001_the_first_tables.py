"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.Column("rules", sa.Integer),
        sa.Column("chance", sa.Text),
        sa.Column("salt", sa.Text),
        sa.Column("commitment", sa.Text),
        sa.Column("wake_at", sa.Double),
        sa.Column("frozen", sa.Text),
        sa.Column("next_table", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_status_private_changed_at", "tables", ["status", "private", "changed_at"])
    op.create_index("ix_tables_wake_at", "tables", ["wake_at"])
    _of_a_table(
        "seats",
        "seat",
        sa.Column("nickname", sa.Text),
        sa.Column("secret", sa.Text),
        sa.Column("bot", sa.Text),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("seen_at", sa.Double),
    )
    _of_a_table(
        "entries",
        "number",
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("action", sa.Text),
        sa.Column("key", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
    )
    _of_a_table("snapshots", "number", sa.Column("position", sa.Text, nullable=False))
    _of_a_table(
        "messages",
        "number",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    _of_a_table(
        "ceilings",
        "seat",
        sa.Column("auction", sa.Integer, nullable=False),
        sa.Column("amount", sa.Integer, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("host", sa.Boolean, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_links"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_links_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_records"),
    )


def _of_a_table(name: str, number: str, *columns: "sa.Column[object]") -> None:
    op.create_table(
        name,
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column(number, sa.Integer, nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("table_id", number, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=name == "snapshots",
    )
