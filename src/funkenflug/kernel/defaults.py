"""What games get that do not provide a function of the protocol themselves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from funkenflug.kernel.compiling import compiled
from funkenflug.kernel.protocol import Rules, default_for, legal
from funkenflug.kernel.randomness import below
from funkenflug.kernel.records import Array, State


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


@default_for("scores")
def score_nothing(rules: Rules) -> Callable[[State, Array], None]:
    """Return `scores` for games without points."""
    return _score_nothing


@compiled
def _score_nothing(state: State, points: Array) -> None:
    points[:] = 0.0


@default_for("determinize")
def keep_deal(rules: Rules) -> Callable[[State, int, Array], None]:
    """Return a `determinize` for games in which nothing is hidden."""
    return _keep_deal


@compiled
def _keep_deal(state: State, seat: int, rng: Array) -> None:
    pass


@default_for("revealed")
def reveal_nothing(rules: Rules) -> Callable[[State], int]:
    """Return a `revealed` for games in which chance reveals nothing, or whose moves name it."""
    return _reveal_nothing


@compiled
def _reveal_nothing(state: State) -> int:
    return 0


@default_for("move_scores")
def score_equally(rules: Rules) -> Callable[[State, Array, int, Array, Array], None]:
    """Return a `move_scores` to which all moves look equal."""
    return _score_equally


@compiled
def _score_equally(state: State, moves: Array, count: int, weights: Array, scratch: Array) -> None:
    for i in range(count):
        weights[i] = 0.0


@default_for("shape_reward")
def leave_values(rules: Rules) -> Callable[[State, Array, Array], None]:
    """Return a `shape_reward` that leaves the values as they are."""
    return _leave_values


@compiled
def _leave_values(state: State, points: Array, values: Array) -> None:
    pass


@default_for("features")
def no_features(rules: Rules) -> Callable[[State, int, Array], None]:
    """Return `features` that are none."""
    return _no_features


@compiled
def _no_features(state: State, seat: int, out: Array) -> None:
    pass


@default_for("extrapolate")
def extrapolate_nothing(rules: Rules) -> Callable[[State, Array], None]:
    """Return an `extrapolate` for games in which nothing happens by itself."""
    return _extrapolate_nothing


@compiled
def _extrapolate_nothing(state: State, ahead: Array) -> None:
    pass


@default_for("features_ahead")
def no_features_ahead(rules: Rules) -> Callable[[State, State, int, Array], None]:
    """Return `features_ahead` that are none."""
    return _no_features_ahead


@compiled
def _no_features_ahead(state: State, ahead: State, seat: int, out: Array) -> None:
    pass


@default_for("move_parts")
def no_parts(rules: Rules) -> Callable[[State, int, Array], int]:
    """Return `move_parts` for games without a policy."""
    return _nothing


@default_for("part_traits")
def no_traits(rules: Rules) -> Callable[[State, int, Array], int]:
    """Return `part_traits` for games without a policy."""
    return _nothing


@compiled
def _nothing(state: State, what: int, out: Array) -> int:
    return 0
