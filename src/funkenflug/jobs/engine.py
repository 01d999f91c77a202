"""Run many tasks of one kind in many processes, on this machine or on a Ray cluster.

A result depends only on its task, so results are the same on every engine. They come in the order of completion.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Protocol, TypeVar

from funkenflug.core.thinking import Stop

Task = TypeVar("Task")
Result = TypeVar("Result")

ENGINES = ("local", "ray")
_TRIES = 5


class EngineFailed(Exception):
    """An engine cannot start or continue; the message says why."""


class Executor(Protocol):
    """Runs tasks."""

    def run(self, work: Callable[[Task, Stop], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Yield the results of all tasks as they come.

        `work` is a module-level function or a partial of one; it may return early when it is stopped. Close the
        iterator to end early; running tasks are then cancelled.
        """


def make_engine(name: str, *, jobs: int | None = None, address: str | None = None) -> Executor:
    """Return an engine by name; `jobs` is the number of tasks at a time, by default one for each core."""
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}; there are {', '.join(ENGINES)}")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    if name == "ray":
        return Ray(jobs, address)
    if address is not None:
        raise ValueError("an address is for the engine ray")
    return Local(jobs or os.cpu_count() or 1)


class Local:
    """Processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, work: Callable[[Task, Stop], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Yield the results of all tasks as they come; raise `EngineFailed` if a process is killed."""
        context = multiprocessing.get_context("spawn")  # fork would copy the locks of running threads
        interrupted = context.Event()
        with ProcessPoolExecutor(self._jobs, context, _start_worker, (interrupted,)) as pool:
            to_come = iter(tasks)
            running: set[Future[Result]] = set()
            try:
                while True:
                    for task in islice(to_come, 2 * self._jobs - len(running)):  # keeps all processes busy
                        running.add(pool.submit(_run_task, work, task))
                    if not running:
                        break
                    finished, running = wait(running, return_when=FIRST_COMPLETED)
                    for done in finished:
                        yield done.result()
            except BrokenProcessPool:
                raise EngineFailed("a process was killed from outside") from None
            finally:
                interrupted.set()
                pool.shutdown(cancel_futures=True)  # waits, or exit races with the end of the pool


class _Interruption(Stop):
    """Tells the work in a process whether it was interrupted."""

    def __init__(self, event: Any) -> None:
        super().__init__()
        self._event = event

    @property
    def wanted(self) -> bool:
        return bool(self._event.is_set())


_interruption: _Interruption


def _start_worker(interrupted: Any) -> None:
    global _interruption
    _interruption = _Interruption(interrupted)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the main one stops the others
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    for close in _closers:
        close()
    os._exit(1)


_closers: list[Callable[[], None]] = []


def at_exit(close: Callable[[], None]) -> None:
    """Register a function to call when this process ends, also when its parent process is gone."""
    _closers.append(close)
    atexit.register(close)


def _run_task(work: Callable[[Task, Stop], Result], task: Task) -> Result:
    return work(task, _interruption)


class Ray:
    """A Ray cluster: the one at an address, the current one, or a new one on this machine that ends with the work."""

    def __init__(self, jobs: int | None, address: str | None) -> None:
        try:
            import ray
        except ImportError:
            raise ValueError("the engine ray needs pip install 'funkenflug[ray]'") from None
        self._ray = ray
        self._jobs = jobs
        self._address = address

    def run(self, work: Callable[[Task, Stop], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Yield the results of all tasks as they come; if a worker is lost, another one repeats its task."""
        ray = self._ray
        own = not ray.is_initialized()
        if own:
            self._begin()
        remote = ray.remote(max_retries=_TRIES, num_cpus=1)(_run_remotely).options(name="funkenflug")
        most = 2 * (self._jobs or int(ray.cluster_resources().get("CPU", 1)))
        to_come = iter(tasks)
        running: list[Any] = []
        try:
            while True:
                running += [remote.remote(work, task) for task in islice(to_come, most - len(running))]
                if not running:
                    break
                finished, running = ray.wait(running)
                for done in finished:
                    yield ray.get(done)
        except ray.exceptions.WorkerCrashedError:
            raise EngineFailed(f"a worker was lost at the same task {_TRIES + 1} times") from None
        finally:
            for unfinished in running:
                ray.cancel(unfinished, force=True)
            if own:
                ray.shutdown()

    def _begin(self) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
        alone: dict[str, Any] = {"num_cpus": self._jobs, "include_dashboard": False} if self._address is None else {}
        try:
            self._ray.init(self._address, log_to_driver=False, configure_logging=False, **alone)
        except ConnectionError as error:
            raise EngineFailed(f"cannot connect to a Ray cluster at {self._address}: {error}") from None


def _run_remotely(work: Callable[[Task, Stop], Result], task: Task) -> Result:
    return work(task, Stop())
