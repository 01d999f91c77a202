"""The site: puts together the tables, the broadcast, the bots, the clocks and the solitaire of the day."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from functools import partial

from funkenflug.site.boards.records import Records
from funkenflug.site.daily.daily import Daily
from funkenflug.site.infra.background import Background
from funkenflug.site.infra.db.cluster import Notification
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.precompile import Precompiler
from funkenflug.site.infra.queues import Queues
from funkenflug.site.infra.restrictions import Restrictions
from funkenflug.site.lessons.progress import Progress
from funkenflug.site.people.people import People
from funkenflug.site.puzzles.puzzles import Puzzles
from funkenflug.site.studies.studies import Studies
from funkenflug.site.tables.bots import DEFAULT_PACE, Bots
from funkenflug.site.tables.broadcast import Broadcast
from funkenflug.site.tables.clocks import watch_clocks, watch_service
from funkenflug.site.tables.registry import TableRegistry
from funkenflug.site.tables.replays import Replays

_HEAD_START = 0.25
"""Seconds for the first page, before chores compete for the processor."""


class Site:
    """Everything that a process of a site runs, over a storage."""

    def __init__(self, storage: Storage, pace: float = DEFAULT_PACE) -> None:
        self.storage = storage
        self.background = Background()
        self.precompiler = Precompiler(self.background.run_chore, self.background.stopping)
        self.people = People(storage)
        self.restrictions = Restrictions(storage, self.background)
        self.restrictions.on_change = self._enforce_restrictions
        self.broadcast = Broadcast(storage, self.background)
        self.tables = TableRegistry(storage, self.precompiler, self.broadcast, self.background)
        self.tables.is_closed = partial(self.restrictions.has, "table")
        self.queues = Queues()
        self.bots = Bots(storage, self.tables, self.precompiler, self.background, self.queues, pace)
        self.tables.on_turn = self.bots.start_turn
        self.replays = Replays(self.precompiler, self.queues)
        self.records = Records()
        self.studies = Studies(self.precompiler, self.queues)
        self.puzzles = Puzzles(storage, self.records)
        self.lessons = Progress(storage)
        self.daily = Daily(storage, self.tables, self.people, self.precompiler, self.background, self.queues)

    def start(self) -> None:
        """Start to compile, to watch the clocks, to find daily deals, and to listen to other processes."""
        self.background.start(self.precompiler.use_plain_python())
        self.background.supervise("the compiler", self._compile)
        self.background.supervise("the clocks", lambda: watch_clocks(self.storage, self.tables, self.background))
        self.background.supervise("the service clock", lambda: watch_service(self.storage, self.tables, self.broadcast))
        self.background.supervise("the solitaire of the day", self.daily.find_deals)
        self.background.supervise("the restrictions", self.restrictions.watch)
        loop = asyncio.get_running_loop()

        def receive(notification: Notification) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody needs it
                loop.call_soon_threadsafe(self.tables.receive, notification)

        self.storage.cluster.listen(receive)

    async def _compile(self) -> None:
        await asyncio.sleep(_HEAD_START)
        await self.precompiler.run()
        gc.freeze()  # the compiler's objects stay: to look at all of them again takes the collector 0.1 s and more

    async def stop(self) -> None:
        """Close the connections, stop the bots, and store what is waiting."""
        self.background.stopping.now()
        self.queues.stop()
        for live in self.tables.live_tables():
            for connection in live.connections:
                connection.close()
        await self.background.stop()
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self.queues.close()
        self.background.close()
        self.storage.close()

    def _enforce_restrictions(self) -> None:
        """Disconnect everybody who may no longer be connected."""
        for live in self.tables.live_tables():
            if self.tables.is_closed(live.table.id):
                self.tables.drop(live.table.id)
            for connection in live.connections:
                if self.restrictions.excludes(connection.who):
                    connection.close()

    def counts(self) -> dict[str, float]:
        """Return metrics of this process."""
        tables = self.tables.live_tables()
        return {
            "tables": len(tables),
            "connections": sum(len(live.connections) for live in tables),
            "moves_total": self.tables.moves,
            "tables_set_aside": len(self.tables.set_aside),
            "background_failures_total": self.background.failures,
            **self.queues.counts(),
        }
