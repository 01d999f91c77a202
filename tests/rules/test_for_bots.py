"""What bots ask: which moves are legal, which look good, and how close a lost match was."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

import funkenflug
from funkenflug import kernel
from funkenflug.games import GAMES
from funkenflug.games.feurio.rules import rules as feurio
from funkenflug.kernel.protocol import provided

Array = np.ndarray[Any, np.dtype[Any]]


class Kind(NamedTuple):
    """What is played, and by how many."""

    game_id: str
    mode: str
    players: int
    options: tuple[str, ...]


KINDS = dict.fromkeys(
    Kind(game_type.id, mode.id, players, options)
    for game_type in GAMES.values()
    for mode in game_type.modes
    for players in mode.players
    for options in ((), tuple(option.id for option in game_type.options if mode.id in option.modes))
    if options or not game_type.options or mode.id != "competitive"
)


class Position(NamedTuple):
    """A position, its legal moves and their weights, and whether weighing left it as it was."""

    state: kernel.State
    moves: Array
    weights: Array
    is_unchanged: bool


@cache
def positions(kind: Kind, seed: int = 5) -> list[Position]:
    """Return the positions of a match in which a most promising move is often played."""
    game = funkenflug.new(kind.game_id, players=kind.players, mode=kind.mode, options=kind.options, seed=seed)
    rules, state, rng = game.type.rules, game.state, kernel.chance(seed)
    scratch = np.zeros(1, rules.STATE)
    found = []
    while True:
        moves, weights = legal_moves(state, rules), np.empty(rules.MOST_MOVES)
        before = kernel.copy_state(state)
        kernel.move_scores(state, moves, len(moves), weights, scratch)
        found.append(Position(before, moves, weights[: len(moves)], state.tobytes() == before.tobytes()))
        if kernel.to_move(state) < 0:
            return found
        by_chance = kernel.below(rng, 3) == 0
        kernel.play(state, kernel.sample(state, rng) if by_chance else int(moves[found[-1].weights.argmax()]))


def legal_moves(state: kernel.State, rules: kernel.Rules) -> Array:
    moves = np.empty(rules.MOST_MOVES, np.int64)
    return moves[: kernel.legal(state, moves)]


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: "-".join(map(str, (*kind[:3], *kind.options))))
def kind(request: pytest.FixtureRequest) -> Kind:
    """Return a kind of match; the tests of each follow one another, and play it once."""
    param: Kind = request.param
    return param


def test_allows_agrees_with_legal(kind: Kind) -> None:
    rules = GAMES[kind.game_id].rules
    for ply, (state, moves, _, _) in enumerate(positions(kind)):
        found = set(moves.tolist())
        assert all(kernel.allows(state, number) for number in found)
        if ply % 9 in (1, 4):
            asked = range(ply % 7, rules.MOVES, 7)
            assert {number for number in asked if kernel.allows(state, number)} == found.intersection(asked)


def test_weights_are_numbers_and_change_nothing(kind: Kind) -> None:
    for _, _, weights, is_unchanged in positions(kind):
        assert np.isfinite(weights).all()
        assert is_unchanged


def test_parts_and_traits_of_moves_are_within_their_numbers(kind: Kind) -> None:
    """A number outside would be read and written outside of an array: compiled code does not check."""
    if kind.mode != "competitive":
        return  # there is no policy for these
    state_type = GAMES[kind.game_id].rules.STATE
    most_parts, most_traits = (provided(state_type, name) for name in ("MOVE_PARTS", "MOVE_TRAITS"))
    parts, traits = np.zeros(60, np.int64), np.zeros(60, np.int64)
    for state, moves, _, _ in positions(kind)[:-1:4]:
        found = set()
        for move in moves[:: max(1, len(moves) // 20)]:
            found.update(parts[: kernel.move_parts(state, int(move), parts)].tolist())
        assert found
        assert all(0 <= part < most_parts for part in found)
        for part in found:
            shown = traits[: kernel.part_traits(state, part, traits)]
            assert len(shown) > 0
            assert ((shown >= 0) & (shown < most_traits)).all()


def test_features_are_within_their_number(kind: Kind) -> None:
    if kind.mode != "competitive":
        return
    count = provided(GAMES[kind.game_id].rules.STATE, "FEATURES")
    ahead = np.zeros(1, GAMES[kind.game_id].rules.STATE)
    for state, _, _, _ in positions(kind)[::4]:
        before = state.tobytes()
        kernel.extrapolate(state, ahead)
        assert state.tobytes() == before
        for seat in range(kind.players):
            seen = np.zeros(count + 50, np.float32)
            kernel.features(state, seat, seen)
            kernel.features_ahead(state, ahead[0], seat, seen)
            assert np.isfinite(seen).all()
            assert not seen[count:].any()


def test_shaping_keeps_order_and_bounds(kind: Kind) -> None:
    state, players = positions(kind)[-1].state, kind.players
    values, points, shaped = np.zeros(4), np.zeros(4), np.zeros(4)
    kernel.utilities(state, values)
    kernel.scores(state, points)
    shaped[:] = values
    kernel.shape_reward(state, points, shaped)
    assert (abs(shaped) <= 1).all()
    if kind.mode == "competitive":
        winner = int(values[:players].argmax())
        assert all(shaped[winner] > shaped[seat] for seat in range(players) if values[seat] < values[winner])
    else:
        assert len(set(shaped[:players])) == 1


def test_a_near_miss_is_better_than_a_disaster() -> None:
    game = funkenflug.new("feurio", players=1, seed=5)
    careful = positions(Kind("feurio", "solitaire", 1, ()))[-1].state
    idle = game.state
    while kernel.to_move(idle) >= 0:
        kernel.play(idle, int(legal_moves(idle, game.type.rules)[0]))  # pass, whenever that is possible
    values = []
    for state in (careful, idle):
        utilities = np.zeros(4)
        kernel.utilities(state, utilities)
        kernel.shape_reward(state, np.zeros(4), utilities)
        values.append(utilities[0])
    assert values[0] > values[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_feurio_extrapolates_that_every_tile_is_laid_where_it_burns_hottest(players: int) -> None:
    ahead = np.zeros(1, feurio.STATE)
    for state, _, _, _ in positions(Kind("feurio", "competitive", players, ()))[2::6]:
        kernel.extrapolate(state, ahead)
        now = kernel.copy_state(state)
        for tile in range(int(state["laid"]), len(state["deck"])):
            now["step"] = feurio.TILE
            moves = legal_moves(now, GAMES["feurio"].rules)
            after = [kernel.copy_state(now) for _ in moves]
            for copy, move in zip(after, moves, strict=True):
                kernel.play(copy, int(move))
            now = next(copy for copy in after if copy["cell"][tile] == ahead["cell"][0, tile])
        assert now["open"] == ahead["open"][0]


def test_feurio_knows_what_a_crew_wins() -> None:
    for state, _, _, _ in positions(Kind("feurio", "competitive", 2, ()))[::4]:
        for colour in range(4):
            held = int(state["held"][colour])
            before, _ = feurio.colour_points(state, held, int(state["open"]))
            for tile in range(int(state["laid"])):
                if not held >> tile & 1:
                    after, _ = feurio.colour_points(state, held | 1 << tile, int(state["open"]))
                    assert feurio.crew_gain(state, held, tile) == after - before
