"""Queues for heavy work: owners take turns, and work that nobody needs is dropped."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from funkenflug.core.thinking import Stop
from funkenflug.site.infra.errors import Busy, OneAtATime
from funkenflug.site.infra.queues import FairQueue, Queues
from tests.waiting import LONG
from tests.web.conftest import in_a_loop


class Searches:
    """Slow work for a queue: each job runs until it is released, and its name is noted when it starts."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.given: dict[str, float | None] = {}
        self.stopped: list[str] = []
        self._ends: dict[str, threading.Event] = {}

    def __call__(self, name: str) -> Callable[[Stop, float | None], str]:
        end = self._ends[name] = threading.Event()

        def work(stop: Stop, seconds: float | None) -> str:
            self.given[name] = seconds
            self.started.append(name)
            while not end.wait(0.001):
                if stop.wanted:
                    self.stopped.append(name)
                    break
            return name

        return work

    def end(self, name: str) -> None:
        self._ends[name].set()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(LONG):
        while not condition():
            await asyncio.sleep(0.001)


class Bench:
    """A queue with slow work, and the results of what was asked of it."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue, self.searches = queue, Searches()
        self.tasks: dict[str, asyncio.Task[str]] = {}

    async def ask(self, name: str, owner: str, key: str | None = None, urgent: bool = False) -> asyncio.Task[str]:
        """Ask for a job, and let the queue see it."""
        work = self.queue.run(self.searches(name), owner, key, lambda: urgent)
        task = self.tasks[name] = asyncio.create_task(work)
        await asyncio.sleep(0)
        return task

    async def started(self, count: int) -> None:
        """Wait until this many jobs have started."""
        await until(lambda: len(self.searches.started) >= count)

    async def end(self, name: str) -> None:
        """Let a job end when it has started."""
        await until(lambda: name in self.searches.started)
        self.searches.end(name)
        assert await self.tasks[name] == name

    async def in_order(self) -> list[str]:
        """End all jobs, each when it has started, and return the order in which they ran."""
        for place in range(len(self.tasks)):
            await self.started(place + 1)
            await self.end(self.searches.started[place])
        return self.searches.started


@pytest.fixture
def bench() -> Callable[..., None]:
    """Return a way to run something with a queue of slow work, in a loop."""

    def run(deed: Callable[[Bench], Coroutine[Any, Any, None]], **settings: Any) -> None:
        queue = FairQueue("jobs", **settings)
        try:
            in_a_loop(lambda: deed(Bench(queue)))
        finally:
            queue.close()

    return run


def test_owners_take_turns(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        for number in range(5):
            await jobs.ask(f"many {number}", "greedy")
        await jobs.ask("one", "modest")
        await jobs.ask("two", "modest")
        assert await jobs.in_order() == ["many 0", "one", "many 1", "two", "many 2", "many 3", "many 4"]

    bench(deed)


def test_whoever_comes_back_again_and_again_has_one_turn_like_the_others(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        await jobs.ask("ann 0", "ann")
        for name in ("ben", "cat", "dan"):
            await jobs.ask(name, name)
        for number in range(3):
            await jobs.end(jobs.searches.started[-1])
            await jobs.ask(f"ann {number + 1}", "ann")
            await jobs.started(number + 2)
        assert jobs.searches.started == ["ann 0", "ben", "cat", "dan"]
        assert (await jobs.in_order())[4:] == ["ann 1", "ann 2", "ann 3"]

    bench(deed)


def test_one_owner_does_not_have_all_threads(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        for number in range(300):
            await jobs.ask(f"many {number}", "greedy")
        assert jobs.queue.counts()["jobs_running"] == 1
        await jobs.ask("one", "modest")
        await jobs.end("one")
        assert jobs.searches.started == ["many 0", "one"]
        jobs.queue.stop()
        await asyncio.gather(*jobs.tasks.values(), return_exceptions=True)

    bench(deed, threads=2)


def test_urgent_jobs_come_first_but_not_for_ever(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        await jobs.ask("running", "ann")
        await jobs.ask("unwatched", "ben")
        for number in range(5):
            await jobs.ask(f"watched {number}", "cat", urgent=True)
        order = await jobs.in_order()
        assert order[1] == "watched 0"
        assert order[-1] != "unwatched"

    bench(deed)


def test_a_person_has_one_job_at_a_time(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        await jobs.ask("first", "address", "ann")
        with pytest.raises(OneAtATime) as refused:
            await jobs.queue.run(jobs.searches("second"), "another address", "ann")
        assert (refused.value.status, refused.value.headers) == (429, {"Retry-After": "1"})
        await jobs.ask("of another", "address", "ben")
        await jobs.end("first")
        await jobs.ask("again", "address", "ann")
        assert await jobs.in_order() == ["first", "of another", "again"]
        assert jobs.queue.counts()["jobs_refused_total"] == 1

    bench(deed)


def test_a_full_queue_says_so(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        for name in ("running", "waiting 1", "waiting 2"):
            await jobs.ask(name, "address")
        with pytest.raises(Busy) as refused:
            await jobs.queue.run(jobs.searches("one more"), "address")
        assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "2"})
        assert jobs.queue.counts() == {"jobs_waiting": 2, "jobs_running": 1, "jobs_refused_total": 1}
        await jobs.ask("of another", "another address")
        with pytest.raises(Busy):
            await jobs.tasks.pop("waiting 2")
        assert await jobs.in_order() == ["running", "of another", "waiting 1"]

    bench(deed, most_waiting=2)


def test_what_nobody_needs_is_dropped_at_once(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        await jobs.ask("running", "ann", "ann")
        await jobs.ask("waiting", "ben", "ben")
        await jobs.ask("next", "cat")
        await until(lambda: jobs.searches.started)
        for name in ("running", "waiting"):
            jobs.tasks[name].cancel()
        await until(lambda: "next" in jobs.searches.started)
        await jobs.ask("ann again", "ann", "ann")
        await jobs.end("next")
        await jobs.end("ann again")
        assert jobs.searches.started == ["running", "next", "ann again"]
        assert jobs.searches.stopped == ["running"]

    bench(deed)


def test_time_is_shared_when_jobs_wait(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        await jobs.ask("alone", "ann")
        for name in ("ben 1", "ben 2", "ben 3", "cat"):
            await jobs.ask(name, name.split()[0])
        await jobs.in_order()
        assert jobs.searches.given["alone"] is None
        assert jobs.searches.given["ben 1"] == 6.0 / 3, "of ben, who has three"
        assert jobs.searches.given["cat"] == 6.0 / 2, "ben and cat"
        assert jobs.searches.given["ben 3"] is None

    bench(deed, longest_wait=6.0)


def test_a_long_search_ends_when_others_wait(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        await jobs.ask("long", "ann")
        await until(lambda: jobs.searches.started)
        await jobs.ask("other", "ben")
        await jobs.end("other")
        assert await jobs.tasks["long"] == "long", "what it has found so far counts"
        assert jobs.searches.stopped == ["long"]

    bench(deed, longest_wait=0.01)


def test_a_failing_job_fails_alone(bench: Callable[..., None]) -> None:
    async def deed(jobs: Bench) -> None:
        def fail(stop: Stop, seconds: float | None) -> str:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await jobs.queue.run(fail, "ann")
        await jobs.ask("next", "ann")
        await jobs.end("next")

    bench(deed)


def test_a_flood_of_hints_does_not_delay_a_bot() -> None:
    async def deed() -> None:
        queues = Queues()
        hints, bots = Bench(queues.hints), Bench(queues.bots)
        for number in range(20):
            await hints.ask(f"hint {number}", "address", f"person {number}")
        await bots.ask("bot", "host")
        await bots.end("bot")
        assert len(hints.searches.started) <= 1
        queues.stop()
        await asyncio.gather(*hints.tasks.values(), return_exceptions=True)
        await asyncio.to_thread(queues.close)

    in_a_loop(deed)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities for threads")
def test_heavy_work_leaves_the_processor_to_the_site() -> None:
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def priorities(stop: Stop, seconds: float | None) -> tuple[int, int]:
        with ThreadPoolExecutor(1) as threads_of_a_search:
            return priority(), threads_of_a_search.submit(priority).result()

    async def ask() -> tuple[int, int]:
        queue = FairQueue("bots")
        try:
            return await queue.run(priorities, "Ann")
        finally:
            queue.close()

    lower = min(19, priority() + 10)
    assert in_a_loop(ask) == (lower, lower)
