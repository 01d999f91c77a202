"""Clocks: players who run out of time lose."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from funkenflug.web.db.storage import Storage
from funkenflug.web.tables import commands
from funkenflug.web.tables.background import Background
from funkenflug.web.tables.registry import TableRegistry

_TICK_SECONDS = 0.25


async def watch_clocks(storage: Storage, tables: TableRegistry, background: Background) -> None:
    """Look for seats that are out of time, forever. One process of a site does it for all."""

    async def check(id: str) -> None:
        await tables.execute(await tables.get(id), lambda table: commands.check_clock(table, time.time()))

    while True:
        await asyncio.sleep(_TICK_SECONDS)
        if storage.cluster.is_leader:
            for id in await background.retry(lambda: asyncio.wrap_future(storage.due(time.time()))):
                await background.retry(partial(check, id))
