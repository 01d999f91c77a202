"""Drop columns that nothing reads: everything in them follows from the events."""

from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Drop the columns."""
    op.drop_column("tables", "game")
    op.drop_column("tables", "setup")
    op.drop_column("events", "kind")
    op.drop_column("presences", "at")
