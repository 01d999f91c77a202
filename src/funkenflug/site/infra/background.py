"""Background work: supervised tasks, and one thread for slow chores."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from funkenflug.core.thinking import Stop
from funkenflug.site.infra.db.engine import Unavailable
from funkenflug.site.infra.errors import Unreadable

T = TypeVar("T")

_log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 60.0


class Background:
    """The background tasks of a site."""

    def __init__(self) -> None:
        self.stopping = Stop()
        """Set when the site stops; slow chores look at it."""
        self.failures = 0
        """Failures of background work since the start."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._chores = ThreadPoolExecutor(1, "chore")

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task. If it fails, the error is logged and counted, and nothing else stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Unreadable):  # a table that is set aside is logged already
            self.report("a background task", error)

    def report(self, what: str, error: BaseException) -> None:
        """Log and count a failure."""
        self.failures += 1
        _log.error("%s failed", what, exc_info=error)

    def supervise(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Start a task that is started again whenever it fails, after a pause that grows from failure to failure."""
        self.start(self._run_again(name, work))

    async def _run_again(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        pause = _FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                return await work()
            except Exception as error:
                self.report(name, error)
            if time.monotonic() - began > _LONGEST_PAUSE:
                pause = _FIRST_PAUSE  # it has worked for a while
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def stop(self) -> None:
        """Cancel all tasks and wait for their end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close(self) -> None:
        """Start no more chores. A running one is not waited for: a compiler cannot be interrupted."""
        self._chores.shutdown(wait=False, cancel_futures=True)

    async def run_chore(self, work: Callable[[], T]) -> T:
        """Run something in the thread for chores, after those that wait already."""
        return await asyncio.get_running_loop().run_in_executor(self._chores, work)

    async def retry(self, work: Callable[[], Awaitable[T]]) -> T:
        """Repeat something until the database is available."""
        while True:
            try:
                return await work()
            except Unavailable as error:
                _log.error("the database does not work; retrying: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    def start_retrying(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Start a task that repeats something until the database is available."""
        self.start(self.retry(work))
