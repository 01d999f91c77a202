"""Measure how much a site carries, on this machine and over loopback only.

    python -m bench.load --seconds 8 --tables 10 50 200 --idle 2000

Real games (all three, random moves), two players and two spectators a table, every move durable: on one process with
SQLite, then on two with PostgreSQL; each once with viewers who follow as data, as programs do, and once with viewers
who are shown drawings, as browsers are. Beside it, in the same run, boardgame.io's own server with a trivial game, two
clients a table, in memory; it sends data. Delays are from sending a move to its arrival at the last viewer. Tables are
set up before it begins.
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
from tests.web.load.guests import Guests
from tests.web.load.playing import Hall, Measured, play

_PACE = 1000.0
"""Moves a second at which delays are measured too, or half as many as it carries if that is less."""
_SHORTEST = 25
"""Moves of a match, about: so many have to be ready."""
_CONNECTIONS = 4


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0, help="for each number of tables")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--idle", type=int, default=2000, help="tables for measuring memory; 0: do not")
    parser.add_argument("--without", nargs="*", default=[], choices=["sqlite", "postgresql", "boardgame.io"])
    wishes = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    console = Console()
    console.print(f"{os.cpu_count()} cores for server and clients together; load average: {os.getloadavg()[0]:.1f}")
    found: dict[str, list[Measured]] = {}
    with tempfile.TemporaryDirectory(prefix="ff-") as name:
        folder = Path(name)
        if "boardgame.io" not in wishes.without:
            if (why := boardgame.missing()) is not None:
                console.print(why)
            else:
                with boardgame.served(folder) as port:
                    found["boardgame.io"] = uvloop.run(_at_boardgame(port, wishes.tables, wishes.seconds))
        for title, kind, workers in (("SQLite", "sqlite", 1), ("PostgreSQL, 2 processes", "postgresql", 2)):
            if kind in wishes.without:
                continue
            with ExitStack() as stack:
                sqlite = f"sqlite:///{folder / 'site.sqlite'}"
                database = sqlite if kind == "sqlite" else stack.enter_context(_postgresql())
                server = stack.enter_context(ours.served(database, workers))
                for drawn in (False, True):
                    row = f"{title}, {'drawn' if drawn else 'data'}"
                    found[row] = uvloop.run(_at_ours(server, drawn, wishes.tables, wishes.seconds))
        if wishes.idle:
            with ours.served(f"sqlite:///{folder / 'idle.sqlite'}") as server:
                console.print(uvloop.run(_weigh(server, wishes.idle)))
    console.print(_table(found))
    console.print(f"load average: {os.getloadavg()[0]:.1f}")


async def _at_boardgame(port: int, tables: list[int], seconds: float) -> list[Measured]:
    return await _measure(Hall(partial(boardgame.opened, port)), tables, seconds, lasting=True)


async def _at_ours(server: ours.Server, drawn: bool, tables: list[int], seconds: float) -> list[Measured]:
    guests = Guests(server.url, drawn)
    try:
        return await _measure(Hall(guests.match), tables, seconds)
    finally:
        await guests.leave()


async def _measure(hall: Hall, tables: list[int], seconds: float, lasting: bool = False) -> list[Measured]:
    """Play as fast as it goes at each number of tables, then at a pace at the last."""
    found = [await play(hall, tables[0], min(seconds, 2.0))]  # to get warm, and to know about how fast it is
    for number, rate in [*((number, None) for number in tables), (tables[-1], _PACE)]:
        if rate is not None:
            rate = min(rate, found[-1].rate / 2) if found[-1].rate < 1.25 * rate else rate
        speed = rate or 1.3 * max(measured.rate for measured in found)
        await hall.fill(number + (0 if lasting else int(speed * seconds / _SHORTEST)))
        found.append(await play(hall, number, seconds, rate))
    hall.close()
    return found[1:]


async def _weigh(server: ours.Server, tables: int) -> str:
    """Return the memory of idle tables, and of connections to them."""
    guests = Guests(server.url, drawn=True)
    (await guests.match(0)).leave()
    empty = server.memory()
    ids = [
        id for begin in range(0, tables, 8) for id in await asyncio.gather(*map(guests.table, range(begin, begin + 8)))
    ]
    laid = server.memory()
    connections = [viewer for id in ids for viewer in await guests.viewers(id)]
    for connection in connections:
        await asyncio.wait_for(connection.texts.get(), 60)
    full = server.memory()
    for connection in connections:
        connection.close()
    await guests.leave()
    return (
        f"memory: {empty:.0f} MB empty, {full:.0f} MB with {len(ids)} idle tables and {len(connections)} connections: "
        f"{1024 * (laid - empty) / len(ids):.0f} kB a table, "
        f"{1024 * (full - laid) / len(connections):.0f} kB a connection"
    )


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


def _table(found: dict[str, list[Measured]]) -> Table:
    yardstick = found.get("boardgame.io")
    table = Table("server", "tables", "moves/s", "p50 ms", "p99 ms", "of the yardstick")
    for name, lines in found.items():
        for place, measured in enumerate(lines):
            asked = f" of {measured.wanted:.0f} asked for" if measured.wanted else ""
            table.add_row(
                name,
                str(measured.tables),
                f"{measured.rate:.0f}{asked}",
                f"{measured.delay(0.5):.1f}",
                f"{measured.delay(0.99):.1f}",
                f"{measured.rate / yardstick[place].rate:.2f}" if yardstick and not measured.wanted else "",
            )
    return table


if __name__ == "__main__":
    main()
