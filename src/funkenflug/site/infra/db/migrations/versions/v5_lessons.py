"""Add which steps of the lessons people have passed."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "learned",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("step", sa.String(32), primary_key=True),
    )
