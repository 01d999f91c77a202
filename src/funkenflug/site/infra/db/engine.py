"""Connections to the database of a site, transactions, and errors."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import platformdirs
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError

T = TypeVar("T")


class Unavailable(Exception):
    """The database does not work at the moment."""

    def __init__(self, error: Exception, *, full: bool = False, unsure: bool = False) -> None:
        super().__init__(str(getattr(error, "orig", error)))
        self.full = full
        """The disk is full."""
        self.unsure = unsure
        """The transaction may have been committed nevertheless: the connection broke meanwhile."""
        self.bad_data = isinstance(error, DataError | sqlite3.DataError)
        """The database works, and does not take these values."""


class Collision(Exception):
    """Another transaction wrote the same row, or the two deadlocked: nothing was written."""


class InUse(Exception):
    """Another server is using this SQLite database."""


def in_transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Call `work` in a transaction that may write, commit, and return its result."""

    def commit(connection: Connection) -> T:
        try:
            result = work(connection)
        except DBAPIError as error:
            if isinstance(error, IntegrityError) or getattr(error.orig, "sqlstate", None) in _ROLLED_BACK:
                raise Collision(str(error.orig)) from error
            raise
        try:
            connection.commit()
        except DBAPIError as error:
            raise Unavailable(error, full=_is_full(error.orig), unsure=_is_unsure(error)) from error
        return result

    return connected(writing(engine), commit)


def in_one_statement(connection: Any, statement: str, values: tuple[Any, ...]) -> None:
    """Execute a statement of SQLite as a transaction of its own.

    Where SQLAlchemy begins, executes and commits, the thread would give up the GIL three times, and wait for it.
    """
    try:
        connection.execute(statement, values)
    except sqlite3.IntegrityError as error:
        raise Collision(str(error)) from error
    except sqlite3.Error as error:
        full = _is_full(error)
        raise Unavailable(error, full=full, unsure=not full and not _is_busy(error)) from error


def connected(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Call `work` with a connection; again with a new one if that was closed before anything was committed."""
    with database_errors():
        try:
            with engine.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with engine.connect() as connection:
            return work(connection)


_ROLLED_BACK = ("40001", "40P01")
"""PostgreSQL: serialization failure, deadlock."""

_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
"""SQLite on a full disk: the page that would have made the commit valid was not written."""

_DISK_FULL = "53100"
"""PostgreSQL: disk full."""


def _is_full(error: BaseException | None) -> bool:
    if getattr(error, "sqlite_errorcode", None) in _FULL:
        return True
    return getattr(error, "sqlstate", None) == _DISK_FULL


def _is_busy(error: BaseException | None) -> bool:
    """Whether SQLite could not begin, because another connection was writing."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _is_unsure(error: DBAPIError) -> bool:
    """Whether a commit that failed may have happened. If PostgreSQL answered it did not; silence tells nothing."""
    if isinstance(error.orig, sqlite3.Error):
        return not _is_full(error.orig)
    return error.connection_invalidated


@contextlib.contextmanager
def database_errors() -> Iterator[None]:
    """Raise `Unavailable` for every error of the database."""
    try:
        yield
    except DBAPIError as error:
        raise Unavailable(error, full=_is_full(error.orig)) from error
    except SQLAlchemyError as error:
        raise Unavailable(error) from error


def writing(engine: Engine) -> Engine:
    """Return the engine for transactions that write."""
    # SQLite refuses a write in a transaction that began by reading if another connection has written since
    return engine.execution_options(begin="BEGIN IMMEDIATE")


@contextlib.contextmanager
def server_lock(engine: Engine) -> Iterator[None]:
    """Keep other servers away from an SQLite database; raise `InUse` if one is running.

    The lock is a transaction in a database of its own. The operating system releases it when the process ends,
    however it ends. Commands that export or copy a site do not take it.
    """
    file = engine.url.database
    if engine.dialect.name != "sqlite" or file in _IN_MEMORY:
        yield
        return
    lock_file = f"{Path(str(file)).resolve()}.lock"
    try:
        lock = sqlite3.connect(lock_file, timeout=0, isolation_level=None, check_same_thread=False)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise InUse(f"Another Funkenflug server is using {file}") from None
        raise Unavailable(error) from error
    with contextlib.closing(lock):
        yield


def default_database() -> str:
    """Return the URL of the default database, in the user's data directory."""
    return f"sqlite:///{platformdirs.user_data_path('funkenflug') / 'site.sqlite'}"


def parse_url(url: str) -> URL:
    """Parse the URL of a database; raise `ValueError` if it is neither SQLite nor PostgreSQL."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError(f"“{url}” is not the address of a database: sqlite:///FILE or postgresql://…") from None
    if parsed.drivername in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"Tables are kept in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")
    return parsed


def create_engine(url: str) -> Engine:
    """Return an engine for a database; an SQLite file and its directory are created."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "postgresql":
        return sa.create_engine(parsed, hide_parameters=True, connect_args=_POSTGRESQL_TIMEOUTS)
    if parsed.database not in _IN_MEMORY:
        _keep_private(Path(str(parsed.database)))
    engine = sa.create_engine(
        parsed, hide_parameters=True, connect_args={"timeout": _SQLITE_TIMEOUT, "check_same_thread": False}
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database; None if it is in memory, or not SQLite."""
    if url.get_backend_name() != "sqlite" or url.database in _IN_MEMORY:
        return None
    return Path(str(url.database)).resolve()


@contextlib.contextmanager
def reading_engine(url: str) -> Iterator[Engine]:
    """Open a database without any change: no file is created, and SQLite keeps its journal mode."""
    file = file_of(parse_url(url))
    if file is None:
        engine = create_engine(url)
    else:
        address = f"{file.as_uri()}?mode=ro"
        engine = sa.create_engine(
            "sqlite://", creator=lambda: sqlite3.connect(address, uri=True, timeout=_SQLITE_TIMEOUT)
        )
    try:
        yield engine
    finally:
        engine.dispose()


def _keep_private(file: Path) -> None:
    """Make a database file readable by its owner only, and create it if missing; SQLite's other files follow it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:  # it is not opened: closing it would release the locks of this process's connections
        if not os.access(file, os.W_OK):
            raise Unavailable(PermissionError(f"{file} cannot be written")) from None
        if os.name == "posix" and file.is_file() and file.stat().st_mode & 0o077:
            with contextlib.suppress(PermissionError):  # it belongs to another account, which decides
                file.chmod(0o600)
    except OSError as error:
        raise Unavailable(OSError(f"{file}: {error.strerror}")) from error


_IN_MEMORY = (None, "", ":memory:")

_POSTGRESQL_TIMEOUTS = {
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""When to give up on a PostgreSQL server that does not answer: in seconds, the last in milliseconds."""


_SQLITE_TIMEOUT = 30.0
"""Seconds that a connection waits for others that write."""


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins and ends transactions
    _enable_wal(connection, time.monotonic() + _SQLITE_TIMEOUT)
    connection.execute("PRAGMA synchronous = FULL")  # a commit is on the disk when it returns
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = MEMORY")  # what a statement would undo if a row of many fails


def _enable_wal(connection: sqlite3.Connection, deadline: float) -> None:
    """Switch to WAL mode. SQLite does not wait for a connection that is doing the same, so this does."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))
