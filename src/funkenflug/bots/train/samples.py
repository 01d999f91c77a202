"""Positions to learn from: what the seats saw, and how the match ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from funkenflug.bots.model import Model
from funkenflug.bots.search import Settings, search
from funkenflug.bots.tree import play_one
from funkenflug.core.thinking import Budget, Evaluation, Stop, chance_of
from funkenflug.games import find_game
from funkenflug.games.base import GameType
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    Rules,
    below,
    chance,
    compiled,
    extrapolate,
    features,
    features_ahead,
    int64,
    legal,
    play,
    points_of,
    scores,
    to_move,
    utilities,
)
from funkenflug.kernel.protocol import provided
from funkenflug.match.game import Game, new

_PLAYOUT_CANDIDATES = Settings().playout_candidates
_STARTS = 200
"""How many deals playouts begin from."""
_WILD = 10
"""One move of self-play in this many is any that was searched, so that the model sees more than the best play."""
_NODES_FOR_A_SIMULATION = 9


class Dataset(NamedTuple):
    """Positions to learn from, for one number of players."""

    seen: Array
    """Position, seat, feature."""
    chances: Array
    """Position, seat: its share of the victory."""
    points: Array
    """Position, seat: its points at the end."""

    def chosen(self, which: slice | Array) -> Dataset:
        """Return some of them."""
        return Dataset(self.seen[which], self.chances[which], self.points[which])


def count_features(rules: Rules) -> int:
    """Return how many features a game has; raise a `ValueError` if it has none."""
    try:
        return int(provided(rules.STATE, "FEATURES"))
    except LookupError:
        raise ValueError("this game has no features.py, so there is nothing to learn from") from None


def deal(game_type: GameType, players: int, number: int | str) -> Game:
    """Return a competitive match to learn from; half of the matches use each option."""
    rng = chance(f"options {number}")
    options = tuple(option.id for option in game_type.options if "competitive" in option.modes and below(rng, 2))
    return new(game_type.id, players=players, mode="competitive", options=options, seed=f"train {number}")


# From playouts ------------------------------------------------------------------------------------------------------


def dataset_from_playouts(game_type: GameType, players: int, count: int, seed: int) -> Dataset:
    """Return samples, each from a random moment of a playout."""
    rules = game_type.rules
    starts = np.array([deal(game_type, players, f"{seed} {i}").state for i in range(_STARTS)], rules.STATE)
    seen = np.zeros((count, players, count_features(rules)), np.float32)
    values, points = np.zeros((count, MOST_SEATS)), np.zeros((count, MOST_SEATS))
    moves, weights = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_MOVES)
    state, scratch = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
    _play_out_samples(starts, chance(seed), _PLAYOUT_CANDIDATES, state, scratch, moves, weights, seen, values, points)
    return Dataset(
        seen.astype(np.float16),
        chance_of(values[:, :players], players).astype(np.float32),
        points[:, :players].astype(np.float32),
    )


@compiled(nogil=True)
def _play_out_samples(
    starts: Array,
    rng: Array,
    candidates: int,
    state: Array,
    scratch: Array,
    moves: Array,
    weights: Array,
    seen: Array,
    values: Array,
    points: Array,
) -> None:
    """Play two playouts for each sample: the first finds out how long a match is, the second stops for a look."""
    here = state[0]
    for number in range(len(seen)):
        state[0] = starts[number % len(starts)]
        length = 0
        while to_move(here) >= 0:
            play_one(here, rng, candidates, moves, weights, scratch)
            length += 1
        state[0] = starts[number % len(starts)]
        wildness = below(rng, 3)
        for _ in range(below(rng, length)):
            if to_move(here) >= 0:
                play_one(here, rng, 1 if below(rng, 8) < wildness else candidates, moves, weights, scratch)
        extrapolate(here, scratch)
        for seat in range(int64(here.players)):
            features(here, seat, seen[number, seat])
            features_ahead(here, scratch[0], seat, seen[number, seat])
        while to_move(here) >= 0:
            play_one(here, rng, candidates, moves, weights, scratch)
        utilities(here, values[number])
        scores(here, points[number])


# From self-play -----------------------------------------------------------------------------------------------------


class SelfPlayMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of self-play, with what the search expected before each move."""

    generation: int
    players: int
    number: int
    moves: tuple[int, ...]
    best: tuple[int, ...]
    """What the search thought to be the best move; -1 where there was no search."""
    chances: tuple[tuple[float, ...], ...]
    """The seats' chances to win after that move; empty where there was no search."""
    points: tuple[tuple[float, ...], ...]


def self_play(
    game_id: str,
    generation: int,
    players: int,
    number: int,
    models: dict[int, Model],
    simulations: int,
    stop: Stop | None = None,
) -> SelfPlayMatch:
    """Let the search play a match against itself; in half of the matches one seat searches with playouts.

    A model that sees only its own play misjudges whatever it never plays. A match that is stopped ends early.
    """
    game_type = find_game(game_id)
    rules = game_type.rules
    state = deal(game_type, players, f"{generation} {number}").state
    legal_moves = np.zeros(rules.MOST_MOVES, np.int64)
    rng = chance(f"self-play {generation} {number}")
    with_playouts = below(rng, 2 * players)
    moves: list[int] = []
    best: list[int] = []
    chances: list[tuple[float, ...]] = []
    points: list[tuple[float, ...]] = []
    while (seat := int(to_move(state))) >= 0 and not (stop is not None and stop.wanted):
        if legal(state, legal_moves) == 1:
            moves.append(int(legal_moves[0]))
            best.append(-1)
            chances.append(())
            points.append(())
        else:
            seed, budget = below(rng, 1 << 30), Budget(simulations=simulations)
            nodes = _NODES_FOR_A_SIMULATION * simulations
            settings = Settings(learned=seat != with_playouts, models=models, nodes=nodes)
            found = search(rules, state, seat, budget, seed=seed, settings=settings)
            moves.append(_by_visits(found, rng) if below(rng, _WILD) == 0 else found[0].move)
            best.append(found[0].move)
            chances.append(tuple(round(each, 4) for each in found[0].chances))
            points.append(tuple(round(p, 2) for p in found[0].points))
        play(state, moves[-1])
    return SelfPlayMatch(
        generation=generation,
        players=players,
        number=number,
        moves=tuple(moves),
        best=tuple(best),
        chances=tuple(chances),
        points=tuple(points),
    )


def _by_visits(found: Sequence[Evaluation[int]], rng: Array) -> int:
    """Return a move that was looked at, the more often the likelier."""
    left = below(rng, max(1, sum(each.visits for each in found)))
    for each in found:
        left -= each.visits
        if left < 0:
            return each.move
    return found[0].move


def dataset_from_matches(game_type: GameType, matches: Iterable[SelfPlayMatch], trust: float = 0.5) -> Dataset:
    """Return the positions of matches; `trust` is the share of the search's opinion beside the result."""
    seen: list[Array] = []
    chances: list[Array] = []
    points: list[Array] = []
    width = count_features(game_type.rules)
    for match in matches:
        position = np.array([deal(game_type, match.players, f"{match.generation} {match.number}").state])
        look = np.zeros((len(match.moves), match.players, width), np.float32)
        _replay(position, np.zeros_like(position), np.array(match.moves, np.int64), look)
        seen.append(look.astype(np.float16))
        values = np.zeros(MOST_SEATS)
        game_type.rules.utilities(position[0], values)
        won = chance_of(values[: match.players], match.players).astype(np.float32)
        total = np.array(points_of(position[0]), np.float32)
        chances.append(_mixed(won, match.chances, trust))
        points.append(_mixed(total, match.points, trust))
    return Dataset(np.concatenate(seen), np.concatenate(chances), np.concatenate(points))


@compiled(nogil=True)
def _replay(position: Array, ahead: Array, moves: Array, seen: Array) -> None:
    """Play the moves of a match, and write what the seats see before each."""
    for turn in range(len(moves)):
        extrapolate(position[0], ahead)
        for seat in range(seen.shape[1]):
            features(position[0], seat, seen[turn, seat])
            features_ahead(position[0], ahead[0], seat, seen[turn, seat])
        play(position[0], moves[turn])


def _mixed(result: Array, opinions: Sequence[tuple[float, ...]], trust: float) -> Array:
    """Return for each move the result of the match, moved towards what the search thought, if it did."""
    rows = [result + trust * (np.array(each) - result) if each else result for each in opinions]
    return np.array(rows, np.float32)
