"""What the rules tell bots: which numbers are legal, which moves look good, how close a lost match was."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import funkenflug
from funkenflug import kernel
from funkenflug.games import GAMES

KINDS = [
    (room.id, mode.id, players, options)
    for room in GAMES.values()
    for mode in room.modes
    for players in mode.players
    for options in ((), tuple(option.id for option in room.options if mode.id in option.modes))
    if options or not room.options or mode.id != "competitive"
]


def positions(game_id: str, mode: str, players: int, options: tuple[str, ...], seed: int = 5) -> Iterator[kernel.State]:
    """Yield the positions of a match in which the best-looking move is often played."""
    game = funkenflug.new(game_id, players=players, mode=mode, options=options, seed=seed)
    rules, state, rng = game.type.rules, game.state, kernel.chance(seed)
    while kernel.to_move(state) >= 0:
        yield state
        by_chance = kernel.below(rng, 3) == 0
        kernel.play(state, kernel.sample(state, rng) if by_chance else kernel.choose_heaviest(state, rules, rng))
    yield state


def legal_numbers(state: kernel.State, rules: kernel.Rules) -> list[int]:
    moves = np.empty(rules.MOST_MOVES, np.int64)
    numbers: list[int] = moves[: kernel.legal(state, moves)].tolist()
    return numbers


@pytest.mark.parametrize(("game_id", "mode", "players", "options"), KINDS)
def test_allows_agrees_with_legal(game_id: str, mode: str, players: int, options: tuple[str, ...]) -> None:
    rules = GAMES[game_id].rules
    for ply, state in enumerate(positions(game_id, mode, players, options)):
        found = set(legal_numbers(state, rules))
        assert all(kernel.allows(state, number) for number in found)
        if ply % 9 in (1, 4):
            asked = range(ply % 7, rules.MOVES, 7)
            assert {number for number in asked if kernel.allows(state, number)} == found.intersection(asked)


@pytest.mark.parametrize(("game_id", "mode", "players", "options"), KINDS)
def test_weights_are_numbers_and_change_nothing(
    game_id: str, mode: str, players: int, options: tuple[str, ...]
) -> None:
    rules = GAMES[game_id].rules
    weights, scratch = np.empty(rules.MOST_MOVES), np.zeros(1, rules.STATE)
    for state in positions(game_id, mode, players, options):
        numbers = np.array(legal_numbers(state, rules), np.int64)
        before = state.tobytes()
        kernel.weigh(state, numbers, len(numbers), weights, scratch)
        assert np.isfinite(weights[: len(numbers)]).all()
        assert state.tobytes() == before


@pytest.mark.parametrize(("game_id", "mode", "players", "options"), KINDS)
def test_tempering_keeps_order_and_bounds(game_id: str, mode: str, players: int, options: tuple[str, ...]) -> None:
    *_, state = positions(game_id, mode, players, options)
    values, points, tempered = np.zeros(4), np.zeros(4), np.zeros(4)
    kernel.utilities(state, values)
    kernel.scores(state, points)
    tempered[:] = values
    kernel.temper(state, points, tempered)
    assert (abs(tempered) <= 1).all()
    if mode == "competitive":
        winner = int(values[:players].argmax())
        assert all(tempered[winner] > tempered[seat] for seat in range(players) if values[seat] < values[winner])
    else:
        assert len(set(tempered[:players])) == 1


def test_a_near_miss_is_better_than_a_disaster() -> None:
    game = funkenflug.new("feurio", players=1, seed=5)
    *_, careful = positions("feurio", "solitaire", 1, ())
    idle = game.state
    while kernel.to_move(idle) >= 0:
        moves = legal_numbers(idle, game.type.rules)
        kernel.play(idle, moves[0])  # pass, whenever that is possible
    values = []
    for state in (careful, idle):
        utilities = np.zeros(4)
        kernel.utilities(state, utilities)
        kernel.temper(state, np.zeros(4), utilities)
        values.append(utilities[0])
    assert values[0] > values[1]
