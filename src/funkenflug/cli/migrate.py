"""`funkenflug migrate`: migrate the database of a site to this version."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.console import Console

from funkenflug.cli.database import add_database_option, existing_site, usage_errors
from funkenflug.cli.errors import UsageError
from funkenflug.site.infra.db.engine import create_engine, database_errors, parse_url, reading_engine, server_lock
from funkenflug.site.infra.db.schema import VERSION, version_of
from funkenflug.site.infra.db.upgrade import prepare


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_database_option(parser)


def run(arguments: Namespace, console: Console) -> None:
    """Migrate the database, unless a server is using it."""
    url = existing_site(arguments.database)
    with usage_errors():
        _require_site(url)
        if parse_url(url).get_backend_name() == "postgresql":
            console.print("PostgreSQL is copied by its own tools: a pg_dump before a migration is wise.")
        engine = create_engine(url)
        with server_lock(engine):
            migrated = prepare(engine)
        engine.dispose()
    console.print(f"This site is of version {VERSION} already." if migrated is None else str(migrated), soft_wrap=True)


def _require_site(url: str) -> None:
    with database_errors(), reading_engine(url) as engine, engine.connect() as connection:
        if version_of(connection) is None:
            raise UsageError("There is no site in this database")
