"""Solve many deals and summarise the results."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import get_args

import msgspec

from funkenflug.core.thinking import Budget, Stop
from funkenflug.games import find_game
from funkenflug.games.base import GameType, Mode
from funkenflug.jobs.statistics import Share, share_of
from funkenflug.kernel.solving import Solver, Verdict
from funkenflug.match.game import new


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one deal, one line of JSON in a journal."""

    game: str
    players: int
    seed: int
    budget: float
    """The time limit in seconds."""
    verdict: Verdict
    seconds: float
    tries: int
    reason: str
    moves: tuple[str, ...] | None
    """The winning line."""


def solve_deal(game_id: str, players: int, seed: int, stop: Stop | None = None, *, budget: float) -> Result:
    """Solve the deal of a seed within a time limit.

    >>> solve_deal("vulkan", 1, 7, budget=60.0).verdict
    'won'
    """
    game_type = find_game(game_id)
    solver = solver_of(game_type)
    game = new(game_id, players=players, mode=mode_to_solve(game_type, players).id, seed=seed)
    solution = solver(game.state, Budget(seconds=budget), stop=stop)
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


def solver_of(game_type: GameType) -> Solver:
    """Return the solver of a game; raise a `ValueError` if it has none."""
    if game_type.solve is None:
        raise ValueError(f"{game_type.title} has no deals to solve: there is always a winner")
    return game_type.solve


def mode_to_solve(game_type: GameType, players: int) -> Mode:
    """Return the mode in which this number of players win or lose together."""
    for mode in game_type.modes:
        if mode.id != "competitive" and players in mode.players:
            return mode
    raise ValueError(f"{game_type.title} has no solitaire or cooperative mode for {players} players")


def final_results(results: Iterable[Result], game_id: str, players: int, budget: float) -> dict[int, Result]:
    """Return the final results by seed: all but those left open within a smaller time limit."""
    return {
        result.seed: result
        for result in results
        if (result.game, result.players) == (game_id, players) and (result.verdict != "open" or result.budget >= budget)
    }


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A summary of many results."""

    deals: int
    verdicts: dict[Verdict, Share]
    median_seconds: float
    ninety_percent_seconds: float
    longest_seconds: float


def summarise(results: Iterable[Result]) -> Summary:
    """Summarise at least one result.

    >>> summarise([solve_deal("vulkan", 1, 7, budget=60.0)]).verdicts["won"].count
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
