"""What any game can do with the functions of the protocol."""

from __future__ import annotations

import numpy as np

from funkenflug.kernel.compiling import compiled
from funkenflug.kernel.protocol import Rules, legal, move_scores, play, sample, scores, to_move, utilities
from funkenflug.kernel.randomness import below
from funkenflug.kernel.records import MOST_SEATS, Array, State


@compiled
def advance(state: State, move: int) -> int:
    """Play a legal move, and return the seat that decides next, -1 when the match is over."""
    play(state, move)
    return to_move(state)


@compiled(nogil=True)
def play_out(state: State, rng: Array, values: Array) -> int:
    """Play random legal moves to the end and write the utilities; return the number of moves."""
    moves = 0
    while to_move(state) >= 0:
        play(state, sample(state, rng))
        moves += 1
    utilities(state, values)
    return moves


@compiled(nogil=True)
def play_many(starts: Array, games: int, rng: Array, scratch: Array) -> int:
    """Play random matches from each of the starts in turn; return the number of moves of all of them."""
    moves = 0
    values = np.zeros(MOST_SEATS)
    for game in range(games):
        scratch[0] = starts[game % len(starts)]
        moves += play_out(scratch[0], rng, values)
    return moves


def points_of(state: State) -> tuple[int, ...]:
    """Return the points of each seat if the match ended now."""
    points = np.zeros(MOST_SEATS)
    scores(state, points)
    return tuple(map(int, points.tolist()[: int(state["players"])]))


def winners_of(state: State) -> tuple[int, ...]:
    """Return the seats that won a finished match; none if all lost together."""
    values = np.zeros(MOST_SEATS)
    utilities(state, values)
    seats = range(int(state["players"]))
    best = max(values[seat] for seat in seats)
    return tuple(seat for seat in seats if values[seat] == best and best >= 0)


def choose_best_scored(state: State, rules: Rules, rng: Array, sees: int | None = None) -> int:
    """Return the most promising legal move, or the most promising of `sees` random ones; ties are broken at random."""
    if sees is None:
        moves = np.empty(rules.MOST_MOVES, np.int64)
        moves = moves[: legal(state, moves)]
    else:
        moves = np.array([sample(state, rng) for _ in range(sees)], np.int64)
    weights = np.empty(len(moves))
    move_scores(state, moves, len(moves), weights, np.empty(1, rules.STATE))
    equals = np.flatnonzero(weights == weights.max())
    return int(moves[equals[below(rng, len(equals))]])
