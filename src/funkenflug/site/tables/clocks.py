"""Clocks: players who run out of time lose."""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial

from funkenflug.site.infra.background import Background
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.errors import Closed, Unreadable
from funkenflug.site.tables import commands
from funkenflug.site.tables.registry import TableRegistry
from funkenflug.site.tables.storage import due

_TICK_SECONDS = 0.25
_PAUSE_SECONDS = 60.0
"""How long a table is left alone after its clock has failed."""


async def watch_clocks(storage: Storage, tables: TableRegistry, background: Background) -> None:
    """Look for seats that are out of time, forever. One process of a site does it for all."""

    async def check(id: str) -> None:
        await tables.execute(await tables.get(id), lambda table: commands.check_clock(table, time.time()))

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
        if storage.cluster.is_leader:
            for id in await background.retry(lambda: asyncio.wrap_future(due(storage, time.time()))):
                await check_alone(id)
