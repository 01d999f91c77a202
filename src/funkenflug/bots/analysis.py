"""What the bots think of a position: the moves worth considering, with their chances."""

from __future__ import annotations

from collections.abc import Sequence

from funkenflug.bots.calibration import estimates
from funkenflug.bots.foresight import considered
from funkenflug.bots.search import Budget
from funkenflug.core.solving import StopSignal
from funkenflug.match.game import Game, Suggestion, determinize


def suggest(
    game: Game,
    seconds: float | None,
    *,
    simulations: int | None,
    seed: int,
    threads: int,
    stop: StopSignal | None,
    root_moves: Sequence[str],
) -> list[Suggestion]:
    """Return the moves worth considering, best first: see `Game.suggest`."""
    seat = game.to_move
    if seat is None:
        return []
    budget = Budget(simulations=simulations, seconds=seconds)
    only = list(dict.fromkeys(map(game.number_of, root_moves)))
    state = determinize(game.view(seat)).state
    found = considered(
        game.type, game.mode, state, seat, budget, seed=seed, threads=threads, stop=stop, root_moves=only
    )
    texts = game.type.move_texts(state, [candidate.move for candidate in found])
    expected = estimates(game.type.rules, game.mode, state, found)
    return [
        Suggestion(move=text, visits=candidate.visits, chances=chances, points=points)
        for text, candidate, (chances, points) in zip(texts, found, expected, strict=True)
    ]
