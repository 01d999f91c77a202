"""`funkenflug export`, `import` and `backup`: a whole site as files."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from funkenflug.cli.commands import UsageError
from funkenflug.cli.web import opened
from funkenflug.match.words import counted


def export(arguments: Namespace, console: Console) -> None:
    """Write a whole site to a zip file or a folder."""
    from funkenflug.web.db.export import export_site  # here, for the other commands to start quickly

    with _explained(), opened(_existing(arguments.database)) as engine:
        count = export_site(engine, Path(arguments.target))
    console.print(f"{counted(count, 'table')} exported to {arguments.target}. It tells every deal: keep it to yourself")


def import_(arguments: Namespace, console: Console) -> None:
    """Bring an exported site into an empty database."""
    from funkenflug.web.db.export import check_export, import_site

    with _explained():
        check_export(Path(arguments.source))  # before a database is made for it
        with opened(arguments.database) as engine:
            count = import_site(engine, Path(arguments.source))
    console.print(f"{counted(count, 'table')} imported from {arguments.source}")


def backup(arguments: Namespace, console: Console) -> None:
    """Copy the database of a site, also while it is running."""
    from funkenflug.web.db import export as moving

    with _explained():
        moving.backup(_existing(arguments.database), Path(arguments.target))
    console.print(f"Copied to {arguments.target}")


def _existing(database: str | None) -> str:
    """Return the address of a site; an SQLite file that is not there would be made."""
    from funkenflug.web.db.engine import default_database, parse_url

    url = database or default_database()
    try:
        found = parse_url(url)
    except ValueError as wrong:
        raise UsageError(str(wrong)) from None
    if found.get_backend_name() == "sqlite" and not Path(str(found.database)).is_file():
        raise UsageError(f"{found.database}: there is no site")
    return url


@contextmanager
def _explained() -> Iterator[None]:
    from funkenflug.web.db.engine import Unavailable
    from funkenflug.web.db.export import CannotMove

    try:
        yield
    except CannotMove as error:
        raise UsageError(str(error)) from None
    except Unavailable as error:
        raise UsageError(f"The database does not answer: {error}") from None
