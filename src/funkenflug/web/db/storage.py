"""Tables as append-only lists of events in a database, SQLite or PostgreSQL.

One thread does all writing of a process. It puts everything that waits into one transaction (group commit), and answers
after the commit. Reading has its own threads.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection, Engine

from funkenflug.web.db.cluster import Cluster, PostgreSQLCluster
from funkenflug.web.db.engine import (
    Collision,
    create_engine,
    database_errors,
    in_transaction,
    server_lock,
    writing,
)
from funkenflug.web.db.schema import (
    days,
    events,
    holders,
    links,
    migrate,
    people,
    presences,
    standings,
    tables,
)
from funkenflug.web.errors import Unreadable
from funkenflug.web.tables.events import Entry, decode_event, encode_event

T = TypeVar("T")


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The columns by which tables are found. They follow from the events, and are stored for queries."""

    state: str
    """open (a seat is free), running or over."""
    public: bool
    deadline: float | None
    """When the clock of the seat to move runs out."""
    day: str | None
    won: bool | None
    plies: int
    holders: frozenset[str]


class Conflict(Exception):
    """The table has an event with that number already."""


class _Job(msgspec.Struct, Generic[T]):
    """Work to do in a transaction."""

    work: Callable[[Connection], T]
    done: Future[T]
    presence: str | None = None
    """The table whose viewers it changes."""


class _Append(msgspec.Struct):
    """An event to add; a batch of them is one statement."""

    table: str
    entry: Entry
    standing: Standing
    seats_changed: bool
    done: Future[None]


class Storage:
    """The database of a site. Every method returns a future at once."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(url)
        with contextlib.ExitStack() as stack:
            stack.enter_context(server_lock(self._engine))
            stack.callback(self._engine.dispose)
            prepare(self._engine)
            is_postgresql = self._engine.dialect.name == "postgresql"
            self.cluster = PostgreSQLCluster(self._engine) if is_postgresql else Cluster()
            self._release = stack.pop_all()
        self._insert_events, self._update_standings = (
            _sql(self._engine, one) for one in (events.insert(), _UPDATE_STANDING)
        )
        self._queue: queue.SimpleQueue[_Job[Any] | _Append | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(_READER_THREADS, "storage-reader")
        self._writer = threading.Thread(target=self._write_all, name="storage-writer")
        self._writer.start()

    def close(self) -> None:
        """Write everything that waits, and disconnect."""
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.cluster.close()
        self._release.close()

    # Writing

    def _write(self, work: Callable[[Connection], T], presence: str | None = None) -> Future[T]:
        done: Future[T] = Future()
        self._queue.put(_Job(work, done, presence))
        return done

    def _write_all(self) -> None:
        ended = False
        while not ended:
            batch = [self._queue.get()]
            while not self._queue.empty() and len(batch) < _MAX_BATCH:
                batch.append(self._queue.get())
            ended = None in batch
            wanted = [job for job in batch if job is not None and job.done.set_running_or_notify_cancel()]
            if wanted:
                self._write_batch(wanted)

    def _write_batch(self, batch: Sequence[_Job[Any] | _Append]) -> None:
        """Do a batch in one transaction; after a collision, each job in its own."""
        try:
            results = in_transaction(self._engine, lambda connection: self._run_batch(connection, batch))
        except Collision as collision:
            if len(batch) > 1:
                for job in batch:
                    self._write_batch([job])
            elif isinstance(batch[0], _Append):
                batch[0].done.set_exception(Conflict(str(collision)))
            else:
                self._write_batch(batch)  # the next attempt sees what another process has written
        except Exception as error:
            for job in batch:
                job.done.set_exception(error)
        else:
            for job, result in zip(batch, results, strict=True):
                job.done.set_result(result)

    def _run_batch(self, connection: Connection, batch: Sequence[_Job[Any] | _Append]) -> list[Any]:
        results = [None if isinstance(job, _Append) else job.work(connection) for job in batch]
        # sorted by table, so that two processes cannot deadlock
        appends = sorted((job for job in batch if isinstance(job, _Append)), key=lambda job: job.table)
        if appends:
            rows = [_event_row(job.table, job.entry) for job in appends]
            changes = [_standing_row(job.entry, job.standing) | {"of_table": job.table} for job in appends]
            connection.exec_driver_sql(self._insert_events, rows)
            connection.exec_driver_sql(self._update_standings, changes)
        for job in appends:
            if job.seats_changed:
                _set_holders(connection, job.table, job.standing.holders)
        watched = [job.presence for job in batch if isinstance(job, _Job) and job.presence is not None]
        self.cluster.notify(connection, {job.table: job.entry.number for job in appends}, watched)
        return results

    def create(self, table: str, entry: Entry, standing: Standing) -> Future[bool]:
        """Store a new table with its first event; return False, and change nothing, if the id is taken."""

        def work(connection: Connection) -> bool:
            if connection.execute(sa.select(tables.c.id).where(tables.c.id == table)).one_or_none() is not None:
                return False
            connection.execute(tables.insert().values(id=table, created=entry.at))
            connection.execute(events.insert().values(_event_row(table, entry)))
            connection.execute(standings.insert().values(table_id=table, **_standing_row(entry, standing)))
            _set_holders(connection, table, standing.holders)
            return True

        return self._write(work)

    def append(self, table: str, entry: Entry, standing: Standing, seats_changed: bool = True) -> Future[None]:
        """Append an event to a table; the future raises `Conflict` if the number is taken."""
        done: Future[None] = Future()
        self._queue.put(_Append(table, entry, standing, seats_changed, done))
        return done

    def rename(self, who: str, name: str) -> Future[None]:
        """Store somebody's name."""

        def work(connection: Connection) -> None:
            if connection.execute(people.update().where(people.c.who == who).values(name=name)).rowcount == 0:
                connection.execute(people.insert().values(who=who, name=name))

        return self._write(work)

    def keep_link(self, token: str, sealed: str, now: float, until: float) -> Future[None]:
        """Store a link to an identity, and delete expired ones."""

        def work(connection: Connection) -> None:
            connection.execute(links.delete().where(links.c.until < now))
            connection.execute(links.insert().values(token=token, sealed=sealed, until=until))

        return self._write(work)

    def use_link(self, token: str, now: float) -> Future[str | None]:
        """Delete a link and return the identity it holds; None if it was used or has expired."""

        def work(connection: Connection) -> str | None:
            found = connection.execute(sa.select(links).where(links.c.token == token)).one_or_none()
            gone = connection.execute(links.delete().where(links.c.token == token)).rowcount
            return None if found is None or not gone or found.until < now else str(found.sealed)

        return self._write(work)

    def keep_day(self, day: str, game: str, seed: str) -> Future[None]:
        """Store the solitaire of a day, unless there is one."""

        def work(connection: Connection) -> None:
            if connection.execute(sa.select(days.c.day).where(days.c.day == day)).one_or_none() is None:
                connection.execute(days.insert().values(day=day, game=game, seed=seed))

        return self._write(work)

    def claim(self, table: str, number: int) -> Future[bool]:
        """Claim a bot's move after the event with that number; return False if another living process has."""
        mine, kept = self.cluster.process_id, standings.c

        def work(connection: Connection) -> bool:
            free = sa.or_(
                kept.thinker.is_(None),
                kept.thinker == mine,
                kept.thought < number,
                kept.thinker.not_in(self.cluster.living(connection)),
            )
            claimed = standings.update().where(kept.table_id == table, free).values(thinker=mine, thought=number)
            return connection.execute(claimed).rowcount == 1

        return self._write(work)

    def keep_presence(self, table: str, who: Collection[str]) -> Future[None]:
        """Store who is connected to a table through this process."""
        mine = {"table_id": table, "process_id": self.cluster.process_id}
        people = msgspec.json.encode(sorted(who)).decode()

        def work(connection: Connection) -> None:
            connection.execute(presences.delete().filter_by(**mine))
            connection.execute(presences.insert().values(mine | {"people": people}))

        return self._write(work, table)

    # Reading

    def _read(self, work: Callable[[Connection], T]) -> Future[T]:
        def job() -> T:
            with database_errors(), self._engine.connect() as connection:
                return work(connection)

        return self._readers.submit(job)

    def entries(self, table: str, after: int = -1) -> Future[list[Entry]]:
        """Return the events of a table with numbers greater than `after`; the future may raise `Unreadable`."""
        wanted = sa.select(events).where(events.c.table_id == table, events.c.number > after).order_by(events.c.number)
        return self._read(lambda connection: [_entry(row) for row in connection.execute(wanted)])

    def newest(self, table: str) -> Future[int]:
        """Return the number of the last event of a table."""
        wanted = sa.select(sa.func.max(events.c.number)).where(events.c.table_id == table)
        return self._read(lambda connection: connection.execute(wanted).scalar_one())

    def presence_elsewhere(self, table: str) -> Future[frozenset[str]]:
        """Return who is connected to a table through other processes."""
        wanted = sa.select(presences.c.people).where(
            presences.c.table_id == table, presences.c.process_id != self.cluster.process_id
        )

        def work(connection: Connection) -> frozenset[str]:
            lists = connection.execute(wanted).scalars()
            return frozenset(one for people in lists for one in msgspec.json.decode(people, type=list[str]))

        return self._read(work)

    def held_by(self, who: str, most: int) -> Future[list[str]]:
        """Return somebody's tables that are not over, the last changed first."""
        return self._ids(_tables_of(who).where(standings.c.state != "over"), most)

    def finished_by(self, who: str, most: int) -> Future[list[str]]:
        """Return somebody's finished tables, the last changed first."""
        return self._ids(_tables_of(who).where(standings.c.state == "over"), most)

    def public(self, state: str, most: int) -> Future[list[str]]:
        """Return the public tables in that state, the last changed first."""
        return self._ids(
            sa.select(standings.c.table_id).where(standings.c.public.is_(True), standings.c.state == state), most
        )

    def due(self, now: float) -> Future[list[str]]:
        """Return the tables where a clock has run out."""
        wanted = sa.select(standings.c.table_id).where(standings.c.deadline <= now)
        return self._read(lambda connection: list(connection.execute(wanted).scalars()))

    def _ids(self, wanted: sa.Select[Any], most: int) -> Future[list[str]]:
        ordered = wanted.order_by(standings.c.changed.desc()).limit(most)
        return self._read(lambda connection: list(connection.execute(ordered).scalars()))

    def name_of(self, who: str) -> Future[str | None]:
        """Return somebody's name, or None."""
        wanted = sa.select(people.c.name).where(people.c.who == who)
        return self._read(lambda connection: connection.execute(wanted).scalar_one_or_none())

    def day(self, day: str) -> Future[tuple[str, str] | None]:
        """Return game and seed of the solitaire of a day, or None."""
        wanted = sa.select(days.c.game, days.c.seed).where(days.c.day == day)

        def work(connection: Connection) -> tuple[str, str] | None:
            found = connection.execute(wanted).one_or_none()
            return None if found is None else (found.game, found.seed)

        return self._read(work)

    def tries(self, day: str) -> Future[tuple[int, int]]:
        """Return how many tables have tried the solitaire of a day, and how many have won it."""
        begun = sa.select(standings.c.won).where(standings.c.day == day, standings.c.plies > 0)

        def work(connection: Connection) -> tuple[int, int]:
            results = list(connection.execute(begun).scalars())
            return len(results), results.count(True)

        return self._read(work)

    def day_of(self, who: str, day: str) -> Future[str | None]:
        """Return somebody's table for the solitaire of a day, or None."""
        wanted = _tables_of(who).where(standings.c.day == day).limit(1)
        return self._read(lambda connection: connection.execute(wanted).scalar_one_or_none())


_MAX_BATCH = 256
_READER_THREADS = 2


def _tables_of(who: str) -> sa.Select[Any]:
    """Select the tables where somebody has a seat."""
    return (
        sa.select(standings.c.table_id)
        .join(holders, holders.c.table_id == standings.c.table_id)
        .where(holders.c.who == who)
    )


def _entry(row: sa.Row[Any]) -> Entry:
    try:
        return Entry(number=row.number, at=row.at, event=decode_event(row.data))
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise Unreadable from error


def _event_row(table: str, entry: Entry) -> dict[str, Any]:
    return {"table_id": table, "number": entry.number, "data": encode_event(entry.event), "at": entry.at}


def _standing_row(entry: Entry, standing: Standing) -> dict[str, Any]:
    row = msgspec.structs.asdict(standing) | {"changed": entry.at}
    del row["holders"]
    return row


_UPDATE_STANDING = (
    standings.update()
    .where(standings.c.table_id == sa.bindparam("of_table"))
    .values({name: sa.bindparam(name) for name in (*Standing.__struct_fields__, "changed") if name != "holders"})
)


def _sql(engine: Engine, statement: sa.Insert | sa.Update) -> str:
    """Compile a statement to SQL with named parameters. It is done once, because every move needs it."""
    dialect = engine.dialect if engine.dialect.name == "postgresql" else sqlite.dialect(paramstyle="named")
    return str(statement.compile(dialect=dialect))


def _set_holders(connection: Connection, table: str, people: Collection[str]) -> None:
    """Replace the people who hold seats at a table."""
    connection.execute(holders.delete().where(holders.c.table_id == table))
    if people:
        connection.execute(holders.insert(), [{"table_id": table, "who": who} for who in people])


def prepare(engine: Engine) -> None:
    """Migrate a database to the current version."""
    with database_errors(), writing(engine).begin() as connection:
        migrate(connection)
