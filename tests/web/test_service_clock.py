"""Players' clocks count only the time during which the site could store their moves."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from funkenflug.site.infra.db.cluster import StoredEvent
from funkenflug.site.infra.db.engine import Unavailable
from funkenflug.site.infra.db.service import ServiceClock
from funkenflug.site.tables import commands
from funkenflug.site.tables.events import Entry, Resumed, decode_event, encode_event
from funkenflug.site.tables.registry import TableRegistry
from funkenflug.site.tables.table import Table
from tests.waiting import wait_until
from tests.web.conftest import in_a_loop, serving
from tests.web.people import Person
from tests.web.servers import PostgreSQL, Server
from tests.web.test_serve import answer
from tests.web.test_tables import first_move, flying

HERE = [{"kind": "me"}, {"kind": "here"}]

# A real server


@contextlib.contextmanager
def site(folder: Path, seconds: float) -> Iterator[tuple[Server, Person, Path]]:
    """Serve a site with clocks of that length, and a file that sets its wall clock."""
    wrong = folder / "wrong"
    wrong.write_text("0")
    program = ("tests.web.odd_clock", str(wrong), str(seconds))
    server = Server(f"sqlite:///{folder / 'site.sqlite'}", program)
    try:
        answer(f"{server.url}/api/me")
        wait_until(lambda: answer(f"{server.url}/readyz").status_code == 200)
        with contextlib.closing(Person(server.url, "Ann")) as ann:
            yield server, ann, wrong
    finally:
        server.kill()


def ready(url: str, saving: bool) -> bool:
    """Return whether a site says that it stores moves, or that it does not."""
    told = answer(f"{url}/readyz")
    return told.json()["saving"] is saving and (told.status_code == 200) is saving


def has_more(person: Person, table: str, number: int) -> bool:
    """Return whether something has happened at a table since then."""
    return bool(person.see(table)["number"] > number)


def time_left(seen: dict[str, Any]) -> float:
    """Return what a page shows on the clock of the seat to move."""
    assert seen["state"] == "running", "nobody has lost"
    clock = seen["clock"]
    return float(clock["left"][seen["to_move"]]) - float(clock["elapsed"])


@pytest.mark.slow
def test_nobody_loses_while_the_disk_is_full(tmp_path: Path) -> None:
    seconds = 15.0
    with site(tmp_path, seconds) as (server, ann, _):
        table = ann.new_table("vulkan", seats=HERE, clock="5 minutes")
        ann.play(table)
        seen = ann.see(table)
        move = {"number": seen["number"], "seat": seen["to_move"], "moves": [seen["choices"][0]]}
        with server.full_disk():
            began = time.monotonic()
            assert "run out of space" in ann.refused(507, table, "moves", **move)
            wait_until(lambda: answer(f"{server.url}/readyz").status_code == 503)
            assert answer(f"{server.url}/readyz").json()["saving"] is False
            stopped = time_left(ann.see(table))
            wait_until(lambda: time.monotonic() > began + seconds)
            assert time_left(ann.see(table)) == stopped, "the clock on the page stands still"
        wait_until(lambda: answer(f"{server.url}/readyz").status_code == 200)
        left = time_left(ann.see(table))
        assert 0.0 < left <= seconds
        before = ann.do(table, "moves", **move)["clock"]["left"]
        assert min(before) > 0.0
        server.kill()
        server.start()
        answer(f"{server.url}/api/me")
        assert ann.see(table)["clock"]["left"] == before, "the stored events give the same clocks"
        wait_until(lambda: ann.see(table)["state"] == "over")  # clocks run again though nobody moves


def test_nobody_loses_when_the_wall_clock_is_set(tmp_path: Path) -> None:
    with site(tmp_path, 300.0) as (_, ann, wrong):
        table = ann.new_table("vulkan", seats=HERE, clock="5 minutes")
        ann.play(table)
        for seconds in (400, 4000, -1000):
            number = ann.see(table)["number"]
            wrong.write_text(str(seconds))
            wait_until(partial(has_more, ann, table, number))
            assert 0.0 < time_left(ann.see(table)) <= 300.0
        assert ann.play(table)["state"] == "running"
        assert min(ann.see(table)["clock"]["left"]) > 0.0


@pytest.mark.slow
def test_two_processes_give_back_an_outage_of_postgresql_once(
    postgresql_server: PostgreSQL, person_at: Callable[..., Person]
) -> None:
    database = postgresql_server.new_database()
    with serving(database) as first, serving(database) as second:
        ann, there = person_at(first, "Ann"), person_at(second)
        there.cookies = ann.cookies
        table = ann.new_table("vulkan", seats=HERE, clock="5 minutes")
        ann.play(table)
        began = time.monotonic()
        there.see(table)
        postgresql_server.kill()
        try:
            killed = time.monotonic()
            for url in (first, second):
                wait_until(partial(ready, url, False))
            wait_until(lambda: time.monotonic() > killed + 12.0)
        finally:
            postgresql_server.start()
        for url in (first, second):
            wait_until(partial(ready, url, True))
        for person in (ann, there, ann, there):
            person.do(table, "chat", text="Here we are")  # whoever has not yet given time back does so before
        passed = time.monotonic() - began
        with psycopg.connect(database) as connection:
            events = [decode_event(data) for (data,) in connection.execute("select data from events order by number")]
        given = sum(event.seconds or 0.0 for event in events if isinstance(event, Resumed))
        assert 11.0 < given < passed


# Another clock


class Times:
    """A wall clock and a monotonic one."""

    wall, monotonic = 1_800_000_000.0, 1_000.0


class Disk:
    """A storage without a database, which may be full."""

    cluster = SimpleNamespace(shared=False)

    def __init__(self, times: Times) -> None:
        self.clock = ServiceClock(lambda: times.wall, lambda: times.monotonic)
        self.full = False
        self.stored: list[tuple[float, str]] = []
        self.on_write: Callable[[], None] = lambda: None

    def probe(self) -> None:
        """Write something."""
        self.on_write()
        if self.full:
            self.clock.write_failed()
            raise Unavailable(OSError("full"), full=True)
        self.clock.write_worked()

    async def append(self, event: StoredEvent, *_: object) -> None:
        self.probe()
        self.stored.append((event.at, event.data))

    def read(self, _work: object) -> Any:
        """Return the events of a table: there are no others."""
        future: asyncio.Future[list[Entry]] = asyncio.get_running_loop().create_future()
        future.set_result([])
        return future


class Model:
    """The obvious clock: what passes between two writes counts, unless one was refused meanwhile."""

    def __init__(self) -> None:
        self.left = [300.0, 300.0]
        self.passed = 0.0
        self.refused = False

    def write(self, mover: int, full: bool) -> None:
        self.refused |= full
        if not full:
            self.left[mover] -= 0.0 if self.refused else self.passed
            self.passed, self.refused = 0.0, False


class Match:
    """A match at a real table, beside the model."""

    def __init__(self) -> None:
        self.times, self.model = Times(), Model()
        self.disk = Disk(self.times)
        begun = flying(clock="5 minutes")
        entries = [Entry(number=entry.number, at=self.times.wall, event=entry.event) for entry in begun.entries]
        self.disk.stored = [(entry.at, encode_event(entry.event)) for entry in entries]
        self.tables = TableRegistry(self.disk, Mock(), Mock(), Mock())  # type: ignore[arg-type]
        self.live = self.tables._enter(Table("test", entries))
        self.disk.on_write = lambda: self.model.write(self.live.table.to_move or 0, self.disk.full)

    async def take(self, step: tuple[str, float]) -> None:
        kind, seconds = step
        if kind in ("think", "full"):
            self.disk.full = kind == "full"
            for second in range(1, int(seconds) + 1):
                self.times.wall += 1.0
                self.times.monotonic += 1.0
                self.model.passed += 1.0
                self.disk.clock.lost()
                if second % 10 == 0:  # the site looks whether writing works while a clock runs
                    with contextlib.suppress(Unavailable):
                        self.disk.probe()
        else:
            self.times.wall += seconds if kind != "freeze" else abs(seconds)
            self.times.monotonic += abs(seconds) if kind == "freeze" else 0.0
            self.disk.clock.lost()

    async def write(self, kind: str) -> None:
        with contextlib.suppress(Unavailable):
            if kind == "chat":
                await self.tables.execute(self.live, lambda table: commands.chat(table, "ann", "Ann", "hello"))
            else:
                await self.tables.execute(self.live, self._play)

    def _play(self, table: Table) -> Any:
        seat = table.to_move or 0
        return commands.play(table, table.seats[seat].who or "", table.number, seat, [first_move(table)])

    async def check(self) -> bool:
        """Let the site look whether somebody is out of time."""
        now = self.disk.clock.now
        with contextlib.suppress(Unavailable):
            return await self.tables.execute(self.live, lambda table: commands.check_clock(table, now()))
        return False

    def left(self) -> list[float]:
        """Return the clocks that the stored events give, as after a restart."""
        entries = [
            Entry(number=number, at=at, event=decode_event(text)) for number, (at, text) in enumerate(self.disk.stored)
        ]
        table = Table("test", entries)
        assert [seat.seconds_left for seat in table.seats] == [seat.seconds_left for seat in self.live.table.seats]
        return [seat.seconds_left or 0.0 for seat in table.seats]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("think"), st.integers(2, 12)),
        st.tuples(st.just("full"), st.integers(2, 900)),
        st.tuples(st.just("jump"), st.integers(-5000, 5000).filter(lambda seconds: abs(seconds) > 2)),
        st.tuples(st.just("freeze"), st.integers(10, 5000)),
        st.tuples(st.sampled_from(["play", "chat", "check"]), st.just(0)),
    ),
    max_size=16,
)


@settings(deadline=None, max_examples=200)
@given(STEPS)
def test_the_clock_is_that_of_the_model(steps: list[tuple[str, float]]) -> None:
    async def run() -> None:
        match = Match()
        for kind, seconds in steps:
            if kind in ("play", "chat"):
                await match.write(kind)
            elif kind == "check":
                assert not await match.check(), "nobody has thought for five minutes"
            else:
                await match.take((kind, seconds))
        match.disk.full = False
        await match.write("play")
        assert match.left() == pytest.approx(match.model.left, abs=1e-3)
        mover = match.live.table.to_move
        assert mover is not None
        await match.take(("think", int(match.model.left[mover]) - 1))
        assert not await match.check()
        await match.take(("think", 2))
        assert await match.check(), "and then the time is up"

    in_a_loop(run)


def test_a_break_of_an_older_version_is_read_as_before() -> None:
    here = flying(clock="5 minutes")
    began = here.turn_began
    here.do(decode_event('{"type":"Resumed"}'), seconds=5000)
    assert here.turn_began == began + 5000
    here.do(Resumed(seconds=-100.0), seconds=1)
    assert here.turn_began == began + 4900


# Tables that are not in memory


def test_a_table_that_is_loaded_later_gets_back_what_was_lost() -> None:
    times = Times()
    clock = ServiceClock(lambda: times.wall, lambda: times.monotonic)

    def think(seconds: int) -> None:
        for _ in range(seconds):
            times.wall += 1.0
            times.monotonic += 1.0
            clock.lost()

    before, began = times.wall - 50.0, times.wall
    think(3)
    clock.write_worked()
    think(4)
    clock.write_failed()
    think(100)
    assert clock.lost_since(began) == 104.0, "also while the disk is full"
    clock.write_worked()
    think(5)
    times.wall += 1000.0
    assert (clock.lost(), clock.lost_since(began)) == (1104.0, 1104.0)
    assert clock.lost_since(times.wall - 1001.0) == 1000.0
    assert clock.lost_since(times.wall) == 0.0
    assert clock.lost_since(before) == times.wall - before, "the site has been started since"
    times.wall -= 5000.0
    assert clock.lost_since(times.wall) == 0.0, "a wall clock that is set back gives a new table nothing"
