"""The learned value of a position: each seat's chance to win and its points at the end.

One small network serves all seats. It reads the game's `features` of a seat and returns two numbers: how strong the
seat stands, and its points at the end. The chances to win are the softmax of the strengths. A game's folder has the
weights in `weights.npz`, one set for each number of players; `funkenflug train` makes them. Without that file, or for
matches that are won or lost together, searches play to the end instead.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, cast

import numpy as np

from funkenflug.kernel import MOST_SEATS, Array, Rules, State, compiled, features, int64

OUTPUTS = 2
"""Strength and points."""


class Model(NamedTuple):
    """The weights for one number of players. A model without hidden units is none."""

    first: Array
    """For each feature its weights for the hidden units, then for the outputs."""
    bias: Array
    second: Array
    """For each hidden unit its weights for the outputs."""
    scale: float
    """How many points the second output counts in."""


NO_MODEL = Model(
    np.zeros((0, OUTPUTS), np.float32), np.zeros(OUTPUTS, np.float32), np.zeros((0, OUTPUTS), np.float32), 1.0
)


def weights_file(rules: Rules) -> Path:
    """Return where the weights of a game are."""
    return Path(cast(ModuleType, rules).__file__ or "").parent / "weights.npz"


@cache
def load(file: Path) -> dict[int, Model]:
    """Return the models in a file, by number of players."""
    if not file.is_file():
        return {}
    with np.load(file) as stored:
        return {
            players: Model(
                stored[f"first{players}"],
                stored[f"bias{players}"],
                stored[f"second{players}"],
                float(stored[f"scale{players}"]),
            )
            for players in range(2, MOST_SEATS + 1)
            if f"first{players}" in stored
        }


def save(file: Path, models: dict[int, Model]) -> None:
    """Write models, so that a reader never finds half a file."""
    arrays = {f"{name}{players}": getattr(each, name) for players, each in models.items() for name in Model._fields}
    unfinished = file.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **arrays)
    unfinished.replace(file)
    load.cache_clear()


@compiled
def judge(
    state: State,
    first: Array,
    bias: Array,
    second: Array,
    scale: float,
    seen: Array,
    hidden: Array,
    values: Array,
    points: Array,
) -> None:
    """Write the expected utility of each seat and its expected points; `seen` and `hidden` are scratch."""
    players = int64(state.players)
    units = len(second)
    for seat in range(players):
        for i in range(len(seen)):
            seen[i] = 0.0
        features(state, seat, seen)
        for j in range(len(bias)):
            hidden[j] = bias[j]
        for i in range(len(seen)):
            x = seen[i]
            if x != 0.0:
                for j in range(len(bias)):
                    hidden[j] += x * first[i, j]
        strength = hidden[units]
        more = hidden[units + 1]
        for j in range(units):
            if hidden[j] > 0.0:
                strength += hidden[j] * second[j, 0]
                more += hidden[j] * second[j, 1]
        values[seat] = strength
        points[seat] = more * scale
    _to_utilities(values, players)


@compiled
def _to_utilities(strengths: Array, players: int) -> None:
    """Turn strengths into expected utilities: the chances to win are their softmax."""
    highest = strengths[0]
    for seat in range(1, players):
        highest = max(highest, strengths[seat])
    total = 0.0
    for seat in range(players):
        strengths[seat] = math.exp(strengths[seat] - highest)
        total += strengths[seat]
    for seat in range(players):
        strengths[seat] = (players * strengths[seat] / total - 1.0) / (players - 1)
