"""Solving many deals: on all cores, each result kept as it comes, resumed where it was interrupted."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import msgspec

from funkenflug.game import new
from funkenflug.games import room as room_of
from funkenflug.room import Mode, Room
from funkenflug.solving import Budget, Solver, Stop, Verdict


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one deal; a line of JSON in a file of results."""

    game: str
    players: int
    seed: int
    budget: float
    """The seconds it could have taken."""
    verdict: Verdict
    seconds: float
    tries: int
    reason: str
    moves: tuple[str, ...] | None
    """The line that wins."""


def solve_deal(game_id: str, players: int, seed: int, budget: float, stop: Stop | None = None) -> Result:
    """Solve the deal of a seed within so many seconds.

    >>> solve_deal("vulkan", 1, 7, 60.0).verdict
    'won'
    """
    room = room_of(game_id)
    solver = solver_of(room)
    game = new(game_id, players=players, mode=mode_to_solve(room, players).id, seed=seed)
    solution = solver(game.setup, Budget(seconds=budget), stop=stop)
    return Result(
        game=game_id,
        players=players,
        seed=seed,
        budget=budget,
        verdict=solution.verdict,
        seconds=round(solution.seconds, 6),
        tries=solution.tries,
        reason=solution.reason,
        moves=solution.moves,
    )


def solver_of(room: Room) -> Solver:
    """Return the solver of a game; a game without one is a `ValueError`."""
    if room.solve is None:
        raise ValueError(f"{room.title} has no deals to solve: somebody always wins")
    return room.solve


def mode_to_solve(room: Room, players: int) -> Mode:
    """Return in which mode that many players win or lose together."""
    for mode in room.modes:
        if mode.id != "competitive" and players in mode.players:
            return mode
    raise ValueError(f"{room.title} has no solitaire or cooperative mode for {players} players")


# Many deals ---------------------------------------------------------------------------------------------------------


def solve_deals(game_id: str, players: int, seeds: Iterable[int], budget: float, jobs: int) -> Generator[Result]:
    """Yield the results of deals in the order in which processes of their own finish them.

    Close the iterator to end them early: what is being solved then is given up at once.
    """
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of running threads
    interrupted = context.Event()
    with ProcessPoolExecutor(jobs, context, _begin_work, (interrupted,)) as pool:
        to_come = iter(seeds)
        running: set[Future[Result]] = set()
        try:
            while True:
                for seed in islice(to_come, 2 * jobs - len(running)):  # nobody has to wait for the next deal
                    running.add(pool.submit(_solve_until_interrupted, game_id, players, seed, budget))
                if not running:
                    break
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for deal in finished:
                    yield deal.result()
        finally:
            interrupted.set()
            pool.shutdown(wait=False, cancel_futures=True)


class _Interruption:
    """Tells the solver in a process whether the sweep was interrupted."""

    def __init__(self, event: Any) -> None:
        self._event = event

    @property
    def wanted(self) -> bool:
        return bool(self._event.is_set())


_interruption: _Interruption | None = None


def _begin_work(interrupted: Any) -> None:
    global _interruption
    _interruption = _Interruption(interrupted)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the first one sees to the others
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _solve_until_interrupted(game_id: str, players: int, seed: int, budget: float) -> Result:
    return solve_deal(game_id, players, seed, budget, _interruption)


# Files of results ---------------------------------------------------------------------------------------------------


def read_results(path: Path) -> list[Result]:
    """Return the results in a file, none if it does not exist; a line that is none is a `ValueError` that names it.

    What stands behind the last line feed was not written to its end, and does not count.
    """
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    results = []
    for number, line in enumerate(lines, 1):
        try:
            results.append(_DECODER.decode(line))
        except msgspec.DecodeError:
            raise ValueError(f"line {number} is no result of a sweep") from None
    return results


def append_result(path: Path, result: Result) -> None:
    """Add a result to a file, all at once and for good."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        os.write(file, msgspec.json.encode(result) + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


def mend(path: Path) -> None:
    """Cut off what a crash may have left of the last line of a file of results."""
    if path.exists():
        text = path.read_bytes()
        if not text.endswith(b"\n"):
            os.truncate(path, text.rfind(b"\n") + 1)


_DECODER = msgspec.json.Decoder(Result)


def settled(results: Iterable[Result], game_id: str, players: int, budget: float) -> dict[int, Result]:
    """Return by seed the results that need no other try: all but those left open in less time."""
    return {
        result.seed: result
        for result in results
        if (result.game, result.players) == (game_id, players) and (result.verdict != "open" or result.budget >= budget)
    }


# Summing up ---------------------------------------------------------------------------------------------------------


class Share(msgspec.Struct, frozen=True):
    """How many of all, and the 95 % interval of what that says about deals at large."""

    count: int
    share: float
    low: float
    high: float


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What many results say."""

    deals: int
    verdicts: dict[Verdict, Share]
    median_seconds: float
    ninety_percent_seconds: float
    longest_seconds: float


def summed_up(results: Iterable[Result]) -> Summary:
    """Return the summary of at least one result.

    >>> summed_up([solve_deal("vulkan", 1, 7, 60.0)]).verdicts["won"].count
    1
    """
    verdicts: Counter[Verdict] = Counter()
    seconds = []
    for result in results:
        verdicts[result.verdict] += 1
        seconds.append(result.seconds)
    seconds.sort()
    deals = len(seconds)
    return Summary(
        deals=deals,
        verdicts={verdict: share_of(verdicts[verdict], deals) for verdict in get_args(Verdict)},
        median_seconds=seconds[math.ceil(deals * 0.5) - 1],
        ninety_percent_seconds=seconds[math.ceil(deals * 0.9) - 1],
        longest_seconds=seconds[-1],
    )


def share_of(count: int, total: int) -> Share:
    """Return a share with the 95 % interval of Wilson.

    >>> share_of(0, 300)
    Share(count=0, share=0.0, low=0.0, high=0.0126...)
    """
    share, spread = count / total, 1.96**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return Share(count, share, max(0.0, middle - half), min(1.0, middle + half))


def duration(seconds: float) -> str:
    """Return a time in words that suit it.

    >>> duration(0.0042), duration(0.13), duration(16.0053)
    ('4.2 ms', '130 ms', '16.0 s')
    """
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.1f} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"
