"""The database of a site: how it is reached, its transactions, and what its failures mean."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import platformdirs
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

T = TypeVar("T")


class Unavailable(Exception):
    """The database does not work at the moment."""

    def __init__(self, error: Exception, *, full: bool = False, unsure: bool = False) -> None:
        super().__init__(str(getattr(error, "orig", error)))
        self.full = full
        """There is no room for more."""
        self.unsure = unsure
        """What was to be written may be there nevertheless: the connection broke while it was being committed."""


class Collision(Exception):
    """Another process wanted to write the same, or the two got in each other's way: nothing was written."""


def in_transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Do something, commit it and return what came of it."""
    with translated(), engine.connect() as connection:
        try:
            result = work(connection)
        except DBAPIError as error:
            if isinstance(error, IntegrityError) or getattr(error.orig, "sqlstate", None) in _ROLLED_BACK:
                raise Collision(str(error.orig)) from error
            raise
        try:
            connection.commit()
        except DBAPIError as error:
            raise Unavailable(error, full=_is_full(error), unsure=_is_unsure(error)) from error
        return result


_ROLLED_BACK = ("40001", "40P01")
"""PostgreSQL's words for two transactions that got in each other's way."""

_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
"""SQLite's words for a disk that takes nothing more: the page that would have made the commit valid is not there."""

_NO_ROOM = "53100"
"""PostgreSQL's word for it."""


def _is_full(error: DBAPIError) -> bool:
    if getattr(error.orig, "sqlite_errorcode", None) in _FULL:
        return True
    return getattr(error.orig, "sqlstate", None) == _NO_ROOM


def _is_unsure(error: DBAPIError) -> bool:
    """Whether a commit that failed may have been done: an answer of PostgreSQL says no, silence says nothing."""
    if isinstance(error.orig, sqlite3.Error):
        return not _is_full(error)
    return error.connection_invalidated


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Say of every failure of the database that it does not work."""
    try:
        yield
    except DBAPIError as error:
        raise Unavailable(error, full=_is_full(error)) from error
    except SQLAlchemyError as error:
        raise Unavailable(error) from error


def writing(engine: Engine, durable: bool = True) -> Engine:
    """Return the engine for transactions that write; if they need not be durable, SQLite does not wait for the disk."""
    # who will write says so at once: a transaction that began by reading cannot write after another has
    return engine.execution_options(
        begin=(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}", "BEGIN IMMEDIATE"),
    )


def default_database() -> str:
    """Return where a site is kept if nobody says: in the user's folder for data."""
    return f"sqlite:///{platformdirs.user_data_path('funkenflug') / 'site.sqlite'}"


def address(url: str) -> URL:
    """Return the address of a database as SQLAlchemy wants it; `ValueError` if it is none that we know."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError(f"“{url}” is not the address of a database: sqlite:///FILE or postgresql://…") from None
    if parsed.drivername in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"Tables are kept in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")
    return parsed


def connected(url: str) -> Engine:
    """Return the way to a database."""
    parsed = address(url)
    if parsed.get_backend_name() == "postgresql":
        return sa.create_engine(parsed, pool_pre_ping=True, hide_parameters=True, connect_args=_PATIENCE)
    if parsed.database not in (None, "", ":memory:"):
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        parsed, hide_parameters=True, connect_args={"timeout": _SQLITE_PATIENCE, "check_same_thread": False}
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


_PATIENCE = {
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""How long a PostgreSQL that has fallen silent is waited for; in seconds, the last in milliseconds."""


_SQLITE_PATIENCE = 30.0
"""Seconds that somebody who wants to write waits for others who do."""


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins and ends transactions
    _keep_a_write_ahead_log(connection, time.monotonic() + _SQLITE_PATIENCE)
    connection.execute("PRAGMA foreign_keys = ON")


def _keep_a_write_ahead_log(connection: sqlite3.Connection, deadline: float) -> None:
    """Switch a file to WAL: if another process is just doing so SQLite does not wait for it, so that is done here."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _begin_sqlite(connection: Connection) -> None:
    for statement in connection.get_execution_options().get("begin", ("BEGIN",)):
        connection.exec_driver_sql(statement)
