"""`funkenflug import`: load an exported site into an empty database."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console

from funkenflug.cli.database import add_database_option, new_database, usage_errors
from funkenflug.core.words import counted
from funkenflug.site.infra.db.export import check_export, import_site
from funkenflug.site.tables.storage import record_of


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SITE", help="the exported file or folder")
    add_database_option(parser)


def run(arguments: Namespace, console: Console) -> None:
    """Import the site."""
    with usage_errors():
        check_export(Path(arguments.source))  # before a database is created
        with new_database(arguments.database) as engine:
            count = import_site(engine, Path(arguments.source), record_of)
    console.print(f"{counted(count, 'table')} imported from {arguments.source}")
