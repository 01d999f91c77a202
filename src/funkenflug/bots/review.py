"""Review a match: for every decision, the chance to win after it and after the best move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from funkenflug.bots.solving import StopSignal
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply

Mark = Literal["", "?!", "?", "??"]

_MARKS: tuple[tuple[float, Mark], ...] = ((0.3, "??"), (0.2, "?"), (0.1, "?!"))


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a match, with its seat's chance to win (0 to 1), by search from what the seat knew."""

    ply: int
    """The number of moves before it."""
    seat: int
    move: str
    chance: float
    """After the move that was played."""
    best: str
    best_chance: float
    """After the best move."""

    @property
    def loss(self) -> float:
        """How much of the chance to win the move cost."""
        return max(0.0, self.best_chance - self.chance)

    @property
    def mark(self) -> Mark:
        """?! for a loss of at least 0.1, ? for 0.2, ?? for 0.3."""
        return next((mark for least, mark in _MARKS if self.loss >= least), "")


def decisions(game: Game) -> list[int]:
    """Return the plies with more than one legal move."""
    position = at_ply(game, 0)
    found = []
    for ply, move in enumerate(game.moves):
        if len(position.choices()) > 1:
            found.append(ply)
        position.play(move)
    return found


def review(
    game: Game, seconds: float | None = 1.0, *, simulations: int | None = None, seed: int = 0
) -> Iterator[Judgement]:
    """Yield a judgement of every decision, each searched for `seconds` or `simulations`.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    >>> for _ in range(3):
    ...     _ = game.play(game.legal_moves()[0])
    >>> [(judged.seat, judged.move) for judged in review(game, None, simulations=20)]
    [(1, 'volcano -2,0'), (0, 'fly green -3,0 -3,0'), (1, 'fly yellow -3,0 -3,0')]
    """
    for ply in decisions(game):
        yield judge(game, ply, seconds, simulations=simulations, seed=seed)


def judge(
    game: Game,
    ply: int,
    seconds: float | None = 1.0,
    *,
    simulations: int | None = None,
    seed: int = 0,
    stop: StopSignal | None = None,
) -> Judgement:
    """Return a judgement of the decision after `ply` moves. `stop` ends the searches early."""
    limits: dict[str, Any] = {"seconds": seconds, "simulations": simulations, "seed": seed, "stop": stop}
    position = at_ply(game, ply)
    seat, move = position.to_move, str(game.moves[ply])
    assert seat is not None
    best = position.suggest(**limits)[0]
    if best.move == move:
        chance = best_chance = best.chances[seat]
    else:  # search both in the same way: the best of many candidates is overestimated
        chance, best_chance = (_chance_after(position, each, seat, limits) for each in (move, best.move))
    return Judgement(ply=ply, seat=seat, move=move, chance=chance, best=best.move, best_chance=best_chance)


def _chance_after(game: Game, move: str, seat: int, limits: dict[str, Any]) -> float:
    """Return the chance to win of a seat after a move."""
    after = game.copy()
    after.play(move)
    outcome = after.outcome()
    if outcome is None:
        return after.suggest(**limits)[0].chances[seat]
    shared = len(outcome.winners) if game.mode == "competitive" else 1
    return (seat in outcome.winners) / shared
