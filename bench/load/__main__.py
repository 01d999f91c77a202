"""Measure how many moves a site carries, on this machine and over loopback only.

    python -m bench.load --seconds 8 --tables 10 50 200 --idle 2000

Real games (all three, random moves), two players and two spectators a table, every move durable: first one process with
SQLite, then two with PostgreSQL; each with viewers that receive data, as programs do, and with viewers that receive
drawings, as browsers do. In the same run boardgame.io's own server is measured with a trivial game, in memory, with two
clients a table; it sends data. Tables are set up before measuring begins.

Delays are from sending a move to its arrival at the last viewer. Processor time is what the server's processes used
(user and system, without the database server's), per move and per update that a viewer received; clients and server
share the machine, so compare this first.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load import boardgame, ours
from bench.load.processes import ProcessorTime
from tests.web.load.clients import Clients
from tests.web.load.playing import MatchPool, Measured, play

_RATE = 1000.0
"""Moves a second at which delays are measured too, or half the maximum if that is less."""
_SHORTEST_MATCH = 25
"""Moves, about: it decides how many matches must be ready."""


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0, help="for each number of tables")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--idle", type=int, default=2000, help="tables for measuring memory; 0: do not")
    parser.add_argument("--without", nargs="*", default=[], choices=["sqlite", "postgresql", "boardgame.io"])
    options = parser.parse_args()
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    console = Console()
    console.print(f"{os.cpu_count()} cores for server and clients together; load average: {os.getloadavg()[0]:.1f}")
    results: dict[str, list[Measured]] = {}
    with tempfile.TemporaryDirectory(prefix="ff-") as name:
        folder = Path(name)
        if "boardgame.io" not in options.without:
            if (reason := boardgame.missing()) is not None:
                console.print(reason)
            else:
                with boardgame.served(folder) as (port, pid):
                    results["boardgame.io"] = uvloop.run(_at_boardgame(port, pid, options.tables, options.seconds))
        for title, kind, workers in (("SQLite", "sqlite", 1), ("PostgreSQL, 2 processes", "postgresql", 2)):
            if kind in options.without:
                continue
            with ExitStack() as stack:
                sqlite = f"sqlite:///{folder / 'site.sqlite'}"
                database = sqlite if kind == "sqlite" else stack.enter_context(_postgresql())
                server = stack.enter_context(ours.served(database, workers))
                for drawn in (False, True):
                    row = f"{title}, {'drawn' if drawn else 'data'}"
                    results[row] = uvloop.run(_at_ours(server, drawn, options.tables, options.seconds))
        if options.idle:
            with ours.served(f"sqlite:///{folder / 'idle.sqlite'}") as server:
                console.print(uvloop.run(_measure_memory(server, options.idle)))
    console.print(_table(results))
    console.print(f"load average: {os.getloadavg()[0]:.1f}")


async def _at_boardgame(port: int, pid: int, tables: list[int], seconds: float) -> list[Measured]:
    pool = MatchPool(partial(boardgame.open_match, port), ProcessorTime(pid))
    return await _measure(pool, tables, seconds, endless=True)


async def _at_ours(server: ours.Server, drawn: bool, tables: list[int], seconds: float) -> list[Measured]:
    clients = Clients(server.url, drawn)
    try:
        return await _measure(MatchPool(clients.match, server.processor_time), tables, seconds)
    finally:
        await clients.close()


async def _measure(pool: MatchPool, tables: list[int], seconds: float, endless: bool = False) -> list[Measured]:
    """Play at full speed at each number of tables, then at a given rate at the last."""
    results = [await play(pool, tables[0], min(seconds, 2.0))]  # warms up, and tells the speed approximately
    for number, rate in [*((number, None) for number in tables), (tables[-1], _RATE)]:
        if rate is not None:
            rate = min(rate, results[-1].rate / 2) if results[-1].rate < 1.25 * rate else rate
        speed = rate or 1.3 * max(measured.rate for measured in results)
        await pool.fill(number + (0 if endless else int(speed * seconds / _SHORTEST_MATCH)))
        results.append(await play(pool, number, seconds, rate))
    pool.close()
    return results[1:]


async def _measure_memory(server: ours.Server, tables: int) -> str:
    """Return the memory of idle tables, and of connections to them."""
    clients = Clients(server.url, drawn=True)
    (await clients.match(0)).close()
    empty = server.memory()
    ids = [
        id for begin in range(0, tables, 8) for id in await asyncio.gather(*map(clients.table, range(begin, begin + 8)))
    ]
    with_tables = server.memory()
    connections = [viewer for id in ids for viewer in await clients.viewers(id)]
    for connection in connections:
        await asyncio.wait_for(connection.texts.get(), 60)
    full = server.memory()
    for connection in connections:
        connection.close()
    await clients.close()
    return (
        f"memory: {empty:.0f} MB empty, {full:.0f} MB with {len(ids)} idle tables and {len(connections)} connections: "
        f"{1024 * (with_tables - empty) / len(ids):.0f} kB a table, "
        f"{1024 * (full - with_tables) / len(connections):.0f} kB a connection"
    )


@contextmanager
def _postgresql() -> Iterator[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a directory that is not set
        from pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(prefix="ff-") as folder:
        server = get_server(folder)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def _table(results: dict[str, list[Measured]]) -> Table:
    yardstick = results.get("boardgame.io")
    columns = ("moves/s", "p50 ms", "p99 ms", "of the yardstick", "server µs/move", "µs/update", "clients µs/move")
    table = Table("server", "tables", *columns)
    for name, rows in results.items():
        for place, measured in enumerate(rows):
            target = f" of {measured.target:.0f} asked for" if measured.target else ""
            table.add_row(
                name,
                str(measured.tables),
                f"{measured.rate:.0f}{target}",
                f"{measured.delay(0.5):.1f}",
                f"{measured.delay(0.99):.1f}",
                f"{measured.rate / yardstick[place].rate:.2f}" if yardstick and not measured.target else "",
                f"{measured.per_move(measured.server_seconds):.0f}",
                f"{measured.per_move(measured.server_seconds) / measured.viewers:.0f}",
                f"{measured.per_move(measured.client_seconds):.0f}",
            )
    return table


if __name__ == "__main__":
    main()
