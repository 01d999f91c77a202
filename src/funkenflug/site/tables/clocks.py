"""Clocks: players who run out of time lose, but only by time during which the site could store their moves."""

from __future__ import annotations

import asyncio
import contextlib
import time
from concurrent.futures import Future
from functools import partial

from funkenflug.site.infra.background import Background
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.errors import Closed, Unreadable
from funkenflug.site.tables import commands
from funkenflug.site.tables.broadcast import Broadcast
from funkenflug.site.tables.registry import TableRegistry
from funkenflug.site.tables.storage import due

_TICK_SECONDS = 0.25
_PAUSE_SECONDS = 60.0
"""How long a table is left alone after its clock has failed."""
_PROBE_SECONDS = 1.0
"""How often it is tried whether the database can be written again."""
_UNSURE_SECONDS = 10.0
"""How long a clock runs without anything being written that tells whether that works."""


async def watch_service(storage: Storage, tables: TableRegistry, broadcast: Broadcast) -> None:
    """Follow the service clock, forever: probe the database, tell the pages, and give back the time that was lost."""
    clock = storage.clock
    told, settled, next_probe = False, clock.lost(), 0.0
    probe = _done()
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        lost, now = clock.lost(), time.monotonic()
        if told != clock.stopped:
            told = clock.stopped
            for live in tables.live_tables():
                broadcast.send_saving(live, works=not told)
        if now >= next_probe and probe.done():
            next_probe = now + _PROBE_SECONDS
            if clock.stopped or (clock.unsure > _UNSURE_SECONDS and _any_runs(tables)):
                probe = storage.probe()
        if lost != settled and not clock.stopped:
            waiting = [live for live in tables.live_tables() if tables.has_lost(live)]
            if not waiting:
                settled = lost
            await asyncio.gather(*map(tables.resume, waiting), return_exceptions=True)


def _any_runs(tables: TableRegistry) -> bool:
    return any(live.table.deadline() is not None for live in tables.live_tables())


def _done() -> Future[None]:
    done: Future[None] = Future()
    done.set_result(None)
    return done


async def watch_clocks(storage: Storage, tables: TableRegistry, background: Background) -> None:
    """Look for seats that are out of time, forever. One process of a site does it for all."""

    async def check(id: str) -> None:
        await tables.execute(await tables.get(id), lambda table: commands.check_clock(table, storage.clock.now()))

    async def check_alone(id: str) -> None:
        """Check a clock; a table that fails does not stop the others."""
        if paused.get(id, 0.0) > time.monotonic():
            return
        try:
            with contextlib.suppress(Unreadable, Closed):  # logged already, or meant so
                await background.retry(partial(check, id))
            paused.pop(id, None)
        except Exception as error:
            background.report("the clock of a table", error)
            paused[id] = time.monotonic() + _PAUSE_SECONDS

    paused: dict[str, float] = {}
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        if storage.cluster.is_leader and not storage.clock.stopped:
            for id in await background.retry(lambda: asyncio.wrap_future(due(storage, storage.clock.now()))):
                await check_alone(id)
