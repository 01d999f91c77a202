"""boardgame.io's own server as a yardstick. It is fetched when it is measured, and is no part of the project."""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.web.load.playing import Match
from tests.web.load.socket import Socket

VERSION = "0.50.2"
_START_TIMEOUT = 60.0
_numbers = itertools.count()


def missing() -> str | None:
    """Return why it cannot be measured here, or None."""
    absent = [program for program in ("node", "npm") if shutil.which(program) is None]
    return f"boardgame.io is not measured: there is no {' and no '.join(absent)}" if absent else None


@contextmanager
def served(folder: Path) -> Iterator[tuple[int, int]]:
    """Install it in a folder, serve a trivial game, and yield port and process id."""
    subprocess.run(
        ["npm", "install", "--silent", "--no-audit", "--no-fund", f"boardgame.io@{VERSION}"],
        cwd=folder,
        check=True,
        timeout=240,
        stdout=subprocess.DEVNULL,
    )
    script = folder / "server.cjs"
    shutil.copy(Path(__file__).with_name("boardgame.cjs"), script)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    process = subprocess.Popen(
        ["node", script, str(port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int) -> None:
    end = time.monotonic() + _START_TIMEOUT
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("boardgame.io does not answer")


class CountingMatch(Match):
    """A table of boardgame.io: two clients."""

    def __init__(self, id: str, viewers: list[Socket]) -> None:
        self.viewers = viewers
        self._id = id
        self._state, self._mover = -1, "0"

    @staticmethod
    async def at(port: int) -> CountingMatch:
        """Join a table; the first request creates it."""
        path = "/socket.io/?EIO=4&transport=websocket"
        match = CountingMatch(f"m{next(_numbers)}", [await Socket.to(port, path) for _ in range(2)])
        for player, viewer in enumerate(match.viewers):
            await match._receive_text(viewer, "0")
            viewer.send(b"40/count,")
            await match._receive_text(viewer, "40/count,")
            viewer.send(_event("sync", match._id, str(player), None, 2))
            match._update((await match._receive(player, "sync"))[2]["state"])
        return match

    async def _receive_text(self, viewer: Socket, kind: str) -> str:
        while True:
            text = await viewer.texts.get()
            if text is None:
                raise ConnectionError("boardgame.io has closed a connection")
            if text == b"2":
                viewer.send(b"3")
            elif text.startswith(kind.encode()):
                return text.decode()

    async def _receive(self, viewer: int, *kinds: str) -> list[Any]:
        while True:
            text = await self._receive_text(self.viewers[viewer], "42/count,")
            event: list[Any] = json.loads(text.removeprefix("42/count,"))
            if event[0] in kinds:
                return event

    def _update(self, state: dict[str, Any]) -> None:
        self._state, self._mover = state["_stateID"], state["ctx"]["currentPlayer"]

    def send_move(self) -> bool:
        """Count on, as the player to move."""
        payload: dict[str, Any] = {"type": "add", "args": [], "playerID": self._mover, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.viewers[int(self._mover)].send(_event("update", action, self._state, self._id, self._mover))
        return True

    async def seen(self, viewer: int) -> None:
        """Read until a viewer has received the next state."""
        self._update((await self._receive(viewer, "update"))[2])


def _event(*content: Any) -> bytes:
    return b"42/count," + json.dumps(content).encode()


async def open_match(port: int, number: int) -> Match:
    """Return one more table."""
    return await asyncio.wait_for(CountingMatch.at(port), 30)
