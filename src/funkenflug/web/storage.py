"""Where tables are kept: append-only lists of events in a database.

All writing is done by one thread, which puts whatever is waiting into one transaction: many tables share the price of
one commit. A write is answered after the commit. Reading has a thread of its own.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine, make_url

from funkenflug.web.happenings import Entry, read, written

T = TypeVar("T")

_metadata = sa.MetaData()

_tables = sa.Table(
    "tables",
    _metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
)

_events = sa.Table(
    "events",
    _metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

_standings = sa.Table(
    "standings",
    _metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("state", sa.String(8), nullable=False, index=True),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("timed", sa.Boolean, nullable=False),
    sa.Column("day", sa.String(10), index=True),
    sa.Column("won", sa.Boolean),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
)

_holders = sa.Table(
    "holders",
    _metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("who", sa.String(64), primary_key=True, index=True),
)

_people = sa.Table(
    "people",
    _metadata,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
)

_links = sa.Table(
    "links",
    _metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("sealed", sa.String(64), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)

_days = sa.Table(
    "days",
    _metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("seed", sa.String(128), nullable=False),
)

_facts = sa.Table(
    "facts",
    _metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


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


class Storage:
    """A database of tables. Every method returns at once, with a future."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        with self._engine.begin() as connection:
            _metadata.create_all(connection)
            self.secret = _site_secret(connection)
        self._waiting: queue.SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "storage-reader")
        self._writer = threading.Thread(target=self._write_all, name="storage-writer")
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, and end."""
        self._waiting.put(None)
        self._writer.join()
        self._reader.shutdown()
        self._engine.dispose()

    # Writing

    def _write(self, work: Callable[[Connection], T]) -> Future[T]:
        done: Future[T] = Future()
        self._waiting.put((work, done))
        return done

    def _write_all(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch, ended = [first], False
            while not self._waiting.empty() and len(batch) < _LARGEST_BATCH:
                following = self._waiting.get()
                if following is None:
                    ended = True
                    break
                batch.append(following)
            _write_batch(self._engine, batch)
            if ended:
                return

    def create(self, table: str, game: str, setup: str, entry: Entry, standing: Standing) -> Future[None]:
        """Keep a new table with its first event."""

        def work(connection: Connection) -> None:
            connection.execute(_tables.insert().values(id=table, created=entry.at, game=game, setup=setup))
            _append(connection, table, entry, standing)

        return self._write(work)

    def append(self, table: str, entry: Entry, standing: Standing) -> Future[None]:
        """Add an event to a table; `Conflict` if there is one of that number."""
        return self._write(lambda connection: _append(connection, table, entry, standing))

    def rename(self, who: str, name: str) -> Future[None]:
        """Keep somebody's name."""

        def work(connection: Connection) -> None:
            connection.execute(_people.delete().where(_people.c.who == who))
            connection.execute(_people.insert().values(who=who, name=name))

        return self._write(work)

    def keep_link(self, token: str, sealed: str, now: float, until: float) -> Future[None]:
        """Keep a link to an identity; links that are too old are dropped."""

        def work(connection: Connection) -> None:
            connection.execute(_links.delete().where(_links.c.until < now))
            connection.execute(_links.insert().values(token=token, sealed=sealed, until=until))

        return self._write(work)

    def use_link(self, token: str, now: float) -> Future[str | None]:
        """Return what a link holds, once; None if there is no such link any more."""

        def work(connection: Connection) -> str | None:
            found = connection.execute(sa.select(_links).where(_links.c.token == token)).one_or_none()
            connection.execute(_links.delete().where(_links.c.token == token))
            return None if found is None or found.until < now else str(found.sealed)

        return self._write(work)

    def keep_day(self, day: str, game: str, seed: str) -> Future[None]:
        """Keep the solitaire of a day; the first that is kept stays."""

        def work(connection: Connection) -> None:
            if connection.execute(sa.select(_days.c.day).where(_days.c.day == day)).one_or_none() is None:
                connection.execute(_days.insert().values(day=day, game=game, seed=seed))

        return self._write(work)

    # Reading

    def _read(self, work: Callable[[Connection], T]) -> Future[T]:
        def job() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        return self._reader.submit(job)

    def entries(self, table: str, after: int = -1) -> Future[list[Entry]]:
        """Return the events of a table, those behind a number only."""
        wanted = (
            sa.select(_events).where(_events.c.table_id == table, _events.c.number > after).order_by(_events.c.number)
        )
        return self._read(
            lambda connection: [
                Entry(number=row.number, at=row.at, what=read(row.data)) for row in connection.execute(wanted)
            ]
        )

    def held_by(self, who: str, most: int) -> Future[list[str]]:
        """Return the tables where somebody sits and that are not over, the last changed first."""
        wanted = (
            sa.select(_standings.c.table_id)
            .join(_holders, _holders.c.table_id == _standings.c.table_id)
            .where(_holders.c.who == who, _standings.c.state != "over")
        )
        return self._ids(wanted, most)

    def public(self, state: str, most: int) -> Future[list[str]]:
        """Return the public tables in a state, the last changed first."""
        return self._ids(
            sa.select(_standings.c.table_id).where(_standings.c.public.is_(True), _standings.c.state == state), most
        )

    def timed(self, most: int) -> Future[list[str]]:
        """Return the running tables with a clock."""
        return self._ids(
            sa.select(_standings.c.table_id).where(_standings.c.timed.is_(True), _standings.c.state == "running"), most
        )

    def _ids(self, wanted: sa.Select[Any], most: int) -> Future[list[str]]:
        ordered = wanted.order_by(_standings.c.changed.desc()).limit(most)
        return self._read(lambda connection: list(connection.execute(ordered).scalars()))

    def name_of(self, who: str) -> Future[str | None]:
        """Return somebody's name, if it is known."""
        wanted = sa.select(_people.c.name).where(_people.c.who == who)
        return self._read(lambda connection: connection.execute(wanted).scalar_one_or_none())

    def day(self, day: str) -> Future[tuple[str, str] | None]:
        """Return game and seed of the solitaire of a day, if it is known."""
        wanted = sa.select(_days.c.game, _days.c.seed).where(_days.c.day == day)

        def work(connection: Connection) -> tuple[str, str] | None:
            found = connection.execute(wanted).one_or_none()
            return None if found is None else (found.game, found.seed)

        return self._read(work)

    def tries(self, day: str) -> Future[tuple[int, int]]:
        """Return how many have tried the solitaire of a day, and how many have won it."""
        begun = sa.select(_standings.c.won).where(_standings.c.day == day, _standings.c.plies > 0)

        def work(connection: Connection) -> tuple[int, int]:
            results = list(connection.execute(begun).scalars())
            return len(results), results.count(True)

        return self._read(work)

    def day_of(self, who: str, day: str) -> Future[str | None]:
        """Return the table at which somebody plays the solitaire of a day."""
        wanted = (
            sa.select(_standings.c.table_id)
            .join(_holders, _holders.c.table_id == _standings.c.table_id)
            .where(_holders.c.who == who, _standings.c.day == day)
            .limit(1)
        )
        return self._read(lambda connection: connection.execute(wanted).scalar_one_or_none())


_LARGEST_BATCH = 256


def _write_batch(engine: Engine, batch: Sequence[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
    """Do the work of a batch in one transaction; a conflict takes no other piece with it."""
    results: list[tuple[Future[Any], Any, BaseException | None]] = []
    try:
        with engine.begin() as connection:
            for work, done in batch:
                try:
                    with connection.begin_nested():
                        results.append((done, work(connection), None))
                except Conflict as conflict:
                    results.append((done, None, conflict))
    except Exception as failure:
        results = [(done, None, failure) for _, done in batch]
    for done, result, error in results:
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)


def _append(connection: Connection, table: str, entry: Entry, standing: Standing) -> None:
    row = {
        "table_id": table,
        "number": entry.number,
        "kind": type(entry.what).__name__,
        "data": written(entry.what),
        "at": entry.at,
    }
    try:
        connection.execute(_events.insert().values(row))
    except sa.exc.IntegrityError:
        raise Conflict(f"table {table} has an event {entry.number} already") from None
    facts = msgspec.structs.asdict(standing) | {"table_id": table, "changed": entry.at}
    holders: Iterable[str] = facts.pop("holders")
    if entry.number == 0:
        connection.execute(_standings.insert().values(facts))
        known: set[str] = set()
    else:
        connection.execute(_standings.update().where(_standings.c.table_id == table).values(facts))
        known = set(connection.execute(sa.select(_holders.c.who).where(_holders.c.table_id == table)).scalars())
    for who in known.difference(holders):
        connection.execute(_holders.delete().where(_holders.c.table_id == table, _holders.c.who == who))
    for who in set(holders).difference(known):
        connection.execute(_holders.insert().values(table_id=table, who=who))


def _site_secret(connection: Connection) -> str:
    """Return the secret that signs cookies and invitations; it is made at the first start."""
    known = connection.execute(sa.select(_facts.c.value).where(_facts.c.name == "secret")).scalar_one_or_none()
    if known is not None:
        return str(known)
    fresh = secrets.token_urlsafe(32)
    connection.execute(_facts.insert().values(name="secret", value=fresh))
    return fresh


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(parsed)
    if parsed.database not in (None, "", ":memory:"):
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(parsed, connect_args={"timeout": 30, "check_same_thread": False})
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins and ends transactions, so that savepoints work
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
