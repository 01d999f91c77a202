"""Where tables are kept: append-only lists of events in a database, SQLite or PostgreSQL.

All writing of a process is done by one thread, which puts whatever is waiting into one transaction: many tables share
the price of one commit. A write is answered after the commit. Reading has threads of its own.
"""

from __future__ import annotations

import contextlib
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from funkenflug.web.happenings import Entry, read, written
from funkenflug.web.schema import bring_up_to_date, days, events, facts, holders, links, people, standings, tables

T = TypeVar("T")


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What lists of tables ask for. It follows from the events, and is kept beside them so that it can be queried."""

    state: str
    """open: a seat is free; running; over."""
    public: bool
    timed: bool
    day: str | None
    won: bool | None
    plies: int
    holders: frozenset[str]


class Conflict(Exception):
    """Somebody else has written an event of that number."""


class Unavailable(Exception):
    """The database does not work at the moment."""

    def __init__(self, error: Exception, *, full: bool = False, unsure: bool = False) -> None:
        super().__init__(str(error))
        self.full = full
        """There is no room for more."""
        self.unsure = unsure
        """What was to be written may be there nevertheless: the connection broke while it was being committed."""


class _Job(msgspec.Struct, Generic[T]):
    """Something to be done in a transaction."""

    work: Callable[[Connection], T]
    done: Future[T]


class _Append(msgspec.Struct):
    """An event to be added: many of them are written by one statement."""

    table: str
    entry: Entry
    standing: Standing
    seats_changed: bool
    done: Future[None]


class Storage:
    """A database of tables. Every method returns at once, with a future."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        with _translated(), _writing(self._engine).begin() as connection:
            bring_up_to_date(connection)
            self.secret = _site_secret(connection)
        self._waiting: queue.SimpleQueue[_Job[Any] | _Append | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(_READERS, "storage-reader")
        self._writer = threading.Thread(target=self._write_all, name="storage-writer")
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, and end."""
        self._waiting.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._engine.dispose()

    # Writing

    def _write(self, work: Callable[[Connection], T]) -> Future[T]:
        done: Future[T] = Future()
        self._waiting.put(_Job(work, done))
        return done

    def _write_all(self) -> None:
        engine, ended = _writing(self._engine), False
        while not ended:
            batch = [self._waiting.get()]
            while not self._waiting.empty() and len(batch) < _LARGEST_BATCH:
                batch.append(self._waiting.get())
            if None in batch:
                ended = True
            wanted = [job for job in batch if job is not None and job.done.set_running_or_notify_cancel()]
            if wanted:
                _write_batch(engine, wanted)

    def create(self, table: str, game: str, setup: str, entry: Entry, standing: Standing) -> Future[None]:
        """Keep a new table with its first event."""

        def work(connection: Connection) -> None:
            connection.execute(tables.insert().values(id=table, created=entry.at, game=game, setup=setup))
            connection.execute(events.insert().values(_event_row(table, entry)))
            connection.execute(standings.insert().values(table_id=table, **_standing_row(entry, standing)))
            _seat(connection, table, standing.holders)

        return self._write(work)

    def append(self, table: str, entry: Entry, standing: Standing, seats_changed: bool = True) -> Future[None]:
        """Add an event to a table; `Conflict` if there is one of that number."""
        done: Future[None] = Future()
        self._waiting.put(_Append(table, entry, standing, seats_changed, done))
        return done

    def rename(self, who: str, name: str) -> Future[None]:
        """Keep somebody's name."""

        def work(connection: Connection) -> None:
            if connection.execute(people.update().where(people.c.who == who).values(name=name)).rowcount == 0:
                connection.execute(people.insert().values(who=who, name=name))

        return self._write(work)

    def keep_link(self, token: str, sealed: str, now: float, until: float) -> Future[None]:
        """Keep a link to an identity; links that are too old are dropped."""

        def work(connection: Connection) -> None:
            connection.execute(links.delete().where(links.c.until < now))
            connection.execute(links.insert().values(token=token, sealed=sealed, until=until))

        return self._write(work)

    def use_link(self, token: str, now: float) -> Future[str | None]:
        """Return what a link holds, once; None if there is no such link any more."""

        def work(connection: Connection) -> str | None:
            found = connection.execute(sa.select(links).where(links.c.token == token)).one_or_none()
            gone = connection.execute(links.delete().where(links.c.token == token)).rowcount
            return None if found is None or not gone or found.until < now else str(found.sealed)

        return self._write(work)

    def keep_day(self, day: str, game: str, seed: str) -> Future[None]:
        """Keep the solitaire of a day; the first that is kept stays."""

        def work(connection: Connection) -> None:
            if connection.execute(sa.select(days.c.day).where(days.c.day == day)).one_or_none() is None:
                connection.execute(days.insert().values(day=day, game=game, seed=seed))

        return self._write(work)

    # Reading

    def _read(self, work: Callable[[Connection], T]) -> Future[T]:
        def job() -> T:
            with _translated(), self._engine.connect() as connection:
                return work(connection)

        return self._readers.submit(job)

    def entries(self, table: str, after: int = -1) -> Future[list[Entry]]:
        """Return the events of a table, those behind a number only."""
        wanted = sa.select(events).where(events.c.table_id == table, events.c.number > after).order_by(events.c.number)
        return self._read(
            lambda connection: [
                Entry(number=row.number, at=row.at, what=read(row.data)) for row in connection.execute(wanted)
            ]
        )

    def held_by(self, who: str, most: int) -> Future[list[str]]:
        """Return the tables where somebody sits and that are not over, the last changed first."""
        wanted = (
            sa.select(standings.c.table_id)
            .join(holders, holders.c.table_id == standings.c.table_id)
            .where(holders.c.who == who, standings.c.state != "over")
        )
        return self._ids(wanted, most)

    def public(self, state: str, most: int) -> Future[list[str]]:
        """Return the public tables in a state, the last changed first."""
        return self._ids(
            sa.select(standings.c.table_id).where(standings.c.public.is_(True), standings.c.state == state), most
        )

    def timed(self, most: int) -> Future[list[str]]:
        """Return the running tables with a clock."""
        return self._ids(
            sa.select(standings.c.table_id).where(standings.c.timed.is_(True), standings.c.state == "running"), most
        )

    def _ids(self, wanted: sa.Select[Any], most: int) -> Future[list[str]]:
        ordered = wanted.order_by(standings.c.changed.desc()).limit(most)
        return self._read(lambda connection: list(connection.execute(ordered).scalars()))

    def name_of(self, who: str) -> Future[str | None]:
        """Return somebody's name, if it is known."""
        wanted = sa.select(people.c.name).where(people.c.who == who)
        return self._read(lambda connection: connection.execute(wanted).scalar_one_or_none())

    def day(self, day: str) -> Future[tuple[str, str] | None]:
        """Return game and seed of the solitaire of a day, if it is known."""
        wanted = sa.select(days.c.game, days.c.seed).where(days.c.day == day)

        def work(connection: Connection) -> tuple[str, str] | None:
            found = connection.execute(wanted).one_or_none()
            return None if found is None else (found.game, found.seed)

        return self._read(work)

    def tries(self, day: str) -> Future[tuple[int, int]]:
        """Return how many have tried the solitaire of a day, and how many have won it."""
        begun = sa.select(standings.c.won).where(standings.c.day == day, standings.c.plies > 0)

        def work(connection: Connection) -> tuple[int, int]:
            results = list(connection.execute(begun).scalars())
            return len(results), results.count(True)

        return self._read(work)

    def day_of(self, who: str, day: str) -> Future[str | None]:
        """Return the table at which somebody plays the solitaire of a day."""
        wanted = (
            sa.select(standings.c.table_id)
            .join(holders, holders.c.table_id == standings.c.table_id)
            .where(holders.c.who == who, standings.c.day == day)
            .limit(1)
        )
        return self._read(lambda connection: connection.execute(wanted).scalar_one_or_none())


_LARGEST_BATCH = 256
_READERS = 2


def _write_batch(engine: Engine, batch: Sequence[_Job[Any] | _Append]) -> None:
    """Do the work of a batch in one transaction; if that does not go, each piece in one of its own."""
    try:
        results = _in_transaction(engine, lambda connection: _do_all(connection, batch))
    except Unavailable as error:
        for job in batch:
            job.done.set_exception(error)
    except _Collision as collision:
        if len(batch) > 1:
            for job in batch:
                _write_batch(engine, [job])
        elif isinstance(batch[0], _Append):
            batch[0].done.set_exception(Conflict(str(collision)))
        else:
            _write_batch(engine, batch)  # it finds now what another process has written
    except Exception as error:
        for job in batch:
            job.done.set_exception(error)
    else:
        for job, result in zip(batch, results, strict=True):
            job.done.set_result(result)


def _do_all(connection: Connection, batch: Sequence[_Job[Any] | _Append]) -> list[Any]:
    results = [None if isinstance(job, _Append) else job.work(connection) for job in batch]
    # in the order of the tables, so that two processes never wait for each other
    appends = sorted((job for job in batch if isinstance(job, _Append)), key=lambda job: job.table)
    if appends:
        connection.execute(events.insert(), [_event_row(job.table, job.entry) for job in appends])
        connection.execute(
            _CHANGE_STANDING, [_standing_row(job.entry, job.standing) | {"of_table": job.table} for job in appends]
        )
    for job in appends:
        if job.seats_changed:
            _seat(connection, job.table, job.standing.holders)
    return results


def _event_row(table: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "number": entry.number,
        "kind": type(entry.what).__name__,
        "data": written(entry.what),
        "at": entry.at,
    }


def _standing_row(entry: Entry, standing: Standing) -> dict[str, Any]:
    row = msgspec.structs.asdict(standing) | {"changed": entry.at}
    del row["holders"]
    return row


_CHANGE_STANDING = (
    standings.update()
    .where(standings.c.table_id == sa.bindparam("of_table"))
    .values({column.name: sa.bindparam(column.name) for column in standings.c if not column.primary_key})
)


def _seat(connection: Connection, table: str, people: Collection[str]) -> None:
    """Keep who holds a seat."""
    connection.execute(holders.delete().where(holders.c.table_id == table))
    if people:
        connection.execute(holders.insert(), [{"table_id": table, "who": who} for who in people])


def _site_secret(connection: Connection) -> str:
    """Return the secret that signs cookies and invitations; it is made at the first start."""
    known = connection.execute(sa.select(facts.c.value).where(facts.c.name == "secret")).scalar_one_or_none()
    if known is not None:
        return str(known)
    fresh = secrets.token_urlsafe(32)
    connection.execute(facts.insert().values(name="secret", value=fresh))
    return fresh


# The database -------------------------------------------------------------------------------------------------------


class _Collision(Exception):
    """Another process wanted to write the same, or the two got in each other's way: nothing was written."""


def _in_transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Do something, commit it and return what came of it."""
    with _translated(), engine.connect() as connection:
        try:
            result = work(connection)
        except DBAPIError as error:
            if isinstance(error, IntegrityError) or getattr(error.orig, "sqlstate", None) in _ROLLED_BACK:
                raise _Collision(str(error.orig)) from error
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
def _translated() -> Iterator[None]:
    """Say of every failure of the database that it does not work."""
    try:
        yield
    except DBAPIError as error:
        raise Unavailable(error, full=_is_full(error)) from error
    except SQLAlchemyError as error:
        raise Unavailable(error) from error


def _writing(engine: Engine) -> Engine:
    """Return the engine for transactions that write."""
    return engine.execution_options(begin="BEGIN IMMEDIATE")


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


def _engine(url: str) -> Engine:
    parsed = address(url)
    if parsed.get_backend_name() == "postgresql":
        return sa.create_engine(parsed, pool_pre_ping=True, connect_args=_PATIENCE)
    if parsed.database not in (None, "", ":memory:"):
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(parsed, connect_args={"timeout": 30, "check_same_thread": False})
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


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins and ends transactions
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    # who will write says so at once: a transaction that began by reading cannot write after another has
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))
