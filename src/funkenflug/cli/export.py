"""`funkenflug export`: write a whole site to a zip file or a folder."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console

from funkenflug.cli.database import add_database_option, open_database, usage_errors
from funkenflug.core.words import counted
from funkenflug.site.infra.db.export import export_site
from funkenflug.site.tables.storage import record_of


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("target", metavar="SITE", help="a new .zip file or a new folder")
    add_database_option(parser)


def run(arguments: Namespace, console: Console) -> None:
    """Export the site."""
    with usage_errors(), open_database(arguments.database) as engine:
        count = export_site(engine, Path(arguments.target), record_of)
    console.print(f"{counted(count, 'table')} exported to {arguments.target}. It contains every deal: keep it private")
