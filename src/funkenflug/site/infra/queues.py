"""Fair queues for heavy work: bots, hints, reviews, replays and solving.

Each kind of work has threads of its own, so a flood of one kind does not delay another. Within a kind, the owners of
the jobs take turns (start-time fair queueing): many jobs of one owner delay only that owner.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from funkenflug.core.thinking import Stop
from funkenflug.site.infra.errors import Busy, OneAtATime
from funkenflug.site.infra.helper import Helper
from funkenflug.site.infra.middleware.costs import payer, while_client_waits

T = TypeVar("T")

Work = Callable[[Stop, float | None], T]
"""Gets a signal to stop, and the seconds it may take: None if nobody else waits."""


_LONGEST_WAIT = 1.5
"""About how many seconds an owner may have to wait for the others."""
_HEAD_START = 2.0
"""How many rounds urgent jobs are ahead of others."""
_LONGEST_PICTURE = 30.0
"""Seconds after which a picture is given up if somebody else waits for one."""
_PICTURE_COST = 1.0
"""Seconds of processor time that are paid in advance for a picture."""
_NICENESS = 10
"""The niceness of the threads: the site itself comes first."""


def _lower_priority() -> None:
    """Yield to the other threads of this process, on Linux: elsewhere it would slow down the whole process.

    Threads that this one starts later inherit its priority.
    """
    if sys.platform == "linux":
        os.nice(_NICENESS)


@dataclass(eq=False, slots=True)
class _Job:
    work: Work[Any]
    owner: str
    key: str | None
    is_urgent: Callable[[], bool]
    result: asyncio.Future[Any]
    round: float
    """The turn of its owner: jobs of earlier rounds run first."""
    order: int
    stop: Stop = field(default_factory=Stop)
    began: float = 0.0


class FairQueue:
    """Runs jobs in a few threads. Owners take turns, and none of them has all threads if there are several."""

    def __init__(
        self, name: str, threads: int = 1, most_waiting: int | None = None, longest_wait: float = _LONGEST_WAIT
    ) -> None:
        """`most_waiting` jobs may wait, then others are refused; None: the caller sees to it."""
        self.name = name
        self._threads = threads
        self._threads_per_owner = max(1, threads - 1)
        self._most_waiting = most_waiting
        self._longest_wait = longest_wait
        self._pool = ThreadPoolExecutor(threads, name, initializer=_lower_priority)
        self._waiting: list[_Job] = []
        self._running: list[_Job] = []
        self._round = 0.0
        """The round of the job that was started last."""
        self._next_round: dict[str, float] = {}
        """By owner: the round of their next job, if it is later than the present one."""
        self._order = itertools.count()
        self._refused = 0

    def counts(self) -> dict[str, float]:
        """Return how many jobs wait and run, and how many were refused."""
        return {
            f"{self.name}_waiting": len(self._waiting),
            f"{self.name}_running": len(self._running),
            f"{self.name}_refused_total": self._refused,
        }

    def stop(self) -> None:
        """Tell all jobs to stop; those that wait are dropped."""
        for job in self._running:
            job.stop.now()
        for job in self._waiting:
            job.result.cancel()
        self._waiting.clear()

    def close(self) -> None:
        """Wait for the threads to end."""
        self._pool.shutdown(cancel_futures=True)

    async def run(
        self, work: Work[T], owner: str, key: str | None = None, is_urgent: Callable[[], bool] = lambda: False
    ) -> T:
        """Run a job when it is its turn, and return its result. If the caller is cancelled, the job is dropped.

        The jobs of an owner share their turns. Of jobs with the same key, one may wait or run at a time.
        """
        unfinished = (job for job in (*self._waiting, *self._running) if not job.result.done())
        if key is not None and any(job.key == key for job in unfinished):
            self._refused += 1
            raise OneAtATime
        self._make_room(owner)
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = _Job(work, owner, key, is_urgent, result, self._take_round(owner), next(self._order))
        self._waiting.append(job)
        self._start_jobs()
        try:
            return await result
        finally:
            self._drop(job)

    def _make_room(self, owner: str) -> None:
        """Refuse a job of this owner if too many wait, or the last one of the owner who has the most."""
        if self._most_waiting is None or len(self._waiting) < self._most_waiting:
            return
        self._refused += 1
        counts = Counter(job.owner for job in self._waiting)
        greediest, most = counts.most_common(1)[0]
        if most <= counts[owner] + 1:
            raise Busy
        last = next(job for job in reversed(self._waiting) if job.owner == greediest)
        self._waiting.remove(last)
        last.result.set_exception(Busy())

    def _take_round(self, owner: str) -> float:
        """Return the round of an owner's next job: the present one, or the one after their last."""
        if len(self._next_round) > 2 * len(self._waiting) + 100:
            self._next_round = {owner: later for owner, later in self._next_round.items() if later > self._round}
        mine = max(self._round, self._next_round.get(owner, 0.0))
        self._next_round[owner] = mine + 1.0
        return mine

    def _drop(self, job: _Job) -> None:
        """Stop a job whose result nobody needs any more."""
        job.stop.now()
        if job in self._waiting:
            self._waiting.remove(job)

    # Running

    def _start_jobs(self) -> None:
        """Start jobs while there are free threads."""
        loop = asyncio.get_running_loop()
        while len(self._running) < self._threads and (job := self._choose()) is not None:
            self._waiting.remove(job)
            self._round = max(self._round, job.round)
            self._running.append(job)
            job.began = loop.time()
            thread = loop.run_in_executor(self._pool, job.work, job.stop, self._seconds(job))
            thread.add_done_callback(partial(self._finish, job))
        if self._waiting:
            loop.call_later(self._longest_wait, self._hurry)

    def _choose(self) -> _Job | None:
        """Return the job that is next; None if all owners of waiting jobs have as many threads as they may."""
        running = Counter(job.owner for job in self._running)
        allowed = (job for job in self._waiting if running[job.owner] < self._threads_per_owner)
        return min(allowed, key=lambda job: (job.round - _HEAD_START * job.is_urgent(), job.order), default=None)

    def _seconds(self, job: _Job) -> float | None:
        """Return how long a job may take, so that no owner and no job of this owner waits long."""
        if not self._waiting:
            return None
        counts = Counter(other.owner for other in (*self._waiting, *self._running))
        return self._longest_wait * min(self._threads / len(counts), self._threads_per_owner / counts[job.owner])

    def _hurry(self) -> None:
        """Stop jobs that began when nobody else waited, and have run for long enough; their results so far count."""
        now = asyncio.get_running_loop().time()
        for job in self._running if self._waiting else ():
            if now - job.began >= self._longest_wait:
                job.stop.now()

    def _finish(self, job: _Job, thread: asyncio.Future[Any]) -> None:
        self._running.remove(job)
        if not job.result.done():
            if thread.cancelled():
                job.result.cancel()
            elif (error := thread.exception()) is not None:
                job.result.set_exception(error)
            else:
                job.result.set_result(thread.result())
        elif not thread.cancelled():
            thread.exception()  # nobody needs it
        self._start_jobs()


class Queues:
    """The queues of a site, one for each kind of work."""

    def __init__(self) -> None:
        self.bots = FairQueue("bots", threads=2)
        """Bounded by the number of tables in memory: a table has at most one bot that thinks. Owners are addresses."""
        self.hints = FairQueue("hints", most_waiting=20)
        self.reviews = FairQueue("reviews", most_waiting=20)
        self.replays = FairQueue("replays", most_waiting=100)
        self.solving = FairQueue("solving")
        """For the solitaire of the day: the site asks for one at a time."""
        self.pictures = FairQueue("pictures", most_waiting=20, longest_wait=_LONGEST_PICTURE)
        self._helper = Helper()
        self._all = (self.bots, self.hints, self.reviews, self.replays, self.solving, self.pictures)

    async def in_process(self, work: Callable[[], T]) -> T:
        """Do something heavy that can be pickled in a process of its own; end it if the client leaves.

        The client pays in advance, and gets back what it did not take.
        """
        paying = payer.get()
        if paying is None:
            return (await self.pictures.run(lambda stop, seconds: self._helper.run(work, stop), ""))[0]
        with while_client_waits(), paying.reserved(_PICTURE_COST) as spent:
            result, seconds = await self.pictures.run(
                lambda stop, seconds: self._helper.run(work, stop), paying.client.address
            )
            spent.append(seconds)
        return result

    def counts(self) -> dict[str, float]:
        """Return metrics of all queues."""
        return {name: count for queue in self._all for name, count in queue.counts().items()}

    def stop(self) -> None:
        """Tell all jobs to stop."""
        for queue in self._all:
            queue.stop()

    def close(self) -> None:
        """Wait for the threads to end."""
        for queue in self._all:
            queue.close()
        self._helper.close()
