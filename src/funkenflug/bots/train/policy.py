"""Fit a policy to the moves that the search chose: softmax regression over the traits of moves, match by match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from funkenflug.bots.model import Ratings, count_parts, count_traits, rate
from funkenflug.bots.train.samples import Played, deal
from funkenflug.games.base import GameType
from funkenflug.kernel import Array, State, compiled, legal, move_parts, part_traits, play

_RATE = 0.1
_SHRINK = 1e-5
_CARE = 10.0
"""How slowly a policy changes that has learned before."""


class Choices(NamedTuple):
    """A match: its first position, its moves, and those that the search thought to be best (-1: it was not asked)."""

    start: Array
    moves: Array
    best: Array


class Fit(NamedTuple):
    """How well a policy predicts the moves of the search."""

    surprise: float
    """The mean of -log(chance of the move)."""
    first: float
    """How often the move is the one that the policy likes best."""
    among_eight: float


def choices_from(game_type: GameType, match: Played) -> Choices:
    """Return the choices of a match."""
    game = deal(game_type, match.players, f"{match.generation} {match.number}")
    start = np.array([game.state], game_type.rules.STATE)
    return Choices(start, np.array(match.moves, np.int64), np.array(match.best, np.int64))


def fit_policy(
    game_type: GameType, matches: Sequence[Choices], kept_back: Sequence[Choices], policy: Array, *, epochs: int
) -> Array:
    """Return the policy after the epoch that predicts the matches kept back best (Adagrad)."""
    if not (matches and count_traits(game_type.rules)):
        return policy
    weights = policy.copy() if len(policy) else np.zeros(count_traits(game_type.rules), np.float32)
    squares = np.full(len(weights), _CARE if len(policy) else 1e-3, np.float32)
    best, least = weights.copy(), math.inf
    for epoch in range(epochs):
        rng = np.random.default_rng(epoch)
        for number in rng.permutation(len(matches)):
            _study(_RATE * (1 - epoch / epochs), weights, squares, *_memory(game_type, matches[number]))
        if (surprise := fit_of(game_type, weights, kept_back).surprise) < least:
            best, least = weights.copy(), surprise
    return best


def fit_of(game_type: GameType, policy: Array, matches: Sequence[Choices]) -> Fit:
    """Return how well a policy predicts the moves of matches."""
    total = np.zeros(4)
    for match in matches:
        total += _study(0.0, policy, np.zeros(0, np.float32), *_memory(game_type, match))
    return Fit(*(total[:3] / max(total[3], 1)))


def _memory(game_type: GameType, match: Choices) -> tuple[Any, ...]:
    rules = game_type.rules
    moves, ratings = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_MOVES)
    pull = np.zeros(count_parts(rules))
    return match.start.copy(), match.moves, match.best, moves, ratings, pull, *Ratings(rules).memory


@compiled(nogil=True)
def _study(
    change: float,
    policy: Array,
    squares: Array,
    position: Array,
    played: Array,
    best: Array,
    moves: Array,
    ratings: Array,
    pull: Array,
    worth: Array,
    known: Array,
    parts: Array,
    traits: Array,
) -> tuple[float, float, float, float]:
    """Replay a match and move the weights towards the best moves; return the sums of a `Fit`, and their number."""
    state = position[0]
    surprise = 0.0
    first = 0.0
    among_eight = 0.0
    choices = 0.0
    for turn in range(len(played)):
        if best[turn] >= 0:
            count = legal(state, moves)
            rate(state, moves, count, policy, worth, known, parts, traits, ratings)
            right = 0
            highest = ratings[0]
            for i in range(count):
                highest = max(highest, ratings[i])
                if moves[i] == best[turn]:
                    right = i
            better = 0
            total = 0.0
            for i in range(count):
                better += ratings[i] > ratings[right]
                total += math.exp(ratings[i] - highest)
            surprise -= ratings[right] - highest - math.log(total)
            first += better == 0
            among_eight += better < 8
            choices += 1
            if change > 0:
                for i in range(count):
                    ratings[i] = math.exp(ratings[i] - highest) / total - (i == right)
                _pull(state, count, moves, ratings, pull, known, parts, traits, policy, squares, change)
        play(state, played[turn])
    return surprise, first, among_eight, choices


@compiled
def _pull(
    state: State,
    count: int,
    moves: Array,
    wrong: Array,
    pull: Array,
    known: Array,
    parts: Array,
    traits: Array,
    policy: Array,
    squares: Array,
    change: float,
) -> None:
    """Change the weights by how wrong the chances of the moves were."""
    for i in range(count):
        for k in range(move_parts(state, moves[i], parts)):
            pull[parts[k]] += wrong[i]
    now = known[len(pull)]
    for part in range(len(pull)):
        if known[part] == now:
            step = pull[part]
            pull[part] = 0.0
            for j in range(part_traits(state, part, traits)):
                trait = traits[j]
                squares[trait] += step * step
                policy[trait] -= change * step / math.sqrt(squares[trait]) + _SHRINK * policy[trait]
