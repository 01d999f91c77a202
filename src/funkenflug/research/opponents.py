"""Opponents for many matches at once: random moves, and the levels that do not search."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from funkenflug.bots.players import LEVELS, RANDOM
from funkenflug.kernel import Array, choose_best_scored
from funkenflug.research.vector import Vector

_QUICK: MappingProxyType[str, int | None] = MappingProxyType({"spark": 3, "ember": None})
"""The levels that do not search, with the number of moves that they see."""


def check_opponent(name: str) -> None:
    """Raise a `ValueError` if an opponent does not exist, or thinks too long for many matches."""
    if name != RANDOM and name not in _QUICK:
        reason = "thinks too long for many matches" if name in LEVELS else "is no level"
        raise ValueError(f"{name!r} {reason}; there are {RANDOM}, {', '.join(_QUICK)}")


def choose_many(name: str, env: Vector, where: Array, rng: Array) -> Array:
    """Return the actions that an opponent chooses in some matches; those of the others mean nothing."""
    if name == RANDOM:
        return env.random_actions()
    actions = np.zeros(env.n, np.int64)
    for i in np.flatnonzero(where):
        state = env.states[i : i + 1][0]
        actions[i] = env.encoding.action_of[choose_best_scored(state, env.encoding.type.rules, rng, _QUICK[name])]
    return actions
