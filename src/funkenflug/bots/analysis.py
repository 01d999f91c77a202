"""What the bots think of a position: the moves worth considering, with their chances."""

from __future__ import annotations

from collections.abc import Sequence

from funkenflug.bots.calibration import calibrated
from funkenflug.bots.foresight import considered
from funkenflug.core.thinking import Budget, Evaluation, Stop
from funkenflug.match.game import Game, determinize


def suggest(
    game: Game,
    seconds: float | None,
    *,
    simulations: int | None,
    seed: int,
    threads: int,
    stop: Stop | None,
    root_moves: Sequence[str],
) -> list[Evaluation[str]]:
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
    texts = game.type.move_texts(state, [each.move for each in found])
    reported = calibrated(game.type.rules, game.mode, state, found)
    return [
        Evaluation(
            move=text,
            visits=each.visits,
            chances=each.chances,
            points=each.points,
            value=each.value,
            proven=each.proven,
        )
        for text, each in zip(texts, reported, strict=True)
    ]
