"""The database of a site, for the commands that use one."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from funkenflug.cli.errors import UsageError

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine


def add_database_option(parser: ArgumentParser) -> None:
    """Add the option that chooses the database."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="the database: sqlite:///FILE or postgresql://… (default: SQLite in your data folder)",
    )


@contextmanager
def open_database(database: str | None) -> Iterator[Engine]:
    """Open the database of a site; raise `UsageError`, and change nothing, if it is of another version."""
    from funkenflug.site.infra.db.engine import create_engine
    from funkenflug.site.infra.db.upgrade import require_current

    url = existing_site(database)
    with usage_errors():
        require_current(url)
        engine = create_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def new_database(database: str | None) -> Iterator[Engine]:
    """Open an empty database, which is created if it is missing, or one of this version; migrate none."""
    from funkenflug.site.infra.db.engine import create_engine, default_database, file_of, parse_url
    from funkenflug.site.infra.db.upgrade import prepare, require_current

    with usage_errors():
        url = database or default_database()
        file = file_of(parse_url(url))
        if file is None or file.is_file():
            require_current(url, may_be_empty=True)
        engine = create_engine(url)
        prepare(engine)
    try:
        yield engine
    finally:
        engine.dispose()


def existing_site(database: str | None) -> str:
    """Return the URL of a site; raise `UsageError` for an SQLite file that does not exist, which would be created."""
    from funkenflug.site.infra.db.engine import default_database, parse_url

    url = database or default_database()
    with usage_errors():
        parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(str(parsed.database)).is_file():
        raise UsageError(f"{parsed.database}: no site found")
    return url


@contextmanager
def usage_errors() -> Iterator[None]:
    """Raise `UsageError` for what may be wrong with a database or an export."""
    from funkenflug.site.infra.db.engine import InUse, Unavailable
    from funkenflug.site.infra.db.export import ExportError
    from funkenflug.site.infra.db.schema import Incompatible

    try:
        yield
    except ModuleNotFoundError:
        raise UsageError('PostgreSQL support is not installed: pip install "funkenflug[postgresql]"') from None
    except (ValueError, Incompatible, InUse, ExportError) as error:
        raise UsageError(str(error)) from None
    except Unavailable as error:
        raise UsageError(f"Cannot reach the database: {error}") from None
