"""Analyse a position: the moves worth considering, with their chances."""

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
    if game.to_move is None:
        return []
    only = list(dict.fromkeys(map(game.number_of, root_moves)))
    budget = Budget(simulations=simulations, seconds=seconds)
    guess = determinize(game.view(game.to_move))
    return consider(guess, budget, seed=seed, threads=threads, stop=stop, root_moves=only)


def consider(
    guess: Game,
    budget: Budget,
    *,
    seed: int = 0,
    threads: int = 1,
    stop: Stop | None = None,
    root_moves: Sequence[int] = (),
) -> list[Evaluation[str]]:
    """Return the moves worth considering of a match in which nothing is true that the seat to move does not know.

    `Game.determinize` makes such a match.
    """
    seat, state = guess.to_move, guess.state
    if seat is None:
        return []
    found = considered(
        guess.type, guess.mode, state, seat, budget, seed=seed, threads=threads, stop=stop, root_moves=root_moves
    )
    texts = guess.type.move_texts(state, [each.move for each in found])
    reported = calibrated(guess.type.rules, guess.mode, state, found)
    return [
        Evaluation(
            move=text,
            visits=each.visits,
            chances=each.chances,
            points=each.points,
            value=each.value,
            proven=each.proven,
            exact=each.exact,
        )
        for text, each in zip(texts, reported, strict=True)
    ]
