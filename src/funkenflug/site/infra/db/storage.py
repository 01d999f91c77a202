"""The database of a site, SQLite or PostgreSQL: append-only lists of events, and rows of every kind.

One thread does all writing of a process. It puts everything that waits into one transaction (group commit), and answers
after the commit. Reading has its own threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import Any, Generic, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from funkenflug.site.infra.db import restrictions
from funkenflug.site.infra.db.cluster import Cluster, PostgreSQLCluster, StoredEvent, set_fact
from funkenflug.site.infra.db.engine import (
    Collision,
    Unavailable,
    connected,
    create_engine,
    database_errors,
    in_one_statement,
    in_transaction,
    server_lock,
)
from funkenflug.site.infra.db.restrictions import Restriction, Usage
from funkenflug.site.infra.db.schema import (
    events,
    holders,
    standings,
    tables,
)
from funkenflug.site.infra.db.service import ServiceClock
from funkenflug.site.infra.db.upgrade import prepare

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
    begun: bool
    """Whether a move has been played."""
    changed: float
    """When the last event happened, to the minute, so that most moves leave it as it is."""
    holders: frozenset[str]


class Conflict(Exception):
    """The table has an event with that number already."""


class _Write(msgspec.Struct, Generic[T]):
    """Work to do in a transaction."""

    work: Callable[[Connection], T]
    done: Future[T]
    presence: str | None = None
    """The table whose viewers it changes."""


class _Append(msgspec.Struct):
    """An event to add; a batch of them is one statement."""

    event: StoredEvent
    standing: Standing | None
    """None: it is what is stored already."""
    seats_changed: bool
    done: asyncio.Future[None]
    """Belongs to an event loop, which is woken once for a batch."""


_MOST_ATTEMPTS = 20
"""How often something is written that collides with what others have written."""


class Storage:
    """The database of a site. Every method but `append` returns a future at once."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(url)
        self.clock = ServiceClock()
        """The time during which moves can be stored."""
        with contextlib.ExitStack() as stack:
            stack.enter_context(server_lock(self._engine))
            stack.callback(self._engine.dispose)
            prepare(self._engine)
            is_postgresql = self._engine.dialect.name == "postgresql"
            self.cluster = PostgreSQLCluster(self._engine, self.clock) if is_postgresql else Cluster()
            self._release = stack.pop_all()
        self._insertion = _insertion_in_postgresql if is_postgresql else _insertion_in_sqlite
        self._queue: queue.SimpleQueue[list[_Write[Any] | _Append | None]] = queue.SimpleQueue()
        self._gathered: list[_Write[Any] | _Append | None] = []
        """What the event loop will pass on to the writer."""
        self._lone: sa.PoolProxiedConnection | None = None
        """The writer's connection to SQLite for statements that are transactions of their own."""
        self._readers = ThreadPoolExecutor(_READER_THREADS, "storage-reader")
        self._writer = threading.Thread(target=self._write_all, name="storage-writer")
        self._writer.start()

    def close(self) -> None:
        """Write everything that waits, and disconnect."""
        self._pass_on()
        self._queue.put([None])
        self._writer.join()
        self._readers.shutdown()
        if self._lone is not None:
            self._lone.close()
        self.cluster.close()
        self._release.close()

    # Writing

    def write(self, work: Callable[[Connection], T], presence: str | None = None) -> Future[T]:
        """Do something in a transaction. `presence`: the table whose viewers it changes."""
        done: Future[T] = Future()
        self._queue.put([_Write(work, done, presence)])
        return done

    def _write_all(self) -> None:
        ended = False
        while not ended:
            batch = self._queue.get()
            while not self._queue.empty() and len(batch) < _MAX_BATCH:
                batch += self._queue.get()
            ended = None in batch
            wanted = [job for job in batch if isinstance(job, _Append) or (job and _begins(job))]
            for first in range(0, len(wanted), _MAX_BATCH):
                self._write_batch(wanted[first : first + _MAX_BATCH])

    def _write_batch(self, batch: Sequence[_Write[Any] | _Append], attempts: int = _MOST_ATTEMPTS) -> None:
        """Do a batch in one transaction; after a collision, each job in its own."""
        try:
            results = self._store_events_alone(batch)
            if results is None:
                results = in_transaction(self._engine, lambda connection: self._run_batch(connection, batch))
        except Collision as collision:
            if len(batch) > 1:
                for job in batch:
                    self._write_batch([job])
            elif isinstance(batch[0], _Append):
                _finish(batch, [Conflict(str(collision))])
            elif attempts > 1:
                self._write_batch(batch, attempts - 1)  # the next attempt sees what another process has written
            else:
                _finish(batch, [collision])
        except Exception as error:
            if isinstance(error, Unavailable) and not error.bad_data:
                self.clock.write_failed()
            _finish(batch, [error] * len(batch))
        else:
            self.clock.write_worked()
            _finish(batch, results)

    def _store_events_alone(self, batch: Sequence[_Write[Any] | _Append]) -> list[None] | None:
        """Store a batch in SQLite that is nothing but events, such as most moves; return None if it is more."""
        events_alone = [job for job in batch if isinstance(job, _Append) and job.standing is None]
        if self.cluster.shared or len(events_alone) < len(batch):
            return None
        if self._lone is None:
            with database_errors():
                self._lone = self._engine.raw_connection()
        in_one_statement(self._lone.driver_connection, *_insertion_in_sqlite(events_alone))
        return [None] * len(batch)

    def _run_batch(self, connection: Connection, batch: Sequence[_Write[Any] | _Append]) -> list[Any]:
        results = [None if isinstance(job, _Append) else job.work(connection) for job in batch]
        # sorted by table, so that two processes cannot deadlock
        appends = sorted((job for job in batch if isinstance(job, _Append)), key=lambda job: job.event)
        if appends:
            connection.exec_driver_sql(*self._insertion(appends))
        changed = [(job, job.standing) for job in appends if job.standing is not None]
        if changed:
            connection.execute(_SET_STANDING, [_standing_row(job.event.table, now, "table") for job, now in changed])
        for job, now in changed:
            if job.seats_changed:
                _set_holders(connection, job.event.table, now.holders)
        watched = [job.presence for job in batch if isinstance(job, _Write) and job.presence is not None]
        self.cluster.notify(connection, [job.event for job in appends], watched)
        return results

    def create(self, event: StoredEvent, standing: Standing) -> Future[bool]:
        """Store a new table with its first event; return False, and change nothing, if the id is taken."""

        def work(connection: Connection) -> bool:
            table = event.table
            if connection.execute(sa.select(tables.c.id).where(tables.c.id == table)).one_or_none() is not None:
                return False
            connection.execute(tables.insert().values(id=table, created=event.at))
            connection.execute(events.insert().values(_event_row(event)))
            connection.execute(standings.insert().values(_standing_row(table, standing)))
            _set_holders(connection, table, standing.holders)
            return True

        return self.write(work)

    async def append(self, event: StoredEvent, standing: Standing | None, seats_changed: bool = True) -> None:
        """Append an event to a table, and return when it is stored; raise `Conflict` if the number is taken.

        `standing`: None if the one that is stored still holds.
        """
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._pass_on)
        self._gathered.append(_Append(event, standing, seats_changed, done))
        await done

    def _pass_on(self) -> None:
        """Pass to the writer what the event loop has gathered while it was busy: the two would compete for the GIL."""
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    def probe(self) -> Future[None]:
        """Store something as large as anything that is stored, to see whether that works."""
        return self.write(lambda connection: set_fact(connection, "probe", secrets.token_hex(_PROBE_BYTES // 2)))

    def restrict(self, restriction: Restriction) -> Future[None]:
        """Store something that is forbidden from now on."""
        return self.write(lambda connection: restrictions.add(connection, restriction))

    def keep_usage(self, used: Sequence[Usage]) -> Future[None]:
        """Store what people and addresses have used at this process."""
        return self.write(lambda connection: restrictions.add_usage(connection, self.cluster.process_id, used))

    # Reading

    def read(self, work: Callable[[Connection], T]) -> Future[T]:
        """Read something."""
        return self._readers.submit(connected, self._engine, work)

    def restrictions(self) -> Future[frozenset[Restriction]]:
        """Return everything that is forbidden."""
        return self.read(restrictions.read)


_MAX_BATCH = 256
_PROBE_BYTES = 16384
"""Several pages, as a move may take: on a full disk a single one may still be written."""
_READER_THREADS = 2


def _begins(job: _Write[Any]) -> bool:
    """Mark a job as running; return False if it was cancelled."""
    return job.done.set_running_or_notify_cancel()


def _finish(batch: Sequence[_Write[Any] | _Append], results: Sequence[Any]) -> None:
    """Give everybody who waits a result, or an exception as a result. An event loop is woken once for all."""
    waiting: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[None], Any]]] = {}
    for job, result in zip(batch, results, strict=True):
        if isinstance(job, _Append):
            waiting.setdefault(job.done.get_loop(), []).append((job.done, result))
        else:
            _set(job.done, result)
    for loop, futures in waiting.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_set_all, futures)


def _set_all(futures: list[tuple[asyncio.Future[None], Any]]) -> None:
    for future, result in futures:
        if not future.done():  # nobody waits for a cancelled one
            _set(future, result)


def _set(future: Future[Any] | asyncio.Future[Any], result: Any) -> None:
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def _event_row(event: StoredEvent) -> dict[str, Any]:
    return {"table_id": event.table, "number": event.number, "data": event.data, "at": event.at}


def _standing_row(table: str, standing: Standing, key: str = "table_id") -> dict[str, Any]:
    row = msgspec.structs.asdict(standing) | {key: table}
    del row["holders"]
    return row


def _insertion_in_sqlite(appends: Sequence[_Append]) -> tuple[str, tuple[Any, ...]]:
    """Return a statement that stores events, and its values. A batch is one step: each gives up the GIL."""
    marks = ", ".join(["(?, ?, ?, ?)"] * len(appends))
    rows = ((event.table, event.number, event.data, event.at) for event in (job.event for job in appends))
    return f"insert into events (table_id, number, data, at) values {marks}", tuple(chain.from_iterable(rows))


def _insertion_in_postgresql(appends: Sequence[_Append]) -> tuple[str, tuple[Any, ...]]:
    """Return a statement that stores events, and its values."""
    rows = msgspec.json.encode([job.event for job in appends])
    return (
        "insert into events (table_id, number, at, data) select row->>0, (row->>1)::integer, (row->>2)::float8, row->>3"
        " from jsonb_array_elements(%s::jsonb) row",
        (rows.decode(),),
    )


_SET_STANDING = standings.update().where(standings.c.table_id == sa.bindparam("table"))


def _set_holders(connection: Connection, table: str, people: Collection[str]) -> None:
    """Replace the people who hold seats at a table."""
    connection.execute(holders.delete().where(holders.c.table_id == table))
    if people:
        connection.execute(holders.insert(), [{"table_id": table, "who": who} for who in people])
