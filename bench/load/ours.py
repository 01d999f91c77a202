"""Our own server, and tables at it: two players and two spectators."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec

from bench.load.playing import Match
from bench.load.socket import Socket

GAMES = ("feurio", "vulkan", "feuer-wasser")
_PATIENCE = 240.0
_IDLE = 0.1
"""Seconds of processor time that a site takes in a second though nobody is there, at most."""


class _Choice(msgspec.Struct):
    move: str


class _Told(msgspec.Struct):
    """As much of a message as a player needs."""

    type: str
    number: int = -1
    choices: list[str | _Choice] = []
    error: str = ""


_read = msgspec.json.Decoder(_Told).decode


class Server:
    """A site in processes of its own, without limits."""

    def __init__(self, database: str, workers: int = 1) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        arguments = ["serve", "--no-browser", "--port", str(self.port), "--database", database]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "funkenflug", *arguments, "--workers", str(workers)],
            stdout=subprocess.DEVNULL,
            env=os.environ | {"FUNKENFLUG_LIMITS": "off"},
        )

    def wait(self) -> None:
        """Wait until all games can be played."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=10).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.2)
        raise TimeoutError("the site is not ready")

    def settle(self) -> None:
        """Wait until it has nothing more to do: a new site compiles, and looks for the solitaire of the day."""
        end = time.monotonic() + _PATIENCE
        worked = self._worked()
        while time.monotonic() < end:
            time.sleep(1)
            before, worked = worked, self._worked()
            if worked - before < _IDLE:
                return
        raise TimeoutError("the site does not come to rest")

    def _worked(self) -> float:
        """Return the seconds of processor time that it and its workers have taken."""
        main = self._process.pid
        workers = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in (main, *workers)]
        return sum(int(tick) for taken in ticks for tick in taken) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the megabytes of memory that it holds."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(60)


@contextmanager
def served(database: str, workers: int = 1) -> Iterator[Server]:
    """Serve a site for a while."""
    server = Server(database, workers)
    try:
        server.wait()
        server.settle()
        yield server
    finally:
        server.stop()


class Guests:
    """Two people who sit at all tables."""

    def __init__(self, url: str, drawn: bool) -> None:
        self.url = httpx.URL(url)
        self.drawn = drawn
        self.host, self.friend = (httpx.AsyncClient(base_url=url, timeout=60) for _ in range(2))
        self._chance = random.Random(7)

    async def table(self, number: int) -> str:
        """Return a table at which both sit."""
        seats = [{"kind": "me"}, {"kind": "friend"}]
        wish = {"game": GAMES[number % len(GAMES)], "players": 2, "seats": seats, "public": True}
        answer = (await self.host.post("/api/tables", json=wish)).raise_for_status()
        id: str = answer.json()["id"]
        (await self.friend.post(f"/api/tables/{id}/seats/1", json={})).raise_for_status()
        return id

    async def viewers(self, id: str) -> list[Socket]:
        """Return the connections of both and of two spectators."""
        cookies = (*(f"who={guest.cookies['who']}" for guest in (self.host, self.friend)), "", "")
        path = f"/api/tables/{id}/events" + ("" if self.drawn else "?as=data")
        return [await Socket.to(self.url.port or 80, path, cookie, unpacks=self.drawn) for cookie in cookies]

    async def match(self, number: int) -> Match:
        """Return a match that has begun, with everybody there."""
        match = Live(await self.viewers(await self.table(number)), self._chance)
        for viewer in range(len(match.viewers)):
            await match.seen(viewer)
        return match

    async def leave(self) -> None:
        """Go home."""
        await self.host.aclose()
        await self.friend.aclose()


class Live(Match):
    """A table of ours."""

    def __init__(self, viewers: list[Socket], chance: random.Random) -> None:
        self.viewers = viewers
        self._chance = chance
        self._number = -1
        self._told: list[_Told] = [_Told("")] * len(viewers)

    def send_move(self) -> bool:
        """Send one of the moves that the server offers to whose turn it is, at random."""
        for seat, told in enumerate(self._told):
            if told.choices:
                choice = self._chance.choice(told.choices)
                move = choice if isinstance(choice, str) else choice.move
                wish = {"type": "play", "number": told.number, "seat": seat, "moves": [move]}
                self.viewers[seat].send(msgspec.json.encode(wish))
                self._number = told.number + 1
                return True
        return False

    async def seen(self, viewer: int) -> None:
        """Read until the viewer is shown what comes after that move."""
        while True:
            text = await self.viewers[viewer].texts.get()
            if text is None:
                raise ConnectionError("the server has ended a connection")
            told = _read(text)
            if told.type == "refused":
                raise ValueError(told.error)
            if told.type in ("snapshot", "update"):
                self._told[viewer] = told
                if told.number >= self._number:
                    return
