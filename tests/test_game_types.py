"""What editors and type checkers know of each game. mypy checks the types asserted here."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING, assert_type

import funkenflug
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserOutcome, FeuerWasserView
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.vulkan.rules.view import VulkanView
from funkenflug.match import typed
from funkenflug.match.game import Game

if TYPE_CHECKING:
    from funkenflug.match.typed import FeurioGame

SCRIPT = Path(__file__).parents[1] / "docs" / "make_game_types.py"


def test_the_stub_is_what_the_games_say() -> None:
    script = runpy.run_path(str(SCRIPT))
    shipped = [game for game in funkenflug.list_games() if type(game).__module__.startswith("funkenflug.")]
    assert script["TARGET"].read_text(encoding="utf-8") == script["types"](shipped), "run docs/make_game_types.py"


def test_a_match_has_the_view_of_its_game() -> None:
    assert_type(funkenflug.new("feurio", players=2, options=["hotter"]).view(), FeurioView)
    assert_type(funkenflug.new("vulkan", players=1, mode="solitaire", layout="hexagon").view(0), VulkanView)
    wasser = funkenflug.new("feuer-wasser", players=3, board="12x8", names=["A", "B", "C"])
    assert_type(wasser.view(), FeuerWasserView)
    assert_type(wasser.outcome(), FeuerWasserOutcome | None)
    assert wasser.svg(influence="c3", size=200)


def test_the_class_of_a_game_is_for_annotations() -> None:
    def heat(game: FeurioGame) -> int:
        return game.view().heat

    game = funkenflug.new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
    assert_type(game.copy(), "FeurioGame")
    assert heat(game.copy()) == 11
    assert typed.FeurioGame is Game


def test_an_id_that_is_known_at_run_time_only_gives_a_match_of_any_game() -> None:
    for game_type in funkenflug.list_games():
        assert_type(funkenflug.new(game_type.id, players=2), Game)
