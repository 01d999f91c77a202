"""The forests of Vulkan!: those that chance lays, and those that Feurio! leaves behind (V1)."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

import funkenflug
from funkenflug import Game
from funkenflug.core.view import Hex
from funkenflug.games import follow_ups
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.hexes import ALL_NUMBERS, neighbours
from funkenflug.games.vulkan.rules.deal import ragged_forest
from funkenflug.games.vulkan.rules.view import VulkanView


def touched(cells: Iterable[Hex]) -> list[int]:
    """Return for each cell how many others it touches."""
    forest = set(cells)
    return [sum(other in forest for other in neighbours(cell)) for cell in sorted(forest)]


# Chance -------------------------------------------------------------------------------------------------------------


def rows_of(cells: Iterable[Hex]) -> list[str]:
    """Return a line for each q, and in it a letter for each r."""
    forest = set(cells)
    r_span = range(min(r for _, r in forest), max(r for _, r in forest) + 1)
    return ["".join(".#"[(q, r) in forest] for r in r_span) for q in sorted({q for q, _ in forest})]


def test_the_same_seed_lays_the_same_forest_in_every_version() -> None:
    view = funkenflug.new("vulkan", players=2, seed=7).view()
    assert isinstance(view, VulkanView)
    assert rows_of(cell for cell, _ in view.layout) == [
        ".....#..",
        "...#####",
        "..######",
        ".####.#.",
        "#######.",
        ".######.",
        ".#####..",
        "..#.....",
    ]
    assert "".join(str(number) for _, number in view.layout) == "315554362242431442266163355166532114"


def test_forests_laid_by_chance_are_compact_but_ragged() -> None:
    forests = [ragged_forest(str(seed)) for seed in range(1, 101)]
    shores = [sum(6 - count for count in touched(forest)) for forest in forests]
    assert min(min(touched(forest)) for forest in forests) >= 2
    assert 52 <= sum(shores) / len(shores) <= 62, "the parallelogram has 46 free edges, a ring of 36 tiles has 144"
    assert all(touched(forest).count(6) >= 3 for forest in forests), "a choice of volcanoes"


# Feurio! ------------------------------------------------------------------------------------------------------------


def finished(seed: int, players: int = 4, **kind: Any) -> Game:
    """Return a match of Feurio! that chance has played."""
    game: Game = funkenflug.new("feurio", players=players, seed=seed, **kind)
    chance = random.Random(seed)
    while not game.over:
        game.play(chance.choice(game.legal_moves()))
    return game


def forest_of(game: Game) -> dict[Hex, int | None]:
    view = game.view()
    assert isinstance(view, FeurioView)
    return {tile.cell: tile.number for tile in view.tiles}


def fits(forest: Iterable[Hex]) -> bool:
    """Whether a forest of Feurio!, which is connected anyway, can be played on."""
    counts = touched(forest)
    return min(counts) >= 2 and max(counts) == 6


@pytest.mark.parametrize(
    ("players", "kind"),
    [(1, {}), (2, {}), (3, {}), (4, {}), (4, {"options": ("firebreak",)}), (3, {"mode": "cooperative"})],
)
def test_a_finished_forest_that_qualifies_is_a_layout_and_no_other_is(players: int, kind: dict[str, Any]) -> None:
    for seed in range(12):
        game = finished(seed, players, **kind)
        if fits(forest_of(game)):
            layout = funkenflug.vulkan_layout(game)
            assert layout == forest_of(game)
            assert Counter(layout.values()) == Counter(ALL_NUMBERS)
        else:
            with pytest.raises(ValueError, match=r"-?\d+,-?\d+"):
                funkenflug.vulkan_layout(game)


def first_that_qualifies(**kind: Any) -> Game:
    return next(game for seed in range(100) if fits(forest_of(game := finished(seed, **kind))))


def test_the_layout_can_be_played_on_and_recorded() -> None:
    layout = funkenflug.vulkan_layout(first_that_qualifies())
    game = funkenflug.new("vulkan", players=3, layout=layout)
    game.play(game.legal_moves()[0])
    assert funkenflug.load(game.record()) == game


def test_firebreaks_show_their_number() -> None:
    game = first_that_qualifies(options=("firebreak",))
    view = game.view()
    assert isinstance(view, FeurioView)
    layout = funkenflug.vulkan_layout(game)
    broken = [tile for tile in view.tiles if tile.firebreak]
    assert broken
    assert all(layout[tile.cell] == tile.number for tile in broken)


def test_the_complaint_names_the_cell() -> None:
    played = (finished(seed, players=2, options=("firebreak",)) for seed in range(100))
    lonely = next(game for game in played if min(touched(forest_of(game))) == 1)
    cells = sorted(forest_of(lonely))
    q, r = cells[touched(cells).index(1)]
    with pytest.raises(ValueError, match=rf"the tile on {q},{r} touches 1 other; it must touch two"):
        funkenflug.vulkan_layout(lonely)


def test_without_firebreaks_every_tile_touches_two() -> None:
    """Next to a tile of a forest there is always a cell that touches one more, and burns hotter."""
    for players in (1, 2, 3, 4):
        for seed in range(5):
            assert min(touched(forest_of(finished(seed, players)))) >= 2


def test_vulkan_offers_to_go_on_where_feurio_ends() -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    assert follow_ups(game.view()) == {}
    while not game.over:
        game.play(game.legal_moves()[-1])
    offers = follow_ups(game.view())
    assert list(offers) == ["vulkan"]
    assert offers["vulkan"].title == "Play Vulkan! in this forest"
    assert funkenflug.new("vulkan", players=2, **offers["vulkan"].deal).setup.seed is None


def test_only_a_finished_match_of_feurio_leaves_a_layout() -> None:
    game = finished(1)
    game.undo()
    with pytest.raises(ValueError, match="this match of Feurio! is not over"):
        funkenflug.vulkan_layout(game)
    with pytest.raises(ValueError, match="not a match of Feuer & Wasser"):
        funkenflug.vulkan_layout(funkenflug.new("feuer-wasser", players=2))


def test_a_layout_without_a_place_for_the_volcano_names_the_nearest_cell() -> None:
    ladder = {(q, r): 1 + (2 * q + r) % 6 for q in range(18) for r in (0, 1)}
    with pytest.raises(
        ValueError, match="no tile is surrounded on all six sides to be the volcano; 1,0 comes nearest with 4"
    ):
        funkenflug.new("vulkan", players=2, layout=ladder)


@pytest.mark.parametrize("other", [None, "x", 5])
def test_what_is_no_match_leaves_no_forest(other: Any) -> None:
    with pytest.raises(ValueError, match=f"the forest of a match of Feurio! can be a layout, not {other!r}"):
        funkenflug.vulkan_layout(other)
