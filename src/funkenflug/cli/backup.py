"""`funkenflug backup`: copy the database of a site, also while it is running."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console

from funkenflug.cli.database import add_database_option, existing_site, usage_errors
from funkenflug.site.infra.db.export import backup


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("target", metavar="FILE", help="a new file")
    add_database_option(parser)


def run(arguments: Namespace, console: Console) -> None:
    """Copy the database."""
    with usage_errors():
        backup(existing_site(arguments.database), Path(arguments.target))
    console.print(f"Copied to {arguments.target}")
