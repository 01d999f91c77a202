"""Who is let in, how much they may ask for, and what is told to whoever watches over the site."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from funkenflug.site.infra.middleware.costs import Metered, Payer, in_thread, payer
from funkenflug.site.infra.middleware.identity import hashed
from funkenflug.site.infra.middleware.limits import _MOST_BUCKETS, Client, Limits, Rate, RateLimiter, address_group
from funkenflug.site.infra.middleware.metrics import log_to_stderr
from tests.waiting import LONG, wait_until
from tests.web.conftest import MUCH, in_a_loop, serving
from tests.web.people import BOTS, Person, hear

HERE = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]
FRIEND = [{"kind": "me"}, {"kind": "friend"}]
EVERY = ["/", "/rules/feurio", "/me", "/api/docs", "/api/me", "/api/games", "/api/nothing", "/nothing", "/healthz"]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site that lets nobody have much."""
    limits = Limits(
        connections=2,
        body=2000,
        hints=Rate(1, 0.01),
        cost=MUCH,
        address_cost=MUCH,
    )
    with serving(tmp_path_factory.mktemp("small") / "site.sqlite", limits=limits) as url:
        yield url


@pytest.fixture
def guest(small: str) -> Iterator[Callable[..., Person]]:
    with contextlib.ExitStack() as stack:
        yield lambda name="": stack.enter_context(contextlib.closing(Person(small, name)))


# A stolen database


def test_a_stolen_database_lets_nobody_sit(tmp_path: Path) -> None:
    with serving(tmp_path / "site.sqlite") as url, contextlib.ExitStack() as stack:
        ann, bob = (stack.enter_context(contextlib.closing(Person(url, name))) for name in ("Ann", "Bob"))
        table = ann.new_table(seats=FRIEND)
        other = ann.new_table("vulkan", 3, [*FRIEND, {"kind": "friend"}])
        keys = [seat["invite"].partition("key=")[2] for seat in ann.see(other)["seats"][1:]]
        used = ann.see(table)["seats"][1]["invite"].partition("key=")[2]
        bob.do(table, "seats/1", key=used)
        link = ann.post("/api/me/link").json()["url"].partition("#")[2]
        secrets = [*keys, link, ann.cookies["who"], bob.cookies["who"]]
    stolen = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in secrets:
        assert secret.encode() not in stolen
    assert hashed(ann.cookies["who"]).encode() in stolen, "it is kept who sits there, as a hash"
    with serving(tmp_path / "site.sqlite") as url, contextlib.closing(Person(url, "Eve")) as eve:
        for text in set(re.findall(rb"[0-9A-Za-z_-]{24,64}", stolen)):
            guess = text.decode()
            assert eve.refused(403, other, "seats/1", key=guess)
            eve.cookies.set("who", guess)
            assert eve.see(other)["mine"] == []


# What is not yours


def test_behind_https_the_cookie_stays_there(guest: Callable[..., Person]) -> None:
    plain = guest().get("/api/me").headers["set-cookie"]
    secured = guest().get("/api/me", headers={"X-Forwarded-Proto": "https"}).headers["set-cookie"]
    assert ("Secure" in plain, "Secure" in secured) == (False, True)


def test_what_is_not_yours_is_refused(guest: Callable[..., Person]) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    table, other = ann.new_table(seats=FRIEND), ann.new_table(seats=FRIEND)
    keys = [ann.see(id)["seats"][1]["invite"].partition("key=")[2] for id in (table, other)]
    refusal = bob.refused(403, table, "seats/1", key=keys[1])
    assert refusal == "This seat is reserved for a friend with the invite link"
    assert bob.refused(409, table, "seats/0", key=keys[0]) == "This seat is taken"
    bob.do(table, "seats/1", key=keys[0])
    seen = ann.see(table)
    move = {"number": seen["number"], "moves": [seen["choices"][0]]}
    assert bob.refused(403, table, "moves", seat=0, **move) == "This is not your seat"
    assert bob.refused(409, table, "moves", seat=1, **move) == "It’s Ann’s turn"
    assert bob.refused(403, other, "moves", seat=1, **move) == "This is not your seat"
    assert ann.refused(404, table, "moves", seat=3, **move) == "There is no such seat"
    assert ann.refused(404, "nosuchtable", "moves", seat=0, **move) == "There is no such table"
    assert ann.do(table, "moves", seat=0, **move)["plies"] == 1
    late = ann.post(f"/api/tables/{table}/moves", json={"number": 0, "seat": 0, "moves": ["pass"]})
    assert (late.status_code, late.json()["error"]) == (409, "The table has changed. Please try again.")
    assert late.json().keys() == {"error"}, "the stream tells the rest"
    assert ann.refused(422, table, "moves", number=999, seat=0, moves=["pass"])
    bob.do(table, "resign")
    assert (
        ann.refused(409, table, "moves", number=ann.see(table)["number"], seat=0, moves=["pass"]) == "The game is over"
    )
    bob.headers["accept-language"] = "nl"
    assert bob.refused(403, other, "resign") == "Je hebt geen plaats aan deze tafel"


# Other sites


def test_what_another_site_sends_is_refused(guest: Callable[..., Person]) -> None:
    ann = guest("Ann")
    for headers in (
        {"Origin": "https://elsewhere.example"},
        {"Origin": "http://["},
        {"Origin": "null"},
        {"Origin": str(ann.base_url).rstrip("/").replace("http", "https")},
        {"Origin": str(ann.base_url).rstrip("/"), "X-Forwarded-Proto": "https"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = ann.post("/api/me", json={"name": "Eve"}, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (403, "Requests from other sites are not allowed")
        assert ann.delete("/api/tables/abcdefgh/seats/0", headers=headers).status_code == 403
        assert ann.get("/api/me", headers=headers).json()["name"] == "Ann", "a link may lead here"
    own = str(ann.base_url).rstrip("/")
    for headers in (
        {"Origin": own},
        {"Origin": own.replace("http", "https"), "X-Forwarded-Proto": "https"},
        {"Sec-Fetch-Site": "same-origin"},
    ):
        assert ann.post("/api/me", json={"name": "Ann"}, headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/rules", "/rules/", "/rules/feurio/", "/static", "/me/", "//elsewhere.example/"])
def test_nothing_leads_to_another_host(guest: Callable[..., Person], path: str) -> None:
    answer = guest().get(path, headers={"Host": "elsewhere.example"})
    assert "elsewhere" not in answer.headers.get("location", "")


@pytest.mark.parametrize("path", EVERY)
def test_everything_has_the_headers_that_keep_it_in_its_place(guest: Callable[..., Person], path: str) -> None:
    headers = guest().get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"
    assert headers["permissions-policy"]
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    if headers["content-type"].startswith("text/html"):
        assert "unsafe" not in policy
        assert "script-src 'self';" in policy


@pytest.mark.parametrize("path", ["/", "/rules/feurio", "/me", "/api/docs", "/nothing"])
def test_pages_have_no_script_and_no_style_of_their_own(guest: Callable[..., Person], path: str) -> None:
    text = guest().get(path).text
    assert re.findall(r"<script(?![^>]* src=)(?![^>]*application/json)", text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", text) == []
    assert set(re.findall(r'(?:src|href)="(https?:)?//', text)) == set(), "everything comes from here"


def test_the_document_of_the_api_can_be_read_here(guest: Callable[..., Person]) -> None:
    ann = guest()
    text = ann.get("/api/docs").text
    for path in ann.get("/api/openapi.json").json()["paths"]:
        assert path in text


# Too much, too large, too slow


ANN, BOB, NEWCOMER = Client("ann", "203.0.113.9"), Client("bob", "203.0.113.9"), Client(None, "203.0.113.9")


def test_a_bucket_fills_up_again() -> None:
    now = 0.0
    limiter = RateLimiter(Limits(chat=Rate(3, 2)), lambda: now)
    assert [limiter.wait("chat", ANN) for _ in range(4)] == [0, 0, 0, 0.5]
    assert limiter.wait("chat", BOB) == 0
    now = 0.5
    assert limiter.wait("chat", ANN) == 0
    assert limiter.wait("chat", ANN) == 0.5


def test_an_address_has_more_than_one_identity_and_so_has_the_own_machine() -> None:
    limits = Limits(chat=Rate(3, 2))
    limiter = RateLimiter(limits, lambda: 0.0)
    for address in ("203.0.113.9", "127.0.0.1"):
        waits = [limiter.wait("chat", Client(None, address)) for _ in range(3 * limits.per_address + 1)]
        assert [wait > 0 for wait in waits][-2:] == [False, True]
        assert limiter.wait("chat", Client("fresh", address)) > 0
    assert limiter.wait("chat", Client(None, "203.0.113.10")) == 0
    assert address_group("2001:db8::1") == address_group("2001:db8::ffff"), "one house has many addresses of IPv6"


def test_costs_are_paid_by_the_person_and_by_the_address() -> None:
    now = 0.0
    limiter = RateLimiter(Limits(cost=Rate(2, 0.5), address_cost=Rate(6, 1)), lambda: now)
    limiter.charge(ANN, 3.0)
    assert limiter.seconds_in_debt(ANN) == 2.0
    assert limiter.seconds_in_debt(BOB) == 0.0
    assert limiter.seconds_in_debt(ANN._replace(address="203.0.113.10")) == 2.0, "wherever Ann asks"
    limiter.charge(NEWCOMER, 4.0)
    assert limiter.seconds_in_debt(BOB) == limiter.seconds_in_debt(NEWCOMER) == 1.0, "whoever asks there"
    limiter.charge(ANN, 1000.0)
    assert limiter.seconds_in_debt(ANN) == 2002.0, "a debt is never forgiven"
    now = 2002.0
    assert limiter.seconds_in_debt(ANN) == 0.0


def test_the_limiter_does_not_grow() -> None:
    async def ask() -> int:
        limiter = RateLimiter(Limits(), lambda: 0.0)
        for number in range(_MOST_BUCKETS + 500):
            client = Client(f"identity {number}", f"address {number}")
            limiter.charge(client, 0.0)
            with limiter.connected(client):
                await limiter.wait_for_allowance(client)
                async with limiter.turn(client):
                    pass
        return limiter.remembered()

    assert in_a_loop(ask) == _MOST_BUCKETS


class Noting(RateLimiter):
    """Notes every payment."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.paid: list[float] = []

    def charge(self, client: Client, seconds: float) -> None:
        super().charge(client, seconds)
        self.paid.append(seconds)


def test_a_request_pays_for_what_it_did_on_the_loop_and_in_threads() -> None:
    limiter = Noting(Limits())

    def compute(seconds: float) -> str:
        began = time.thread_time()
        while time.thread_time() - began < seconds:
            pass
        return "done"

    async def answer() -> None:
        compute(0.01)
        for _ in range(3):
            await asyncio.sleep(0.05)
        assert await in_thread(compute, 0.02) == "done"
        with pytest.raises(ZeroDivisionError):
            await in_thread(lambda: 1 / 0)
        compute(0.01)

    async def pay() -> None:
        payer.set(Payer(limiter, ANN))
        await Metered(answer(), Payer(limiter, ANN))

    in_a_loop(pay)
    assert 0.04 <= sum(limiter.paid) < 0.1, "not for waiting"
    assert len(limiter.paid) >= 6
    assert limiter.remembered() == 3, "nobody waits for a turn"


def test_errors_and_cancellations_pass_through_what_measures() -> None:
    paying = Payer(RateLimiter(Limits()), ANN)
    ended: list[str] = []

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("tidied up")

    async def both() -> None:
        with pytest.raises(ZeroDivisionError):
            await Metered(fail(), paying)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await Metered(wait(), paying)

    in_a_loop(both)
    assert ended == ["tidied up"]


def test_an_address_does_one_heavy_thing_at_a_time() -> None:
    running: list[str] = []
    most: list[int] = []

    async def work(limiter: RateLimiter, client: Client) -> None:
        async with limiter.turn(client):
            running.append(client.address)
            most.append(max(Counter(running).values()))
            await asyncio.sleep(0)
            running.remove(client.address)

    async def everybody() -> None:
        limiter = RateLimiter(Limits())
        elsewhere = Client("cem", "203.0.113.10")
        await asyncio.gather(*(work(limiter, client) for client in [ANN, BOB, NEWCOMER, elsewhere] * 5))

    in_a_loop(everybody)
    assert set(most) == {1}


def test_who_asks_too_much_waits_and_is_then_refused(tmp_path: Path) -> None:
    limits = Limits(cost=Rate(0.5, 0.001), seconds_to_wait=0.01)
    with serving(tmp_path / "site.sqlite", limits=limits) as url, contextlib.ExitStack() as stack:
        ann, bob = (stack.enter_context(contextlib.closing(Person(url, name))) for name in ("Ann", "Bob"))
        table = ann.new_table(seats=HERE)
        with ann.watch(table) as first, ann.watch(table) as second:
            for _ in range(300):
                for connection in (first, second):  # many connections give nobody more
                    connection.send('{"type":"ping"}')
            for connection in (first, second):
                for _ in range(300):
                    hear(connection, "pong")  # slower and slower, but answered
        answer = ann.get("/api/me", headers={"Accept-Language": "de"})
        assert answer.status_code == 429
        assert answer.json()["error"] == "Zu viele Anfragen. Warte einen Moment."
        assert 1 <= int(answer.headers["retry-after"]) <= 501
        told = bob.get("/metrics").text
        assert 'funkenflug_refused_total{why="cost"} 1.0' in told
        assert "funkenflug_slowed_total 0.0" not in told
        assert bob.get("/api/me").status_code == 200
        assert ann.get("/healthz").status_code == 200


def test_a_debt_that_is_soon_paid_is_waited_for(tmp_path: Path) -> None:
    limits = Limits(cost=Rate(0.01, 1.0))
    with serving(tmp_path / "site.sqlite", limits=limits) as url, contextlib.closing(Person(url, "Ann")) as ann:
        assert {ann.get("/api/me").status_code for _ in range(30)} == {200}


def test_hints_are_dear(guest: Callable[..., Person]) -> None:
    ann = guest("Ann")
    table = ann.new_table("vulkan", 1, [{"kind": "me"}])
    ann.do(table, "hint")
    again = ann.post(f"/api/tables/{table}/hint")
    assert again.status_code == 429
    assert 50 < int(again.headers["retry-after"]) <= 100


def test_a_match_is_reviewed_without_a_refusal(guest: Callable[..., Person]) -> None:
    ann = guest("Ann")
    table = ann.new_table("vulkan", seats=[{"kind": "me"}, {"kind": "me"}])
    for _ in range(4):
        ann.play(table)
    ann.do(table, "resign")
    ply, decisions = 0, 0
    while ply is not None:
        answer = ann.get(f"/api/tables/{table}/review/{ply}")
        assert answer.status_code == 200, answer.text
        ply, decisions = answer.json()["next"], decisions + 1
    assert decisions > 1, "more than this site allows hints"


def test_a_large_body_is_refused_whether_it_says_so_or_not(guest: Callable[..., Person]) -> None:
    ann = guest("Ann")
    assert ann.post("/api/me", content=b" " * 2001).status_code == 413
    parts = (b" " * 500 for _ in range(10))
    assert ann.post("/api/me", content=parts).status_code == 413
    assert ann.get("/api/me").json()["name"] == "Ann"


def test_a_body_that_does_not_come_is_not_awaited_for_ever(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(serving(tmp_path / "site.sqlite", limits=Limits(seconds_to_send=0.01)))
        host, port = url.removeprefix("http://").split(":")
        slow = stack.enter_context(socket.create_connection((host, int(port)), timeout=LONG))
        slow.sendall(b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{")
        assert slow.recv(100).startswith(b"HTTP/1.1 408")


def test_connections_are_counted(guest: Callable[..., Person]) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    table = ann.new_table(seats=HERE)
    with ann.watch(table) as first, ann.watch(table):
        hear(first, "snapshot")
        with pytest.raises(InvalidStatus) as refused:
            ann.watch(table)
        assert refused.value.response.status_code == 429
        with bob.watch(table) as bobs:
            hear(bobs, "snapshot")

    def can_watch_again() -> bool:
        with contextlib.suppress(InvalidStatus), ann.watch(table) as again:
            return bool(hear(again, "snapshot"))
        return False

    wait_until(can_watch_again)  # once the server has noticed that the others are gone


# Watching over it


def test_health_readiness_and_numbers(guest: Callable[..., Person]) -> None:
    ann = guest("Ann")
    assert ann.get("/healthz").json() == {"status": "ok"}
    table = ann.new_table(seats=HERE)
    for game in ("feurio", "vulkan", "feuer-wasser"):
        ann.new_table(game, seats=HERE)  # waits for the rules
    assert ann.get("/readyz").json() == {"database": True, "saving": True, "rules": True}
    ann.play(table)
    with ann.watch(table) as connection:
        hear(connection, "snapshot")
        text = ann.get("/metrics").text
    numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(numbers["funkenflug_moves_total"]) >= 1
    assert float(numbers["funkenflug_connections"]) >= 1
    assert float(numbers["funkenflug_tables"]) >= 4
    assert numbers["funkenflug_bots_waiting"] == "0.0"
    moves = 'funkenflug_requests_total{method="POST",route="/api/tables/{id}/moves",status="200"}'
    assert float(numbers[moves]) >= 1
    assert float(numbers['funkenflug_request_seconds_count{route="/api/tables/{id}/moves"}']) >= 1
    assert table not in text


def test_numbers_are_for_the_machine_itself(guest: Callable[..., Person]) -> None:
    """Uvicorn believes a proxy on the same machine what it tells of its guests."""
    ann = guest()
    assert ann.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 404
    assert ann.get("/healthz", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 200


def test_a_site_without_its_database_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from funkenflug.site.infra.db.engine import Unavailable
    from funkenflug.site.infra.db.storage import Storage

    def fail(*_: object) -> None:
        raise Unavailable(OSError("gone"))

    with serving(tmp_path / "site.sqlite") as url, contextlib.closing(Person(url)) as ann:
        monkeypatch.setattr(Storage, "read", fail)
        answer = ann.get("/readyz")
        monkeypatch.undo()
        assert (answer.status_code, answer.json()["database"]) == (503, False)


def test_a_request_has_an_id(guest: Callable[..., Person]) -> None:
    ann = guest()
    assert re.fullmatch("[0-9a-f]{16}", ann.get("/api/me").headers["x-request-id"])
    assert ann.get("/api/me", headers={"X-Request-ID": "from-the-proxy"}).headers["x-request-id"] == "from-the-proxy"
    assert ann.get("/api/me", headers={"X-Request-ID": "a b"}).headers["x-request-id"] != "a b"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that the site and what it is built on write, without the browsers of the people in the test."""
    root, ours, lines = logging.getLogger(), logging.getLogger("funkenflug"), io.StringIO()
    before = root.level, root.handlers[:], ours.handlers, ours.propagate, ours.level
    with contextlib.redirect_stderr(lines):
        log_to_stderr("json")
    catch_all = logging.StreamHandler(lines)
    catch_all.addFilter(lambda record: not record.name.startswith(("httpx", "httpcore", "websockets.client")))
    root.addHandler(catch_all)
    root.setLevel(logging.DEBUG)
    yield lines
    root.setLevel(before[0])
    root.handlers, ours.handlers, ours.propagate = before[1], before[2], before[3]
    ours.setLevel(before[4])


def test_logs_tell_what_was_asked_and_no_secret(log: io.StringIO, tmp_path: Path) -> None:
    with serving(tmp_path / "site.sqlite") as url, contextlib.ExitStack() as stack:
        ann, bob = (stack.enter_context(contextlib.closing(Person(url, name))) for name in ("Ann", "Bob"))
        secrets: list[str] = [ann.cookies["who"]]
        token = ann.post("/api/me/link").json()["url"].partition("#")[2]
        ann.post("/api/me/arrive", json={"token": token})
        table = ann.new_table(seats=FRIEND)
        key = ann.see(table)["seats"][1]["invite"].partition("key=")[2]
        ann.get(f"/t/{table}")
        bob.do(table, "seats/1", key=key)
        ann.do(table, "chat", text="a word in confidence")
        ann.refused(422, table, "moves", number=ann.see(table)["number"], seat=0, moves=["tile 99,99"])
        with ann.watch(table) as connection:
            hear(connection, "snapshot")
            ann.play(table)
        name = ann.get("/api/me", headers={"X-Request-ID": "look-for-me"}).headers["x-request-id"]
        secrets += [ann.cookies["who"], bob.cookies["who"], token, key, table, "in confidence"]
    written = log.getvalue()
    for secret in secrets:
        assert secret not in written
    lines: list[dict[str, Any]] = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    found = [line for line in lines if line.get("request") == name]
    assert [(line["route"], line["status"], line["method"]) for line in found] == [("/api/me", 200, "GET")]
    played = [line for line in lines if line.get("route") == "/api/tables/{id}/moves"]
    assert {line["status"] for line in played} == {200, 422}
    assert len({line["table"] for line in played}) == 1


# The end


def test_players_are_told_when_the_site_stops_and_moves_on_their_way_arrive(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        with serving(tmp_path / "site.sqlite") as url:
            ann = stack.enter_context(contextlib.closing(Person(url, "Ann")))
            table = ann.new_table(seats=BOTS)
            connection = stack.enter_context(ann.watch(table))
            hear(connection, "snapshot")
            plies = ann.play(table)["plies"]
        with pytest.raises(ConnectionClosed) as closed:
            hear(connection, "nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "the page says that there is a short break"
    with serving(tmp_path / "site.sqlite") as url:
        again = Person(url)
        again.cookies = ann.cookies
        assert again.see(table)["plies"] >= plies
        again.close()
