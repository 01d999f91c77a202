"""What to do, in words, and what speaks against it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import funkenflug
from funkenflug import Game
from funkenflug.core.drawing import Preview
from funkenflug.core.words import Message
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserView

MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("feurio", {"players": 4}),
    ("feurio", {"players": 3, "options": ["firebreak"]}),
    ("feurio", {"players": 1}),
    ("vulkan", {"players": 3}),
    ("vulkan", {"players": 1}),
    ("feuer-wasser", {"players": 2}),
]


def positions(game_id: str, seeds: range, **wishes: Any) -> Iterator[tuple[Game, str]]:
    """Yield the positions of random matches, each with the move that is played next."""
    for seed in seeds:
        game, chance = funkenflug.new(game_id, seed=seed, **wishes), random.Random(seed)
        while not game.over:
            move = chance.choice(game.legal_moves())
            yield game, str(move)
            game.play(move)


def warned(game: Game, move: str) -> tuple[Message, Preview]:
    preview = game.preview(move, game.to_move)
    return game.type.warning(game.view(game.to_move), preview), preview


@pytest.mark.parametrize(("game_id", "wishes"), MATCHES)
def test_no_two_moves_have_the_same_advice(game_id: str, wishes: dict[str, Any]) -> None:
    chance = random.Random(1)
    for game, _ in positions(game_id, range(1), **wishes):
        moves, view = game.legal_moves(), game.view(game.to_move)
        some = chance.sample(moves, min(8, len(moves)))
        told = [game.type.advise(view, game.preview(move, game.to_move)) for move in some]
        assert len(set(told)) == len(some), told


def test_a_flight_that_gives_tiles_away_is_warned_of() -> None:
    seen = 0
    for game, move in positions("vulkan", range(4), players=4):
        warning, preview = warned(game, move)
        before, seat = game.view(None).scores, game.to_move
        others = [
            after - points
            for other, (after, points) in enumerate(zip(preview.after.scores, before, strict=True))
            if other != seat
        ]
        assert bool(warning) == any(others), (warning, others)
        seen += bool(warning)
    assert seen


def test_a_flight_that_loses_a_solitaire_is_warned_of() -> None:
    seen = 0
    for game, move in positions("vulkan", range(4), players=1):
        warning, preview = warned(game, move)
        lost = any(getattr(event, "winner", 0) is None for event in preview.events)
        assert warning.startswith("The game is lost") == lost
        seen += lost
    assert seen


def test_points_that_a_move_costs_are_told() -> None:
    told = set()
    for game, move in positions("feurio", range(6), players=2):
        warning, preview = warned(game, move)
        seat = game.to_move
        assert seat is not None
        if preview.after.scores[seat] < game.view(seat).scores[seat]:
            assert warning
        told.add(warning.template)
    assert {
        "Shuts in one of your regions: it will score nothing",
        "No water: this region will be divided by {divisor}",
    } <= told


def test_a_tile_that_reaches_nothing_is_warned_of() -> None:
    seen = 0
    for game, move in positions("feuer-wasser", range(3), players=2):
        warning, preview = warned(game, move)
        if warning == "This tile reaches no cell":
            view, after, seat = game.view(None), preview.after, game.to_move
            assert isinstance(view, FeuerWasserView)
            assert isinstance(after, FeuerWasserView)
            assert seat is not None
            before = {here.cell: here.by_seat[seat] for here in view.influence}
            won = {here.cell for here in after.influence if here.by_seat[seat] > before.get(here.cell, 0)}
            own = {leader.cell for leader in view.leaders if leader.seat == seat}
            assert won <= {stone.cell for stone in view.stones} | own
            seen += 1
    assert seen


def test_a_tile_says_where_it_takes_the_lead() -> None:
    game = funkenflug.new("feuer-wasser", players=2, seed=7)
    for move in ("elemental c3", "elemental f6", "elemental f3"):
        game.play(move)
    assert game.to_move is not None
    laid = next(move for move in game.legal_moves() if move.startswith("tile") and move.endswith("d5 e5"))
    preview = game.preview(laid, game.to_move)
    gain, after = game.type.gain(game.view(game.to_move), preview), preview.after
    assert isinstance(after, FeuerWasserView)
    assert len(after.influence) > 1
    assert gain == f"most influence on {len(after.influence)} cells"
