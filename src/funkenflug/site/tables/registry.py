"""The tables in memory: load and create them, and execute commands. Every event is stored before it is shown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from funkenflug.core.words import Message
from funkenflug.games import GAMES
from funkenflug.match.game import Game
from funkenflug.site.infra.background import Background
from funkenflug.site.infra.db.cluster import Notification, StoredEvent
from funkenflug.site.infra.db.engine import Unavailable
from funkenflug.site.infra.db.storage import Conflict, Standing, Storage
from funkenflug.site.infra.errors import Busy, Closed, Refused, Unreadable
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.identity import hashed
from funkenflug.site.infra.middleware.metrics import table_hash
from funkenflug.site.infra.precompile import Precompiler
from funkenflug.site.tables import commands, storage
from funkenflug.site.tables.broadcast import Broadcast
from funkenflug.site.tables.budget import require_room
from funkenflug.site.tables.commands import Command
from funkenflug.site.tables.events import ClockKind, Created, Entry, MovesPlayed, Place, Said, TableEvent, Uncovered
from funkenflug.site.tables.invitations import lock_of
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.position import TablePosition
from funkenflug.site.tables.table import Table

_log = logging.getLogger(__name__)

_MOST_LIVE = 5000
"""Tables in memory; then those are dropped where nobody is."""


class TableRegistry:
    """The tables in memory, over the storage."""

    def __init__(
        self, storage: Storage, precompiler: Precompiler, broadcast: Broadcast, background: Background
    ) -> None:
        self._storage = storage
        self._cluster = storage.cluster
        self._clock = storage.clock
        self.precompiler = precompiler
        self._broadcast = broadcast
        self._background = background
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.set_aside: set[str] = set()
        """Tables whose events cannot be read: they are not tried again."""
        self.is_closed: Callable[[str], bool] = lambda id: False
        """Whether the operator of the site has closed a table."""
        self.on_turn: Callable[[LiveTable], None] = lambda live: None
        """Called when a table is loaded, and when the decision to make may have changed."""
        self.moves = 0
        """Turns played since the start."""

    def live_tables(self) -> list[LiveTable]:
        """Return all tables in memory."""
        return list(self._tables.values())

    # Load and create

    async def get(self, id: str, newest: int | None = None) -> LiveTable:
        """Return a table, loaded from its events if necessary; raise `Unreadable` if they are damaged.

        `newest`: the number of its last event, if it was read just now.
        """
        if "\0" in id:  # PostgreSQL does not take it
            raise Refused(404, Message("There is no such table"))
        if id in self.set_aside:
            raise Unreadable
        if self.is_closed(id):
            raise Closed
        live = self._tables.get(id)
        if live is not None:
            if self._cluster.shared and newest is None:
                newest = (await asyncio.wrap_future(storage.newest(self._storage, [id])))[id]
            if newest is not None and newest > live.table.number:
                live.stale = True
            if live.stale:
                await self._refresh(live)
            return live
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        try:
            return await asyncio.shield(self._loading[id])
        finally:
            self._loading.pop(id, None)

    async def find(self, id: str, newest: int | None = None) -> LiveTable | None:
        """Return a table, or None if there is none that can be read. `newest`: see `get`."""
        with contextlib.suppress(Refused):
            return await self.get(id, newest)
        return None

    async def _load(self, id: str) -> LiveTable:
        with self._setting_aside(id):
            entries = await asyncio.wrap_future(storage.entries(self._storage, id))
            if not entries:
                raise Refused(404, Message("There is no such table"))
            await self.precompiler.wait_for("rules", _game_of(entries))
            table = await in_thread(_extend, Table(id, ()), entries)
        live = self._enter(table)
        await self.resume(live)
        if self._cluster.shared:
            await self._broadcast.read_presence(live)
        return live

    @contextlib.contextmanager
    def _setting_aside(self, id: str) -> Iterator[None]:
        """Set a table aside if it cannot be read: log it once, and disconnect everybody who is there."""
        try:
            yield
        except Unreadable as error:
            if id not in self.set_aside:
                self.set_aside.add(id)
                name = table_hash(id)
                _log.error("table %s cannot be read: set aside", name, exc_info=error, extra={"facts": {"table": name}})
            self.drop(id)
            raise

    def drop(self, id: str) -> None:
        """Remove a table from memory, disconnect everybody who is there, and end what its bots think."""
        if (live := self._tables.pop(id, None)) is not None:
            for connection in live.connections:
                connection.close()
            if live.thinking is not None:
                live.thinking.end()
                live.thinking = None

    def _enter(self, table: Table) -> LiveTable:
        if (known := self._tables.get(table.id)) is not None:
            known.stale = True  # another request was quicker
            return known
        if len(self._tables) >= _MOST_LIVE:
            self._make_room()
        live = self._tables[table.id] = LiveTable(table)
        live.lost = self._clock.lost() - self._clock.lost_since(table.entries[-1].at)
        live.stale = self._cluster.shared  # a notification that came before the table was here was ignored
        self.on_turn(live)
        return live

    def _make_room(self) -> None:
        """Drop a table where nobody is, best one without a bot that thinks; raise `Busy` if there is none."""
        empty = [live for live in self._tables.values() if not live.connections]
        if not empty:
            raise Busy
        self.drop(next((live for live in empty if live.thinking is None), empty[0]).table.id)

    async def create(
        self,
        identity: str,
        game: Game,
        places: list[Place],
        clock: ClockKind = "none",
        public: bool = False,
        day: str | None = None,
        fair: bool = False,
        id: str | None = None,
    ) -> LiveTable:
        """Create a table for a match that has not begun; if there is one with that id already, return it.

        `fair`: the match is dealt when every player has given a value.
        """
        if len(self._tables) >= _MOST_LIVE:
            self._make_room()  # before anything is stored
        # a command would take an id that begins with a hyphen for an option
        id = id or secrets.token_urlsafe(9).replace("-", "_")
        created = Created(
            game=game.type.id,
            record=game.record(),
            places=tuple(places),
            host=hashed(identity),
            locks=tuple(lock_of(identity, id, seat) for seat in range(game.players)),
            clock=clock,
            public=public,
            day=day,
            secret=secrets.token_hex(32) if fair and game.setup.seed is not None else None,
        )
        entry = Entry(number=0, at=self._clock.now(), event=created)
        table = await in_thread(Table, id, [entry])
        stored = storage.create(self._storage, id, entry, standing_of(table))
        live = self._enter(table) if await asyncio.wrap_future(stored) else await self.get(id)
        self.visit(live)
        return live

    def visit(self, live: LiveTable) -> None:
        """Note that somebody asks for a table: its bots play on."""
        live.visited_at = time.monotonic()
        if live.thinking is None:
            self.on_turn(live)

    # Commands

    async def execute(self, live: LiveTable, command: Command) -> bool:
        """Execute a command: decide, store, then show. Return False if its event was stored before."""
        async with live.lock:
            while True:
                if live.stale:
                    await self._catch_up(live)
                resumed = commands.resume(live.table, self._clock.lost() - live.lost)
                event = command(live.table) if resumed is None else resumed
                if event is None:
                    return False
                with contextlib.suppress(Conflict):
                    await self._store(live, event)
                    if resumed is None:
                        return True

    async def _store(self, live: LiveTable, event: TableEvent) -> None:
        """Store an event, then show it; raise `Conflict` if another process has stored one."""
        entry = Entry(number=live.table.number + 1, at=self._clock.now(), event=event)
        require_room(live.table, entry)
        table = live.table.copy()
        table.add(entry)
        standing = standing_of(table)
        seats_changed = live.standing is None or standing.holders != live.standing.holders
        changed = None if standing == live.standing else standing
        live.standing = None
        try:
            await storage.append(self._storage, table.id, entry, changed, seats_changed)
        except BaseException:
            live.stale = True
            raise
        live.standing = standing
        self._show(live, table)

    async def resume(self, live: LiveTable) -> None:
        """Give a running clock the time back that the site has lost, as every command does first."""
        with contextlib.suppress(Unavailable):  # then the next command does
            await self.execute(live, lambda table: None)

    def has_lost(self, live: LiveTable) -> bool:
        """Return whether a running clock is to be given time back."""
        return commands.resume(live.table, self._clock.lost() - live.lost) is not None

    async def _refresh(self, live: LiveTable) -> None:
        async with live.lock:
            if live.stale:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """Read events that another process has stored, or that were stored without an acknowledgement."""
        live.stale = False  # before reading: a notification that arrives meanwhile sets it again
        try:
            with self._setting_aside(live.table.id):
                entries = await asyncio.wrap_future(storage.entries(self._storage, live.table.id, live.table.number))
                table = _extend(live.table.copy(), entries)
        except BaseException:
            live.stale = True
            raise
        if entries:
            live.standing = None
            self._show(live, table)

    def _show(self, live: LiveTable, table: Table) -> None:
        """Replace a table by its next state, and send what is new."""
        events = [entry.event for entry in table.entries[live.table.number + 1 :]]
        live.table = table
        live.lost = self._clock.lost()
        if all(isinstance(event, Said) for event in events):
            live.position.table = table
            self._broadcast.send_chat(live, len(events))
            return
        live.position = TablePosition(table)
        uncovered = [event.who for event in events if isinstance(event, Uncovered)]
        if len(uncovered) == len(events):
            self._broadcast.send_snapshots(live, uncovered)
            return
        if played := sum(isinstance(event, MovesPlayed) for event in events):
            live.moved_at = time.monotonic()
            self.moves += played
        self._broadcast.send_updates(live)
        self.on_turn(live)

    # Other processes

    def receive(self, notification: Notification) -> None:
        """Show what other processes have stored for the tables in memory."""
        if self._background.stopping.wanted:
            return  # the storage is closing
        for event in notification.events:
            if (live := self._tables.get(event.table)) is not None:
                try:
                    self._add(live, event)
                except Exception as error:  # the other events are of other tables
                    self._background.report("showing what another process stored", error)
                    self._start_refreshing(live)
        for id, number in notification.tables.items():
            live = self._tables.get(id)
            if live is not None and number > live.table.number:
                self._start_refreshing(live)
        for id in notification.presences:
            if id in self._tables:
                self._start_reading_presence(self._tables[id])
        if notification.missed and self._tables:
            self._background.start_retrying(self._catch_up_all)

    async def _catch_up_all(self) -> None:
        """Read what has changed at any table in memory: which have new events, and who is connected elsewhere."""
        tables = self.live_tables()
        numbers = await asyncio.wrap_future(storage.newest(self._storage, list(self._tables)))
        await self._broadcast.read_presence(*tables)
        for live in tables:
            if numbers.get(live.table.id, -1) > live.table.number:
                self._start_refreshing(live)
            else:
                self.on_turn(live)  # bots may have waited for somebody who is connected elsewhere

    def _add(self, live: LiveTable, event: StoredEvent) -> None:
        """Add an event that another process has stored; read the table if it is busy, or lacks earlier events.

        If nobody here needs the table at the moment, it is read when somebody does.
        """
        if event.number <= live.table.number:
            return
        if not live.connections and live.thinking is None:
            live.stale = True
            return
        if event.number > live.table.number + 1 or live.stale or live.lock.locked():
            self._start_refreshing(live)
            return
        try:
            with self._setting_aside(live.table.id):
                table = _extend(live.table.copy(), [storage.entry_of(event)])
        except Unreadable:
            return
        live.standing = None
        self._show(live, table)

    def _start_refreshing(self, live: LiveTable) -> None:
        live.stale = True
        self._background.start_retrying(partial(self._refresh, live))

    def _start_reading_presence(self, live: LiveTable) -> None:
        """Read in the background who is connected to other processes; bots may have waited for them."""

        async def read() -> None:
            await self._broadcast.read_presence(live)
            self.on_turn(live)

        self._background.start_retrying(read)


def _game_of(entries: Sequence[Entry]) -> str:
    """Return the game of a table."""
    first = entries[0].event
    if not isinstance(first, Created) or first.game not in GAMES:
        raise Unreadable
    return first.game


def _extend(table: Table, entries: Sequence[Entry]) -> Table:
    """Add stored events to a table, and return it; raise `Unreadable` if they do not fit."""
    try:
        for entry in entries:
            table.add(entry)
        if len(table.seats) != table.game.players:
            raise ValueError("every player has one seat")
    except MemoryError:
        raise
    except Exception as error:
        raise Unreadable from error
    return table


def standing_of(table: Table) -> Standing:
    """Return what the lists of tables need to know of a table."""
    return Standing(
        state=table.state,
        public=table.public,
        deadline=table.deadline(),
        day=table.day,
        won=bool(table.winners) if table.state == "over" else None,
        begun=bool(table.players_of),
        changed=table.entries[-1].at // 60 * 60,
        holders=table.people() | table.replaced_people(),
    )
