"""Measure how much a site carries, on this machine and over loopback only.

    python -m bench.load --seconds 10 --tables 10 50 200 --idle 200

Real games (all three, random moves), two players and two spectators a table, every move durable: on one process with
SQLite, then on two with PostgreSQL. Beside it, in the same run, boardgame.io's own server with a trivial game, two
clients a table, in memory. Delays are from sending a move to its arrival at the last viewer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.load import boardgame, ours
from bench.load.playing import Match, Measured, play

Opening = Callable[[int], Awaitable[Match]]
_GOAL = (2000, 4)
"""Idle tables that should fit into a gigabyte, and the connections at each."""


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each number of tables")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--idle", type=int, default=200, help="tables for measuring memory; 0: do not")
    parser.add_argument("--without", nargs="*", default=[], choices=["sqlite", "postgresql", "boardgame.io"])
    wishes = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    console = Console()
    cores, busy = os.cpu_count(), os.getloadavg()[0]
    console.print(f"{cores} cores for server and clients together; load average before: {busy:.1f}")
    with tempfile.TemporaryDirectory(prefix="ff-") as name:
        folder = Path(name)
        rows: dict[str, list[Measured]] = {}
        if "boardgame.io" not in wishes.without:
            if (why := boardgame.missing()) is not None:
                console.print(why)
            else:
                with boardgame.served(folder) as port:
                    rows["boardgame.io, 2 viewers, in memory"] = asyncio.run(
                        _measure(partial(boardgame.opened, port), wishes.tables, wishes.seconds)
                    )
        if "sqlite" not in wishes.without:
            with ours.served(f"sqlite:///{folder / 'site.sqlite'}") as server:
                if wishes.idle:
                    asyncio.run(_weigh(console, server, wishes.idle))
                rows["SQLite, 4 viewers"] = asyncio.run(_at_ours(server, wishes.tables, wishes.seconds))
        if "postgresql" not in wishes.without:
            with _postgresql() as database, ours.served(database, workers=2) as server:
                rows["PostgreSQL, 2 processes, 4 viewers"] = asyncio.run(
                    _at_ours(server, wishes.tables, wishes.seconds)
                )
    console.print(_table(rows))


async def _at_ours(server: ours.Server, tables: list[int], seconds: float) -> list[Measured]:
    guests = ours.Guests(server)
    try:
        return await _measure(guests.match, tables, seconds)
    finally:
        await guests.leave()


async def _measure(opening: Opening, tables: list[int], seconds: float) -> list[Measured]:
    """Play as fast as it goes at each number of tables, then half as fast as it went at the last."""
    found = [await play(opening, number, seconds) for number in tables]
    return [*found, await play(opening, tables[-1], seconds, rate=found[-1].rate / 2)]


async def _weigh(console: Console, server: ours.Server, tables: int) -> None:
    """Print the memory of idle tables, and of connections to them."""
    guests = ours.Guests(server)
    await guests.match(0)
    empty = server.memory()
    ids = [await guests.table(number) for number in range(tables)]
    laid = server.memory()
    connections = [viewer for id in ids for viewer in await guests.viewers(id)]
    for connection in connections:
        await connection.texts.get()
    full = server.memory()
    a_table, a_connection = (laid - empty) / tables, (full - laid) / len(connections)
    goal = empty + _GOAL[0] * (a_table + _GOAL[1] * a_connection)
    console.print(
        f"memory: {empty:.0f} MB empty, {full:.0f} MB with {tables} idle tables and {len(connections)} connections: "
        f"{1024 * a_table:.0f} kB a table, {1024 * a_connection:.0f} kB a connection; "
        f"{_GOAL[0]} tables with {_GOAL[1]} each would be {goal:.0f} MB"
    )
    for connection in connections:
        connection.close()
    await guests.leave()


@contextmanager
def _postgresql() -> Iterator[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a folder that is not set
        from pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(prefix="ff-") as folder:
        server = get_server(folder)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def _table(rows: dict[str, list[Measured]]) -> Table:
    yardstick = next((found for name, found in rows.items() if name.startswith("boardgame.io")), None)
    table = Table("server", "tables", "moves/s", "p50 ms", "p99 ms", "of the yardstick")
    for name, found in rows.items():
        for place, measured in enumerate(found):
            paced = place == len(found) - 1
            table.add_row(
                name + (" (half as fast)" if paced else ""),
                str(measured.tables),
                f"{measured.rate:.0f}",
                f"{measured.delay(0.5):.1f}",
                f"{measured.delay(0.99):.1f}",
                f"{measured.rate / yardstick[place].rate:.2f}" if yardstick and not paced else "",
            )
    return table


if __name__ == "__main__":
    main()
