"""Several processes over one database: heartbeats, presence, and claims of bots' decisions."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Store a deadline instead of whether a table has a clock; 0 is computed when the table is loaded."""
    op.add_column("standings", sa.Column("deadline", sa.Float))
    op.execute("update standings set deadline = 0 where timed and state = 'running'")
    op.drop_column("standings", "timed")
    op.create_index("ix_standings_deadline", "standings", ["deadline"])
    op.add_column("standings", sa.Column("thinker", sa.String(32)))
    op.add_column("standings", sa.Column("thought", sa.Integer))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("machine", sa.String(128), nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "presences",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("process_id", sa.String(32), primary_key=True),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
