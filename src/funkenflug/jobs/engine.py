"""Much work of one kind, done by many processes: those of this machine, or of a Ray cluster.

A piece of work is a function of its task alone, so the results are the same on every engine; they come in the order
in which they are done.
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

from funkenflug.bots.solving import Stop

Task = TypeVar("Task")
Result = TypeVar("Result")

ENGINES = ("local", "ray")
_TRIES = 5


class EngineFailed(Exception):
    """An engine cannot go on, or not even begin; the message says why."""


class Engine(Protocol):
    """Somewhere to have work done."""

    def run(self, work: Callable[[Task, Stop], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Yield the results of all tasks as they come.

        `work` is a function of a module, or a partial of one; it may give up when it is told to stop. Close the
        iterator to end early: what is being done then is given up at once.
        """


def engine_of(name: str, *, jobs: int | None = None, address: str | None = None) -> Engine:
    """Return an engine by name; without `jobs` it does a task for each core at a time."""
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}; there are {', '.join(ENGINES)}")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs are at least 1, not {jobs}")
    if name == "ray":
        return Ray(jobs, address)
    if address is not None:
        raise ValueError("an address is for the engine ray")
    return Local(jobs or os.cpu_count() or 1)


class Local:
    """Processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, work: Callable[[Task, Stop], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Yield the results of all tasks as they come; `EngineFailed` if a process is killed."""
        context = multiprocessing.get_context("spawn")  # a fork would copy the locks of running threads
        interrupted = context.Event()
        with ProcessPoolExecutor(self._jobs, context, _begin_work, (interrupted,)) as pool:
            to_come = iter(tasks)
            running: set[Future[Result]] = set()
            try:
                while True:
                    for task in islice(to_come, 2 * self._jobs - len(running)):  # nobody has to wait for the next one
                        running.add(pool.submit(_work_until_interrupted, work, task))
                    if not running:
                        break
                    finished, running = wait(running, return_when=FIRST_COMPLETED)
                    for done in finished:
                        yield done.result()
            except BrokenProcessPool:
                raise EngineFailed("a process was killed from outside") from None
            finally:
                interrupted.set()
                pool.shutdown(wait=False, cancel_futures=True)


class _Interruption:
    """Tells the work in a process whether somebody interrupted it."""

    def __init__(self, event: Any) -> None:
        self._event = event

    @property
    def wanted(self) -> bool:
        return bool(self._event.is_set())


_interruption: _Interruption


def _begin_work(interrupted: Any) -> None:
    global _interruption
    _interruption = _Interruption(interrupted)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the first one sees to the others
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    for close in _closers:
        close()
    os._exit(1)


_closers: list[Callable[[], None]] = []


def at_end(close: Callable[[], None]) -> None:
    """Have something called when this process ends, also when it ends because the one that it works for is gone."""
    _closers.append(close)
    atexit.register(close)


def _work_until_interrupted(work: Callable[[Task, Stop], Result], task: Task) -> Result:
    return work(task, _interruption)


class Ray:
    """A Ray cluster: the one at an address or already at hand, or one of this machine alone that ends with the work."""

    def __init__(self, jobs: int | None, address: str | None) -> None:
        try:
            import ray
        except ImportError:
            raise ValueError("the engine ray needs pip install 'funkenflug[ray]'") from None
        self._ray = ray
        self._jobs = jobs
        self._address = address

    def run(self, work: Callable[[Task, Stop], Result], tasks: Iterable[Task]) -> Generator[Result]:
        """Yield the results of all tasks as they come; a task whose worker is lost is done again by another."""
        ray = self._ray
        own = not ray.is_initialized()
        if own:
            self._begin()
        remote = ray.remote(max_retries=_TRIES, num_cpus=1)(_work_far_away).options(name="funkenflug")
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
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told what is played here
        alone: dict[str, Any] = {"num_cpus": self._jobs, "include_dashboard": False} if self._address is None else {}
        try:
            self._ray.init(self._address, log_to_driver=False, configure_logging=False, **alone)
        except ConnectionError as error:
            raise EngineFailed(f"no Ray cluster lets us in at {self._address}: {error}") from None


class _Never:
    wanted = False


def _work_far_away(work: Callable[[Task, Stop], Result], task: Task) -> Result:
    return work(task, _Never())
