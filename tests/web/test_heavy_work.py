"""Heavy work has a process of its own; it is paid in advance, bounded, and dropped when its client has gone."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import selectors
import signal
import socket
import time
import zlib
from collections.abc import Iterator
from urllib.request import urlopen

import psutil
import pytest

import funkenflug
from funkenflug.site.infra.errors import Busy, Refused
from funkenflug.site.infra.middleware.costs import Payer, in_thread, payer
from funkenflug.site.infra.middleware.limits import Client, Limits, Rate, RateLimiter
from tests.waiting import LONG, wait_until
from tests.web.conftest import in_a_loop
from tests.web.people import Person
from tests.web.servers import Server, keep_solitaires

CROWD = 60
ATTACKER = "127.0.0.2"


def picture(name: str) -> str:
    """Return the path of a picture that nobody has asked for."""
    record = funkenflug.new("feurio", players=2, seed=7, names=[name, "Bob"]).record()
    packed = base64.urlsafe_b64encode(zlib.compress(record.encode(), wbits=-15)).decode().rstrip("=")
    return f"/analysis/feurio/picture.png?s={packed}"


class Site:
    """A site in a process of its own, and what it uses."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._process = psutil.Process(server.process.pid)

    def fetch(self, path: str) -> bytes:
        with urlopen(self.server.url + path, timeout=LONG) as answer:
            content: bytes = answer.read()
        return content

    def own_time(self) -> float:
        """Return the processor time of the process that serves."""
        return float(sum(self._process.cpu_times()[:2]))

    def time(self) -> float:
        """Return the processor time of all processes."""
        total = float(sum(self._process.cpu_times()[:4]))
        for child in self._process.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                total += sum(child.cpu_times()[:4])
        return total

    def settle(self) -> None:
        """Wait until it does nothing for a while."""
        before, quiet = self.time(), 0
        while quiet < 15:
            time.sleep(0.1)
            now = self.time()
            quiet = quiet + 1 if now - before < 0.03 else 0
            before = now


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    database = f"sqlite:///{tmp_path_factory.mktemp('heavy') / 'site.sqlite'}"
    keep_solitaires(database)
    server = Server(database, limits="on")
    try:
        found = Site(server)
        wait_until(lambda: _answers(found, "/readyz"))
        found.fetch(picture("first"))
        yield found
    finally:
        server.stop()


def _answers(site: Site, path: str) -> bool:
    try:
        site.fetch(path)
    except OSError:
        return False
    return True


def test_pictures_are_drawn_outside_the_process_that_serves(site: Site) -> None:
    site.settle()
    own, everything = site.own_time(), site.time()
    for name in ("Ann", "Ben"):
        assert site.fetch(picture(name)).startswith(b"\x89PNG")
    assert site.own_time() - own < (site.time() - everything) / 2


def test_nothing_is_drawn_for_a_crowd_that_has_left(site: Site) -> None:
    site.settle()
    before = site.time()
    site.fetch(picture("Cleo"))
    one = site.time() - before
    host, port = "127.0.0.1", site.server.port
    with contextlib.ExitStack() as crowd:
        for number in range(CROWD):
            connection = socket.create_connection((host, port), timeout=LONG, source_address=(ATTACKER, 0))
            crowd.enter_context(connection)
            connection.sendall(f"GET {picture(f'guest {number}')} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        before = site.time()
    site.settle()
    assert site.time() - before < CROWD / 4 * one
    assert site.fetch(picture("Dora")).startswith(b"\x89PNG")


def test_a_burst_of_requests_delays_nobody_else(site: Site) -> None:
    """Six hundred requests for a table have arrived before one of somebody else."""
    with contextlib.closing(Person(site.server.url, "Ann")) as ann, contextlib.ExitStack() as stack:
        table = ann.new_table("feurio", seats=[{"kind": "me"}, {"kind": "here"}])

        def connection(address: str) -> socket.socket:
            here = ("127.0.0.1", site.server.port)
            return stack.enter_context(socket.create_connection(here, timeout=LONG, source_address=(address, 0)))

        def ask(asking: socket.socket, path: str) -> None:
            asking.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

        crowd, other = [connection("127.0.0.3") for _ in range(600)], connection("127.0.0.1")
        for one in (*crowd, other):  # so that all are accepted
            ask(one, "/favicon.ico")
            assert one.recv(65536).startswith(b"HTTP/1.1 307")
        site.server.process.send_signal(signal.SIGSTOP)
        for one in crowd:
            ask(one, f"/api/tables/{table}")
        ask(other, "/api/me")
        site.server.process.send_signal(signal.SIGCONT)
        assert other.recv(65536).startswith(b"HTTP/1.1 200")
        with selectors.PollSelector() as selector:
            for one in crowd:
                selector.register(one, selectors.EVENT_READ)
            assert len(selector.select(0)) < 400, "many of them wait"


# Who pays


def payer_with(limits: Limits, left: asyncio.Future[None] | None = None) -> Payer:
    return Payer(RateLimiter(limits, lambda: 0.0), Client(None, "203.0.113.9"), left, asyncio.current_task())


def owed(paying: Payer) -> float:
    """Return what has been spent of an allowance that never grows back."""
    return paying.limiter.seconds_in_debt(paying.client)


POOR = Limits(address_cost=Rate(1e-9, 1.0), waiting=2)


def test_work_is_paid_in_advance_and_the_rest_is_returned() -> None:
    async def test() -> None:
        paying = payer_with(POOR)
        payer.set(paying)
        assert await in_thread(owed, paying) > 0.01
        assert owed(paying) < 0.01

    in_a_loop(test)


def test_work_of_a_client_that_has_left_is_not_begun_and_not_returned() -> None:
    async def test() -> None:
        left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        paying = payer_with(POOR, left)
        payer.set(paying)
        done: list[int] = []
        async with paying.limiter.turn(paying.client):
            asyncio.get_running_loop().call_soon(left.set_result, None)
            with pytest.raises(Refused):
                await in_thread(done.append, 1)
        assert not done
        assert owed(paying) > 0.01

    in_a_loop(test)


def test_only_so_much_work_of_an_address_waits() -> None:
    async def test() -> None:
        payer.set(payer_with(POOR))
        works = await asyncio.gather(*(in_thread(int) for _ in range(20)), return_exceptions=True)
        assert {type(work) for work in works} == {int, Busy}
        assert works.count(0) == 3

    in_a_loop(test)
