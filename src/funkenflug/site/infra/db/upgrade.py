"""Which version a database has, and its migration, which keeps a copy where that is possible."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from funkenflug.site.infra.db.cluster import living_processes
from funkenflug.site.infra.db.engine import database_errors, file_of, reading_engine, writing
from funkenflug.site.infra.db.export import backup
from funkenflug.site.infra.db.schema import VERSION, Incompatible, lock_migrations, migrate, processes, version_of


class Migrated(NamedTuple):
    """A migration that has been done."""

    before: str
    copy: Path | None
    """The copy of the database before; None in PostgreSQL, which is copied by its own tools."""

    def __str__(self) -> str:
        kept = "" if self.copy is None else f" The old database was copied to {self.copy} first."
        return f"Migrated from version {self.before} to version {VERSION}.{kept}"


def prepare(engine: Engine) -> Migrated | None:
    """Create the tables of an empty database, or migrate an older one; return what was migrated."""
    with database_errors(), writing(engine).begin() as connection:
        if version_of(connection) == VERSION:
            return None
        lock_migrations(connection)
        before, copy = version_of(connection), None  # another process may have migrated it meanwhile
        if before not in (None, VERSION) and not _is_newer(before):
            _require_no_older_process(connection)
            copy = _copied(engine, before)
        migrate(connection)
    return None if before in (None, VERSION) else Migrated(str(before), copy)


def require_current(url: str, *, may_be_empty: bool = False) -> None:
    """Raise `Incompatible` unless a database has a site of this version. Not a byte of it is changed."""
    with database_errors(), reading_engine(url) as engine, engine.connect() as connection:
        found = version_of(connection)
    if found == VERSION or (found is None and may_be_empty):
        return
    if found is None:
        raise Incompatible("There is no site in this database")
    if _is_newer(found):
        raise Incompatible(
            f"This site is of version {found}; this Funkenflug knows versions up to version {VERSION}:"
            " use the Funkenflug that serves the site"
        )
    raise Incompatible(
        f"This site is of version {found}; this Funkenflug needs version {VERSION}:"
        " use the Funkenflug that serves the site, or stop it and run funkenflug migrate"
    )


def _is_newer(version: str | None) -> bool:
    return version is not None and not (version.isdigit() and int(version) < int(VERSION))


def _require_no_older_process(connection: Connection) -> None:
    """Refuse to change the tables that processes of an older version are using."""
    if connection.dialect.name != "postgresql" or not sa.inspect(connection).has_table(processes.name):
        return  # nobody else has the lock of an SQLite database
    if count := len(living_processes(connection)):
        running = "1 process of an older version is" if count == 1 else f"{count} processes of an older version are"
        raise Incompatible(
            f"{running} serving this site: stop all of them first, then start the new version or run funkenflug migrate"
        )


def _copied(engine: Engine, version: str | None) -> Path | None:
    """Copy an SQLite database to a new file beside it; the transaction of the caller keeps others from writing."""
    if (file := file_of(engine.url)) is None:
        return None
    names = (
        f"{file.stem}.version-{version}{number}{file.suffix}" for number in ("", *map(".{}".format, range(2, 100)))
    )
    copy = next(path for path in map(file.with_name, names) if not path.exists())
    backup(engine.url.render_as_string(hide_password=False), copy)
    return copy
