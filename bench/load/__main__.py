"""Measure how many moves a site carries and what they cost, on this machine and over loopback only.

    python -m bench.load
    python -m bench.load --only moves --tables 10 200 --seconds 5

moves       Real games (all three, random moves), two players and two spectators a table, every move durable in SQLite;
            viewers receive data, as programs do, or drawings, as browsers do. The yardstick beside them is
            boardgame.io's own server with a trivial game, in memory, with two viewers a table, which receive data.
rate        The same at 1,000 moves a second, at the last number of tables.
bytes       What a viewer receives for a move, compressed.
postgresql  One and two processes over PostgreSQL.
memory      Idle tables, and connections to them.
warm, cold  The start of a site, with and without compiled code.

The first figure is the processor time of the server for a move: user and system time of all its processes, without
PostgreSQL's. Server and clients share the machine, so moves a second and delays depend on both. All clients are one
process, whose processor time is given too. Delays are from sending a move to its arrival at the last viewer. Tables are
set up before measuring begins.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load import boardgame, ours, starts
from tests.web.load.clients import Clients
from tests.web.load.playing import MatchPool, Measured, play, quantile
from tests.web.servers import PostgreSQL

_PARTS = ("moves", "rate", "bytes", "postgresql", "memory", "warm", "cold")
_RATE = 1000.0
"""Moves a second at which delays are measured too."""
_SHORTEST_MATCH = 25
"""Moves, about: it decides how many matches must be ready."""
_LEAST_MOVES = 1000
_BYTES_TABLES = 12
_YARDSTICK = "boardgame.io"

console = Console()
if not console.is_terminal:
    console = Console(width=120)


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=_PARTS, choices=_PARTS, metavar="PART", help=", ".join(_PARTS))
    parser.add_argument("--seconds", type=float, default=8.0, help="for each line")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--idle", type=int, default=2000, help="tables for measuring memory")
    options = parser.parse_args()
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    console.print(f"{os.cpu_count()} cores for servers and clients together; load average: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="ff-") as name:
        folder = Path(name)
        if "warm" in options.only:
            console.print(starts.warm(folder))
        if "cold" in options.only:
            for line in starts.cold(folder):
                console.print(line)
        uvloop.run(_measure(folder, options))
    console.print(f"load average: {os.getloadavg()[0]:.1f}")


async def _measure(folder: Path, options: argparse.Namespace) -> None:
    runs: list[tuple[int, float | None]] = [(tables, None) for tables in options.tables if "moves" in options.only]
    runs += [(options.tables[-1], _RATE)] if "rate" in options.only else []
    if runs:
        await _compare_with_yardstick(folder, runs, options.seconds)
    if "bytes" in options.only:
        await _measure_bytes(folder)
    if "postgresql" in options.only:
        await _measure_postgresql(options.tables[-1], options.seconds)
    if "memory" in options.only:
        await _measure_memory(folder, options.idle)


async def _compare_with_yardstick(folder: Path, runs: list[tuple[int, float | None]], seconds: float) -> None:
    """Measure all servers in turn at each number of tables, so that they share what else the machine does."""
    async with AsyncExitStack() as stack:
        pools: dict[str, MatchPool] = {}
        if (reason := boardgame.missing()) is None:
            pools[_YARDSTICK] = stack.enter_context(boardgame.served(folder))
        else:
            console.print(reason)
        server = stack.enter_context(ours.served(f"sqlite:///{folder / 'site.sqlite'}"))
        for drawn in (False, True):
            pools["drawn" if drawn else "data"] = await stack.enter_async_context(_matches(server, drawn))
        speeds = {name: (await play(pool, 10, 2.0)).rate for name, pool in pools.items()}  # warms up, too
        results: list[tuple[str, Measured, Measured | None]] = []
        for tables, rate in runs:
            yardstick = None
            for name, pool in pools.items():
                measured = await _measure_one(pool, tables, seconds, rate, 0 if name == _YARDSTICK else speeds[name])
                speeds[name] = max(speeds[name], measured.rate)
                yardstick = measured if name == _YARDSTICK else yardstick
                results.append((name, measured, yardstick))
        for pool in pools.values():
            pool.close()
    console.print(_table(results))


async def _measure_one(
    pool: MatchPool, tables: int, seconds: float, rate: float | None = None, speed: float = 0.0
) -> Measured:
    """Have matches ready that last long enough at a speed, and play."""
    await pool.fill(tables + int(1.3 * speed * seconds / _SHORTEST_MATCH))
    return await play(pool, tables, seconds, rate, _LEAST_MOVES)


@asynccontextmanager
async def _matches(server: ours.Server, drawn: bool, compressed: bool | None = None) -> AsyncIterator[MatchPool]:
    clients = Clients(server.url, drawn, compressed)
    try:
        yield MatchPool(clients.match, server.processor_time)
    finally:
        await clients.close()


def _table(results: list[tuple[str, Measured, Measured | None]]) -> Table:
    columns = ("server µs/move", "µs/update", "clients µs/move", "moves/s", "p50 ms", "p99 ms")
    table = Table("server", "tables", *columns, caption="in brackets: relative to the yardstick")
    for name, measured, yardstick in results:
        if yardstick is None or yardstick is measured:
            ratios = ["", "", ""]
        else:
            time = measured.server_time / yardstick.server_time
            values = (time, time * yardstick.viewers / measured.viewers, measured.rate / yardstick.rate)
            ratios = [f" ({value:.2f})" for value in values]
        table.add_row(
            name,
            f"{measured.tables}" + (f" at {measured.target:.0f}/s" if measured.target else ""),
            f"{measured.server_time:.0f}{ratios[0]}",
            f"{measured.server_time / measured.viewers:.0f}{ratios[1]}",
            f"{measured.client_time:.0f}",
            f"{measured.rate:.0f}{ratios[2]}",
            f"{measured.delay(0.5):.1f}",
            f"{measured.delay(0.99):.1f}",
        )
    return table


async def _measure_bytes(folder: Path) -> None:
    """Print what a viewer receives for a move on a connection with compression."""
    with ours.served(f"sqlite:///{folder / 'bytes.sqlite'}") as server:
        for drawn in (False, True):
            async with _matches(server, drawn, compressed=True) as pool:
                sizes = (await _measure_one(pool, _BYTES_TABLES, 4.0, rate=100.0)).sizes
                console.print(
                    f"bytes a move and viewer, compressed, {'drawn' if drawn else 'data'}: "
                    f"median {quantile(sizes, 0.5):.0f}, p90 {quantile(sizes, 0.9):.0f}"
                )


async def _measure_postgresql(tables: int, seconds: float) -> None:
    """Print what a move costs with one and with two processes over PostgreSQL."""
    results: list[tuple[str, Measured, Measured | None]] = []
    for workers in (1, 2):
        with _postgresql() as database, ours.served(database, workers) as server:
            for drawn in (False, True):
                async with _matches(server, drawn) as pool:
                    speed = (await play(pool, 10, 2.0)).rate
                    measured = await _measure_one(pool, tables, seconds, speed=speed)
                    pool.close()
                first = results[drawn][1] if workers == 2 else None
                results.append((f"PostgreSQL, {workers}, {'drawn' if drawn else 'data'}", measured, first))
    table = _table(results)
    table.caption = "in brackets: relative to one process"
    console.print(table)


@contextmanager
def _postgresql() -> Iterator[str]:
    with closing(PostgreSQL()) as server:
        yield server.new_database()


async def _measure_memory(folder: Path, tables: int) -> None:
    """Print the memory of idle tables, and of connections to them."""
    with ours.served(f"sqlite:///{folder / 'idle.sqlite'}") as server:
        clients = Clients(server.url, drawn=True)
        (await clients.match(0)).close()
        empty = server.memory()
        ids: list[str] = []
        for begin in range(0, tables, 8):
            ids += await asyncio.gather(*map(clients.table, range(begin, begin + 8)))
        with_tables = server.memory()
        matches = [await clients.watch(id) for id in ids]
        full = server.memory()
        connections = sum(len(match.viewers) for match in matches)
        for match in matches:
            match.close()
        await clients.close()
    console.print(
        f"memory: {empty / 1024:.0f} MB empty, {full / 1024:.0f} MB with {len(ids)} idle tables and {connections} "
        f"connections: {(with_tables - empty) / len(ids):.0f} kB a table, "
        f"{(full - with_tables) / connections:.0f} kB a connection"
    )


if __name__ == "__main__":
    main()
