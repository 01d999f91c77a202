"""A fault at every operation of an evening, as SQLite tests itself: count the operations, then let each one fail."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from funkenflug.site.app import create_app
from funkenflug.site.infra.db.engine import Unavailable, parse_url
from tests.waiting import LONG
from tests.web.conftest import serving
from tests.web.evening import Application, Client, Evening, running, table_ids
from tests.web.faulty_disk import Fault, faulty_disk
from tests.web.faulty_network import faulty_network
from tests.web.servers import keep_solitaires


@dataclass
class Result:
    """What came of evenings with faults."""

    operations: int = 0
    """Operations of an evening without a fault."""
    evenings: int = 0
    faults: int = 0
    repeated: int = 0
    """Requests that failed, and were repeated."""
    wrong: list[str] = field(default_factory=list)

    def phases(self, stride: int | None, start: int, step: int) -> Iterator[int]:
        """Yield -1 for an evening without a fault, and then the operations to begin with."""
        yield -1
        yield from range(start, self.operations if stride is None else stride, step)

    def add(self, phase: int, operations: int, faults: int, evening: Evening) -> None:
        """Count an evening."""
        self.operations = operations if phase < 0 else self.operations
        self.evenings += 1
        self.faults += faults
        self.repeated += evening.failures
        if evening.failures > faults:
            self.wrong.append(f"operation {phase}: {faults} faults were felt by {evening.failures} requests")


Plan = tuple[int | None, int, int]
"""One in how many operations fails in each evening, with which to begin, and how many to skip from one evening to the
next. (None, 0, 1): each operation fails in an evening of its own."""


def strikes_of(phase: int, stride: int | None) -> Callable[[int], bool]:
    """Return whether an operation fails: one in each `stride`, or, without one, the operation `phase` alone.

    With a stride the faults are so far from each other that the site recovers in between.
    """
    return lambda number: number == phase if stride is None else number % stride == phase


async def fail_everywhere(folder: Path, fault: Fault, plan: Plan) -> Result:
    """Spend evenings over SQLite in which one operation of the disk after another fails."""
    database = f"sqlite:///{folder / 'site.sqlite'}"
    keep_solitaires(database)
    shutil.copy(folder / "site.sqlite", folder / "empty")
    app = create_app(database, pace=0.0, limits=None)
    result = Result()
    with faulty_disk(folder) as disk:
        for phase in result.phases(*plan):
            for file in folder.glob("site.sqlite*"):
                file.unlink()
            shutil.copy(folder / "empty", folder / "site.sqlite")
            async with running(app) as site:

                async def restart(site: Application = site) -> None:
                    while disk.off:
                        await site.stop()
                        disk.restore_power()
                        try:
                            await site.start()
                        except Unavailable:
                            assert disk.off, "it starts on a disk that works"

                disk.reset(strikes_of(phase, plan[0]), fault)
                evening = Evening(site, restart)
                await evening.spend()
                result.add(phase, disk.operations, disk.failures, evening)
                disk.reset()
            result.wrong += [f"{fault}, operation {phase}: {words}" for words in evening.wrong(database)]
    return result


async def cut_everywhere(database: str, plan: Plan) -> Result:
    """Spend evenings over PostgreSQL in which the connection to it is cut at one packet after another."""
    keep_solitaires(database)
    url, result = parse_url(database), Result()
    async with faulty_network(f"{url.query['host']}/.s.PGSQL.5432") as network:
        through = url.set(host="127.0.0.1", port=network.port, query={"sslmode": "disable", "gssencmode": "disable"})
        app = create_app(through.render_as_string(hide_password=False), pace=0.0, limits=None)
        for phase in result.phases(*plan):
            async with running(app) as site:
                before = await asyncio.to_thread(table_ids, database)
                network.reset(strikes_of(phase, plan[0]))
                evening = Evening(site)
                await evening.spend()
                result.add(phase, network.packets, network.cuts, evening)
                network.reset()
            wrong = await asyncio.to_thread(evening.wrong, database, before)
            result.wrong += [f"packet {phase}: {words}" for words in wrong]
    return result


class Watcher:
    """Somebody who follows a table, and connects again whenever the connection is lost."""

    def __init__(self, address: str, table: str) -> None:
        self.table = table
        self._address = address
        self._seen = asyncio.Condition()
        self._number = -1
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(self._address, ping_interval=None) as connection:
                    async for message in connection:
                        async with self._seen:
                            self._number = max(self._number, json.loads(message).get("number", -1))
                            self._seen.notify_all()

    async def see(self, number: int) -> None:
        """Wait until the event of that number was seen."""
        async with self._seen:
            await asyncio.wait_for(self._seen.wait_for(lambda: self._number >= number), LONG)
        self._task.cancel()


async def lose_everywhere(folder: Path, plan: Plan) -> Result:
    """Spend evenings in which the connections of the guests to the site are cut at one packet after another."""
    database = f"sqlite:///{folder / 'site.sqlite'}"
    keep_solitaires(database)
    result, spent = Result(), []
    with serving(database, limits=None) as url:
        async with faulty_network(("127.0.0.1", httpx.URL(url).port or 0)) as network:
            for phase in result.phases(*plan):
                before = table_ids(database)
                network.reset(strikes_of(phase, plan[0]))
                evening = await _watched_evening(f"127.0.0.1:{network.port}")
                result.add(phase, network.packets, network.cuts, evening)
                spent.append((phase, evening, before, table_ids(database)))
    for phase, evening, before, after in spent:
        others = before | (table_ids(database) - after)
        result.wrong += [f"packet {phase}: {words}" for words in evening.wrong(database, others)]
    return result


async def _watched_evening(address: str) -> Evening:
    """Spend an evening while somebody watches each table, until all have seen everything."""
    watchers: list[Watcher] = []

    def watch(table: str) -> None:
        watchers.append(Watcher(f"ws://{address}/api/tables/{table}/events", table))

    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=LONG) as client:
        evening = Evening(Client(client), created=watch)
        await evening.spend()
    for watcher in watchers:
        await watcher.see(len(evening.kept[watcher.table]) - 1)
    return evening
