"""What games get that do not provide a function of the protocol themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from funkenflug.kernel.compiling import compiled
from funkenflug.kernel.protocol import Rules, default_for, legal
from funkenflug.kernel.randomness import below
from funkenflug.kernel.records import Array, State

_F = TypeVar("_F", bound=Callable[..., Any])


@default_for("sample")
def sample_from_legal(rules: Rules) -> Callable[[State, Array], int]:
    """Return a `sample` that lists the legal moves and draws one."""
    most = rules.MOST_MOVES

    @compiled
    def sample(state: State, rng: Array) -> int:
        moves = np.empty(most, np.int64)
        return int(moves[below(rng, legal(state, moves))])

    return sample


@default_for("allows")
def allows_from_legal(rules: Rules) -> Callable[[State, int], bool]:
    """Return an `allows` that looks for the move in the list of legal moves."""
    most = rules.MOST_MOVES

    @compiled
    def allows(state: State, move: int) -> bool:
        moves = np.empty(most, np.int64)
        found = False
        for i in range(legal(state, moves)):
            found |= moves[i] == move
        return found

    return allows


def _default(function: _F) -> _F:
    """Use a function for all games that provide none of its name."""
    default_for(function.__name__)(lambda rules: function)
    return function


@_default
@compiled
def scores(state: State, points: Array) -> None:
    """Score nothing: the game has no points."""
    points[:] = 0.0


@_default
@compiled
def determinize(state: State, seat: int, rng: Array) -> None:
    """Keep the deal: nothing is hidden."""


@_default
@compiled
def revealed(state: State) -> int:
    """Return that chance reveals nothing, or that moves name it."""
    return 0


@_default
@compiled
def move_scores(state: State, moves: Array, count: int, weights: Array, scratch: Array) -> None:
    """Score all moves equally."""
    for i in range(count):
        weights[i] = 0.0


@_default
@compiled
def shape_reward(state: State, points: Array, values: Array) -> None:
    """Leave the values as they are."""


@_default
@compiled
def features(state: State, seat: int, out: Array) -> None:
    """Write no features."""


@_default
@compiled
def extrapolate(state: State, ahead: Array) -> None:
    """Write nothing: nothing happens by itself."""


@_default
@compiled
def features_ahead(state: State, ahead: State, seat: int, out: Array) -> None:
    """Write no features."""


@_default
@compiled
def move_parts(state: State, move: int, out: Array) -> int:
    """Write no parts: there is no policy."""
    return 0


@_default
@compiled
def part_traits(state: State, part: int, out: Array) -> int:
    """Write no traits: there is no policy."""
    return 0
