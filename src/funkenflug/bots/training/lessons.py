"""Positions to learn from: what the seats saw, and how the match ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
import numpy as np

from funkenflug.bots.model import Model
from funkenflug.bots.players import seed_for
from funkenflug.bots.search import Budget, Settings, play_one, search
from funkenflug.games import find_game
from funkenflug.games.base import GameType
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    Rules,
    below,
    chance,
    compiled,
    features,
    int64,
    play,
    points_of,
    scores,
    to_move,
    utilities,
)
from funkenflug.kernel.protocol import provided
from funkenflug.match.game import Game, imagine, new

_TASTING = Settings().tasting
_STARTS = 200
"""Playouts begin from so many deals."""
_WILD = 10
"""One in so many moves of self-play is played by feel, so that the model sees more than good play."""


class Lessons(NamedTuple):
    """Positions to learn from, for one number of players."""

    seen: Array
    """Position, seat, feature."""
    chances: Array
    """Position, seat: its share of the victory."""
    points: Array
    """Position, seat: its points at the end."""

    def chosen(self, which: slice | Array) -> Lessons:
        """Return some of them."""
        return Lessons(self.seen[which], self.chances[which], self.points[which])


def count_features(rules: Rules) -> int:
    """Return how many features a game has; raise a `ValueError` if it has none."""
    try:
        return int(provided(rules.STATE, "FEATURES"))
    except KeyError:
        raise ValueError("this game has no features.py, so there is nothing to learn from") from None


def deal(game_type: GameType, players: int, number: int | str) -> Game:
    """Return a competitive match to learn from; half of the matches use each option."""
    rng = chance(f"options {number}")
    options = tuple(option.id for option in game_type.options if "competitive" in option.modes and below(rng, 2))
    return new(game_type.id, players=players, mode="competitive", options=options, seed=f"train {number}")


# From playouts ------------------------------------------------------------------------------------------------------


def lessons_from_playouts(game_type: GameType, players: int, count: int, seed: int) -> Lessons:
    """Return so many lessons, each from a random moment of a playout."""
    rules = game_type.rules
    starts = np.array([deal(game_type, players, f"{seed} {i}").state for i in range(_STARTS)], rules.STATE)
    seen = np.zeros((count, players, count_features(rules)), np.float32)
    values, points = np.zeros((count, MOST_SEATS)), np.zeros((count, MOST_SEATS))
    moves, weights = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_MOVES)
    state, scratch = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
    _play_out_lessons(starts, chance(seed), _TASTING, state, scratch, moves, weights, seen, values, points)
    return Lessons(seen.astype(np.float16), _chances(values[:, :players]), points[:, :players].astype(np.float32))


@compiled
def _play_out_lessons(
    starts: Array,
    rng: Array,
    tasting: int,
    state: Array,
    scratch: Array,
    moves: Array,
    weights: Array,
    seen: Array,
    values: Array,
    points: Array,
) -> None:
    """Play two playouts for each lesson: the first finds out how long a match is, the second stops for a look."""
    here = state[0]
    for lesson in range(len(seen)):
        state[0] = starts[lesson % len(starts)]
        length = 0
        while to_move(here) >= 0:
            play_one(here, rng, tasting, moves, weights, scratch)
            length += 1
        state[0] = starts[lesson % len(starts)]
        wildness = below(rng, 3)
        for _ in range(below(rng, length)):
            if to_move(here) >= 0:
                play_one(here, rng, 1 if below(rng, 8) < wildness else tasting, moves, weights, scratch)
        for seat in range(int64(here.players)):
            features(here, seat, seen[lesson, seat])
        while to_move(here) >= 0:
            play_one(here, rng, tasting, moves, weights, scratch)
        utilities(here, values[lesson])
        scores(here, points[lesson])


def _chances(values: Array) -> Array:
    players = values.shape[1]
    return np.asarray((values * (players - 1) + 1) / players, np.float32)


# From self-play -----------------------------------------------------------------------------------------------------


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A match of self-play, with what the search expected before each move."""

    generation: int
    players: int
    number: int
    moves: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    """The seats' chances to win; empty where there was no search."""
    points: tuple[tuple[float, ...], ...]


def self_play(
    game_id: str, generation: int, players: int, number: int, models: dict[int, Model], simulations: int
) -> Played:
    """Let the search play a match against itself."""
    game = deal(find_game(game_id), players, f"{generation} {number}")
    rng = chance(f"self-play {generation} {number}")
    chances: list[tuple[float, ...]] = []
    points: list[tuple[float, ...]] = []
    while (seat := game.to_move) is not None:
        legal = game.legal_moves()
        if len(legal) == 1 or below(rng, _WILD) == 0:
            game.play(legal[below(rng, len(legal))])
            chances.append(())
            points.append(())
            continue
        view = game.view(seat)
        known = imagine(view)
        found = search(
            known.type.rules,
            known.state,
            seat,
            Budget(simulations=simulations),
            seed=seed_for(view, number),
            models=models,
        )
        chosen = found[0]
        chances.append(tuple(((u * (players - 1) + 1) / players) for u in chosen.utilities))
        points.append(tuple(round(p, 2) for p in chosen.points))
        game.play(known.type.move_texts(known.state, [chosen.move])[0])
    return Played(
        generation=generation,
        players=players,
        number=number,
        moves=tuple(map(str, game.moves)),
        chances=tuple(tuple(round(c, 4) for c in each) for each in chances),
        points=tuple(points),
    )


def lessons_from_matches(game_type: GameType, matches: Iterable[Played], trust: float = 0.5) -> Lessons:
    """Return the positions of matches; `trust` is the share of the search's opinion beside the result."""
    seen: list[Array] = []
    chances: list[Array] = []
    points: list[Array] = []
    width = count_features(game_type.rules)
    for match in matches:
        game = deal(game_type, match.players, f"{match.generation} {match.number}")
        state, rules = game.state, game_type.rules
        begin = len(seen)
        for move in match.moves:
            look = np.zeros((match.players, width), np.float32)
            for seat in range(match.players):
                features(state, seat, look[seat])
            seen.append(look.astype(np.float16))
            play(state, game_type.read_move(state, move))
        values = np.zeros(MOST_SEATS)
        rules.utilities(state, values)
        won = _chances(values[None, : match.players])[0]
        total = np.array(points_of(state), np.float32)
        for i in range(len(seen) - begin):
            searched = bool(match.chances[i])
            chances.append(won + trust * (np.array(match.chances[i], np.float32) - won) if searched else won)
            points.append(total + trust * (np.array(match.points[i], np.float32) - total) if searched else total)
    return Lessons(np.array(seen), np.array(chances, np.float32), np.array(points, np.float32))
