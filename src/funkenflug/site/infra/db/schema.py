"""The tables of the database, and the migration of older databases."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

standings = sa.Table(
    "standings",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("state", sa.String(8), nullable=False, index=True),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("deadline", sa.Float, index=True),
    sa.Column("day", sa.String(10), index=True),
    sa.Column("won", sa.Boolean),
    sa.Column("begun", sa.Boolean, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    # which process computes a bot's move, and after which event
    sa.Column("thinker", sa.String(32)),
    sa.Column("thought", sa.Integer),
)

holders = sa.Table(
    "holders",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("who", sa.String(64), primary_key=True, index=True),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
)

links = sa.Table(
    "links",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("sealed", sa.String(64), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)

days = sa.Table(
    "days",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("seed", sa.String(128), nullable=False),
)

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("machine", sa.String(128), nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)

presences = sa.Table(
    "presences",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("process_id", sa.String(32), primary_key=True),
    sa.Column("people", sa.Text, nullable=False),
)

restrictions = sa.Table(
    "restrictions",
    metadata,
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("subject", sa.String(64), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
)

usage = sa.Table(
    "usage",
    metadata,
    sa.Column("process_id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("subject", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, primary_key=True),
    sa.Column("seconds", sa.Float, nullable=False),
)

learned = sa.Table(
    "learned",
    metadata,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("step", sa.String(32), primary_key=True),
)

attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("day", sa.String(10)),
    sa.Column("at", sa.Float, nullable=False),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("subject", sa.String(64), primary_key=True),
    sa.Column("value", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
)

VERSION = "7"
"""The newest migration."""

_FIRST = "1"
"""The version of a database that was created before there were migrations."""

_UPGRADE_LOCK = 20080915
"""Any number; processes that start together migrate one after another."""


class Incompatible(Exception):
    """A database that this version of Funkenflug cannot use."""


def migrate(connection: Connection) -> None:
    """Create the tables of an empty database, or migrate an older one, in the current transaction."""
    from alembic import command  # imported here so that an up-to-date site starts quickly
    from alembic.config import Config
    from alembic.util import CommandError

    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    settings.attributes["connection"] = connection
    if version_of(connection) == _FIRST:
        command.stamp(settings, _FIRST)
    try:
        command.upgrade(settings, VERSION)
    except CommandError as error:
        raise Incompatible(
            f"This site is of version {version_of(connection)}; this Funkenflug knows versions up to {VERSION}"
        ) from error


def version_of(connection: Connection) -> str | None:
    """Return the migration that a database has reached; None if it is empty."""
    tables_there = sa.inspect(connection)
    found: str | None = None
    if tables_there.has_table("alembic_version"):
        found = connection.execute(sa.text("select version_num from alembic_version")).scalar_one_or_none()
    return _FIRST if found is None and tables_there.has_table(events.name) else found


def lock_migrations(connection: Connection) -> None:
    """Wait until no other process migrates; SQLite's transaction has done so already."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_UPGRADE_LOCK)))
