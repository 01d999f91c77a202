"""How long a site takes to start: to the first page, and to a bot's first move if nothing is compiled."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import httpx
import msgspec

from bench.load.ours import Server, started
from tests.web.load.clients import GAMES
from tests.web.load.connection import Connection

_TIMEOUT = 600.0


def warm(folder: Path, times: int = 5) -> str:
    """Start a site that has been run before."""
    database = f"sqlite:///{folder / 'start.sqlite'}"
    with started(database, environment=_bytecode(folder)) as server:
        server.settle()
    seconds, used = zip(*(_first_page(folder, database) for _ in range(times)), strict=True)
    return (
        f"warm start: the first page after {median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f}), "
        f"{median(used):.2f} s of processor time"
    )


def _bytecode(folder: Path) -> dict[str, str]:
    """Let Python keep its bytecode, as it does for every package that is installed, whatever is set here."""
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def _first_page(folder: Path, database: str) -> tuple[float, float]:
    with started(database, environment=_bytecode(folder)) as server:
        server.wait_for("/")
        return time.monotonic() - server.started, server.processor_time()


def cold(folder: Path) -> Iterator[str]:
    """Start a site with an empty cache of compiled code, once for each game, and click as soon as there is a page."""
    for game in GAMES:
        environment = _bytecode(folder) | {"NUMBA_CACHE_DIR": tempfile.mkdtemp(dir=folder)}
        with started(f"sqlite:///{folder / f'{game}.sqlite'}", environment=environment) as server:
            server.wait_for("/")
            page, used = time.monotonic() - server.started, server.processor_time()
            seconds = asyncio.run(_first_bot_move(server, game))
            used = server.processor_time() - used
        yield (
            f"cold start, {game}: first page after {page:.2f} s, first move of a bot {seconds:.2f} s after the click, "
            f"{used:.2f} s of processor time"
        )


async def _first_bot_move(server: Server, game: str) -> float:
    """Create a table of bots; return the seconds until its move arrives."""
    clicked = time.monotonic()
    async with httpx.AsyncClient(base_url=server.url, timeout=_TIMEOUT) as person:
        seats = [{"kind": "bot"}] * 2
        response = await person.post("/api/tables", json={"game": game, "players": 2, "seats": seats})
        id = response.raise_for_status().json()["id"]
        moved = asyncio.get_running_loop().create_future()

        def receive(text: bytes | None) -> None:
            message = msgspec.json.decode(text or b"{}")
            if not moved.done() and (text is None or message.get("plies")):
                moved.set_result(text)

        connection = Connection(receive)
        path = f"/api/tables/{id}/events?as=data"
        await connection.open(httpx.URL(server.url).port or 80, path, f"who={person.cookies['who']}")
        if await asyncio.wait_for(moved, _TIMEOUT) is None:
            raise ConnectionError("the site has closed the connection")
        seconds = time.monotonic() - clicked
        connection.close()
    return seconds
