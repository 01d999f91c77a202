"""Engines: the same results here and on a real Ray cluster, whatever happens to a worker."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from funkenflug.arena.match import MatchResult, play_planned
from funkenflug.arena.plan import Plan
from funkenflug.arena.sweep import Result, solve_deal
from funkenflug.core.thinking import Stop
from funkenflug.jobs.engine import EngineFailed, Local, Ray, make_engine
from tests.test_arena import plan, timeless

WORKERS = 2


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """A real cluster of this machine, with two workers."""
    import ray

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(num_cpus=WORKERS, include_dashboard=False, object_store_memory=80_000_000, log_to_driver=False)
    yield
    ray.shutdown()


def square(folder: Path, number: int, stop: Stop) -> int:
    """Leave word who works, and return the square."""
    (folder / str(os.getpid())).touch()
    return number**2


def signed(folder: Path) -> set[int]:
    return {int(path.name) for path in folder.iterdir()}


def test_a_process_of_this_machine_that_is_killed_is_told(tmp_path: Path) -> None:
    results = Local(1).run(partial(square, tmp_path), range(300))
    assert next(results) in (0, 1)  # the second may be done, too, before anybody looks
    (worker,) = signed(tmp_path)
    os.kill(worker, signal.SIGKILL)
    with pytest.raises(EngineFailed, match="killed from outside"):
        list(results)


@pytest.mark.usefixtures("cluster")
@pytest.mark.peers("ray")
def test_an_arena_plays_the_same_on_both_engines(tmp_path: Path) -> None:
    """One of the two Ray workers is killed in the middle."""
    of_plan = plan("flame", "ember", "random")
    here = {
        match.index: timeless(match)
        for match in Local(WORKERS).run(partial(play_planned, of_plan, tmp_path), range(12))
    }
    there: dict[int, MatchResult] = {}
    for match in Ray(None, None).run(partial(play_signed, of_plan, tmp_path), range(12)):
        if not there:
            os.kill(min(signed(tmp_path)), signal.SIGKILL)
        assert match.index not in there
        there[match.index] = timeless(match)
    assert len(signed(tmp_path)) > 1
    assert there == here


def play_signed(of_plan: Plan, folder: Path, index: int, stop: Stop) -> MatchResult:
    (folder / str(os.getpid())).touch()
    return play_planned(of_plan, folder, index, stop)


def without_time(result: Result) -> tuple[object, ...]:
    return result.seed, result.verdict, result.tries, result.reason, result.moves


@pytest.mark.usefixtures("cluster")
@pytest.mark.peers("ray")
def test_a_sweep_finds_the_same_on_both_engines() -> None:
    solve = partial(solve_deal, "vulkan", 1, budget=60.0)
    found = [
        sorted(without_time(result) for result in engine.run(solve, range(1, 5)))
        for engine in (Local(WORKERS), Ray(None, None))
    ]
    assert len(found[0]) == 4
    assert found[0] == found[1]


def test_who_closes_early_gets_nothing_more(tmp_path: Path) -> None:
    assert_nothing_follows("local", tmp_path)


@pytest.mark.usefixtures("cluster")
@pytest.mark.peers("ray")
def test_who_closes_early_on_ray_gets_nothing_more(tmp_path: Path) -> None:
    assert_nothing_follows("ray", tmp_path)


def assert_nothing_follows(name: str, folder: Path) -> None:
    with closing(make_engine(name, jobs=1).run(partial(square, folder), iter(int, None))) as results:
        assert next(results) == 0


@pytest.mark.peers("ray")
def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object, **__: object) -> None:
        raise ConnectionError("Failed to connect")

    engine = Ray(None, "127.0.0.1:1")
    monkeypatch.setattr("ray.is_initialized", lambda: False)
    monkeypatch.setattr("ray.init", nobody)
    with pytest.raises(EngineFailed, match=r"cannot connect to a Ray cluster at .*: Failed to connect"):
        next(engine.run(partial(square, Path()), [1]))


def test_what_engines_there_are() -> None:
    with pytest.raises(ValueError, match="there is no engine 'steam'; there are local, ray"):
        make_engine("steam")
    with pytest.raises(ValueError, match="jobs must be at least 1"):
        make_engine("local", jobs=0)
    with pytest.raises(ValueError, match="an address is for the engine ray"):
        make_engine("local", address="auto")
