"""What is learned: the value of a position, and a policy, which says how good each move looks.

One small network serves all seats. It reads the game's `features` of a seat and returns two numbers: how strong the
seat stands, and its points at the end. The chances to win are the softmax of the strengths. The policy adds up the
weights of a move's traits (see `kernel.move_parts`). A game's folder has the weights in `weights.npz`, one set for
each number of players; `funkenflug train` makes them. Without that file, or for matches that are won or lost together,
searches play to the end instead.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, cast

import numpy as np

from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    Rules,
    State,
    compiled,
    extrapolate,
    features,
    features_ahead,
    int64,
    move_parts,
    part_traits,
)
from funkenflug.kernel.protocol import provided

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
    policy: Array
    """For each trait of a move its weight; empty if there is no policy."""
    playouts: float = 0.0
    """The share of simulations that play to the end all the same: a playout is noisy, but has no prejudices."""


NO_MODEL = Model(
    np.zeros((0, OUTPUTS), np.float32),
    np.zeros(OUTPUTS, np.float32),
    np.zeros((0, OUTPUTS), np.float32),
    1.0,
    np.zeros(0, np.float32),
)


def learn_folder(rules: Rules) -> Path:
    """Return the room `learn` of the game with these rules, a file or a folder of their own."""
    file = Path(cast(ModuleType, rules).__file__ or "")
    return (file.parents[1] if file.parent.name == "rules" else file.parent) / "learn"


def weights_file(rules: Rules) -> Path:
    """Return where the weights of a game are."""
    return learn_folder(rules) / "weights.npz"


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
                stored.get(f"policy{players}", NO_MODEL.policy),
                float(stored.get(f"playouts{players}", 0.0)),
            )
            for players in range(2, MOST_SEATS + 1)
            if f"first{players}" in stored
        }


def check(model: Model, rules: Rules) -> None:
    """Raise a `ValueError` if a model was made for other features or traits than the game has now."""
    wanted = ((len(model.first), _count(rules, "FEATURES")), (len(model.policy), _count(rules, "MOVE_TRAITS")))
    for found, count in wanted:
        if found not in (0, count):
            raise ValueError(f"this model was made for {found} features, but the game has {count}")


def save(file: Path, models: dict[int, Model]) -> None:
    """Write models, so that a reader never finds half a file."""
    arrays = {f"{name}{players}": getattr(each, name) for players, each in models.items() for name in Model._fields}
    unfinished = file.with_suffix(".part.npz")
    try:
        np.savez_compressed(unfinished, **arrays)
        unfinished.replace(file)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from None
    load.cache_clear()


@compiled
def evaluate(
    state: State, model: Model, ahead: Array, seen: Array, hidden: Array, values: Array, points: Array
) -> None:
    """Write the expected utility of each seat and its expected points; `ahead`, `seen` and `hidden` are scratch."""
    first, bias, second = model.first, model.bias, model.second
    players = int64(state.players)
    units = len(second)
    extrapolate(state, ahead)
    for seat in range(players):
        for i in range(len(seen)):
            seen[i] = 0.0
        features(state, seat, seen)
        features_ahead(state, ahead[0], seat, seen)
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
        points[seat] = more * model.scale
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


class PartScores(NamedTuple):
    """The memory of `policy_logits`: the scores of the parts of moves in this position."""

    scores: Array
    known: Array
    """When each part was last scored; at the end the number of the position."""
    parts: Array
    traits: Array


def part_scores(rules: Rules) -> PartScores:
    """Return the memory of `policy_logits` for a game."""
    parts = count_parts(rules)
    room = (np.zeros(_MOST, np.int64) for _ in range(2))
    return PartScores(np.zeros(parts), np.zeros(parts + 1, np.int64), *room)


_MOST = 64
"""No move has more parts, and no part more traits."""


def count_parts(rules: Rules) -> int:
    """Return how many parts the moves of a game have; 0 if it has no policy."""
    return _count(rules, "MOVE_PARTS")


def count_traits(rules: Rules) -> int:
    """Return how many traits a policy of a game knows; 0 if it has none."""
    return _count(rules, "MOVE_TRAITS")


def _count(rules: Rules, name: str) -> int:
    try:
        return int(provided(rules.STATE, name))
    except LookupError:
        return 0


@compiled
def policy_logits(state: State, moves: Array, count: int, policy: Array, memory: PartScores, logits: Array) -> None:
    """Write how good each of `count` legal moves looks; the softmax of it is the chance that it is the best."""
    known, parts, traits = memory.known, memory.parts, memory.traits
    last = len(known) - 1
    known[last] += 1
    now = known[last]
    for i in range(count):
        logit = 0.0
        for k in range(move_parts(state, moves[i], parts)):
            part = parts[k]
            if known[part] != now:
                known[part] = now
                total = 0.0
                for j in range(part_traits(state, part, traits)):
                    total += policy[traits[j]]
                memory.scores[part] = total
            logit += memory.scores[part]
        logits[i] = logit
