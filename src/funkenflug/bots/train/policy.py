"""Fit a policy to the moves that the search chose: softmax regression over the traits of moves, match by match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from funkenflug.bots.model import PartScores, count_parts, count_traits, part_scores, policy_logits
from funkenflug.bots.train.samples import SelfPlayMatch, deal
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


def choices_from(game_type: GameType, match: SelfPlayMatch) -> Choices:
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
            _fit(_RATE * (1 - epoch / epochs), weights, squares, matches[number], _memory(game_type, matches[number]))
        if (surprise := fit_of(game_type, weights, kept_back).surprise) < least:
            best, least = weights.copy(), surprise
    return best


def fit_of(game_type: GameType, policy: Array, matches: Sequence[Choices]) -> Fit:
    """Return how well a policy predicts the moves of matches."""
    total = np.zeros(4)
    for match in matches:
        total += _fit(0.0, policy, np.zeros(0, np.float32), match, _memory(game_type, match))
    return Fit(*(total[:3] / max(total[3], 1)))


class _FitMemory(NamedTuple):
    position: Array
    moves: Array
    logits: Array
    gradient: Array
    """One number for each part of a move."""
    parts: PartScores


def _memory(game_type: GameType, match: Choices) -> _FitMemory:
    rules = game_type.rules
    moves, logits = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_MOVES)
    return _FitMemory(match.start.copy(), moves, logits, np.zeros(count_parts(rules)), part_scores(rules))


@compiled(nogil=True)
def _fit(
    rate: float, policy: Array, squares: Array, match: Choices, memory: _FitMemory
) -> tuple[float, float, float, float]:
    """Replay a match and move the weights towards the best moves; return the sums of a `Fit`, and their number."""
    state, moves, logits = memory.position[0], memory.moves, memory.logits
    surprise = 0.0
    first = 0.0
    among_eight = 0.0
    choices = 0.0
    for turn in range(len(match.moves)):
        if match.best[turn] >= 0:
            count = legal(state, moves)
            policy_logits(state, moves, count, policy, memory.parts, logits)
            right, highest = _find(match.best[turn], moves, logits, count)
            better = 0
            total = 0.0
            for i in range(count):
                better += logits[i] > logits[right]
                total += math.exp(logits[i] - highest)
            surprise -= logits[right] - highest - math.log(total)
            first += better == 0
            among_eight += better < 8
            choices += 1
            if rate > 0:
                for i in range(count):
                    logits[i] = math.exp(logits[i] - highest) / total - (i == right)
                _gradient_step(state, count, rate, policy, squares, memory)
        play(state, match.moves[turn])
    return surprise, first, among_eight, choices


@compiled
def _find(best: int, moves: Array, logits: Array, count: int) -> tuple[int, float]:
    """Return the place of a move, and the highest logit."""
    right = 0
    highest = logits[0]
    for i in range(count):
        highest = max(highest, logits[i])
        if moves[i] == best:
            right = i
    return right, highest


@compiled
def _gradient_step(state: State, count: int, rate: float, policy: Array, squares: Array, memory: _FitMemory) -> None:
    """Change the weights by the errors of the chances, which are in the place of the logits."""
    gradient, known, parts, traits = memory.gradient, memory.parts.known, memory.parts.parts, memory.parts.traits
    for i in range(count):
        for k in range(move_parts(state, memory.moves[i], parts)):
            gradient[parts[k]] += memory.logits[i]
    now = known[len(gradient)]
    for part in range(len(gradient)):
        if known[part] == now:
            step = gradient[part]
            gradient[part] = 0.0
            for j in range(part_traits(state, part, traits)):
                trait = traits[j]
                squares[trait] += step * step
                policy[trait] -= rate * step / math.sqrt(squares[trait]) + _SHRINK * policy[trait]
