"""A match of bots: the one loop in which players choose until it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from funkenflug.bots.players import Clock, Player
from funkenflug.match.game import Game, new

_UNLIMITED = Clock()


@dataclass(slots=True)
class TimeSpent:
    """Decisions and thinking time of the players of a match."""

    seats: int
    timer: Callable[[], float] = time.perf_counter
    decisions: list[int] = field(init=False)
    """For each seat the number of its decisions."""
    seconds: list[float] = field(init=False)
    """For each seat its total thinking time."""

    def __post_init__(self) -> None:
        self.decisions, self.seconds = [0] * self.seats, [0.0] * self.seats


def play_match(
    game: Game, players: Sequence[Player], *, clock: Clock = _UNLIMITED, spent: TimeSpent | None = None
) -> None:
    """Play a match to its end, or until the clock is stopped; count what the players spend in `spent`.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    >>> play_match(game, [funkenflug.level("ember"), funkenflug.level("spark")])
    >>> game.over, share_of_victory(game, 0) + share_of_victory(game, 1)
    (True, 1.0)
    """
    spent = spent or TimeSpent(game.players)
    while (seat := game.to_move) is not None and not (clock.stop is not None and clock.stop.wanted):
        view, legal_moves = game.view(seat), game.legal_moves()
        begin = spent.timer()
        move = players[seat].choose(view, legal_moves, clock)
        spent.seconds[seat] += spent.timer() - begin
        spent.decisions[seat] += 1
        game.play(move)


def share_of_victory(game: Game, seat: int) -> float:
    """Return a seat's share of the victory in a match; 0 if it is not over."""
    outcome = game.outcome()
    return 1 / len(outcome.winners) if outcome is not None and seat in outcome.winners else 0.0


def play_duel(
    game_id: str,
    players: int,
    number: int,
    one: Player,
    other: Player,
    *,
    deals: str,
    clock: Clock = _UNLIMITED,
    spent: TimeSpent | None = None,
) -> tuple[Game, float]:
    """Play match `number` of a duel; return it, and the first player's share of the victory.

    The first player has one seat, the other all others. Every deal is played from each seat in turn.
    """
    ours = number % players
    game = new(game_id, players=players, mode="competitive", seed=f"{deals} {number // players}")
    play_match(game, [one if seat == ours else other for seat in range(players)], clock=clock, spent=spent)
    return game, share_of_victory(game, ours)
