"""Review a match: the chance to win after each decision and after the best move, and whether the match can be won."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from funkenflug.core.thinking import Budget, Evaluation, Stop
from funkenflug.kernel.solving import Verdict
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
        """The chance to win that the move cost."""
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
    """Yield a judgement of every decision, each searched for at most `seconds` or `simulations`.

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
    stop: Stop | None = None,
) -> Judgement:
    """Return a judgement of the decision after `ply` moves. `stop` ends the searches early."""
    position = at_ply(game, ply)
    seat, move = position.to_move, str(game.moves[ply])
    assert seat is not None

    def think(share: float, root_moves: Sequence[str] = ()) -> Evaluation[str]:
        return position.suggest(
            None if seconds is None else share * seconds,
            simulations=None if simulations is None else math.ceil(share * simulations),
            seed=seed,
            stop=stop,
            root_moves=root_moves,
        )[0]

    best = think(1 / 2)
    if best.move == move:
        chance = best_chance = best.chances[seat]
    else:  # search both in the same way: the best of many candidates is overestimated
        chance, best_chance = (think(1 / 4, [each]).chances[seat] for each in (move, best.move))
    return Judgement(ply=ply, seat=seat, move=move, chance=chance, best=best.move, best_chance=best_chance)


# Solitaire and cooperative matches -----------------------------------------------------------------------------------


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a match can still be won, as far as a seat can know."""

    verdict: Verdict
    chance: float | None
    """The estimated chance, if something is hidden from the seat."""


def outlook(game: Game, seat: int | None, seconds: float = 1.0, *, stop: Stop | None = None) -> Outlook:
    """Return whether a running solitaire or cooperative match can still be won, without what is hidden from a seat.

    >>> import funkenflug
    >>> outlook(funkenflug.new("vulkan", players=1, seed=7), 0)
    Outlook(verdict='won', chance=None)
    """
    solve = game.type.solve
    if solve is None or game.mode == "competitive":
        raise ValueError(f"there is always a winner in a {game.mode} match of {game.type.title}")
    guess = game.determinize(seat)
    if game.hidden(seat) == 0:
        solution = solve(guess.state, Budget(seconds=seconds), stop=stop)
        return Outlook(verdict=solution.verdict, chance=None)
    found = guess.suggest(seconds, stop=stop)
    chance = round(found[0].chances[0], 6) if found else 0.0  # a sum of losses can end a little above 0
    return Outlook(verdict="won" if chance > 0 else "open", chance=chance)


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """The move that lost a match, judged with the whole deal known."""

    ply: int
    """The number of moves after which it could be won for the last time."""
    certain: bool
    """Whether it is proven that the next move lost it; otherwise no win was found after it."""


def turning_point(game: Game, seconds: float = 1.0, *, stop: Stop | None = None) -> TurningPoint | None:
    """Return the move that lost a solitaire or cooperative match; None if no win is found from its start.

    A lost position stays lost, so a binary search solves only a few positions, each within `seconds`.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=1, seed=7)
    >>> while not game.over:
    ...     _ = game.play(game.legal_moves()[0])
    >>> turning_point(game)
    TurningPoint(ply=28, certain=True)
    """
    solve = game.type.solve
    if solve is None or game.mode == "competitive":
        raise ValueError(f"there is always a winner in a {game.mode} match of {game.type.title}")
    verdicts: dict[int, Verdict] = {}

    def can_be_won(ply: int) -> bool:
        verdicts[ply] = solve(at_ply(game, ply).state, Budget(seconds=seconds), stop=stop).verdict
        return verdicts[ply] == "won"

    won, lost = 0, len(game.moves)
    if not can_be_won(0):
        return None
    if can_be_won(lost):
        return TurningPoint(ply=lost, certain=False)
    while lost - won > 1:
        middle = (won + lost) // 2
        won, lost = (middle, lost) if can_be_won(middle) else (won, middle)
    return TurningPoint(ply=won, certain=verdicts[lost] == "cannot be won")
