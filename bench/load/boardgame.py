"""boardgame.io's own server as a yardstick: fetched when it is measured, no part of the project."""

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
_PATIENCE = 60.0
_numbers = itertools.count()


def missing() -> str | None:
    """Return why it cannot be measured here, if so."""
    absent = [program for program in ("node", "npm") if shutil.which(program) is None]
    return f"boardgame.io is not measured: there is no {' and no '.join(absent)}" if absent else None


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """Fetch it into a folder, serve a trivial game, and yield the port."""
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
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("boardgame.io does not answer")


class Counting(Match):
    """A table of boardgame.io: two clients."""

    def __init__(self, id: str, viewers: list[Socket]) -> None:
        self.viewers = viewers
        self._id = id
        self._state, self._mover = -1, "0"

    @staticmethod
    async def at(port: int) -> Counting:
        """Set up a table: it is made when somebody asks for it."""
        path = "/socket.io/?EIO=4&transport=websocket"
        match = Counting(f"m{next(_numbers)}", [await Socket.to(port, path) for _ in range(2)])
        for player, viewer in enumerate(match.viewers):
            await match._until(viewer, "0")
            viewer.send(b"40/count,")
            await match._until(viewer, "40/count,")
            viewer.send(_event("sync", match._id, str(player), None, 2))
            match._learn((await match._heard(player, "sync"))[2]["state"])
        return match

    async def _until(self, viewer: Socket, kind: str) -> str:
        while True:
            text = await viewer.texts.get()
            if text is None:
                raise ConnectionError("boardgame.io has ended a connection")
            if text == b"2":
                viewer.send(b"3")
            elif text.startswith(kind.encode()):
                return text.decode()

    async def _heard(self, viewer: int, *kinds: str) -> list[Any]:
        while True:
            text = await self._until(self.viewers[viewer], "42/count,")
            event: list[Any] = json.loads(text.removeprefix("42/count,"))
            if event[0] in kinds:
                return event

    def _learn(self, state: dict[str, Any]) -> None:
        self._state, self._mover = state["_stateID"], state["ctx"]["currentPlayer"]

    def send_move(self) -> bool:
        """Let the player whose turn it is count on."""
        payload: dict[str, Any] = {"type": "add", "args": [], "playerID": self._mover, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.viewers[int(self._mover)].send(_event("update", action, self._state, self._id, self._mover))
        return True

    async def seen(self, viewer: int) -> None:
        """Read until the viewer is told the next state."""
        self._learn((await self._heard(viewer, "update"))[2])


def _event(*content: Any) -> bytes:
    return b"42/count," + json.dumps(content).encode()


async def opened(port: int, number: int) -> Match:
    """Return one more table."""
    return await asyncio.wait_for(Counting.at(port), 30)
