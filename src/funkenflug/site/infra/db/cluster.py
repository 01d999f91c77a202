"""The processes that serve a site.

An SQLite site has one process. A PostgreSQL site may have many, on any number of machines: each renews its entry in
the database every few seconds, one of them is the leader and does what must be done once, and all of them are notified
of what the others write (LISTEN, NOTIFY).
"""

from __future__ import annotations

import logging
import os
import platform
import secrets
import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from funkenflug.site.infra.db.engine import Collision, Unavailable, database_errors, in_transaction
from funkenflug.site.infra.db.schema import facts, presences, processes
from funkenflug.site.infra.db.service import ServiceClock

_log = logging.getLogger(__name__)

_HEARTBEAT = 2.0
_LEASE = 6.0
"""Seconds after its last heartbeat when a process counts as dead."""
_POLL = 0.2
"""Seconds between checks whether the listening thread should end."""
_RETRY = 1.0
_CHANNEL = "funkenflug"
_LONGEST = 7800
"""Bytes of events in a notification; PostgreSQL takes fewer than 8000."""
_FRAME = 90
"""Bytes of an event in a notification besides its data: the id of the table, numbers and punctuation, at most."""


class StoredEvent(msgspec.Struct, frozen=True, array_like=True, order=True):
    """An event of a table as it is stored."""

    table: str
    number: int
    at: float
    data: str


class Notification(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one process tells the others."""

    sender: str = ""
    """The id of the process that wrote; it receives its own notifications too."""
    events: list[StoredEvent] = []
    """What was stored."""
    tables: dict[str, int] = {}
    """By table: the number of an event that was stored and is too large for a notification."""
    presences: list[str] = []
    """The tables where somebody connected or disconnected."""
    missed: bool = False
    """Whether anything else may have changed: a process started or ended, or the connection was lost."""


Listener = Callable[[Notification], None]
_decoder = msgspec.json.Decoder(Notification)


class Cluster:
    """The processes of a site, as one of them sees them. This base class is a cluster of one."""

    shared = False
    """Whether other processes may write."""

    def __init__(self) -> None:
        self.process_id = secrets.token_hex(8)
        self.is_leader = True
        """Whether this process does what must be done once."""

    def living(self, connection: Connection) -> list[str]:
        """Return the ids of the processes that are alive."""
        return [self.process_id]

    def notify(self, connection: Connection, stored: Sequence[StoredEvent], presences: Collection[str]) -> None:
        """Notify the other processes when the transaction commits."""

    def listen(self, listener: Listener) -> None:
        """Call `listener` from now on, in another thread, with the notifications of other processes."""

    def close(self) -> None:
        """Leave the cluster."""


class PostgreSQLCluster(Cluster):
    """Processes that share a PostgreSQL database."""

    shared = True

    def __init__(self, engine: Engine, clock: ServiceClock) -> None:
        super().__init__()
        self._engine = engine
        self._clock = clock
        self._since = ""
        self._others: frozenset[str] = frozenset()
        self._next_heartbeat = 0.0
        self._end = threading.Event()
        self._thread: threading.Thread | None = None
        self._heartbeat()

    def close(self) -> None:
        """Stop listening, and delete the entry of this process."""
        self._end.set()
        if self._thread is not None:
            self._thread.join()
        try:
            in_transaction(self._engine, lambda connection: _delete(connection, [self.process_id]))
        except (Unavailable, Collision) as error:
            _log.warning("the other processes will notice later that this one has ended: %s", error)

    # Heartbeats

    def living(self, connection: Connection) -> list[str]:
        """Return the ids of the processes that are alive, as far as is known."""
        return living_processes(connection)

    def _heartbeat(self) -> bool:
        """Renew the entry of this process; return whether others came or ended, or had deleted the entry."""
        self._next_heartbeat = time.monotonic() + _HEARTBEAT
        before = self._others
        while True:
            try:
                was_listed = in_transaction(self._engine, self._renew)
            except Collision:
                continue  # another process started at the same time; the next attempt sees it
            except Unavailable:
                self._clock.write_failed()
                raise
            self._clock.write_worked()
            return self._others != before or not was_listed

    def _renew(self, connection: Connection) -> bool:
        now, living = time.time(), self.living(connection)
        listed = connection.execute(sa.select(processes.c.id)).scalars().all()
        _delete(connection, [id for id in listed if id not in living and id != self.process_id])
        up_since = _fact(connection, "since")
        if up_since is None or not living:
            set_fact(connection, "since", up_since := repr(now))
        if self.process_id in listed:
            renewed = processes.update().where(processes.c.id == self.process_id).values(until=now + _LEASE)
            connection.execute(renewed)
        else:
            row = {"id": self.process_id, "machine": _MACHINE, "pid": os.getpid(), "until": now + _LEASE}
            connection.execute(processes.insert().values(row))
        if _fact(connection, "leader") not in living:
            set_fact(connection, "leader", self.process_id)
        self.is_leader = _fact(connection, "leader") == self.process_id
        if up_since != self._since:
            self._since, self._clock.up_since = up_since, float(up_since)
        self._others = frozenset(living) - {self.process_id}
        return self.process_id in listed

    # Notifications

    def notify(self, connection: Connection, stored: Sequence[StoredEvent], presences: Collection[str]) -> None:
        """Notify the other processes when the transaction commits."""
        notifications = [Notification(sender=self.process_id, **content) for content in _contents(stored)]
        if presences:
            notifications.append(Notification(sender=self.process_id, presences=list(presences)))
        if notifications:
            payloads = [msgspec.json.encode(one).decode() for one in notifications]
            connection.exec_driver_sql(
                "select pg_notify(%s, payload) from jsonb_array_elements_text(%s::jsonb) payload",
                (_CHANNEL, msgspec.json.encode(payloads).decode()),
            )

    def listen(self, listener: Listener) -> None:
        """Call `listener` from now on, in another thread, with the notifications of other processes."""
        self._thread = threading.Thread(target=self._listen, args=(listener,), name="cluster")
        self._thread.start()

    def _listen(self, listener: Listener) -> None:
        """Listen until the end; after a failure, connect again."""
        import psycopg  # an optional dependency

        while not self._end.is_set():
            try:
                with database_errors(), self._engine.connect() as connection:
                    try:
                        self._receive(connection.connection.driver_connection, listener)
                    finally:
                        connection.invalidate()  # it must not go back to the pool: it listens
            except (Unavailable, psycopg.Error, OSError) as error:
                self.is_leader = False
                _log.error("notifications of other processes do not arrive at the moment: %s", error)
                self._end.wait(_RETRY)

    def _receive(self, connection: Any, listener: Listener) -> None:
        connection.rollback()
        connection.autocommit = True
        connection.execute(f"listen {_CHANNEL}")
        listener(Notification(missed=True))
        while not self._end.is_set():
            for received in connection.notifies(timeout=_POLL):
                notification = _decoder.decode(received.payload)
                if notification.sender != self.process_id:
                    listener(notification)
            if time.monotonic() >= self._next_heartbeat and self._heartbeat():
                listener(Notification(missed=True))


def _contents(stored: Sequence[StoredEvent]) -> Iterator[dict[str, Any]]:
    """Divide events among as many notifications as PostgreSQL needs; of a large event only the number is told."""
    events: list[StoredEvent] = []
    size = 0
    for event in stored:
        length = len(msgspec.json.encode(event.data)) + _FRAME
        if length > _LONGEST:
            yield {"tables": {event.table: event.number}}
            continue
        if size + length > _LONGEST:
            yield {"events": events}
            events, size = [], 0
        events.append(event)
        size += length
    if events:
        yield {"events": events}


def _machine() -> str:
    """Return a name for this machine, or for the container if process ids count from one in it.

    Copies of a machine have the same host name and machine id; no two have been booted alike.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot}/{os.readlink('/proc/self/ns/pid')}/{platform.node()}"[:128]
    except OSError:
        return f"{uuid.getnode():x}/{platform.node()}"[:128]


_MACHINE = _machine()


def _has_ended(row: Any) -> bool:
    """Whether a process of this machine has ended without deleting its entry."""
    if row.machine != _MACHINE or os.name != "posix":
        return False
    try:
        os.kill(row.pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def living_processes(connection: Connection) -> list[str]:
    """Return the ids of the processes of any version that are alive, as far as is known."""
    now = time.time()
    return [row.id for row in connection.execute(sa.select(processes)) if row.until > now and not _has_ended(row)]


def _delete(connection: Connection, ids: list[str]) -> None:
    if ids:
        connection.execute(processes.delete().where(processes.c.id.in_(ids)))
        connection.execute(presences.delete().where(presences.c.process_id.in_(ids)))


def _fact(connection: Connection, name: str) -> str | None:
    return connection.execute(sa.select(facts.c.value).where(facts.c.name == name)).scalar_one_or_none()


def set_fact(connection: Connection, name: str, value: str) -> None:
    """Store something about the processes that serve the site."""
    if connection.execute(facts.update().where(facts.c.name == name).values(value=value)).rowcount == 0:
        connection.execute(facts.insert().values(name=name, value=value))
