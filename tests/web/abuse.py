"""Attacks of one address on a site, and players at other tables who must not feel them."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import random
import secrets
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

_HERE = [{"kind": "me"}, {"kind": "here"}]
_ERRORS = (httpx.HTTPError, WebSocketException, OSError, TimeoutError)
_TIMEOUT = 60.0


# Players


class Player:
    """Somebody who plays matches at a table of their own, and measures how long a move takes."""

    def __init__(self, url: str, game: str, pause: float, bot: str | None = None) -> None:
        """`pause`: seconds after each move. `bot`: the level of the opponent; None: they play both seats."""
        self._url, self._game, self._pause = url, game, pause
        self._seats = _HERE if bot is None else [{"kind": "me"}, {"kind": "bot", "level": bot}]
        self._chance = random.Random(game)
        self._identity = secrets.token_hex(16)
        self.moves: list[float] = []
        """Seconds from sending a move until it arrives on the stream."""
        self.bot_moves: list[float] = []
        """Seconds that the bot took for each of its moves."""

    async def play(self) -> None:
        """Play one match after another."""
        while True:
            async with httpx.AsyncClient(base_url=self._url, cookies={"who": self._identity}) as client:
                request = {"game": self._game, "players": 2, "seats": self._seats, "public": True}
                answer = await client.post("/api/tables", json=request, timeout=_TIMEOUT)
                id = answer.raise_for_status().json()["id"]
            address = f"{self._url.replace('http', 'ws', 1)}/api/tables/{id}/events?as=data"
            headers = {"Cookie": f"who={self._identity}"}
            patient: dict[str, Any] = {"open_timeout": _TIMEOUT, "ping_interval": None, "max_queue": None}
            async with connect(address, additional_headers=headers, **patient) as stream:
                await self._play_match(stream)

    async def _play_match(self, stream: ClientConnection) -> None:
        seen = await _next(stream, -1)
        while seen["state"] != "over":
            began = time.perf_counter()
            mine = bool(seen["choices"])
            if mine:
                move = self._chance.choice(seen["choices"])
                play = {"type": "play", "number": seen["number"], "seat": seen["to_move"], "moves": [move]}
                await stream.send(msgspec.json.encode(play).decode())
            seen = await _next(stream, seen["number"])
            (self.moves if mine else self.bot_moves).append(time.perf_counter() - began)
            if mine and seen["choices"]:
                await asyncio.sleep(self._pause)


async def _next(stream: ClientConnection, number: int) -> dict[str, Any]:
    """Return the next state of a table after the event with that number."""
    while True:
        message: dict[str, Any] = msgspec.json.decode(await stream.recv())
        if message["type"] == "refused":
            raise AssertionError(message["error"])
        if message["type"] in ("snapshot", "update") and message["number"] > number:
            return message


# Attacks


class Attacker:
    """Attacks a site from one address, and counts what becomes of it. The players are at 127.0.0.1."""

    def __init__(
        self,
        url: str,
        address: str = "127.0.0.2",
        *,
        identities: int = 20,
        tables: int = 300,
        sockets: int = 64,
        silent: int = 1100,
    ) -> None:
        """The numbers say how many identities, tables, connections and silent connections an attack has."""
        self.url, self.address = httpx.URL(url), address
        self.identities, self.tables, self.sockets, self.silent = identities, tables, sockets, silent
        self.answers: Counter[str] = Counter()
        """How many requests were answered with each status; `closed`: without an answer."""
        self._chance = random.Random(7)

    @contextlib.asynccontextmanager
    async def visitor(self) -> AsyncIterator[httpx.AsyncClient]:
        """Yield a client with an identity of its own."""
        limits = httpx.Limits(max_connections=None)
        transport = httpx.AsyncHTTPTransport(local_address=self.address, limits=limits)
        cookies = {"who": secrets.token_hex(16)}
        async with httpx.AsyncClient(transport=transport, base_url=self.url, cookies=cookies, timeout=_TIMEOUT) as one:
            yield one

    @contextlib.asynccontextmanager
    async def connected(
        self, limit: int = 2**16, buffer: int | None = None
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open a connection, perhaps with a small buffer for what arrives; count it if the site ends it."""
        with contextlib.closing(socket.socket()) as connection:
            if buffer is not None:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            connection.setblocking(False)
            connection.bind((self.address, 0))
            try:
                await asyncio.get_running_loop().sock_connect(connection, (self.url.host, self.url.port or 80))
                reader, writer = await asyncio.open_connection(sock=connection, limit=limit)
                try:
                    yield reader, writer
                finally:
                    writer.transport.abort()  # not close: the site may not take what waits to be sent
            except _ERRORS:
                self.answers["closed"] += 1
                await asyncio.sleep(0.01)

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, **request: Any) -> Any:
        """Send a request, count how it is answered, and return the JSON of the answer, if any."""
        try:
            answer = await client.request(method, path, **request)
        except _ERRORS:
            self.answers["closed"] += 1
            await asyncio.sleep(0.01)
            return {}
        self.answers[str(answer.status_code)] += 1
        return answer.json() if answer.is_success and "json" in answer.headers.get("content-type", "") else {}

    async def new_table(self, client: httpx.AsyncClient, seats: list[dict[str, str]], game: str = "vulkan") -> str:
        """Create a table; repeat until it is allowed."""
        request = {"game": game, "players": len(seats), "seats": seats}
        while not (created := await self.ask(client, "POST", "/api/tables", json=request)):
            await asyncio.sleep(0.1)
        id: str = created["id"]
        return id

    async def play(self, client: httpx.AsyncClient, table: str) -> dict[str, Any]:
        """Play a random move, and return the request."""
        while not (seen := await self.ask(client, "GET", f"/api/tables/{table}")):
            await asyncio.sleep(0.1)
        if not seen["choices"]:
            return {}
        move = self._chance.choice(seen["choices"])
        request = {"number": seen["number"], "seat": seen["to_move"], "moves": [move]}
        await self.ask(client, "POST", f"/api/tables/{table}/moves", json=request)
        return request

    def handshake(self, client: httpx.AsyncClient, table: str) -> bytes:
        """Return the request that begins to watch a table."""
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        return (
            f"GET /api/tables/{table}/events HTTP/1.1\r\nHost: {self.url.netloc.decode()}\r\n"
            f"Cookie: who={client.cookies['who']}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    async def at_once(self, count: int, work: Callable[[], Awaitable[Any]]) -> None:
        """Do something again and again, `count` times at once."""

        async def again() -> None:
            while True:
                await work()

        async with asyncio.TaskGroup() as group:
            for _ in range(count):
                group.create_task(again())


Attack = Callable[[Attacker], Awaitable[None]]


async def send_long_languages(attacker: Attacker) -> None:
    """Ask for pages in a language whose name is very long."""
    async with attacker.visitor() as client:
        for spaces in (40_000, 15_000):
            await attacker.ask(client, "GET", "/", headers={"Accept-Language": f"aa-a{' ' * spaces}!"})
        headers = {"Accept-Language": f"aa-a{' ' * 15_000}!"}
        await attacker.at_once(8, lambda: attacker.ask(client, "GET", "/", headers=headers))


async def repeat_a_move(attacker: Attacker) -> None:
    """Repeat a move that is acknowledged."""
    async with attacker.visitor() as client:
        table = await attacker.new_table(client, _HERE)
        for _ in range(8):
            request = await attacker.play(client, table)
        path = f"/api/tables/{table}/moves"
        await attacker.at_once(16, lambda: attacker.ask(client, "POST", path, json=request))


async def read_replays(attacker: Attacker) -> None:
    """Read all positions of a finished match."""
    async with attacker.visitor() as client:
        table = await attacker.new_table(client, _HERE)
        for _ in range(12):
            await attacker.play(client, table)
        await attacker.ask(client, "POST", f"/api/tables/{table}/resign", json={})
        plies = [*range(13)]
        await attacker.at_once(
            16,
            lambda: attacker.ask(
                client,
                "POST",
                "/api/board/position",
                json={"board": {"kind": "table", "id": table, "ply": attacker._chance.choice(plies)}},
            ),
        )


async def preview_moves(attacker: Attacker) -> None:
    """Ask for previews on many connections."""
    async with attacker.visitor() as client:
        table = await attacker.new_table(client, _HERE)
        seen = await attacker.ask(client, "GET", f"/api/tables/{table}")
        moves = seen.get("choices") or [""]

        def look() -> Awaitable[Any]:
            board = {"kind": "table", "id": table, "number": seen["number"]}
            request = {"board": board, "move": attacker._chance.choice(moves)}
            return attacker.ask(client, "POST", "/api/board/preview", json=request)

        await attacker.at_once(attacker.sockets, look)


async def ask_for_hints_and_leave(attacker: Attacker) -> None:
    """Ask for hints as many people, and disconnect before the answer."""

    async def one_person() -> None:
        async with attacker.visitor() as client:
            table = await attacker.new_table(client, [{"kind": "me"}, {"kind": "bot", "level": "spark"}])
            while True:
                await attacker.ask(client, "POST", f"/api/tables/{table}/hint", json={}, timeout=0.1)

    await attacker.at_once(attacker.identities, one_person)


async def set_up_tables_of_bots(attacker: Attacker) -> None:
    """Set up many tables at which strong bots play against each other."""
    async with attacker.visitor() as client:
        for _ in range(attacker.tables):
            await attacker.new_table(client, [{"kind": "bot", "level": "inferno"}] * 4)
        await asyncio.Event().wait()


async def open_silent_connections(attacker: Attacker) -> None:
    """Open as many connections as possible, and send nothing."""

    async def one() -> None:
        async with attacker.connected() as (reader, _):
            attacker.answers["connected"] += 1
            await reader.read()
        await asyncio.sleep(0.5)

    await attacker.at_once(attacker.silent, one)


async def send_endless_headers(attacker: Attacker) -> None:
    """Send requests with headers that do not end."""

    async def one() -> None:
        async with attacker.connected() as (_, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
            while True:
                writer.write(b"a: b\r\n" * 500)
                await writer.drain()

    await attacker.at_once(min(50, attacker.sockets), one)


async def never_read(attacker: Attacker) -> None:
    """Watch a busy table with many connections that read nothing."""
    async with attacker.visitor() as client, contextlib.AsyncExitStack() as stack:
        table = await attacker.new_table(client, _HERE, "feuer-wasser")
        for _ in range(attacker.sockets):
            _, writer = await stack.enter_async_context(attacker.connected(limit=1024, buffer=4096))
            writer.write(attacker.handshake(client, table))
        while True:
            if not await attacker.play(client, table):
                table = await attacker.new_table(client, _HERE, "feuer-wasser")


async def send_frames(attacker: Attacker, begin: bytes, frame: bytes) -> None:
    """Send frames that are no messages, as fast as they are taken."""
    async with attacker.visitor() as client:
        table = await attacker.new_table(client, _HERE)

        async def one() -> None:
            async with attacker.connected() as (reader, writer):
                writer.write(attacker.handshake(client, table))
                await reader.readuntil(b"\r\n\r\n")
                reading = asyncio.ensure_future(reader.read())  # else the site stops, because it cannot answer
                try:
                    writer.write(begin)
                    while not reading.done():
                        writer.write(frame * 10_000)
                        await writer.drain()
                finally:
                    reading.cancel()
            attacker.answers["ended"] += 1

        await attacker.at_once(min(4, attacker.sockets), one)


async def send_quoted_cookies(attacker: Attacker) -> None:
    """Ask for pages with a cookie that is full of escaped quotation marks."""
    cookie = 'a="' + '\\"' * 7_900 + '"'
    async with attacker.visitor() as client:
        await attacker.at_once(8, lambda: attacker.ask(client, "GET", "/api/me", headers={"Cookie": cookie}))


async def chat_and_change_seats(attacker: Attacker) -> None:
    """Chat at the public tables of others, and sit down and leave again."""

    async def one_person() -> None:
        async with attacker.visitor() as client:
            mine = await attacker.new_table(client, [{"kind": "me"}, {"kind": "friend"}])
            while True:
                lists = await attacker.ask(client, "GET", "/api/tables")
                for table in (mine, *(listed["id"] for listed in lists.get("running", ()))):
                    await attacker.ask(client, "POST", f"/api/tables/{table}/chat", json={"text": "x" * 200})
                await attacker.ask(client, "POST", f"/api/tables/{mine}/seats/1", json={})
                await attacker.ask(client, "DELETE", f"/api/tables/{mine}/seats/1")

    await attacker.at_once(8, one_person)


ATTACKS: dict[str, Attack] = {
    "long languages": send_long_languages,
    "repeated moves": repeat_a_move,
    "replays": read_replays,
    "previews": preview_moves,
    "hints": ask_for_hints_and_leave,
    "tables of bots": set_up_tables_of_bots,
    "silent connections": open_silent_connections,
    "endless headers": send_endless_headers,
    "never reading": never_read,
    "pings": partial(send_frames, begin=b"", frame=b"\x89\x80\0\0\0\0"),
    "pongs": partial(send_frames, begin=b"", frame=b"\x8a\x80\0\0\0\0"),
    "empty fragments": partial(send_frames, begin=b"\x01\x80\0\0\0\0", frame=b"\x00\x80\0\0\0\0"),
    "fragments of a byte": partial(send_frames, begin=b"\x01\x80\0\0\0\0", frame=b"\x00\x81\0\0\0\0 "),
    "quoted cookies": send_quoted_cookies,
    "chat and seats": chat_and_change_seats,
}
"""By name."""
