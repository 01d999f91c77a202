"""Bad input: whatever is sent, the site answers in words, logs no traceback, tells no secret and does not grow."""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import random
import socket
import string
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from funkenflug.site.infra.middleware.limits import Limits
from funkenflug.site.tables.broadcast import Connection
from tests.waiting import LONG, wait_until
from tests.web.conftest import MUCH, serving
from tests.web.people import Person, hear

HERE = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]
LIMITS = Limits(cost=MUCH, address_cost=MUCH, tables=MUCH, hints=MUCH, chat=MUCH, links=MUCH)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site whose log stays empty: no traceback, no complaint."""
    with serving(tmp_path_factory.mktemp("bad") / "site.sqlite", limits=LIMITS) as url:
        # schemathesis waits no longer than ten seconds for an answer: compile first
        wait_until(lambda: httpx.get(f"{url}/readyz", timeout=LONG).status_code == 200)
        yield url


@pytest.fixture(scope="module")
def table(site: str) -> Iterator[tuple[Person, str]]:
    with contextlib.closing(Person(site, "Ann")) as ann:
        yield ann, ann.new_table(seats=HERE, public=True)


@pytest.fixture(autouse=True)
def complaints(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    ours = [record for record in caplog.records if record.name.split(".")[0] in ("funkenflug", "uvicorn", "asyncio")]
    assert [record.getMessage() for record in ours if record.levelno >= logging.WARNING] == []


# WebSockets


def nonsense(chance: random.Random) -> list[str | bytes]:
    """Return what no page sends, in some order."""
    depth = chance.randrange(500, 2000)
    letters = "".join(chance.choices(string.printable, k=chance.randrange(1, 300)))
    looks: list[dict[str, Any]] = [
        {"number": 0, "seat": 0, "move": letters[:99]},
        {"number": chance.randrange(-5, 10**7), "seat": chance.randrange(-5, 9)},
        {"number": "0", "seat": None, "draft": [[]]},
        {"number": 0, "seat": 0, "draft": ["pass"] * chance.randrange(20)},
        {"number": 0, "seat": 0, "move": "tile \ud800"},
    ]
    sent: list[str | bytes] = [
        letters,
        letters.encode(),
        bytes(chance.randrange(256) for _ in range(50)),
        "[" * depth + "]" * depth,
        '{"type":' * 400 + "0" + "}" * 400,
        '{"type":"look","number":1e400,"seat":0}',
        '{"type":"ping","type":"pong"}',
        "x" * 5000,
        *(json.dumps({"type": "look"} | look) for look in looks),
        json.dumps({"type": "play", "number": 0, "seat": 0, "moves": [letters[:99]]}),
        json.dumps({"type": "play", "number": -1, "seat": None, "moves": [[]]}),
        json.dumps({"type": "play", "number": 0, "seat": 1, "moves": ["pass"]}),
        *('{"type":"ping"}' for _ in range(3)),
        json.dumps({"type": chance.choice(["snapshot", "update", "closing", None, 7, []])}),
    ]
    return chance.sample(sent, len(sent))


@pytest.mark.parametrize("seed", range(12))
def test_nonsense_on_a_connection_ends_it_or_is_answered(table: tuple[Person, str], seed: int) -> None:
    ann, id = table
    chance = random.Random(seed)
    for message in nonsense(chance):
        with ann.watch(id) as connection:
            hear(connection, "snapshot")
            connection.send(message)
            with contextlib.suppress(ConnectionClosed):
                connection.send('{"type":"ping"}')
                answered(connection)
    assert ann.see(id)["plies"] == 0


def answered(connection: ClientConnection) -> None:
    """Read until a ping is answered."""
    while True:
        told = json.loads(connection.recv(timeout=LONG))
        assert told["type"] in ("snapshot", "presence", "refused", "look", "pong")
        if told["type"] == "pong":
            return


def test_half_open_connections_and_handshakes_that_never_end(site: str, table: tuple[Person, str]) -> None:
    ann, id = table
    host, port = site.removeprefix("http://").split(":")
    lines = (
        b"GET /api/tables/%s/events HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    ) % (id.encode(), host.encode())
    with contextlib.ExitStack() as stack:
        for cut in (b"", lines[:40], lines, lines + b"\r\n", lines + b"\r\n\x81", lines + b"\r\n\xff\xff\xff"):
            connection = stack.enter_context(socket.create_connection((host, int(port)), timeout=LONG))
            connection.sendall(cut)
        for garbage in (
            b"\x00" * 300,
            b"GET / HTTP/9.9\r\n\r\n",
            b"POST /api/me HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        ):
            connection = stack.enter_context(socket.create_connection((host, int(port)), timeout=LONG))
            connection.sendall(garbage)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(1000)
            assert b" 500 " not in answer
            assert b"Traceback" not in answer
        assert ann.see(id)["plies"] == 0
    with ann.watch(id) as after:
        hear(after, "snapshot")


def test_thousands_of_messages_and_connections_leave_nothing_behind(table: tuple[Person, str]) -> None:
    ann, id = table

    def storm() -> int:
        for _ in range(20):
            with ann.watch(id) as connection:
                hear(connection, "snapshot")
        with ann.watch(id) as connection:
            for _ in range(10):
                for _ in range(100):
                    connection.send('{"type":"ping"}')
                for _ in range(100):
                    hear(connection, "pong")
        waits_until(lambda: not ann.see(id)["seats"][0]["online"])
        gc.collect()
        return sum(isinstance(thing, Connection) for thing in gc.get_objects())

    counts = [storm() for _ in range(3)]
    assert max(counts) <= 1, "no connection is remembered once it has ended"


def waits_until(done: Callable[[], bool]) -> None:
    for _ in range(1000):
        if done():
            return
    raise AssertionError("it never came about")
