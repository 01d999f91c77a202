"""Tables as append-only lists of events in a database, SQLite or PostgreSQL.

One thread does all writing of a process. It puts everything that waits into one transaction (group commit), and answers
after the commit. Reading has its own threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import Any, Generic, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from funkenflug.puzzles.rating import PuzzleRating
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
    days,
    events,
    holders,
    learned,
    links,
    people,
    presences,
    standings,
    tables,
)
from funkenflug.site.infra.db.service import ServiceClock
from funkenflug.site.infra.db.upgrade import prepare
from funkenflug.site.puzzles import storage as puzzles
from funkenflug.site.tables.events import Entry, encode_event

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


class _Job(msgspec.Struct, Generic[T]):
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
        self._queue: queue.SimpleQueue[list[_Job[Any] | _Append | None]] = queue.SimpleQueue()
        self._gathered: list[_Job[Any] | _Append | None] = []
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

    def _write(self, work: Callable[[Connection], T], presence: str | None = None) -> Future[T]:
        done: Future[T] = Future()
        self._queue.put([_Job(work, done, presence)])
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

    def _write_batch(self, batch: Sequence[_Job[Any] | _Append]) -> None:
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
            else:
                self._write_batch(batch)  # the next attempt sees what another process has written
        except Exception as error:
            if isinstance(error, Unavailable) and not error.bad_data:
                self.clock.write_failed()
            _finish(batch, [error] * len(batch))
        else:
            self.clock.write_worked()
            _finish(batch, results)

    def _store_events_alone(self, batch: Sequence[_Job[Any] | _Append]) -> list[None] | None:
        """Store a batch in SQLite that is nothing but events, such as most moves; return None if it is more."""
        events_alone = [job for job in batch if isinstance(job, _Append) and job.standing is None]
        if self.cluster.shared or len(events_alone) < len(batch):
            return None
        if self._lone is None:
            with database_errors():
                self._lone = self._engine.raw_connection()
        in_one_statement(self._lone.driver_connection, *_insertion_in_sqlite(events_alone))
        return [None] * len(batch)

    def _run_batch(self, connection: Connection, batch: Sequence[_Job[Any] | _Append]) -> list[Any]:
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
        watched = [job.presence for job in batch if isinstance(job, _Job) and job.presence is not None]
        self.cluster.notify(connection, [job.event for job in appends], watched)
        return results

    def create(self, table: str, entry: Entry, standing: Standing) -> Future[bool]:
        """Store a new table with its first event; return False, and change nothing, if the id is taken."""

        def work(connection: Connection) -> bool:
            if connection.execute(sa.select(tables.c.id).where(tables.c.id == table)).one_or_none() is not None:
                return False
            connection.execute(tables.insert().values(id=table, created=entry.at))
            event = _stored(table, entry)
            connection.execute(events.insert().values(_event_row(event)))
            connection.execute(standings.insert().values(_standing_row(table, standing)))
            _set_holders(connection, table, standing.holders)
            return True

        return self._write(work)

    async def append(self, table: str, entry: Entry, standing: Standing | None, seats_changed: bool = True) -> None:
        """Append an event to a table, and return when it is stored; raise `Conflict` if the number is taken.

        `standing`: None if the one that is stored still holds.
        """
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._pass_on)
        self._gathered.append(_Append(_stored(table, entry), standing, seats_changed, done))
        await done

    def _pass_on(self) -> None:
        """Pass to the writer what the event loop has gathered while it was busy: the two would compete for the GIL."""
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    def rename(self, who: str, name: str) -> Future[None]:
        """Store somebody's name."""

        def work(connection: Connection) -> None:
            if connection.execute(people.update().where(people.c.who == who).values(name=name)).rowcount == 0:
                connection.execute(people.insert().values(who=who, name=name))

        return self._write(work)

    def keep_learned(self, who: str, game: str, step: str) -> Future[None]:
        """Store that somebody has passed a step of a lesson."""
        row = {"who": who, "game": game, "step": step}

        def work(connection: Connection) -> None:
            known = sa.select(learned.c.step).filter_by(**row)
            if connection.execute(known).first() is None:
                connection.execute(learned.insert().values(row))

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

    def probe(self) -> Future[None]:
        """Store something as large as anything that is stored, to see whether that works."""
        return self._write(lambda connection: set_fact(connection, "probe", secrets.token_hex(_PROBE_BYTES // 2)))

    def restrict(self, restriction: Restriction) -> Future[None]:
        """Store something that is forbidden from now on."""
        return self._write(lambda connection: restrictions.add(connection, restriction))

    def keep_usage(self, used: Sequence[Usage]) -> Future[None]:
        """Store what people and addresses have used at this process."""
        return self._write(lambda connection: restrictions.add_usage(connection, self.cluster.process_id, used))

    def try_puzzle(self, who: str, attempt: puzzles.Attempt, prior: PuzzleRating) -> Future[puzzles.Rated]:
        """Store somebody's first try at a puzzle, and rate both; `prior` is the rating of a puzzle nobody has tried."""
        now = time.time()
        return self._write(lambda connection: puzzles.try_puzzle(connection, who, attempt, prior, now))

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
        return self._readers.submit(connected, self._engine, work)

    def entries(self, table: str, after: int = -1) -> Future[list[Entry]]:
        """Return the events of a table with numbers greater than `after`; the future may raise `Unreadable`."""
        of_event = (events.c.table_id, events.c.number, events.c.at, events.c.data)
        wanted = sa.select(*of_event).where(events.c.table_id == table, events.c.number > after)
        ordered = wanted.order_by(events.c.number)
        return self._read(lambda connection: [StoredEvent(*row).entry() for row in connection.execute(ordered)])

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

    def restrictions(self) -> Future[frozenset[Restriction]]:
        """Return everything that is forbidden."""
        return self._read(restrictions.read)

    def name_of(self, who: str) -> Future[str | None]:
        """Return somebody's name, or None."""
        wanted = sa.select(people.c.name).where(people.c.who == who)
        return self._read(lambda connection: connection.execute(wanted).scalar_one_or_none())

    def learned_by(self, who: str) -> Future[list[tuple[str, str]]]:
        """Return the steps of lessons that somebody has passed, each with its game."""
        wanted = sa.select(learned.c.game, learned.c.step).where(learned.c.who == who)
        return self._read(lambda connection: [(row.game, row.step) for row in connection.execute(wanted)])

    def attempt_at(self, who: str, game: str, puzzle: str) -> Future[puzzles.Attempt | None]:
        """Return somebody's first try at a puzzle, or None."""
        return self._read(lambda connection: puzzles.attempt_at(connection, who, game, puzzle))

    def attempts_of(self, who: str) -> Future[tuple[PuzzleRating, list[puzzles.Attempt]]]:
        """Return somebody's rating, and their first tries at puzzles, the last one first."""
        return self._read(
            lambda connection: (
                puzzles.rating_of(connection, "person", who) or PuzzleRating(),
                puzzles.attempts_of(connection, who),
            )
        )

    def ratings_of_puzzles(self) -> Future[dict[str, PuzzleRating]]:
        """Return the ratings of all puzzles that were tried, by game/id."""
        return self._read(puzzles.ratings_of_puzzles)

    def day(self, day: str) -> Future[tuple[str, str] | None]:
        """Return game and seed of the solitaire of a day, or None."""
        wanted = sa.select(days.c.game, days.c.seed).where(days.c.day == day)

        def work(connection: Connection) -> tuple[str, str] | None:
            found = connection.execute(wanted).one_or_none()
            return None if found is None else (found.game, found.seed)

        return self._read(work)

    def tries(self, day: str) -> Future[tuple[int, int]]:
        """Return how many tables have tried the solitaire of a day, and how many have won it."""
        begun = sa.select(standings.c.won).where(standings.c.day == day, standings.c.begun.is_(True))

        def work(connection: Connection) -> tuple[int, int]:
            results = list(connection.execute(begun).scalars())
            return len(results), results.count(True)

        return self._read(work)

    def day_of(self, who: str, day: str) -> Future[str | None]:
        """Return somebody's table for the solitaire of a day, or None."""
        wanted = _tables_of(who).where(standings.c.day == day).limit(1)
        return self._read(lambda connection: connection.execute(wanted).scalar_one_or_none())


_MAX_BATCH = 256
_PROBE_BYTES = 16384
"""Several pages, as a move may take: on a full disk a single one may still be written."""
_READER_THREADS = 2


def _tables_of(who: str) -> sa.Select[Any]:
    """Select the tables where somebody has a seat."""
    return (
        sa.select(standings.c.table_id)
        .join(holders, holders.c.table_id == standings.c.table_id)
        .where(holders.c.who == who)
    )


def _begins(job: _Job[Any]) -> bool:
    """Mark a job as running; return False if it was cancelled."""
    return job.done.set_running_or_notify_cancel()


def _finish(batch: Sequence[_Job[Any] | _Append], results: Sequence[Any]) -> None:
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


def _stored(table: str, entry: Entry) -> StoredEvent:
    return StoredEvent(table, entry.number, entry.at, encode_event(entry.event))


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
