"""A look for each seat."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the look of a seat. Seats that are taken already keep the look of their number."""
    op.add_column("seats", sa.Column("look", sa.Integer))
