"""Names of hexes: short, the same throughout a match, and no two alike."""

from __future__ import annotations

import pytest

import funkenflug
from funkenflug.games.hexes import DIRECTIONS, cell_name, find_cell, name_cell, parse_cell_name, read_cell
from funkenflug.games.vulkan.rules.view import VulkanView


def test_every_cell_of_a_layout_has_a_short_name_of_its_own() -> None:
    cells = [(q, r) for q in range(-99, 100) for r in range(-99, 100)]
    names = [cell_name(cell) for cell in cells]
    assert len(set(names)) == len(cells)
    assert max(map(len, names)) <= 7
    assert [read_cell(name) for name in names] == cells


def test_names_within_twelve_cells_of_the_first_tile_are_a_letter_and_a_positive_number() -> None:
    names = [cell_name((q, r)) for q in range(-12, 13) for r in range(-12, 13)]
    assert all(name[0].isalpha() and name[1:].isdigit() and int(name[1:]) > 0 for name in names)


def test_the_six_directions_change_names_in_the_same_way_everywhere() -> None:
    around = [cell_name((2 + dq, 1 + dr)) for dq, dr in DIRECTIONS]
    assert (cell_name((2, 1)), around) == ("o12", ["o13", "p13", "p12", "o11", "n11", "n12"])


def test_what_looks_like_a_name_and_is_none() -> None:
    for text in ("", "m", "13", "ab3", "m013", "m+1", "M13", "m-0", "m1234", "1,-2", "hhhhhhhh-86"):
        assert parse_cell_name(text) is None, text


def test_a_move_may_name_its_cells_and_keeps_its_text() -> None:
    game = funkenflug.new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
    game.play("tile m12")
    game.play("crew 3 green m13")
    assert game.moves == ("tile 0,1", "crew 3 green 0,0")


@pytest.mark.parametrize("game_id", ["feurio", "vulkan", "feuer-wasser"])
def test_every_move_can_be_told_with_the_names_of_its_cells(game_id: str) -> None:
    game = funkenflug.new(game_id, players=2, seed=7)
    while not game.over:
        moves = game.legal_moves()
        for move in moves[:: max(1, len(moves) // 3)]:
            told = game.type.name_move(move)
            assert "," not in told
            assert game.type.read_move(game.state, told) == game.type.read_move(game.state, move)
        game.play(moves[len(game.moves) % len(moves)])


def test_the_board_as_text_shows_the_names() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    board, view = game.text(), game.view()
    assert isinstance(view, VulkanView)
    assert all(cell_name(cell) in board for cell, _ in view.layout)
    assert "," not in board.partition("\n\n")[0]


def test_games_with_names_on_their_boards_keep_them() -> None:
    game_type = funkenflug.new("feuer-wasser", players=2, seed=1).type
    assert (game_type.name_cell("d4"), game_type.find_cell("d4")) == ("d4", "d4")
    assert (name_cell("1,-2"), find_cell("n15"), find_cell("1,-2")) == ("n15", "1,-2", "1,-2")


def test_a_picture_shows_the_names_on_request() -> None:
    for game_id in ("feurio", "vulkan"):
        game = funkenflug.new(game_id, players=2, seed=7)
        assert ">m13</text>" in game.svg(names=True)
        assert ">m13</text>" not in game.svg()
