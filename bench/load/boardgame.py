"""boardgame.io's own server as a yardstick. It is fetched when it is measured, and is no part of the project."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bench.load.processes import ProcessorTime
from tests.web.load.playing import Match, MatchPool

VERSION = "0.50.2"
_START_TIMEOUT = 60.0
_numbers = itertools.count()


def missing() -> str | None:
    """Return why it cannot be measured here, or None."""
    absent = [program for program in ("node", "npm") if shutil.which(program) is None]
    return f"boardgame.io is not measured: there is no {' and no '.join(absent)}" if absent else None


@contextmanager
def served(folder: Path) -> Iterator[MatchPool]:
    """Install it in a folder, serve a trivial game, and yield its matches."""
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
        yield MatchPool(partial(_open_match, port), ProcessorTime(process.pid))
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
    """A table of boardgame.io: two players."""

    def __init__(self) -> None:
        super().__init__()
        self._id = f"m{next(_numbers)}"
        self._expected = 0
        self._states = [-1, -1]
        """By player: the number of the last state received."""
        self._mover = "0"

    @staticmethod
    async def at(port: int) -> CountingMatch:
        """Join a table; the first request creates it."""
        match = CountingMatch()
        for _ in range(2):
            await match.connect(port, "/socket.io/?EIO=4&transport=websocket")
        await match.arrival()
        return match

    def read(self, viewer: int, text: bytes) -> None:
        """Read a packet of Engine.IO: open, ping, or a message of Socket.IO with the state of the table."""
        if text.startswith(b"0"):
            self.viewers[viewer].send(b"40/count,")
        elif text.startswith(b"40/count,"):
            self.viewers[viewer].send(_event("sync", self._id, str(viewer), None, 2))
        elif text == b"2":
            self.viewers[viewer].send(b"3")
        elif text.startswith(b"42/count,"):
            event: list[Any] = msgspec.json.decode(text[len(b"42/count,") :])
            if event[0] in ("sync", "update"):
                state = event[2]["state"] if event[0] == "sync" else event[2]
                self._states[viewer], self._mover = state["_stateID"], state["ctx"]["currentPlayer"]

    def has_arrived(self) -> bool:
        """Return whether both players have received the last state."""
        return min(self._states) >= self._expected

    def send_move(self) -> bool:
        """Count on, as the player to move."""
        payload: dict[str, Any] = {"type": "add", "args": [], "playerID": self._mover, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.viewers[int(self._mover)].send(_event("update", action, self._expected, self._id, self._mover))
        self._expected += 1
        return True


def _event(*content: Any) -> bytes:
    return b"42/count," + msgspec.json.encode(content)


async def _open_match(port: int, number: int) -> Match:
    """Return one more table."""
    return await asyncio.wait_for(CountingMatch.at(port), 30)
