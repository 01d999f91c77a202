"""Reading moves: `allows` decides, and whatever it refuses is explained."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import funkenflug
from funkenflug import IllegalMove, kernel
from funkenflug.games import GAMES

KINDS = [
    (game_type.id, mode.id, players)
    for game_type in GAMES.values()
    for mode in game_type.modes
    for players in mode.players
]
PLIES = (0, 1, 2, 3, 7, 20, 33, 48, 60)
MOST_ASKED = 400


def positions(game_id: str, mode: str, players: int) -> Iterator[kernel.State]:
    """Yield some positions of a random match with all options."""
    options = [option.id for option in GAMES[game_id].options if mode in option.modes]
    game = funkenflug.new(game_id, players=players, mode=mode, options=options, seed=5)
    state, rng, ply = game.state, kernel.chance(5), 0
    while kernel.to_move(state) >= 0:
        if ply in PLIES:
            yield state
        kernel.play(state, kernel.sample(state, rng))
        ply += 1


def texts_of_many_numbers(game_id: str, state: kernel.State) -> Iterator[str]:
    """Yield the texts of many numbers that can be written in this position, legal or not."""
    game_type = GAMES[game_id]
    for number in range(0, game_type.rules.MOVES, max(1, game_type.rules.MOVES // MOST_ASKED)):
        try:
            yield game_type.move_texts(state, [number])[0]
        except IndexError:  # it names a tile that is not laid yet, or a cell beyond the board
            continue


@pytest.mark.parametrize(("game_id", "mode", "players"), KINDS)
def test_whatever_is_refused_is_explained(game_id: str, mode: str, players: int) -> None:
    game_type = GAMES[game_id]
    refused = 0
    for state in positions(game_id, mode, players):
        for text in texts_of_many_numbers(game_id, state):
            move = game_type.parse_move(state, text)
            if move is not None and kernel.allows(state, game_type.canonical(state, move)):
                assert game_type.read_move(state, text) == move
                continue
            refused += 1
            with pytest.raises(IllegalMove) as illegal:
                game_type.read_move(state, text)
            assert illegal.value.reason == game_type.explain_refusal(state, text), text
    assert refused > 100


@pytest.mark.parametrize(("game_id", "mode", "players"), KINDS)
def test_nothing_allowed_is_refused_or_explained_away(game_id: str, mode: str, players: int) -> None:
    game_type = GAMES[game_id]
    moves = np.empty(game_type.rules.MOST_MOVES, np.int64)
    for state in positions(game_id, mode, players):
        allowed = moves[: kernel.legal(state, moves)].tolist()[:60]
        for number, text in zip(allowed, game_type.move_texts(state, allowed), strict=True):
            assert game_type.read_move(state, text) == number
            assert game_type.explain_refusal(state, text) is None
