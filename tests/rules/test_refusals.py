"""Reading moves: `allows` decides, and whatever it refuses is explained."""

from __future__ import annotations

import pytest

from funkenflug import IllegalMove, kernel
from funkenflug.games import GAMES
from tests.rules.test_for_bots import KINDS, positions

PLIES = (0, 1, 2, 3, 7, 20, 33, 48, 60)
MOST_ASKED = 400


def texts_of_all_numbers(game_id: str, state: kernel.State) -> dict[int, str]:
    """Return the text of every number that can be written in this position, legal or not; of many a part."""
    game_type = GAMES[game_id]
    texts = {}
    for number in range(0, game_type.rules.MOVES, max(1, game_type.rules.MOVES // MOST_ASKED)):
        try:
            texts[number] = game_type.move_texts(state, [number])[0]
        except IndexError:  # it names a tile that is not laid yet, or a cell beyond the board
            continue
    return texts


@pytest.mark.parametrize(("game_id", "mode", "players", "options"), KINDS)
def test_whatever_is_refused_is_explained(game_id: str, mode: str, players: int, options: tuple[str, ...]) -> None:
    game_type = GAMES[game_id]
    refused = 0
    for ply, state in enumerate(positions(game_id, mode, players, options)):
        if ply not in PLIES or kernel.to_move(state) < 0:
            continue
        for text in texts_of_all_numbers(game_id, state).values():
            move = game_type.parse_move(state, text)
            if move is not None and kernel.allows(state, game_type.canonical(state, move)):
                assert game_type.read_move(state, text) == move
                continue
            refused += 1
            with pytest.raises(IllegalMove) as illegal:
                game_type.read_move(state, text)
            assert illegal.value.reason == game_type.explain_refusal(state, text), text
    assert refused > 100


@pytest.mark.parametrize(("game_id", "mode", "players", "options"), KINDS)
def test_nothing_allowed_is_refused_or_explained_away(
    game_id: str, mode: str, players: int, options: tuple[str, ...]
) -> None:
    game_type = GAMES[game_id]
    for ply, state in enumerate(positions(game_id, mode, players, options)):
        if ply not in PLIES or kernel.to_move(state) < 0:
            continue
        allowed = [number for number in range(game_type.rules.MOVES) if kernel.allows(state, number)][:60]
        for number, text in zip(allowed, game_type.move_texts(state, allowed), strict=True):
            assert game_type.read_move(state, text) == number
            assert game_type.explain_refusal(state, text) is None
