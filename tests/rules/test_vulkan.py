"""The rules of Vulkan!, sentence by sentence, in the order of the rules file."""

import random
import re
from collections.abc import Mapping
from typing import Any

import pytest

import funkenflug
from funkenflug import Event, Game, IllegalMove, RecordError
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.hexes import name_cell
from funkenflug.games.vulkan.rules.view import (
    Collected,
    Extinguished,
    Flown,
    Isolated,
    Tile,
    VolcanoChosen,
    VulkanOutcome,
)
from tests.matches_vulkan import HEXAGON, NUMBERS, PARALLELOGRAM, Forest, seen
from tests.oracle.games import VULKAN_WON
from tests.oracle.vulkan import Cell, neighbours
from tests.plans import assert_refused as assert_refused_without_trace

SEATS = "GBYR"
COLOURS = ("green", "blue", "yellow", "red")
BLOCK = [(q, r) for q in range(-3, 1) for r in range(8)]
"""Four columns of eight; what is added to them is at the upper right."""
SPIT = [*BLOCK, (1, -1), (2, -2), (2, -1), (3, -2)]
"""Three tiles that hang on one, 1,-1, and that one on 0,0."""
FLOWER = [*[cell for cell in BLOCK if cell[1] < 7], (1, -1), (3, -3), *neighbours((3, -3))]
"""A shut-in tile, 3,-3, and its ring hang on one, 1,-1, and that one on 0,0."""
BAY = [*BLOCK, (-1, -1), (0, -2), (1, -2), (1, -1)]
"""An arm around the hole at 0,-1, whose tip 1,-1 touches 0,0."""


def layout_of(cells: list[Cell], numbers: Mapping[Cell, int]) -> dict[Cell, int]:
    """These numbers on their cells, and on the others those that are left, the highest first."""
    rest = list(NUMBERS)
    for number in numbers.values():
        rest.remove(str(number))
    return {cell: numbers.get(cell) or int(rest.pop()) for cell in sorted(cells)}


def start(
    players: int,
    cells: list[Cell],
    numbers: Mapping[Cell, int] | None = None,
    volcano: str = "-1,3",
    mode: str | None = None,
) -> Game:
    """A match with the volcano chosen."""
    game = funkenflug.new("vulkan", players=players, mode=mode, layout=layout_of(cells, numbers or {}))
    game.play(f"volcano {volcano}")
    return game


def cells_in(text: str) -> set[Cell]:
    return {(int(q), int(r)) for q, r in re.findall(r"(-?\d+),(-?\d+)", text)}


def play_quietly(game: Game, avoid: set[Cell]) -> None:
    """Drop one load where it puts nothing out, and not on these cells."""
    assert game.to_move is not None
    stock = seen(game).stocks[game.to_move]
    colour = next(colour for colour, count in zip(COLOURS, stock, strict=True) if count)
    for tile in seen(game).tiles:
        free = tile.spaces - sum(tile.loads)
        if tile.cell not in avoid and free > (1 if tile.open_side else 0):
            events = game.play("fly {0} {1},{2} {1},{2}".format(colour, *tile.cell))
            assert [type(event) for event in events] == [Flown]
            return
    raise AssertionError("no quiet flight is left")


def fly(game: Game, script: str) -> tuple[Event, ...]:
    """Play flights, each after the initial of its seat; the seats between them fly quietly elsewhere.

    An initial alone lets the others fly until it is that seat's turn. Returns what happened in the last flight.
    """
    events: tuple[Event, ...] = ()
    told = cells_in(script)
    avoid = told.union(*map(neighbours, told))
    for step in script.split(";"):
        seat, _, move = step.strip().partition(" ")
        while game.to_move != SEATS.index(seat):
            assert game.to_move is not None
            play_quietly(game, avoid)
        if move:
            events = tuple(game.play(f"fly {move}"))
    return events


def tile_at(game: Game, cell: Cell) -> Tile:
    return next(tile for tile in seen(game).tiles if tile.cell == cell)


def burning(game: Game) -> set[Cell]:
    return {tile.cell for tile in seen(game).tiles}


def won_by(game: Game) -> dict[Cell, int | None]:
    return {tile.cell: tile.seat for tile in seen(game).collected}


def outcome_of(game: Game) -> VulkanOutcome:
    outcome = game.outcome()
    assert isinstance(outcome, VulkanOutcome)
    return outcome


def assert_refused(game: Game, move: str, why: str) -> None:
    assert game.explain(move) == why
    with pytest.raises(IllegalMove, match=re.escape(why)):
        game.play(move)
    assert_refused_without_trace(game, move)
    assert move not in game.legal_moves()


# What all three games share


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (1, (("green", "blue", "yellow", "red"),)),
        (2, (("green", "blue"), ("yellow", "red"))),
        (3, (("green",), ("blue",), ("yellow",))),
        (4, (("green",), ("blue",), ("yellow",), ("red",))),
    ],
)
def test_who_leads_what(players: int, colours: tuple[tuple[str, ...], ...]) -> None:
    assert seen(funkenflug.new("vulkan", players=players, seed=1)).colours == colours


@pytest.mark.parametrize(
    ("players", "mode", "chosen"),
    [
        (1, None, "solitaire"),
        (1, "solitaire", "solitaire"),
        (2, None, "competitive"),
        (3, "competitive", "competitive"),
        (4, "competitive", "competitive"),
        (2, "cooperative", "cooperative"),
        (3, "cooperative", "cooperative"),
        (4, "cooperative", "cooperative"),
    ],
)
def test_players_and_modes(players: int, mode: str | None, chosen: str) -> None:
    game = funkenflug.new("vulkan", players=players, mode=mode, seed=1)
    assert (game.mode, game.options) == (chosen, ())


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"players": 0}, "Vulkan! is for 1 to 4 players, not 0"),
        ({"players": 5}, "Vulkan! is for 1 to 4 players, not 5"),
        ({"players": True}, "players must be a whole number, not True"),
        ({"players": 1, "mode": "competitive"}, "competitive is not for 1 player"),
        ({"players": 1, "mode": "cooperative"}, "cooperative is not for 1 player"),
        ({"players": 2, "mode": "solitaire"}, "solitaire is not for 2 players"),
        ({"players": 2, "mode": "war"}, "Vulkan! has no mode 'war'"),
        ({"players": 2, "options": ["hotter"]}, "Vulkan! has no option 'hotter'"),
        ({"players": 2, "deck": [1]}, "Vulkan! takes layout, not deck"),
        (
            {"players": 2, "layout": "circle"},
            "a layout must be random, hexagon, parallelogram or cells with numbers, not 'circle'",
        ),
        ({"players": 2, "layout": "given"}, "not 'given'"),
        ({"players": 2, "layout": 36}, "a layout must be a name or a mapping of cells to numbers, not 36"),
        ({"players": 2, "layout": []}, "a layout has 36 tiles, this one has 0"),
    ],
)
def test_what_is_no_match(words: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        funkenflug.new("vulkan", seed=1, **words)


# Set-up


def test_the_tiles_are_six_of_each_number_with_1_1_2_2_3_3_spaces_and_face_up() -> None:
    view = seen(funkenflug.new("vulkan", players=4, seed=1))
    assert sorted(tile.number for tile in view.tiles) == [int(number) for number in NUMBERS]
    assert {(tile.number, tile.spaces) for tile in view.tiles} == {(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)}
    assert all(tile.loads == (0, 0, 0, 0) for tile in view.tiles)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_last_seat_chooses_the_volcano_and_seat_0_starts(players: int) -> None:
    game = funkenflug.new("vulkan", players=players, layout="hexagon", seed=1)
    assert (game.to_move, seen(game).step, seen(game).volcano) == (players - 1, "volcano", None)
    number = tile_at(game, (0, 0)).number
    assert game.play("volcano 0,0") == (VolcanoChosen(seat=players - 1, cell=(0, 0)),)
    view = seen(game)
    assert (game.to_move, view.step, view.volcano) == (0, "fly", (0, 0))
    assert len(view.tiles) == 35, "its number is out of the game"
    assert sorted([number, *(tile.number for tile in view.tiles)]) == [int(number) for number in NUMBERS]
    assert game.turn_beginnings == (True,)


def test_the_volcano_is_a_tile_shut_in_on_all_six_sides() -> None:
    game = funkenflug.new("vulkan", players=4, layout="hexagon", seed=1)
    shut_in = {f"volcano {q},{r}" for q, r in HEXAGON if all(other in HEXAGON for other in neighbours((q, r)))}
    assert set(game.legal_moves()) == shut_in
    assert len(shut_in) == 18, "the nineteen within 2, but for the one beside the missing corner"
    assert_refused(game, "volcano 2,0", "the volcano must be surrounded on all sides; o13 has free edges")
    assert_refused(game, "volcano 3,0", "there is no tile on p13")
    assert_refused(game, "volcano 0;0", "“0;0” is not a cell; cells are written like n15")
    assert_refused(game, "fly red 0,0 0,0", "choose the volcano first")
    game.play("volcano 1,-1")
    assert_refused(game, "volcano 0,0", "the volcano has already been chosen")


def test_beside_a_hole_is_no_place_for_the_volcano() -> None:
    game = funkenflug.new("vulkan", players=4, layout=layout_of(BAY, {}))
    assert_refused(game, "volcano -1,0", "the volcano must be surrounded on all sides; l13 has free edges")
    inner = {f"volcano {q},{r}" for q in (-2, -1) for r in range(1, 7)}
    assert set(game.legal_moves()) == inner


def test_ruling_v1_named_layouts() -> None:
    for name, cells in (("hexagon", HEXAGON), ("parallelogram", PARALLELOGRAM)):
        for seed in (1, 2, "a seed"):
            layout = seen(funkenflug.new("vulkan", players=2, layout=name, seed=seed)).layout
            assert [cell for cell, _ in layout] == cells
            assert sorted(number for _, number in layout) == [int(number) for number in NUMBERS]
    assert len(HEXAGON) == 36
    assert (3, 0) not in HEXAGON


def test_ruling_v1_the_numbers_are_shuffled_by_the_seed_on_every_platform_and_version() -> None:
    def numbers(name: str, seed: int) -> str:
        layout = seen(funkenflug.new("vulkan", players=2, layout=name, seed=seed)).layout
        return "".join(str(number) for _, number in layout)

    assert numbers("hexagon", 7) == "315554362242431442266163355166532114"
    assert numbers("hexagon", 2004) == "445254251333626166125235143634561421"
    assert numbers("parallelogram", 2004) == numbers("hexagon", 2004)
    assert numbers("random", 2004) == numbers("hexagon", 2004)
    assert numbers("hexagon", 2005) != numbers("hexagon", 2004)


def test_ruling_v1_random_layouts() -> None:
    layouts = {seen(funkenflug.new("vulkan", players=2, seed=seed)).layout for seed in range(40)}
    assert len({frozenset(cell for cell, _ in layout) for layout in layouts}) == 40
    for layout in layouts:
        cells = {cell for cell, _ in layout}
        assert sorted(number for _, number in layout) == [int(number) for number in NUMBERS]
        assert len(cells) == 36
        touched = [sum(other in cells for other in neighbours(cell)) for cell in cells]
        assert min(touched) >= 2
        assert max(touched) == 6
        assert connected(cells)


def connected(cells: set[Cell]) -> bool:
    reached: set[Cell] = set()
    border = {min(cells)}
    while border:
        reached |= border
        border = {other for cell in border for other in neighbours(cell) if other in cells} - reached
    return reached == cells


def test_random_is_the_layout_without_a_word_and_a_seed_is_a_whole_number_or_its_text() -> None:
    game = funkenflug.new("vulkan", players=3, seed=7)
    assert game == funkenflug.new("vulkan", players=3, layout="random", seed="7")
    assert game != funkenflug.new("vulkan", players=3, layout="random", seed=8)
    fresh = [funkenflug.new("vulkan", players=3) for _ in range(2)]
    assert fresh[0] != fresh[1]


def test_ruling_v1_a_layout_cell_by_cell() -> None:
    layout = layout_of(BAY, {(1, -1): 6})
    game = funkenflug.new("vulkan", players=4, layout=layout)
    assert dict(seen(game).layout) == layout
    assert game.setup.seed is None
    shuffled = list(layout.items())
    random.Random(1).shuffle(shuffled)
    assert funkenflug.new("vulkan", players=4, layout=dict(shuffled), names=game.names) == game
    assert '[Layout "-3,0=6 -3,1=6 ' in game.record()


def broken(cells: list[Cell], **changes: Any) -> dict[Any, Any]:
    layout: dict[Any, Any] = dict(layout_of(cells, {}))
    layout.update(changes.get("put", {}))
    for cell in changes.get("drop", ()):
        del layout[cell]
    return layout


@pytest.mark.parametrize(
    ("layout", "why"),
    [
        ({}, "a layout has 36 tiles, this one has 0"),
        (broken(HEXAGON, drop=[(0, 0)]), "a layout has 36 tiles, this one has 35"),
        (broken(HEXAGON, put={(3, 0): 1}), "a layout has 36 tiles, this one has 37"),
        (broken(HEXAGON, put={(-3, 0): 1}), "a layout has six tiles of each number, this one has 7 of 1"),
        (broken(HEXAGON, put={(2, 1): 2}), "this one has 5 of 1"),
        (broken(HEXAGON, put={(0, 0): 7}), "the tile on 0,0 must have a number from 1 to 6, not 7"),
        (broken(HEXAGON, put={(1, -2): 0}), "the tile on 1,-2 must have a number from 1 to 6, not 0"),
        (broken(HEXAGON, put={(1, -2): "3"}), "the tile on 1,-2 must have a number from 1 to 6, not '3'"),
        (broken(HEXAGON, put={(1, -2): True}), "the tile on 1,-2 must have a number from 1 to 6, not True"),
        (broken(HEXAGON, put={(1, -2): 3.0}), "the tile on 1,-2 must have a number from 1 to 6, not 3.0"),
        (broken(HEXAGON, put={(0, 0, 0): 1}), r"a cell must be a pair of whole numbers \(q, r\), not \(0, 0, 0\)"),
        (broken(HEXAGON, put={"0,0": 1}), r"a cell must be a pair of whole numbers \(q, r\), not '0,0'"),
        (broken(HEXAGON, put={(0.5, 0): 1}), r"a cell must be a pair of whole numbers \(q, r\), not \(0.5, 0\)"),
        (broken(HEXAGON, put={(100, 0): 1}), "cells must be from -99,-99 to 99,99, not 100,0"),
        ([*broken(HEXAGON).items(), ((0, 0), 1)], "there are two tiles on 0,0"),
        ([((0, 0), 1, 2)], "a layout must be a name or a mapping of cells to numbers, not"),
        (
            layout_of([*BLOCK, (1, -1), (0, -1), (-1, -1), (2, -3)], {}),
            "the tile on 2,-3 touches 0 others; it must touch two",
        ),
        (
            layout_of([*BLOCK, (0, -1), (-1, -1), (1, -1), (2, -2)], {}),
            "the tile on 2,-2 touches 1 other; it must touch two",
        ),
        (
            layout_of(
                [
                    *[cell for cell in PARALLELOGRAM if cell != (5, 5) and cell != (5, 4) and cell != (5, 3)],
                    (9, 0),
                    (9, 1),
                    (10, 0),
                ],
                {},
            ),
            "the tile on 9,0 is not connected to the one on 0,0",
        ),
        (layout_of([(q, r) for q in range(18) for r in (0, 1)], {}), "no tile is surrounded on all six sides.*1,0"),
    ],
)
def test_ruling_v1_what_is_no_layout(layout: dict[Any, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        funkenflug.new("vulkan", players=4, layout=layout)


def test_ruling_v1_two_neighbours_are_enough_and_one_shut_in_tile_is() -> None:
    ladder = [(q, r) for q in range(2, 16) for r in (-1, 0)]
    game = funkenflug.new("vulkan", players=4, layout=layout_of([(0, 0), *neighbours((0, 0)), *ladder, (16, -1)], {}))
    assert game.legal_moves() == ["volcano 0,0"]


def test_ruling_v1_a_finished_forest_of_feurio_is_a_layout_if_it_meets_the_rule() -> None:
    for seed in range(30):
        match = funkenflug.new("feurio", players=2, seed=seed)
        while not match.over:
            match.play(match.legal_moves()[-1])
        view = match.view()
        assert isinstance(view, FeurioView)
        forest = {tile.cell: tile.number for tile in view.tiles}
        touched = [sum(other in forest for other in neighbours(cell)) for cell in forest]
        if min(touched) >= 2 and max(touched) == 6:
            game = funkenflug.new("vulkan", players=2, layout=forest)
            assert dict(seen(game).layout) == forest
            return
    raise AssertionError("no forest qualifies")


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        ("0,0=1 0,0=2", "there are two tiles on 0,0"),
        ("0,0=7", "the tile on 0,0 must have a number from 1 to 6, not '7'"),
        ("0,0=", "the tile on 0,0 must have a number from 1 to 6, not ''"),
        ("0;0=1", "“0;0” is not a cell"),
        ("0,0=1", "a layout has 36 tiles, this one has 1"),
        ("square", "a layout must be random, hexagon, parallelogram or cells with numbers, not 'square'"),
    ],
)
def test_a_record_with_a_wrong_layout_says_why(tag: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        funkenflug.load(f'[Game "vulkan"]\n[Players "2"]\n[Seed "7"]\n[Layout "{tag}"]\n')


@pytest.mark.parametrize(
    ("players", "stocks"),
    [
        (1, ((12, 12, 12, 12),)),
        (2, ((12, 12, 0, 0), (0, 0, 12, 12))),
        (3, ((12, 0, 0, 4), (0, 12, 0, 4), (0, 0, 12, 4))),
        (4, ((12, 0, 0, 0), (0, 12, 0, 0), (0, 0, 12, 0), (0, 0, 0, 12))),
    ],
)
def test_loads_at_the_start(players: int, stocks: tuple[tuple[int, int, int, int], ...]) -> None:
    assert seen(funkenflug.new("vulkan", players=players, seed=1)).stocks == stocks


# A turn: fly


def test_a_flight_drops_one_load_of_one_colour_on_every_tile_with_a_free_space() -> None:
    game = start(4, PARALLELOGRAM, {(2, r): 6 for r in range(6)}, volcano="3,3")
    events = game.play("fly green 2,0 2,5")
    cells = tuple((2, r) for r in range(6))
    assert events == (Flown(seat=0, colour="green", cells=cells, drops=cells),)
    assert seen(game).stocks[0] == (6, 0, 0, 0)
    assert {tile.cell: tile.loads for tile in seen(game).tiles if any(tile.loads)} == dict.fromkeys(cells, (1, 0, 0, 0))
    assert game.to_move == 1


def test_rows_go_along_the_three_axes() -> None:
    game = start(4, PARALLELOGRAM, volcano="4,4")
    for row in ("2,2 2,3", "2,2 2,1", "2,2 3,2", "2,2 1,2", "2,2 3,1", "2,2 1,3"):
        assert game.explain(f"fly green {row}") == "this move is legal"
    for row in ("2,2 3,3", "2,2 1,1", "2,2 4,1", "2,2 3,0", "0,0 1,2"):
        start_cell, end_cell = map(name_cell, row.split())
        assert_refused(game, f"fly green {row}", f"{start_cell} and {end_cell} are not in a straight row")
    assert_refused(game, "fly green -500,0 500,0", "no row is that long")


def test_never_over_the_volcano() -> None:
    game = start(4, PARALLELOGRAM, volcano="2,2")
    for row in ("2,0 2,5", "0,2 5,2", "0,4 4,0", "2,2 2,2", "2,2 2,3", "2,1 2,2"):
        assert_refused(game, f"fly green {row}", "the volcano on o11 is in the way")
    assert not any(re.search(r"fly \w+ 2,[01] 2,[345]", move) for move in game.legal_moves())
    assert "fly green 2,0 2,1" in game.legal_moves()
    assert "fly green 2,3 2,5" in game.legal_moves()


def test_ruling_v2_a_row_starts_and_ends_anywhere_and_may_be_a_single_tile() -> None:
    game = start(4, PARALLELOGRAM, volcano="4,4")
    for first in range(6):
        for last in range(first, 6):
            assert f"fly green 1,{first} 1,{last}" in game.legal_moves()
    game.play("fly green 1,3 1,3")
    assert tile_at(game, (1, 3)).loads == (1, 0, 0, 0)


def test_ruling_v2_a_row_cannot_cross_a_gap() -> None:
    game = start(4, BAY, {(0, 0): 1, (0, -2): 1})
    assert_refused(game, "fly green 0,-2 0,0", "there is no tile on m14")
    assert_refused(game, "fly green 1,-1 1,0", "there is no tile on n13")
    assert_refused(game, "fly green 9,9 9,9", "there is no tile on v4")
    assert "fly green 1,-1 -3,3" not in game.legal_moves()
    assert "fly green -3,3 1,-1" in game.legal_moves()


def test_ruling_v2_nor_the_gap_that_a_tile_left_behind() -> None:
    game = start(4, PARALLELOGRAM, {(0, 2): 1}, volcano="3,3")
    assert "fly blue 0,0 0,5" not in game.legal_moves(), "it is green's turn"
    assert "fly green 0,0 0,5" in game.legal_moves()
    game.play("fly green 0,2 0,2")
    assert (0, 2) not in burning(game)
    assert_refused(game, "fly blue 0,0 0,5", "there is no tile on m11")
    assert_refused(game, "fly blue 0,2 0,2", "there is no tile on m11")
    assert "fly blue 0,0 0,1" in game.legal_moves()
    assert "fly blue 0,3 0,5" in game.legal_moves()


def test_at_least_one_load_must_be_dropped() -> None:
    game = start(4, PARALLELOGRAM, {(2, 2): 1, (2, 3): 2}, volcano="4,4")
    fly(game, "G green 2,2 2,3; B")
    why = "no tile in this row has a free space: you must drop at least one load"
    assert_refused(game, "fly blue 2,2 2,3", why)
    assert_refused(game, "fly blue 2,2 2,2", why)
    assert game.explain("fly blue 2,1 2,3") == "this move is legal"


def test_only_the_own_colours_and_the_neutral_share() -> None:
    game = start(4, PARALLELOGRAM, volcano="4,4")
    for colour in ("blue", "yellow", "red"):
        assert_refused(game, f"fly {colour} 0,0 0,0", f"{colour} is not yours")
    assert_refused(game, "fly pink 0,0 0,0", "“pink” is not a colour; use green, blue, yellow or red")
    for players, colours in ((1, set(COLOURS)), (2, {"green", "blue"}), (3, {"green", "red"}), (4, {"green"})):
        game = start(players, PARALLELOGRAM, volcano="4,4")
        assert {move.split()[1] for move in game.legal_moves()} == colours


def test_texts_are_exact() -> None:
    game = start(4, PARALLELOGRAM, volcano="4,4")
    for text in (
        "pass",
        "",
        "fly green 0,0",
        "Fly green 0,0 0,0",
        "fly  green 0,0 0,0",
        "fly green 0,0 0,0 ",
        "fly green 0,0 0,0\n",
    ):
        assert_refused(game, text, f"“{text}” is not a move in Vulkan!; moves are written like fly green m13 o13")
    for cell in ("00,0", "+1,0", "-0,0", "1", "1,", "1,0,0", "²,0", "１,0", "1000,0"):
        assert_refused(game, f"fly green {cell} 0,0", f"“{cell}” is not a cell; cells are written like n15")
    with pytest.raises(IllegalMove, match="too long"):
        game.play("fly green " + "0" * 1000)


# Ruling V3: canonical flights


def test_ruling_v3_each_set_of_drops_is_listed_once() -> None:
    game = start(4, PARALLELOGRAM, {(2, 2): 1}, volcano="4,4")
    fly(game, "G green 2,2 2,2; G")
    legal = game.legal_moves()
    assert len(legal) == len(set(legal))
    assert not any("2,2" in move.split()[2:] for move in legal), "a full tile receives nothing"
    assert "fly green 2,1 2,3" in legal, "but may lie between"
    for move in legal:
        first, last = (tuple(map(int, cell.split(","))) for cell in move.split()[2:])
        assert first <= last


def test_ruling_v3_a_single_tile() -> None:
    game = start(1, HEXAGON, volcano="1,1")
    assert "fly green 0,0 0,0" in game.legal_moves()


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("fly green 0,3 0,0", "fly green 0,0 0,3"),
        ("fly green 3,0 0,3", "fly green 0,3 3,0"),
        ("fly green 2,1 2,2", "fly green 2,1 2,1"),
        ("fly green 2,2 2,1", "fly green 2,1 2,1"),
        ("fly green 2,3 2,1", "fly green 2,1 2,3"),
        ("fly green 2,2 2,5", "fly green 2,3 2,5"),
        ("fly green 4,0 0,4", "fly green 0,4 4,0"),
    ],
)
def test_ruling_v3_flights_given_otherwise_are_accepted_and_recorded_in_canonical_form(
    said: str, recorded: str
) -> None:
    game = start(4, PARALLELOGRAM, {(2, 2): 1}, volcano="4,4")
    fly(game, "G green 2,2 2,2; G")
    same = game.copy()
    assert said not in game.legal_moves()
    assert recorded in game.legal_moves()
    assert game.explain(said) == "this move is legal"
    events = game.play(said)
    assert game.moves[-1] == recorded
    assert recorded in game.record()
    assert events == same.play(recorded)
    assert game == same


def few_loads(players: int = 4) -> Game:
    """Green has two loads left; the tiles 0,0 to 5,0 have free spaces."""
    game = start(players, PARALLELOGRAM, {(q, 0): 6 for q in range(6)}, volcano="4,4")
    fly(game, "G green 0,3 4,3; G green 0,2 4,2; G")
    assert seen(game).stocks[0][0] == 2
    return game


def test_ruling_v3_with_too_few_loads_the_direction_decides() -> None:
    for said, recorded in (
        ("fly green 0,0 2,0", "fly green 0,0 1,0"),
        ("fly green 2,0 0,0", "fly green 1,0 2,0"),
        ("fly green 0,0 5,0", "fly green 0,0 1,0"),
        ("fly green 5,0 0,0", "fly green 4,0 5,0"),
        ("fly green 1,0 0,0", "fly green 0,0 1,0"),
    ):
        game = few_loads()
        flown, *_ = game.play(said)
        assert game.moves[-1] == recorded
        assert isinstance(flown, Flown)
        assert len(flown.drops) == 2
        assert seen(game).stocks[0] == (0, 0, 0, 0)


def test_ruling_v3_the_loads_suffice_for_what_is_listed() -> None:
    legal = few_loads().legal_moves()
    assert {move for move in legal if re.fullmatch("fly green .,0 .,0", move)} == {
        *(f"fly green {q},0 {q},0" for q in range(6)),
        *(f"fly green {q},0 {q + 1},0" for q in range(5)),
    }


def test_ruling_v3_the_whole_row_must_be_unbroken_also_where_no_load_is_left() -> None:
    game = few_loads()
    assert_refused(game, "fly green 0,0 6,0", "there is no tile on s13")
    assert_refused(game, "fly green 4,0 4,5", "the volcano on q9 is in the way")


def test_a_flight_ends_with_the_loads_of_its_colour_whatever_others_are_left() -> None:
    game = start(1, PARALLELOGRAM, {(q, 0): 6 for q in range(6)}, volcano="4,4", mode="solitaire")
    for row in ("0,3 4,3", "0,2 4,2", "1,1 2,1"):
        game.play(f"fly green {row}")
    assert seen(game).stocks == ((0, 12, 12, 12),)
    assert_refused(game, "fly green 0,0 0,0", "no green loads left")
    assert {move.split()[1] for move in game.legal_moves()} == {"blue", "yellow", "red"}


# Ruling V4: skipping


def test_ruling_v4_who_has_no_load_is_skipped() -> None:
    game = start(4, PARALLELOGRAM, {(q, r): 6 for q in (2, 3) for r in (0, 1, 2)}, volcano="4,4")
    fly(game, "G green 0,3 5,3; G green 0,2 5,2; B")
    assert seen(game).stocks[0] == (0, 0, 0, 0)
    turns = []
    for _ in range(7):
        turns.append(game.to_move)
        play_quietly(game, set())
    assert turns == [1, 2, 3, 1, 2, 3, 1]


def test_ruling_v4_a_seat_flies_while_any_of_its_colours_has_loads() -> None:
    game = start(3, PARALLELOGRAM, volcano="4,4")
    fly(game, "G green 0,3 5,3; G green 0,2 5,2; G")
    assert seen(game).stocks[0] == (0, 0, 0, 4)
    assert game.to_move == 0
    assert {move.split()[1] for move in game.legal_moves()} == {"red"}
    fly(game, "G red 0,1 2,1; G red 0,0 0,0; B")
    for _ in range(4):
        play_quietly(game, set())
        assert game.to_move != 0


def test_ruling_v4_there_is_no_pass() -> None:
    game = start(4, PARALLELOGRAM, volcano="4,4")
    assert "pass" not in game.legal_moves()
    with pytest.raises(IllegalMove, match="“pass” is not a move in Vulkan!"):
        game.play("pass")


# Rewards: extinguished


def test_extinguished_needs_all_spaces_filled_and_two_adjacent_free_edges() -> None:
    game = start(4, PARALLELOGRAM, {(0, 2): 6, (2, 2): 1}, volcano="4,4")
    assert tile_at(game, (0, 2)).open_side
    assert not tile_at(game, (2, 2)).open_side
    fly(game, "G green 0,2 0,2; G green 0,2 0,2; G")
    assert (0, 2) in burning(game), "a space is free"
    events = fly(game, "G green 0,2 0,2")
    assert events[1:] == (Extinguished(seat=0, cell=(0, 2), number=6, winner=0),)
    fly(game, "B blue 2,2 2,2")
    assert (2, 2) in burning(game), "no free edge"
    assert won_by(game) == {(0, 2): 0}
    assert seen(game).scores == (6, 0, 0, 0)


def test_adjacent_edges_are_consecutive_around_the_hex_also_nw_and_n() -> None:
    # 1,-1 has free edges N, NW and S: the only adjacent ones are the last and the first of the list of directions
    game = start(4, SPIT, {(1, -1): 1, (2, -2): 6})
    assert tile_at(game, (1, -1)).open_side
    open_sides = {tile.cell for tile in seen(game).tiles if tile.open_side}
    present = {tile.cell for tile in seen(game).tiles} | {(-1, 3)}
    for cell in present - {(-1, 3)}:
        free = [other not in present for other in neighbours(cell)]
        assert (cell in open_sides) is any(free[i] and free[i - 1] for i in range(6))


def test_fact_a_full_4_whose_free_edges_are_not_adjacent_stays() -> None:
    game = start(4, BAY, {(0, 0): 4, (1, -1): 1})
    fly(game, "G green 0,0 0,0; Y yellow 0,0 0,0; Y")
    assert tile_at(game, (0, 0)).loads == (1, 0, 1, 0)
    assert not tile_at(game, (0, 0)).open_side


def test_fact_a_full_4_goes_in_the_same_turn_when_a_neighbour_goes_and_tied_belongs_to_the_flyer() -> None:
    game = start(4, BAY, {(0, 0): 4, (1, -1): 1})
    events = fly(game, "G green 0,0 0,0; Y yellow 0,0 0,0; B blue 1,-1 1,-1")
    assert events == (
        Flown(seat=1, colour="blue", cells=((1, -1),), drops=((1, -1),)),
        Extinguished(seat=1, cell=(1, -1), number=1, winner=1),
        Extinguished(seat=1, cell=(0, 0), number=4, winner=1),
    )
    assert seen(game).collected == (
        Collected(cell=(1, -1), number=1, seat=1),
        Collected(cell=(0, 0), number=4, seat=1),
    )
    assert seen(game).scores == (0, 5, 0, 0), "V5: without a load there"


def test_fact_a_full_4_with_one_free_edge_stays() -> None:
    game = start(4, BAY, {(-2, 0): 4})
    fly(game, "G green -2,0 -2,0; B blue -2,0 -2,0; G")
    assert tile_at(game, (-2, 0)).loads == (1, 1, 0, 0)


def test_fact_a_full_3_with_one_load_each_of_two_colours_goes_to_the_flyer() -> None:
    game = start(4, BAY, {(0, 3): 3})
    events = fly(game, "G green 0,3 0,3; R red 0,3 0,3")
    assert events[1:] == (Extinguished(seat=3, cell=(0, 3), number=3, winner=3),)


def test_extinguishing_repeats_until_no_tile_qualifies() -> None:
    # each tile that goes opens the next one; those behind the last stay, full as they are
    game = start(4, BAY, {(1, -1): 1, (0, 0): 1, (-1, 0): 2, (-1, 1): 2, (-2, 2): 1}, volcano="-1,5")
    fly(game, "G green -1,0 -1,1; B blue 0,0 0,0; R red -2,2 -2,2; Y")
    assert {(0, 0), (-1, 0), (-1, 1), (-2, 2)} <= burning(game)
    events = fly(game, "Y yellow 1,-1 1,-1")
    assert events[1:] == (
        Extinguished(seat=2, cell=(1, -1), number=1, winner=2),
        Extinguished(seat=2, cell=(0, 0), number=1, winner=1),
        Extinguished(seat=2, cell=(-1, 0), number=2, winner=0),
        Extinguished(seat=2, cell=(-1, 1), number=2, winner=0),
    )
    assert (-2, 2) in burning(game)
    assert seen(game).scores == (4, 1, 1, 0)


def test_the_volcano_is_a_tile_where_edges_are_concerned_and_never_goes_out() -> None:
    game = start(4, PARALLELOGRAM, {(2, 0): 1, (2, 1): 1}, volcano="1,1")
    events = game.play("fly green 2,0 2,1")
    assert events[1:] == (Extinguished(seat=0, cell=(2, 0), number=1, winner=0),)
    assert not tile_at(game, (2, 1)).open_side, "free to the north, the volcano to the north-west"
    assert (2, 1) in burning(game)
    assert seen(game).volcano == (1, 1)


# Who wins a tile


def cut_off(players: int, loads: str, flyer: str = "B") -> tuple[Game, Isolated]:
    """Put these loads (seat and colour) on 3,-3, then let the flyer cut it off; returns what became of it."""
    game = start(players, FLOWER, {(1, -1): 1, (3, -3): 5})
    own = {"G": "green", "B": "blue" if players > 2 else "yellow", "Y": "yellow", "R": "red"}[flyer]
    drops = [f"{load} 3,-3 3,-3" for load in loads.split("; ")]
    events = fly(game, "; ".join([*drops, f"{flyer} {own} 1,-1 1,-1"]))
    return game, next(event for event in events if isinstance(event, Isolated) and event.cell == (3, -3))


@pytest.mark.parametrize(
    ("players", "loads", "winner"),
    [
        (4, "G green; G green; R red", 0),
        (4, "G green; Y yellow; Y yellow", 2),
        (4, "G green", 0),
        (4, "G green; Y yellow", 1),
        (4, "G green; Y yellow; R red", 1),
        (4, "B blue; G green", 1),
        (4, "B blue; B blue; G green", 1),
        (2, "G green; G blue", 1),
        (2, "G green; G blue; G blue", 0),
        (2, "B yellow; B red; G green", 1),
        (2, "G green; G blue; B red", 1),
        (3, "G red", 1),
        (3, "G red; G red; G green", 1),
        (3, "G green; G green; G red", 0),
        (3, "G green; G red", 1),
        (3, "G green; Y yellow; G red", 1),
        (3, "Y yellow; Y yellow; G red", 2),
    ],
)
def test_majority_is_by_colour_ties_and_neutral_majorities_go_to_the_flyer(
    players: int, loads: str, winner: int
) -> None:
    game, isolated = cut_off(players, loads)
    assert isolated.winner == winner
    assert won_by(game)[3, -3] == winner


def test_ruling_v5_on_a_tie_the_flyer_gets_it_even_without_a_load_there() -> None:
    for flyer, seat in (("B", 1), ("R", 3)):
        _, isolated = cut_off(4, "G green; Y yellow", flyer=flyer)
        assert isolated == Isolated(seat=seat, cell=(3, -3), number=5, winner=seat)


@pytest.mark.parametrize(
    ("players", "who", "winner"), [(3, "G red", 0), (3, "Y red", 2), (2, "G blue", 0), (2, "B red", 1)]
)
def test_an_extinguished_tile_belongs_to_the_colours_seat_or_for_the_neutral_to_the_flyer(
    players: int, who: str, winner: int
) -> None:
    game = start(players, PARALLELOGRAM, {(0, 2): 1}, volcano="4,4")
    events = fly(game, f"{who} 0,2 0,2")
    assert events[1:] == (Extinguished(seat=winner, cell=(0, 2), number=1, winner=winner),)


def test_the_flyer_may_put_out_a_tile_for_another() -> None:
    game = start(4, PARALLELOGRAM, {(0, 2): 5}, volcano="4,4")
    events = fly(game, "G green 0,2 0,2; G green 0,2 0,2; B blue 0,2 0,2")
    assert events[1:] == (Extinguished(seat=1, cell=(0, 2), number=5, winner=0),)


# Rewards: isolated


def test_fact_cutting_off_three_tiles() -> None:
    numbers = {(1, -1): 2, (2, -2): 4, (2, -1): 6, (3, -2): 5}
    game = start(4, SPIT, numbers)
    events = fly(game, "G green 2,-1 2,-1; G green 3,-2 3,-2; Y yellow 3,-2 3,-2; B blue 1,-1 1,-1")
    assert events == (
        Flown(seat=1, colour="blue", cells=((1, -1),), drops=((1, -1),)),
        Extinguished(seat=1, cell=(1, -1), number=2, winner=1),
        Isolated(seat=1, cell=(2, -2), number=4, winner=None),
        Isolated(seat=1, cell=(2, -1), number=6, winner=0),
        Isolated(seat=1, cell=(3, -2), number=5, winner=1),
    )
    assert won_by(game) == {(1, -1): 1, (2, -2): None, (2, -1): 0, (3, -2): 1}
    assert seen(game).scores == (6, 7, 0, 0)
    assert burning(game) == set(BLOCK) - {(-1, 3)}
    assert game.to_move == 2, "a competitive match goes on"


def test_isolated_tiles_need_not_be_full_nor_at_an_edge() -> None:
    _, isolated = cut_off(4, "G green")
    assert isolated.winner == 0


def test_all_loads_on_removed_tiles_are_out_of_the_game() -> None:
    game, _ = cut_off(4, "G green; R red; B blue")
    before = game.copy()
    before.undo()

    def in_the_game(match: Game) -> list[int]:
        view = seen(match)
        return [sum(x.loads[i] for x in view.tiles) + sum(stock[i] for stock in view.stocks) for i in range(4)]

    assert in_the_game(before) == [12, 12, 12, 12]
    assert in_the_game(game) == [11, 10, 12, 11]


def test_the_side_without_the_volcano_is_cut_off_however_large_it_is() -> None:
    game = start(1, FLOWER, {(1, -1): 1}, volcano="3,-3")
    events = game.play("fly red 1,-1 1,-1")
    isolated = {event.cell for event in events if isinstance(event, Isolated)}
    assert isolated == {cell for cell in BLOCK if cell[1] < 7}
    assert burning(game) == set(neighbours((3, -3)))


def test_nothing_is_cut_off_while_a_way_round_is_left() -> None:
    game = start(4, BAY, {(1, -1): 1, (0, 0): 6})
    events = fly(game, "B blue 1,-1 1,-1")
    assert [type(event) for event in events] == [Flown, Extinguished]
    assert {(-1, -1), (0, -2), (1, -2)} <= burning(game)


def test_extinguished_come_before_isolated() -> None:
    # what goes out is no longer there to be cut off: full 1s behind the neck are extinguished, not isolated
    game = start(4, SPIT, {(1, -1): 1, (2, -2): 1, (2, -1): 6, (3, -2): 6})
    events = game.play("fly green 1,-1 2,-2")
    assert [(type(event).__name__, getattr(event, "cell", None)) for event in events[1:]] == [
        ("Extinguished", (1, -1)),
        ("Extinguished", (2, -2)),
        ("Isolated", (2, -1)),
        ("Isolated", (3, -2)),
    ]


# End and score (competitive)


def play_to_the_end_quietly(game: Game) -> VulkanOutcome:
    while not game.over:
        play_quietly(game, set())
    return outcome_of(game)


def calm(players: int, mode: str | None = None, numbers: Mapping[Cell, int] | None = None) -> Game:
    """A forest with much room in its inside."""
    rim_first = sorted(HEXAGON, key=lambda cell: max(abs(cell[0]), abs(cell[1]), abs(sum(cell))), reverse=True)
    layout = dict(numbers or {})
    rest = list(NUMBERS)
    for number in layout.values():
        rest.remove(str(number))
    layout |= {cell: int(rest.pop(0)) for cell in rim_first if cell not in layout}
    game = funkenflug.new("vulkan", players=players, mode=mode, layout=layout)
    game.play("volcano 0,0")
    return game


@pytest.mark.parametrize(("players", "left"), [(2, 24), (3, 12), (4, 12)])
def test_the_game_ends_when_nobody_can_fly_and_a_full_tie_is_shared(players: int, left: int) -> None:
    game = calm(players)
    outcome = play_to_the_end_quietly(game)
    assert all(stock == (0, 0, 0, 0) for stock in seen(game).stocks)
    assert (game.to_move, game.legal_moves(), seen(game).step) == (None, [], "over")
    assert outcome == VulkanOutcome(
        scores=(0,) * players,
        winners=tuple(range(players)),
        collected=((),) * players,
        loads_left=(left,) * players,
        tiles_left=35,
        decided_by="shared",
        lost_because=None,
    )
    assert "[Result " in game.record()
    assert_refused(game, "fly green 0,0 0,0", "the game is over")


def test_a_score_is_the_sum_of_the_numbers_and_the_highest_wins() -> None:
    game = calm(4, numbers={(-3, 0): 5, (-3, 1): 1, (3, -3): 3})
    fly(
        game,
        "G green -3,1 -3,1; Y yellow 3,-3 3,-3; Y yellow 3,-3 3,-3;"
        "G green -3,0 -3,0; G green -3,0 -3,0; B blue -3,0 -3,0",
    )
    outcome = play_to_the_end_quietly(game)
    assert outcome.collected == ((1, 5), (), (3,), ())
    assert outcome.scores == (6, 0, 3, 0)
    assert outcome.winners == (0,)
    assert outcome.decided_by == "points"
    assert outcome.tiles_left == 32
    assert outcome.loads_left == (9, 11, 10, 12)


def test_a_tie_goes_to_the_seat_with_fewer_own_loads_on_the_remaining_tiles() -> None:
    game = calm(4, numbers={(-3, 0): 4, (3, -3): 4})
    fly(game, "G green -3,0 -3,0; G green -3,0 -3,0; Y yellow 3,-3 3,-3; R red 3,-3 3,-3")
    outcome = play_to_the_end_quietly(game)
    assert outcome.scores == (4, 0, 0, 4), "red won the other one by a tie"
    assert outcome.loads_left == (10, 12, 11, 11)
    assert outcome.winners == (0,)
    assert outcome.decided_by == "loads left"


def test_a_tie_in_that_too_is_a_shared_victory() -> None:
    game = calm(4, numbers={(-3, 0): 4, (3, -3): 4})
    fly(game, "G green -3,0 -3,0; B blue -3,0 -3,0; Y yellow 3,-3 3,-3; R red 3,-3 3,-3")
    outcome = play_to_the_end_quietly(game)
    assert outcome.scores == (0, 4, 0, 4)
    assert outcome.loads_left == (11, 11, 11, 11)
    assert outcome.winners == (1, 3)
    assert outcome.decided_by == "shared"


def test_neutral_loads_left_count_for_nobody_and_two_colours_of_a_seat_both_count() -> None:
    three = calm(3, numbers={(-3, 0): 4, (3, -3): 4})
    fly(three, "G green -3,0 -3,0; G red -3,0 -3,0; B blue 3,-3 3,-3; B blue 3,-3 3,-3")
    outcome = play_to_the_end_quietly(three)
    assert outcome.scores == (4, 4, 0)
    assert outcome.loads_left == (11, 10, 12)
    assert outcome.winners == (1,)
    two = calm(2, numbers={(-3, 0): 4, (3, -3): 4})
    fly(two, "G green -3,0 -3,0; G blue -3,0 -3,0; B yellow 3,-3 3,-3; B red 3,-3 3,-3")
    outcome = play_to_the_end_quietly(two)
    assert outcome.loads_left == (22, 22)
    assert outcome.winners == (0, 1)


# Solitaire and cooperative


@pytest.mark.parametrize(
    ("players", "mode"), [(1, "solitaire"), (2, "cooperative"), (3, "cooperative"), (4, "cooperative")]
)
def test_lost_at_once_when_a_tile_leaves_without_a_load_and_the_rest_is_still_handed_out(
    players: int, mode: str
) -> None:
    game = start(players, SPIT, {(1, -1): 1, (2, -2): 6, (2, -1): 6, (3, -2): 6}, mode=mode)
    events = fly(game, "G green 2,-1 2,-1; G green 1,-1 1,-1")
    assert events[1:] == (
        Extinguished(seat=0, cell=(1, -1), number=1, winner=0),
        Isolated(seat=0, cell=(2, -2), number=6, winner=None),
        Isolated(seat=0, cell=(2, -1), number=6, winner=0),
        Isolated(seat=0, cell=(3, -2), number=6, winner=None),
    )
    assert game.over
    assert seen(game).scores == ()
    outcome = outcome_of(game)
    assert outcome.scores == ()
    assert outcome.winners == ()
    assert outcome.collected == ((1, 6), *((),) * (players - 1))
    assert outcome.tiles_left == 31
    assert (outcome.decided_by, outcome.lost_because) == ("goals", "a tile was lost")
    assert '[Result "lost"]' in game.record()


@pytest.mark.parametrize(
    ("players", "mode"), [(1, "solitaire"), (2, "cooperative"), (3, "cooperative"), (4, "cooperative")]
)
def test_lost_if_the_game_ends_with_tiles_left(players: int, mode: str) -> None:
    game = calm(players, mode)
    outcome = play_to_the_end_quietly(game)
    assert outcome.winners == ()
    assert (outcome.tiles_left, outcome.lost_because) == (35, "loads ran out")


@pytest.mark.parametrize(("players", "mode", "numbers", "moves"), VULKAN_WON)
def test_won_when_all_35_tiles_have_been_collected(players: int, mode: str, numbers: str, moves: str) -> None:
    game = Forest(players, mode, tuple(HEXAGON), numbers).start()
    for move in moves.split(";"):
        assert not game.over
        game.play(move.strip())
    assert game.over
    outcome = outcome_of(game)
    assert outcome.winners == tuple(range(players))
    assert sum(map(len, outcome.collected)) == 35
    assert (outcome.scores, outcome.tiles_left, outcome.lost_because) == ((), 0, None)
    assert outcome.loads_left == (0,) * players
    assert all(seat is not None for seat in won_by(game).values())
    assert '[Result "won"]' in game.record()


def test_turns_as_for_that_number_of_players() -> None:
    for players, turns in ((1, [0] * 6), (2, [0, 1] * 3), (3, [0, 1, 2] * 2), (4, [0, 1, 2, 3, 0, 1])):
        game = calm(players, "solitaire" if players == 1 else "cooperative")
        seats = []
        for _ in range(6):
            seats.append(game.to_move)
            play_quietly(game, set())
        assert seats == turns


def test_solitaire_has_all_four_colours_one_per_flight() -> None:
    game = calm(1)
    for colour, row in (
        ("red", "-1,0 -1,1"),
        ("green", "1,0 1,0"),
        ("green", "0,1 0,1"),
        ("blue", "-1,0 -1,1"),
        ("yellow", "1,0 1,0"),
    ):
        flown, *_ = game.play(f"fly {colour} {row}")
        assert isinstance(flown, Flown)
        assert (flown.seat, flown.colour) == (0, colour)


# Numbers worth knowing


def test_a_game_ends_only_for_lack_of_loads_lack_of_tiles_or_by_being_lost() -> None:
    rng = random.Random(2004)
    lengths, choices = [], []
    for seed in range(20):
        game = funkenflug.new("vulkan", players=4, seed=seed)
        while not game.over:
            legal = game.legal_moves()
            choices.append(len(legal))
            game.play(rng.choice(legal))
            assert not seen(game).tiles or any(sum(tile.loads) < tile.spaces for tile in seen(game).tiles)
        lengths.append(len(game.moves))
    assert 20 <= sum(lengths) / len(lengths) <= 29
    assert 80 <= sum(choices) / len(choices) <= 160
    assert max(choices) <= 250
