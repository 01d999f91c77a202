"""The time of the event loop: a burst of some delays nobody else, and refusing costs less than asking."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx

from funkenflug.site.app import create_app
from funkenflug.site.infra.middleware.costs import Payer
from funkenflug.site.infra.middleware.limits import Client, Limits, Rate, RateLimiter
from tests.waiting import LONG, wait_until
from tests.web.conftest import in_a_loop, serving, serving_app
from tests.web.people import Person

HERE = [{"kind": "me"}, {"kind": "here"}]
ATTACKER = "127.0.0.2"


def burn(seconds: float) -> None:
    """Use the processor."""
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        pass


async def work(paying: Payer, name: str, done: list[str], seconds: float, steps: int) -> None:
    """Do steps, and note each."""

    async def steps_of_it() -> None:
        for _ in range(steps):
            burn(seconds)
            done.append(name)
            await asyncio.sleep(0)

    await paying.metered(steps_of_it())


def test_addresses_that_use_much_of_the_loop_take_turns() -> None:
    done: list[str] = []

    async def everybody() -> None:
        limiter = RateLimiter(Limits())
        greedy = [Payer(limiter, Client(None, f"203.0.113.{number}")) for number in range(3)]
        for paying in greedy:
            limiter.charge_loop(paying.client, 1.0)
        crowd = [work(paying, paying.client.address, done, 0.002, 20) for paying in greedy for _ in range(10)]
        ann = Payer(limiter, Client("ann", "198.51.100.1"))
        await asyncio.gather(*crowd, work(ann, "ann", done, 0.0, 50))

    in_a_loop(everybody)
    between = "".join("." if name == "ann" else "x" for name in done[: len(done) - done[::-1].index("ann")]).split(".")
    assert max(map(len, between)) <= 1, "a turn of the loop has one step of them all"
    counts = Counter(name for name in done[:300] if name != "ann")
    assert max(counts.values()) < 1.5 * min(counts.values()), "each as much as the others"


def test_people_of_an_address_take_turns() -> None:
    done: list[str] = []

    async def everybody() -> None:
        limiter = RateLimiter(Limits())
        limiter.charge_loop(Client(None, "203.0.113.1"), 1.0)
        many = Payer(limiter, Client("many", "203.0.113.1"))
        one = Payer(limiter, Client("one", "203.0.113.1"))
        crowd = [work(many, "many", done, 0.0, 10) for _ in range(20)]
        await asyncio.gather(*crowd, work(one, "one", done, 0.0, 10))

    in_a_loop(everybody)
    assert done.index("one") < 4
    assert len(done) - 1 - done[::-1].index("one") < 30, "not behind all that the other has begun"


def test_whoever_is_cancelled_while_it_waits_for_its_turn_tidies_up() -> None:
    ended: list[str] = []

    async def cancelled() -> None:
        limiter = RateLimiter(Limits())
        paying = Payer(limiter, Client(None, "203.0.113.1"))

        async def wait() -> None:
            try:
                await asyncio.sleep(0)
                limiter.charge_loop(paying.client, 1.0)
                await asyncio.sleep(0)
            finally:
                ended.append("tidied up")

        async def run() -> None:
            await paying.metered(wait())

        task = asyncio.create_task(run())
        while limiter.turn_of_loop(paying.client) is None:
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()

    in_a_loop(cancelled)
    assert ended == ["tidied up"]


# From outside


@contextlib.contextmanager
def connected(url: str, address: str = ATTACKER) -> Iterator[socket.socket]:
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=LONG, source_address=(address, 0)) as connection:
        yield connection


def request(path: str, method: str = "GET", headers: str = "") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode()


def test_a_long_story_is_cut(tmp_path: Path) -> None:
    with serving(tmp_path / "site.sqlite") as url, contextlib.closing(Person(url, "Ann")) as ann:
        table = ann.new_table("vulkan", seats=HERE)
        for _ in range(160):
            number = ann.play(table)["number"]
            assert ann.post(f"/api/tables/{table}/undo", json={"number": number}).is_success
        ann.play(table)
        log = ann.get(f"/api/tables/{table}").json()["log"]
        assert len(log) <= 300
        assert any(line.get("ply") == 0 and "undone" not in line for line in log), "the move that stands"
        assert log[-2]["text"], "and the last note"


def test_who_is_refused_is_not_read_for_a_while(tmp_path: Path) -> None:
    """As fast as they are answered, one who is in debt asks, and somebody else."""
    limits = Limits(address_cost=Rate(0.003, 1e-6), waiting=0, seconds_to_wait=LONG)
    answers = 0
    with serving(tmp_path / "site.sqlite", limits=limits) as url, connected(url) as connection:

        def ask() -> None:
            nonlocal answers
            with contextlib.suppress(OSError):
                while True:
                    connection.sendall(request("/api/me"))
                    if not connection.recv(65536):
                        return
                    answers += 1

        thread = threading.Thread(target=ask)
        thread.start()
        wait_until(lambda: answers)
        with connected(url, "127.0.0.1") as other:
            for _ in range(100):
                other.sendall(request("/static/0/infra/scripts/icon.svg"))
                assert other.recv(65536).startswith(b"HTTP/1.1 200")
        assert answers < 10
        connection.shutdown(socket.SHUT_RDWR)
        thread.join(LONG)


def answers_to(url: str, count: int, sent: bytes) -> list[int]:
    """Return how requests on connections of their own are answered."""
    statuses = []
    for _ in range(count):
        with connected(url) as connection:
            connection.sendall(sent)
            statuses.append(int(connection.recv(65536)[9:12]))
    return statuses


def test_refused_requests_are_paid_for(tmp_path: Path) -> None:
    limits = Limits(address_cost=Rate(0.02, 1e-6), waiting=0, seconds_to_wait=0.0)
    with serving(tmp_path / "site.sqlite", limits=limits) as url:
        sent = request("/api/me/name", "POST", "Origin: http://elsewhere\r\nContent-Length: 0\r\n")
        statuses = answers_to(url, 25, sent)
        assert statuses[0] == 403
        assert statuses[-1] == 429


def test_static_files_are_free_but_bounded(tmp_path: Path) -> None:
    limits = Limits(address_cost=Rate(0.05, 1e-6), files=Rate(60, 1e-6), waiting=0, seconds_to_wait=0.0)
    with serving(tmp_path / "site.sqlite", limits=limits) as url:
        script = httpx.get(url).text.partition('src="/static/')[2].partition('"')[0]
        statuses = answers_to(url, 140, request(f"/static/{script}"))
        assert set(statuses[:60]) == {200}, "a class opens the site"
        assert statuses[-1] == 429


def test_a_body_in_small_chunks_is_paid_for(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'site.sqlite'}")
    head = request("/nowhere", "POST", "Transfer-Encoding: chunked\r\n")

    def cost(body: bytes) -> float:
        with connected(url) as connection:
            connection.sendall(head + body + b"0\r\n\r\n")
            assert connection.recv(65536)
        return float(app.state.limiter.take_usage()["address", ATTACKER])

    with serving_app(app) as url:
        cost(b"")
        plain = min(cost(b"7530\r\n" + b"x" * 30_000 + b"\r\n") for _ in range(3))
        assert min(cost(b"1\r\nx\r\n" * 30_000) for _ in range(3)) > 3 * plain
