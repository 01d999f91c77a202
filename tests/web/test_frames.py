"""Frames of WebSockets that are no whole messages: they are bounded, read in slices, and paid for."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from websockets.frames import Frame
from websockets.sync.client import ClientConnection

from funkenflug.site.infra.middleware.costs import Payer
from funkenflug.site.infra.middleware.limits import Client, Limits, Rate, RateLimiter
from funkenflug.site.infra.server import WebSocketProtocol
from tests.waiting import LONG, wait_until
from tests.web.conftest import in_a_loop, serving
from tests.web.people import Person, hear

HERE = [{"kind": "me"}, {"kind": "here"}]
ATTACKER = "127.0.0.2"
MOST_KEPT = 2000
"""Frames in memory, of a few connections."""

# Bytes as RFC 6455, 5.2 has them; all masks are zero
BEGIN = b"\x01\x80\0\0\0\0"
EMPTY = b"\x00\x80\0\0\0\0"
SPACE = b"\x00\x81\0\0\0\0 "
PING = b"\x89\x80\0\0\0\0"
PONG = b"\x8a\x80\0\0\0\0"
QUESTION = b'{"type":"ping"}'
MESSAGE = b"\x81\x8f\0\0\0\0" + QUESTION
END = b"\x80\x8f\0\0\0\0" + QUESTION
ANSWER = b'{"type":"pong"}'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("frames") / "site.sqlite", limits=Limits()) as url:
        yield url


@contextlib.contextmanager
def watching(site: str, table: str) -> Iterator[socket.socket]:
    """Watch a table without a cookie, on a connection that offers no extension."""
    host, port = site.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=LONG, source_address=(ATTACKER, 0)) as connection:
        connection.sendall(
            f"GET /api/tables/{table}/events?as=data HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        yield connection


def received(connection: socket.socket, sought: bytes) -> bytes:
    """Read until something was received, or the connection has ended; return the end of what was read."""
    read = b""
    with contextlib.suppress(ConnectionError):
        while sought not in read and (part := connection.recv(65536)):
            read = read[-100_000:] + part
    return read


@pytest.mark.parametrize(
    ("sent", "code"),
    [(PING * 2000 + MESSAGE, 1008), (PONG * 2000 + MESSAGE, 1008), (BEGIN + EMPTY * 2000 + END, 1009),
     (BEGIN + SPACE * 2000 + END, 1009)],
    ids=["pings", "pongs", "empty fragments", "fragments"],
)  # fmt: skip
def test_too_many_frames_close_a_connection(site: str, sent: bytes, code: int) -> None:
    with contextlib.closing(Person(site)) as ann, watching(site, ann.new_table(seats=HERE)) as connection:
        assert b"snapshot" in received(connection, b"snapshot")
        connection.sendall(sent)
        read = received(connection, ANSWER)
        assert ANSWER not in read, "what came after them was read"
        assert code.to_bytes(2) in read, "a close frame tells why"


@pytest.mark.parametrize("sent", [PING * 20 + PONG * 20 + MESSAGE, BEGIN + SPACE * 60 + PING + EMPTY + END])
def test_usual_numbers_of_frames_are_answered(site: str, sent: bytes) -> None:
    with contextlib.closing(Person(site)) as ann, watching(site, ann.new_table(seats=HERE)) as connection:
        assert b"snapshot" in received(connection, b"snapshot")
        connection.sendall(sent)
        read = received(connection, ANSWER)
        assert ANSWER in read
        assert read.count(b"\x8a\x00") == sent.count(PING), "every ping is answered"


class Flood:
    """Floods a site with connection after connection, until it is told to stop."""

    def __init__(self, site: str, table: str, sent: bytes) -> None:
        self._site, self._table, self._sent = site, table, sent
        self._stopped = threading.Event()
        self.begun = 0
        """Connections on which a flood was begun."""
        self.swallowed = 0
        """Connections that were read to the end of the flood."""

    @contextlib.contextmanager
    def going_on(self) -> Iterator[None]:
        thread = threading.Thread(target=self._run)
        thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            thread.join(LONG)

    def _run(self) -> None:
        while not self._stopped.is_set():
            with watching(self._site, self._table) as connection:
                if b"snapshot" not in received(connection, b"snapshot"):
                    continue
                sender = threading.Thread(target=self._send, args=(connection,))
                sender.start()
                self.begun += 1
                self.swallowed += ANSWER in received(connection, ANSWER)
                sender.join(LONG)

    def _send(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):  # the site has ended the connection
            connection.sendall(self._sent)


def next_state(stream: ClientConnection, number: int) -> dict[str, Any]:
    """Return the next state of a table after the event with that number."""
    while True:
        message: dict[str, Any] = json.loads(stream.recv(timeout=LONG))
        if message["type"] in ("snapshot", "update") and message["number"] > number:
            return message


@pytest.mark.parametrize(
    "sent",
    [PING * 200_000 + MESSAGE, PONG * 200_000 + MESSAGE, BEGIN + EMPTY * 200_000 + END, BEGIN + SPACE * 60_000 + END],
    ids=["pings", "pongs", "empty fragments", "fragments"],
)
def test_others_play_on_while_one_sends_frames_without_end(site: str, sent: bytes) -> None:
    kept = []
    with contextlib.closing(Person(site, "Ann")) as ann, contextlib.closing(Person(site, "Bob")) as bob:
        table, flood = ann.new_table("vulkan", seats=HERE), Flood(site, bob.new_table(seats=HERE), sent)
        with ann.watch(table, "?as=data") as stream:
            seen = hear(stream, "snapshot")
            with flood.going_on():
                wait_until(lambda: flood.begun)
                while seen["plies"] < 8:
                    play = {"type": "play", "number": seen["number"], "seat": seen["to_move"]}
                    stream.send(json.dumps(play | {"moves": seen["choices"][:1]}))
                    seen = next_state(stream, seen["number"])
                    kept.append(sum(type(thing) is Frame for thing in gc.get_objects()))
                    assert flood.swallowed == 0, "a flood was read to its end"
                wait_until(lambda: flood.begun > 1)
    assert max(kept) <= MOST_KEPT


# Slices, and who pays


class Line(asyncio.Transport):
    """A transport that notes whether it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.read = True
        self.written = b""

    def pause_reading(self) -> None:
        self.read = False

    def resume_reading(self) -> None:
        self.read = True

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None:
        """The other side is a test."""


Test = Callable[[WebSocketProtocol, Line, list[dict[str, Any]], asyncio.Event], Any]


def connected(test: Test, payer: Payer) -> None:
    """Run a test with a connection: its protocol, its line, what the application got, and what lets it accept."""

    async def run() -> None:
        got: list[dict[str, Any]] = []
        accepting = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            scope["extensions"]["funkenflug.packets"]["transport"].payer = payer
            await accepting.wait()
            await receive()
            await send({"type": "websocket.accept"})
            while True:
                got.append(await receive())

        config = uvicorn.Config(app, ws_max_size=65536)
        config.load()
        tasks: set[asyncio.Task[None]] = set()
        protocol, line = WebSocketProtocol(config, SimpleNamespace(connections=set(), tasks=tasks), {}), Line()
        protocol.connection_made(line)
        protocol.data_received(
            b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        try:
            await asyncio.wait_for(test(protocol, line, got, accepting), LONG)
        finally:
            for task in tasks:
                task.cancel()

    in_a_loop(run)


async def turns_until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0)


def payer_who_waits(seconds: float) -> Payer:
    """Return a payer whose debts never get smaller."""
    limits = Limits(address_cost=Rate(10.0, 0.001), seconds_to_wait=seconds)
    return Payer(RateLimiter(limits, lambda: 0.0), Client(None, "203.0.113.9"))


def test_nothing_is_read_before_a_connection_is_accepted() -> None:
    async def test(protocol: WebSocketProtocol, line: Line, got: list[dict[str, Any]], accept: asyncio.Event) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        assert not line.read
        accept.set()
        await turns_until(lambda: line.read)

    connected(test, payer_who_waits(0.0))


def test_a_connection_is_read_in_slices() -> None:
    data = b"\x81\xfe\xea\x60\0\0\0\0" + b"x" * 60_000

    async def test(protocol: WebSocketProtocol, line: Line, got: list[dict[str, Any]], accept: asyncio.Event) -> None:
        accept.set()
        await turns_until(lambda: line.written and line.read)
        protocol.data_received(data)
        turns = 0
        while not line.read:  # no more is taken before this is read
            assert not got
            await asyncio.sleep(0)
            turns += 1
        assert turns > 10
        await turns_until(lambda: got)
        assert len(got[0]["text"]) == 60_000

    connected(test, payer_who_waits(0.0))


@pytest.mark.parametrize("patience", [0.01, 10 * LONG])
def test_whoever_is_in_debt_is_read_only_from_time_to_time(patience: float) -> None:
    payer = payer_who_waits(patience)

    async def test(protocol: WebSocketProtocol, line: Line, got: list[dict[str, Any]], accept: asyncio.Event) -> None:
        accept.set()
        await turns_until(lambda: line.written and line.read)
        payer.charge(10.1)
        protocol.data_received(MESSAGE)
        assert not line.read
        if patience > LONG:
            for _ in range(100):
                await asyncio.sleep(0)
            assert not line.read
            assert not got
        else:
            await turns_until(lambda: got and line.read)

    connected(test, payer)


def test_frames_are_paid_for() -> None:
    payer = payer_who_waits(0.0)

    async def test(protocol: WebSocketProtocol, line: Line, got: list[dict[str, Any]], accept: asyncio.Event) -> None:
        accept.set()
        await turns_until(lambda: line.written and line.read)
        payer.limiter.take_usage()
        protocol.data_received(PONG * 50 + BEGIN + EMPTY * 50)
        await turns_until(lambda: line.read)
        assert payer.limiter.take_usage()["address", "203.0.113.9"] > 0

    connected(test, payer)
