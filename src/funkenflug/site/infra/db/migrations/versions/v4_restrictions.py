"""Add restrictions that the operator of a site sets, and who uses much of its processor time."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "restrictions",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "usage",
        sa.Column("process_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, primary_key=True),
        sa.Column("seconds", sa.Float, nullable=False),
    )
