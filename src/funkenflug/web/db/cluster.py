"""The processes of a site: which are alive, and what the others have written.

A site is one over its database, however many processes serve it. Every process says again and again that it is alive;
one of them leads, and does what is to be done once. PostgreSQL tells all of them what was written (LISTEN, NOTIFY).
SQLite, which only serves processes of one machine, is asked many times a second whether anything was written, as long
as there is more than one.
"""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from funkenflug.web.db.engine import Collision, Unavailable, in_transaction, translated, writing
from funkenflug.web.db.schema import facts, presences, processes

_log = logging.getLogger(__name__)

_BEAT = 2.0
_LEASE = 6.0
"""Seconds after which a process is taken for dead that has said nothing."""
_LOOK = 0.02
_RETRY = 1.0
_CHANNEL = "funkenflug"


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What processes tell each other."""

    sender: str = ""
    """The process that tells it, where that is known: all hear it."""
    tables: dict[str, int] = {}
    """The number of the last event of each table where something happened."""
    presences: list[str] = []
    """The tables where somebody came or went."""
    missed: bool = False
    """Whether anything else may have happened: a process came or ended, or the connection was broken."""


class Neighbours:
    """This process among the others of its site."""

    def __init__(self, engine: Engine, shared: bool) -> None:
        self.me = secrets.token_hex(8)
        self._engine = engine
        self._is_postgresql = engine.dialect.name == "postgresql"
        self._known_to_be_shared = shared or self._is_postgresql
        self._others: frozenset[str] = frozenset()
        self.since = 0.0
        """Since when the site has been there without a break."""
        self.leads = False
        """Whether this process does what is to be done once."""
        self._next_beat = 0.0
        self._end = threading.Event()
        self._watching: threading.Thread | None = None
        self._beat()
        if self._others and not self._known_to_be_shared:
            time.sleep(_BEAT)  # until they have noticed that they are not alone any more

    @property
    def shared(self) -> bool:
        """Whether other processes may write."""
        return self._known_to_be_shared or bool(self._others)

    def watch(self, tell: Callable[[News], None]) -> None:
        """Tell from now on, in a thread, what happens elsewhere."""
        self._watching = threading.Thread(target=self._watch, args=(tell,), name="neighbours")
        self._watching.start()

    def close(self) -> None:
        """Say that this process ends."""
        self._end.set()
        if self._watching is not None:
            self._watching.join()
        try:
            in_transaction(writing(self._engine, durable=False), lambda connection: _forget(connection, [self.me]))
        except (Unavailable, Collision) as error:
            _log.warning("the others will notice later that this process has ended: %s", error)

    # Who is alive

    def alive(self, connection: Connection) -> list[str]:
        """Return the processes that are alive, as far as can be told."""
        now = time.time()
        return [row.id for row in connection.execute(sa.select(processes)) if row.until > now and not _is_gone(row)]

    def _beat(self) -> bool:
        """Say that this process is alive; return whether others came or ended, or believed that this one had."""
        self._next_beat = time.monotonic() + _BEAT
        before = self._others
        while True:
            try:
                known = in_transaction(writing(self._engine, durable=False), self._call_the_roll)
            except Collision:
                continue  # another process began at the same time, and is found now
            return self._others != before or not known

    def _call_the_roll(self, connection: Connection) -> bool:
        now, alive = time.time(), self.alive(connection)
        rows = connection.execute(sa.select(processes.c.id)).scalars().all()
        _forget(connection, [id for id in rows if id not in alive and id != self.me])
        since = _fact(connection, "since")
        if since is None or not alive:
            _keep_fact(connection, "since", since := repr(now))
        if self.me in rows:
            connection.execute(processes.update().where(processes.c.id == self.me).values(until=now + _LEASE))
        else:
            row = {"id": self.me, "machine": _MACHINE, "pid": os.getpid(), "until": now + _LEASE}
            connection.execute(processes.insert().values(row))
        if _fact(connection, "leader") not in alive:
            _keep_fact(connection, "leader", self.me)
        self.leads = _fact(connection, "leader") == self.me
        self.since = float(since)
        self._others = frozenset(alive) - {self.me}
        return self.me in rows

    # What is new

    def announce(self, connection: Connection, tables: Mapping[str, int], presences: Collection[str]) -> None:
        """Tell the other processes, as soon as the transaction is committed."""
        if self._is_postgresql and (tables or presences):
            news = msgspec.json.encode(News(sender=self.me, tables=dict(tables), presences=list(presences))).decode()
            connection.execute(sa.select(sa.func.pg_notify(_CHANNEL, news)))

    def _watch(self, tell: Callable[[News], None]) -> None:
        watch = self._listen if self._is_postgresql else self._look
        while not self._end.is_set():
            try:
                with translated():
                    watch(tell)
            except (Unavailable, sqlite3.Error, OSError) as error:
                self.leads = False
                _log.error("what other processes do is not known at the moment: %s", error)
                self._end.wait(_RETRY)

    def _listen(self, tell: Callable[[News], None]) -> None:
        """Hear what PostgreSQL tells, until the end."""
        import psycopg  # only here is it certain to be installed

        with self._own_connection() as connection:
            try:
                connection.rollback()
                connection.autocommit = True
                connection.execute(f"listen {_CHANNEL}")
                tell(News(missed=True))
                while not self._end.is_set():
                    for heard in connection.notifies(timeout=_LISTEN, stop_after=1):
                        news = msgspec.json.decode(heard.payload, type=News)
                        if news.sender != self.me:
                            tell(news)
                    self._beat_in_time(tell)
            except psycopg.Error as error:
                raise Unavailable(error) from error

    def _look(self, tell: Callable[[News], None]) -> None:
        """Look what is new in SQLite, until the end. Events that are added have growing row numbers."""
        seen: tuple[int, int, float] = (0, 0, 0.0)
        looking = False
        with self._own_connection() as connection:
            while not self._end.wait(_LOOK if self.shared else _LISTEN):
                self._beat_in_time(tell)
                if not self.shared:
                    looking = False
                    continue
                version = connection.execute("pragma data_version").fetchone()[0]
                if looking and version == seen[0]:
                    continue
                now = (version, *connection.execute(_LAST_ROWS).fetchone())
                if looking and now[1] >= seen[1]:
                    happened = dict(connection.execute(_NEW_EVENTS, seen[1:2]).fetchall())
                    watched = [id for (id,) in connection.execute(_NEW_PRESENCES, seen[2:]).fetchall()]
                    tell(News(tables=happened, presences=watched))
                else:
                    tell(News(missed=True))
                seen, looking = now, True

    @contextlib.contextmanager
    def _own_connection(self) -> Iterator[Any]:
        """Open a connection that nobody else uses."""
        connection = self._engine.connect()  # whose failures are translated, unlike those of `raw_connection`
        try:
            yield connection.connection.driver_connection
        finally:
            connection.invalidate()
            connection.close()

    def _beat_in_time(self, tell: Callable[[News], None]) -> None:
        if time.monotonic() >= self._next_beat and self._beat():
            tell(News(missed=True))


_LISTEN = 0.2
"""Seconds until the thread looks whether it shall end."""

_LAST_ROWS = "select (select coalesce(max(rowid), 0) from events), (select coalesce(max(at), 0) from presences)"
_NEW_EVENTS = "select table_id, max(number) from events where rowid > ? group by table_id"
_NEW_PRESENCES = "select distinct table_id from presences where at > ?"


def _machine() -> str:
    """Return a name for everything whose process ids can be compared with ours."""
    try:
        return f"{platform.node()}/{os.readlink('/proc/self/ns/pid')}"[:128]
    except OSError:
        return platform.node()[:128]


_MACHINE = _machine()


def _is_gone(row: Any) -> bool:
    """Whether a process of this machine has ended without saying so."""
    if row.machine != _MACHINE or os.name != "posix":
        return False
    try:
        os.kill(row.pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _forget(connection: Connection, ids: list[str]) -> None:
    if ids:
        connection.execute(processes.delete().where(processes.c.id.in_(ids)))
        connection.execute(presences.delete().where(presences.c.process_id.in_(ids)))


def _fact(connection: Connection, name: str) -> str | None:
    return connection.execute(sa.select(facts.c.value).where(facts.c.name == name)).scalar_one_or_none()


def _keep_fact(connection: Connection, name: str, value: str) -> None:
    if connection.execute(facts.update().where(facts.c.name == name).values(value=value)).rowcount == 0:
        connection.execute(facts.insert().values(name=name, value=value))
