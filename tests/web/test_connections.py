"""Limits before a request reaches the application: how many connections, how large a request, and how slow."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator

import pytest

from funkenflug.site.infra.connections import Connections, Reason, raise_file_limit
from funkenflug.site.infra.middleware.limits import ConnectionLimits, Limits, RateLimiter
from tests.waiting import LONG, wait_until
from tests.web.conftest import GENEROUS, serving
from tests.web.people import Person, hear

HERE = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]
ATTACKER = "127.0.0.2"
"""An address of this machine that is not a trusted proxy."""


def limits_of(tcp: ConnectionLimits) -> Limits:
    return Limits(cost=GENEROUS.cost, address_cost=GENEROUS.address_cost, tcp=tcp)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site that lets an address have 20 connections, and all together 60."""
    limits = limits_of(ConnectionLimits(total=60, per_address=20, seconds=3600))
    with serving(tmp_path_factory.mktemp("connections") / "site.sqlite", limits=limits) as url:
        yield url


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site that waits for nobody."""
    limits = limits_of(ConnectionLimits(seconds=0.0))
    with serving(tmp_path_factory.mktemp("hasty") / "site.sqlite", limits=limits) as url:
        yield url


@pytest.fixture
def dial(site: str) -> Iterator[Callable[..., socket.socket]]:
    with contextlib.ExitStack() as stack:
        yield lambda source="127.0.0.1": stack.enter_context(dialled(site, source))


def dialled(url: str, source: str = "127.0.0.1") -> socket.socket:
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=LONG, source_address=(source, 0))


def is_closed(connection: socket.socket) -> bool:
    """Wait until a connection is closed by the server."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def closed(url: str, reason: Reason) -> float:
    """Return how many connections were closed for a reason, from the metrics."""
    with contextlib.closing(Person(url)) as operator:
        lines = operator.get("/metrics").text.splitlines()
    found = [line for line in lines if line.startswith(f'funkenflug_refused_total{{why="connection {reason}"}}')]
    return float(found[0].split()[-1]) if found else 0.0


def test_an_address_with_many_silent_connections_gets_no_more_and_others_are_served(
    site: str, dial: Callable[..., socket.socket]
) -> None:
    before = closed(site, "address")
    silent = [dial(ATTACKER) for _ in range(35)]
    assert all(map(is_closed, silent[20:]))
    assert closed(site, "address") == before + 15
    with contextlib.closing(Person(site, "Ann")) as ann:
        assert ann.get("/api/me").json()["name"] == "Ann"
    silent[0].close()

    def may_come_again() -> bool:
        with contextlib.closing(dialled(site, ATTACKER)) as again, contextlib.suppress(ConnectionError):
            again.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return again.recv(12) == b"HTTP/1.1 200"
        return False

    wait_until(may_come_again)


def test_when_all_places_are_taken_the_longest_silent_connection_makes_room(
    site: str, dial: Callable[..., socket.socket]
) -> None:
    with contextlib.closing(Person(site, "Ann")) as ann, ann.watch(ann.new_table(seats=HERE)) as stream:
        hear(stream, "snapshot")
        silent = [dial() for _ in range(70)]  # from the address of a trusted proxy, which may have all places
        assert all(map(is_closed, silent[:9]))
        assert ann.get("/api/me").json()["name"] == "Ann"
        stream.send('{"type":"ping"}')
        hear(stream, "pong")


def test_connections_are_counted_by_address() -> None:
    told: list[Reason] = []
    connections = Connections(RateLimiter(Limits(tcp=ConnectionLimits(total=10, per_address=2))), "", told.append)
    assert [connections.open(ATTACKER) for _ in range(3)] == [None, None, "address"]
    assert connections.open("203.0.113.9") is None
    connections.close(ATTACKER)
    assert connections.open(ATTACKER) is None


def test_a_connection_is_given_back_after_a_websocket(site: str) -> None:
    with contextlib.closing(Person(site, "Ann")) as ann:
        table = ann.new_table(seats=HERE)
        for _ in range(70):
            with ann.watch(table) as stream:
                hear(stream, "snapshot")


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(101)) + b"\r\n",
        b"GET / HTTP/1.1\r\nX-Long: " + b"y" * 20_000,
        b"GET /" + b"y" * 20_000,
        b"GET / HTTP/1.1\r\n" + b"X-Long: y\r\n" * 20_000,
        b"POST /api/me HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"X-Trailer: y\r\n" * 200,
        b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: " + b"y" * 300_000,
        b"GET / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n" + b"y" * 300_000,
        b"GET /readyz HTTP/1.1\r\n\r\n" * 2000,
    ],
    ids=["headers", "header", "url", "flood", "trailers", "trailer", "body", "pipeline"],
)
def test_a_request_that_is_too_large_ends_its_connection(site: str, sent: bytes) -> None:
    before = closed(site, "large")
    with contextlib.closing(dialled(site)) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(sent)
        while connection.recv(65536):
            pass
    assert closed(site, "large") > before


def test_nonsense_is_counted_and_does_not_fill_the_log(site: str, caplog: pytest.LogCaptureFixture) -> None:
    before = closed(site, "invalid")
    for sent in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\nUpgrade: nothing\r\nConnection: upgrade, close\r\n\r\n"):
        with contextlib.closing(dialled(site)) as connection, contextlib.suppress(ConnectionError):
            connection.sendall(sent)
            while connection.recv(65536):
                pass
    assert closed(site, "invalid") == before + 1
    assert [record for record in caplog.records if record.name.startswith(("uvicorn", "funkenflug.http"))] == []


def test_usual_heads_are_not_too_large(site: str) -> None:
    with contextlib.closing(Person(site, "Ann")) as ann:
        many = {f"X-{number}": "y" * 100 for number in range(80)}
        assert ann.get("/api/me", headers=many).json()["name"] == "Ann"
        body = b'{"name":"Ann"' + b" " * 60_000 + b"}"
        answer = ann.post("/api/me", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nX-Slow:",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HT",
        b"GET / HTTP/1.1\r\nContent-Length: 9\r\n\r\n",
    ],
    ids=["silent", "head", "next head", "body"],
)
def test_a_request_that_does_not_arrive_in_time_ends_its_connection(hasty: str, sent: bytes) -> None:
    before = closed(hasty, "slow")
    with contextlib.closing(dialled(hasty)) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(sent)
        while connection.recv(65536):
            pass
    assert closed(hasty, "slow") > before


def test_the_limit_of_open_files_is_raised() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 1, hard))
    try:
        assert raise_file_limit() == hard
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
