"""Keep in standings only what most moves leave as it is: a move then writes one row, its event."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Replace the number of moves by whether there is one."""
    op.add_column("standings", sa.Column("begun", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("update standings set begun = (plies > 0)")
    op.drop_column("standings", "plies")
