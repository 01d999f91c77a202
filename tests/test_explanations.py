"""Why a cell cannot be chosen: explained from what was really chosen."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import funkenflug
from funkenflug import Game, IllegalMove
from funkenflug.games import register, unregister
from tests.morels import Morels
from tests.touching import assert_explains, cells_of, touch


@pytest.fixture(autouse=True)
def morels() -> Iterator[None]:
    register(Morels())
    yield
    unregister("morels")


def positions(game_id: str, chance: random.Random, matches: int) -> Iterator[Game]:
    """Play random matches, and yield every position in which somebody decides."""
    seats = (1, 2, 3, 4) if game_id in ("feurio", "vulkan") else (2, 3, 4)
    for match in range(matches):
        players = seats[match % len(seats)]
        options = ["firebreak"] if game_id == "feurio" and players > 1 else []
        game = funkenflug.new(game_id, players=players, options=options, seed=chance.randrange(10**6))
        while not game.over:
            yield game
            game.play(chance.choice(game.legal_moves()))


@pytest.mark.parametrize("game_id", ["feurio", "vulkan", "feuer-wasser", "morels"])
def test_an_explanation_names_no_cell_that_nobody_touched(game_id: str) -> None:
    chance = random.Random(f"touches in {game_id}")
    board, reasons = cells_of(game_id), set()
    for game in positions(game_id, chance, matches=6):
        for _ in range(4):
            touched = touch(game.type, game.choices(), board, chance)
            reason = game.explain_cell(*touched)
            assert_explains(reason, touched, game.type)
            reasons.add(reason.template)
    assert len(reasons) >= (1 if game_id == "morels" else 5), reasons


@pytest.mark.parametrize("game_id", ["feurio", "feuer-wasser", "morels"])
def test_an_explanation_tells_nothing_hidden(game_id: str) -> None:
    """The library's view of a seat decides what it is told: a determinized match tells it the same."""
    chance = random.Random(f"secrets of {game_id}")
    for game in positions(game_id, chance, matches=2):
        touched = touch(game.type, game.choices(), cells_of(game_id), chance)
        assert game.explain_cell(*touched) == game.determinize(game.to_move).explain_cell(*touched)


def test_the_step_is_explained_that_is_being_taken() -> None:
    game = funkenflug.new("feuer-wasser", players=2, seed=7)
    assert game.explain_cell([], "a4") == "a4 is on the edge of the board"
    for move in ("elemental c3", "elemental f6", "elemental f3"):
        game.play(move)
    tile = next(move for move in game.legal_moves() if move.startswith("tile")).split()[1]
    assert game.explain_cell([], "d4") == "first choose a tile or your leader, then d4"
    assert game.explain_cell([f"tile:{tile}"], "c3") == "c3 is not empty"
    assert game.explain_cell([f"tile:{tile}", "cell:d4"], "h8") == "d4 and h8 are not next to each other"
    assert game.explain_cell(["verb:leader"], "a1") == "a leader can’t stand in a corner"
    assert game.explain_cell([], "c3") == "c3 is not surrounded: 4 cells beside it are empty"


def test_a_flight_that_cannot_begin_or_end_there_is_explained() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    assert game.explain_cell([], "3,-3") == "the volcano must be surrounded on all sides; p16 has free edges"
    game.play("volcano 0,0")
    assert game.explain_cell([], "0,0") == "no plane flies over the volcano"
    assert game.explain_cell(["cell:1,0"], "-1,0") == "the volcano is between n13 and l13"
    assert game.explain_cell(["cell:1,0"], "2,1") == "n13 and o12 are not in a straight row"
    assert game.explain_cell([], "9,9") == "there is no tile on v4"


def test_steps_that_lead_nowhere_are_refused() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    with pytest.raises(IllegalMove, match="no move begins like this"):
        game.explain_cell(["cell:9,9"], "0,0")
    with pytest.raises(IllegalMove, match="is not a cell"):
        game.explain_cell([], "nowhere")
