"""The oracles held against the worked examples and facts of the rules, and played to the end at random."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Protocol

import pytest

from tests.oracle import feuer_wasser, feurio, vulkan
from tests.oracle.games import FEURIO_WON, VULKAN_WON


class AnyOracle(Protocol):
    @property
    def to_move(self) -> int | None: ...

    def legal(self) -> set[str]: ...

    def accepts(self, text: str) -> str | None: ...

    def play(self, text: str) -> None: ...

    def scores(self) -> tuple[int, ...]: ...

    def winners(self) -> tuple[int, ...]: ...


def play_out(game: AnyOracle, choose: Callable[[list[str]], str]) -> int:
    """Play to the end; returns how many moves that took."""
    moves = 0
    while game.to_move is not None:
        text = choose(sorted(game.legal()))
        assert game.accepts(text) == text
        game.play(text)
        moves += 1
    assert game.legal() == set()
    assert game.accepts("pass") is None
    return moves


def mixed_deck(rng: random.Random) -> list[int]:
    deck = [1, 2, 3, 4, 5, 6] * 6
    rng.shuffle(deck)
    return deck


def moves_of(text: str) -> list[str]:
    return [move.strip() for move in text.split(";")]


# -- Feurio! -----------------------------------------------------------------------------------------------------


def feurio_example() -> feurio.Oracle:
    game = feurio.Oracle(4, "competitive", (), [3, 4, 6, 6, 2, 1, 2, 5, 1, 1])
    game.play("arrange 6 6 3 4")  # as in the printed picture
    return game


def feurio_score(
    players: int, tiles: dict[feurio.Cell, int], crews: dict[feurio.Cell, str], *options: str
) -> list[int]:
    """The points of green's regions, with one firefighter for each colour named on a tile."""
    game = feurio_position(players, tiles, crews, *options)
    return [points for _, points in game.regions()["green"]]


def feurio_position(
    players: int, tiles: dict[feurio.Cell, int], crews: dict[feurio.Cell, str], *options: str
) -> feurio.Oracle:
    """A finished competitive game with this forest."""
    game = feurio.Oracle(players, "competitive", options, [1] * 36)
    game.tiles = tiles
    game.crews = {cell: dict.fromkeys(colours.split(), 1) for cell, colours in crews.items()}
    game.over = True
    return game


def ring(cell: feurio.Cell) -> list[feurio.Cell]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))]


def test_feurio_worked_example_arrangement() -> None:
    game = feurio.Oracle(4, "competitive", (), [3, 4, 6, 6, 2])
    assert game.to_move == 3
    assert game.legal() == {"arrange 6 6 4 3", "arrange 6 4 6 3", "arrange 6 3 6 4", "arrange 4 3 6 6"}
    assert game.accepts("arrange 6 6 4 3") == "arrange 6 6 4 3"
    assert game.accepts("arrange 6 6 3 4") == "arrange 6 6 3 4"
    for wrong in ("arrange 6 6 3 3", "arrange 6 6 3", "arrange 6 6 3 4 ", "arrange 6 6 3 4 1", "pass", "tile 0,0", ""):
        assert game.accepts(wrong) is None
    game.play("arrange 6 6 3 4")
    assert game.tiles == {(0, 0): 6, (1, -1): 6, (0, -1): 3, (1, 0): 4}
    assert game.to_move == 0


def test_feurio_worked_example_turns() -> None:
    game = feurio_example()
    # Green
    assert (game.to_move, game.drawn) == (0, 2)
    assert game.hottest() == {(2, -1), (0, 1)}
    assert game.heat((2, -1)) == game.heat((0, 1)) == 10
    assert game.legal() == {"tile 2,-1", "tile 0,1"}
    game.play("tile 2,-1")
    assert game.free_edges((0, 0)) == 3
    assert {f"crew {n} green 0,0" for n in (1, 2, 3)} <= game.legal()
    game.play("crew 1 green 0,0")
    # Blue
    assert (game.to_move, game.drawn) == (1, 1)
    assert game.legal() == {"tile 0,1"}
    game.play("tile 0,1")
    assert game.free_edges((0, 0)) == 2
    assert game.accepts("crew 1 blue 0,0") == "crew 1 blue 0,0"
    assert game.accepts("crew 2 blue 0,0") is None
    assert game.accepts("crew 1 green 0,0") is None
    game.play("crew 1 blue 0,0")
    # Yellow
    assert (game.to_move, game.drawn) == (2, 2)
    assert game.hottest() == {(-1, 0), (1, -2)}
    assert game.heat((-1, 0)) == 9
    game.play("tile -1,0")
    assert game.free_edges((1, -1)) == 2
    assert game.accepts("crew 3 yellow 1,-1") is None
    game.play("crew 2 yellow 1,-1")
    # Red
    assert (game.to_move, game.drawn) == (3, 5)
    assert game.hottest() == {(1, -2), (-1, 1)}
    assert game.heat((-1, 1)) == 2 + 6 + 1
    game.play("tile 1,-2")
    assert not any(move.endswith(" 1,-1") for move in game.legal())  # full
    game.play("crew 1 red 1,-2")
    assert game.to_move == 0
    assert game.crews == {(0, 0): {"green": 1, "blue": 1}, (1, -1): {"yellow": 2}, (1, -2): {"red": 1}}
    assert game.stocks == [{"green": 11}, {"blue": 11}, {"yellow": 10}, {"red": 11}]


def test_feurio_another_picture_heat() -> None:
    game = feurio.Oracle(4, "competitive", (), [3, 6, 5, 4, 1])
    game.play("arrange 6 5 4 3")
    around = {cell for tile in game.tiles for cell in ring(tile)} - set(game.tiles)
    two_tiles = [cell for cell in around if sum(other in game.tiles for other in ring(cell)) == 2]
    assert sorted(game.heat(cell) for cell in two_tiles) == [8, 9, 9, 10]
    assert {game.heat(cell) for cell in game.hottest()} == {10}


def test_feurio_six_arrangements_at_most() -> None:
    assert len(feurio.Oracle(4, "competitive", (), [1, 2, 3, 4, 5]).legal()) == 6
    assert feurio.Oracle(4, "cooperative", (), [6, 6, 6, 6, 5]).legal() == {"arrange 6 6 6 6"}


@pytest.mark.parametrize("players", [1, 2, 3])
def test_feurio_set_up_without_arrangement(players: int) -> None:
    game = feurio.Oracle(players, "solitaire" if players == 1 else "cooperative", (), [6, 5, 4, 3, 2, 1])
    cells = [(0, 0), (1, 0)] if players == 2 else [(0, 0), (1, -1), (0, -1)][:players]
    assert game.tiles == dict(zip(cells, [6, 5, 4], strict=False))
    assert game.to_move == 0
    assert game.drawn == 6 - players


def test_feurio_texts_are_exact() -> None:
    game = feurio_example()
    for wrong in (
        "Tile 2,-1",
        "tile  2,-1",
        "tile 2, -1",
        "tile 2,-1 ",
        "tile +2,-1",
        "tile 02,-1",
        "tile 2,-1\n",
        "\0",
    ):
        assert game.accepts(wrong) is None
    with pytest.raises(ValueError, match="not allowed"):
        game.play("tile 1,-2")


@pytest.mark.parametrize(
    ("numbers", "points", "hotter"),
    [([2, 5], 4, 3), ([5, 6, 1], 12, 12), ([1], 1, 1), ([6, 4, 2], 6, 6), ([1, 4, 5, 2], 12, 12), ([3, 4, 4], 4, 3)],
)
def test_feurio_worked_example_scoring(numbers: list[int], points: int, hotter: int) -> None:
    row = {(0, -r): number for r, number in enumerate(numbers)}
    assert feurio_score(4, row, dict.fromkeys(row, "green")) == [points]
    assert feurio_score(4, row, dict.fromkeys(row, "green"), "hotter") == [hotter]


def test_feurio_worked_example_shut_in_region_gives_0() -> None:
    forest = {(0, 0): 6, **dict.fromkeys(ring((0, 0)), 1)}
    assert feurio_score(4, forest, {(0, 0): "green"}) == [0]


def test_feurio_least_number_is_among_tiles_with_a_free_edge() -> None:
    forest = {(0, 0): 1, **dict.fromkeys(ring((0, 0)), 4)}
    assert feurio_score(4, forest, {(0, 0): "green", (0, 1): "green"}) == [2]  # 1 + 4 by 4, not by the shut-in 1


def test_feurio_each_region_is_rounded_by_itself() -> None:
    row = {(0, r): number for r, number in enumerate([2, 5, 6, 5, 2])}
    game = feurio_position(4, row, {cell: "green" for cell in row if row[cell] != 6})
    assert game.scores() == (8, 0, 0, 0)  # 3.5 and 3.5


def test_feurio_a_firebreak_closes_edges_and_never_carries_anybody() -> None:
    game = feurio.Oracle(2, "competitive", ("firebreak",), [2, 2, 6, 5, 4, 3])
    assert game.legal() == {
        move for cell in ("1,-1", "0,1") for move in (f"tile {cell}", f"break {cell} green", f"break {cell} blue")
    }
    game.play("break 1,-1 blue")
    assert game.stocks == [{"green": 12, "blue": 11}, {"yellow": 12, "red": 12}]
    assert game.to_move == 1
    assert game.drawn == 5
    assert game.breaks == {(1, -1): 6}
    assert game.free_edges((0, 0)) == game.free_edges((1, 0)) == 4
    assert game.hottest() == {(0, 1)}
    assert game.heat((2, -1)) == 2
    game.play("tile 0,1")
    assert not any(move.endswith(" 1,-1") for move in game.legal())


def test_feurio_without_an_own_firefighter_no_firebreak() -> None:
    game = feurio.Oracle(3, "competitive", ("firebreak",), mixed_deck(random.Random(1)))
    assert any(move.startswith("break") for move in game.legal())
    assert not any(move.endswith("red") for move in game.legal())
    game.stocks[0]["green"] = 0  # only neutrals left
    assert game.legal() == {f"tile {q},{r}" for q, r in game.hottest()}


def test_feurio_ruling_f6_all_heat_can_be_0() -> None:
    game = feurio.Oracle(2, "competitive", ("firebreak",), [6] * 36)
    for _ in range(8):
        assert all(game.heat(cell) > 0 for cell in game.hottest())
        game.play(min(move for move in game.legal() if move.startswith("break")))
    assert len(game.breaks) == 8
    forest = set(game.tiles) | set(game.breaks)
    assert game.hottest() == {cell for tile in game.breaks for cell in ring(tile)} - forest
    assert {game.heat(cell) for cell in game.hottest()} == {0}


def test_feurio_ruling_f2_pass_is_explicit_even_when_the_only_move() -> None:
    game = feurio.Oracle(2, "competitive", (), [6, 5, 4])
    game.stocks = [{"green": 0, "blue": 0}, {"yellow": 0, "red": 0}]
    game.play(min(game.legal()))
    assert game.legal() == {"pass"}


def test_feurio_ruling_f3_the_turn_of_the_last_tile_is_no_pass() -> None:
    game = feurio.Oracle(2, "competitive", (), [6, 5, 4])
    game.play("tile 1,-1")
    game.play("pass")  # laid the last tile: not a pass
    assert game.to_move == 1
    game.play("pass")
    assert game.to_move == 0
    game.play("pass")
    assert game.to_move is None


def test_feurio_ruling_f3_a_firebreak_turn_is_no_pass() -> None:
    game = feurio.Oracle(2, "competitive", ("firebreak",), [6, 5, 4])
    game.play("break 1,-1 green")
    game.play("pass")
    assert game.to_move == 0
    assert game.accepts("tile 0,1") is None
    game.play("pass")
    assert game.to_move is None


def test_feurio_who_passed_may_place_again() -> None:
    game = feurio.Oracle(3, "competitive", (), [6, 5, 4, 3])
    game.play(min(game.legal()))
    for text in ("pass", "pass", "pass", "crew 1 green 0,0", "pass", "crew 1 red 0,0", "pass", "pass"):
        game.play(text)
    assert game.to_move == 2
    game.play("pass")
    assert game.to_move is None


def test_feurio_three_players_each_have_their_own_neutrals() -> None:
    game = feurio.Oracle(3, "competitive", (), mixed_deck(random.Random(5)))
    assert game.stocks == [{"green": 12, "red": 4}, {"blue": 12, "red": 4}, {"yellow": 12, "red": 4}]
    game.tiles[(0, 0)] = 6
    game.play(min(game.legal()))
    game.play("crew 3 red 0,0")
    assert game.stocks == [{"green": 12, "red": 1}, {"blue": 12, "red": 4}, {"yellow": 12, "red": 4}]
    assert game.scores() == (0, 0, 0)  # taken off before scoring
    assert len(game.regions()["red"]) == 1


def test_feurio_ruling_f4_a_tie_goes_to_the_single_most_valuable_region() -> None:
    row = {(0, r): number for r, number in enumerate([1, 1, 1, 2, 1])}
    game = feurio_position(4, row, {(0, 0): "green", (0, 2): "green", (0, 1): "blue yellow"})
    assert game.scores() == (2, 1, 1, 0)
    assert game.winners() == (0,)
    game = feurio_position(4, row, {(0, 0): "green blue", (0, 2): "green", (0, 1): "blue"})
    assert game.scores() == (2, 2, 0, 0)
    assert game.winners() == (1,)
    game = feurio_position(4, row, {(0, 0): "green blue", (0, 2): "green blue"})
    assert game.winners() == (0, 1)
    assert feurio_position(4, row, {}).winners() == (0, 1, 2, 3)


def test_feurio_ruling_f4_two_players_best_region_of_either_colour() -> None:
    row = {(0, r): 1 for r in range(7)}
    crews = {(0, 0): "green", (0, 1): "blue", (0, 2): "blue", (0, 4): "yellow", (0, 6): "yellow red"}
    game = feurio_position(2, row, crews)
    assert game.scores() == (3, 3)
    assert game.winners() == (0,)


@pytest.mark.parametrize(("players", "mode", "deck", "moves"), FEURIO_WON)
def test_feurio_games_won_on_purpose(players: int, mode: str, deck: str, moves: str) -> None:
    game = feurio.Oracle(players, mode, (), [int(number) for number in deck])
    assert sorted(deck) == sorted("123456" * 6)
    for move in moves_of(moves):
        assert game.to_move is not None
        game.play(move)
    assert game.to_move is None
    assert set(game.goals().values()) == {(True, True, True)}
    assert game.winners() == tuple(range(players))
    assert not any(any(stock.values()) for stock in game.stocks)


@pytest.mark.parametrize("spoil", ["one left over", "two regions", "no open 1"])
def test_feurio_each_goal_is_needed(spoil: str) -> None:
    players, mode, deck, moves = FEURIO_WON[2]
    game = feurio.Oracle(players, mode, (), [int(number) for number in deck])
    for move in moves_of(moves):
        game.play(move)
    if spoil == "one left over":
        cell = next(cell for cell, crew in game.crews.items() if crew.get("red", 0) > 1)
        game.crews[cell]["red"] -= 1
        assert game.goals()["red"] == (False, True, True)
    elif spoil == "two regions":
        cell = next(cell for cell, crew in game.crews.items() if crew.get("red", 0) > 1)
        game.crews[cell]["red"] -= 1
        game.tiles[(20, 20)] = 1
        game.crews[(20, 20)] = {"red": 1}
        assert game.goals()["red"] == (True, False, True)
    else:
        for cell, crew in game.crews.items():
            if crew.get("red") and game.tiles[cell] == 1:
                game.breaks.update({other: 1 for other in ring(cell) if other not in game.tiles})
        assert game.goals()["red"] == (True, True, False)
    assert game.winners() == ()


FEURIO_KINDS = [
    *[(players, "competitive", options) for players in (2, 3, 4) for options in ((), ("firebreak",), ("hotter",))],
    *[(players, "competitive", ("firebreak", "hotter")) for players in (2, 3, 4)],
    (1, "solitaire", ()),
    *[(players, "cooperative", ()) for players in (2, 3, 4)],
]


@pytest.mark.parametrize(("players", "mode", "options"), FEURIO_KINDS)
def test_feurio_random_games(players: int, mode: str, options: tuple[str, ...]) -> None:
    lengths = []
    for seed in range(6):
        rng = random.Random(seed)
        game = feurio.Oracle(players, mode, options, mixed_deck(rng))
        lengths.append(play_out(game, rng.choice))
        assert len(game.tiles) + len(game.breaks) == 36
        on_tiles = sum(game.crew_size(cell) for cell in game.tiles)
        assert on_tiles + sum(sum(stock.values()) for stock in game.stocks) + len(game.breaks) == 48
        assert all(game.crew_size(cell) <= feurio.SPACES[number] for cell, number in game.tiles.items())
        assert all(max(abs(q), abs(r), abs(q + r)) <= 28 for q, r in game.occupied())
        if mode != "competitive":
            assert game.winners() == ()
            assert lengths[-1] == 2 * (36 - players) + (players == 4)
        else:
            assert game.winners()
            assert all(game.scores()[seat] == max(game.scores()) for seat in game.winners())
    average = sum(lengths) / len(lengths)
    if players == 4 and mode == "competitive":
        expected = 57 if "firebreak" in options else 79
        assert abs(average - expected) < 8


def test_feurio_most_tile_moves_are_forced() -> None:
    choices = []
    for seed in range(6):
        rng = random.Random(seed)
        game = feurio.Oracle(4, "competitive", (), mixed_deck(rng))
        while game.to_move is not None:
            if game.step == "tile":
                choices.append(len(game.legal()))
            game.play(rng.choice(sorted(game.legal())))
    assert 0.6 < choices.count(1) / len(choices) < 0.85


# -- Vulkan! -----------------------------------------------------------------------------------------------------

HEXAGON = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3 and (q, r) != (3, 0)]
PARALLELOGRAM = [(q, r) for q in range(6) for r in range(6)]
FLOWER = [(0, 0), *ring((0, 0))]


def random_cells(rng: random.Random) -> list[vulkan.Cell]:
    cells = list(FLOWER)
    while len(cells) < 36:
        near = sorted({other for cell in cells for other in ring(cell)} - set(cells))
        cells.append(rng.choice([cell for cell in near if sum(other in cells for other in ring(cell)) >= 2]))
    return cells


def vulkan_layout(shape: str, rng: random.Random) -> dict[vulkan.Cell, int]:
    cells = {"hexagon": HEXAGON, "parallelogram": PARALLELOGRAM}.get(shape) or random_cells(rng)
    return dict(zip(cells, mixed_deck(rng), strict=True))


def vulkan_position(
    players: int,
    tiles: dict[vulkan.Cell, int],
    loads: dict[vulkan.Cell, str],
    turn: int | None,
    mode: str = "competitive",
) -> vulkan.Oracle:
    """A position with the volcano at 0,0; loads are colours with blanks, one for each load."""
    game = vulkan.Oracle(players, mode, dict.fromkeys(FLOWER, 1))
    game.play("volcano 0,0")
    game.tiles = dict(tiles)
    for cell, colours in loads.items():
        game.loads[cell] = {colour: colours.split().count(colour) for colour in colours.split()}
    game.turn = turn
    return game


def test_vulkan_set_up() -> None:
    game = vulkan.Oracle(4, "competitive", vulkan_layout("hexagon", random.Random(0)))
    assert game.to_move == 3
    assert len(game.legal()) == 18  # the nineteen within 2, but for the one beside the missing corner
    assert "volcano 2,0" not in game.legal()
    assert game.accepts("volcano 2,0") is None
    assert game.accepts("fly red 0,0 0,0") is None
    game.play("volcano 1,-1")
    assert game.to_move == 0
    assert len(game.tiles) == 35
    assert (1, -1) not in game.tiles
    game = vulkan.Oracle(3, "competitive", vulkan_layout("parallelogram", random.Random(0)))
    assert game.legal() == {f"volcano {q},{r}" for q in (1, 2, 3, 4) for r in (1, 2, 3, 4)}
    assert game.stocks == [{"green": 12, "red": 4}, {"blue": 12, "red": 4}, {"yellow": 12, "red": 4}]


@pytest.mark.parametrize(
    "cells",
    [
        [],
        [(0, 0), (1, 0), (0, 1)],  # nobody shut in
        [*FLOWER, (0, 2)],  # touches one tile only
        [*FLOWER, *[(q + 9, r) for q, r in FLOWER]],  # two islands
    ],
)
def test_vulkan_ruling_v1_what_is_no_layout(cells: list[vulkan.Cell]) -> None:
    with pytest.raises(ValueError, match="layout"):
        vulkan.Oracle(4, "competitive", dict.fromkeys(cells, 1))


def test_vulkan_fact_a_full_4_goes_when_a_neighbour_goes() -> None:
    tiles = {(1, 0): 4, (2, -1): 5, (1, 1): 6, (0, 1): 6}
    # The 4 has free edges to the north and the south-east, with the 5 in between; the volcano shuts the north-west.
    game = vulkan_position(4, tiles, {(1, 0): "green", (2, -1): "blue yellow"}, turn=2)
    game.play("fly yellow 1,0 1,0")
    assert game.tiles == {(1, 0): 4, (2, -1): 5, (1, 1): 6, (0, 1): 6}  # full, but no two free edges adjacent
    game.turn = 1
    game.play("fly blue 2,-1 2,-1")
    assert game.tiles == {(1, 1): 6, (0, 1): 6}
    assert game.collected == [{}, {(2, -1): 5, (1, 0): 4}, {}, {}]  # V5: tied, to the flyer without a load on it
    assert game.loads == {}
    assert game.scores() == (0, 9, 0, 0)


def test_vulkan_fact_a_full_4_with_one_free_edge_stays() -> None:
    tiles = {(1, 0): 4, **dict.fromkeys([(2, -1), (2, 0), (1, 1), (0, 1)], 6)}
    game = vulkan_position(4, tiles, {(1, 0): "yellow"}, turn=2)
    game.play("fly yellow 1,0 1,0")
    assert len(game.tiles) == 5
    assert game.to_move == 3


def test_vulkan_fact_a_tied_3_goes_to_the_flyer() -> None:
    game = vulkan_position(4, {(1, 0): 3, (0, 1): 6}, {(1, 0): "yellow"}, turn=3)
    game.play("fly red 1,0 1,0")
    assert game.collected == [{}, {}, {}, {(1, 0): 3}]


@pytest.mark.parametrize("mode", ["competitive", "cooperative"])
def test_vulkan_fact_three_tiles_cut_off(mode: str) -> None:
    tiles = {(0, 1): 2, (0, 2): 4, (0, 3): 3, (0, 4): 6, (1, 0): 6}
    game = vulkan_position(4, tiles, {(0, 3): "yellow", (0, 4): "green yellow"}, turn=1, mode=mode)
    game.play("fly blue 0,1 0,1")
    assert game.tiles == {(1, 0): 6}
    assert game.gone == {(0, 2): 4}
    assert game.collected == [{}, {(0, 1): 2, (0, 4): 6}, {(0, 3): 3}, {}]
    assert game.scores() == (0, 8, 3, 0)
    if mode == "competitive":
        assert game.to_move == 2
    else:
        assert game.to_move is None  # lost at once, the rewards of the turn handed out
        assert game.winners() == ()


def test_vulkan_the_volcano_is_a_tile_for_edges() -> None:
    # The 1 is left with two edges without burning tiles that adjoin, one of them to the volcano.
    tiles = {(1, 0): 1, (2, -1): 6, (2, 0): 6, (1, 1): 6, (0, 1): 6}
    game = vulkan_position(4, tiles, {}, turn=0)
    game.play("fly green 1,0 1,0")
    assert (1, 0) in game.tiles


def test_vulkan_majority_is_by_colour() -> None:
    tiles = {(0, 1): 2, (0, 2): 5, (1, 0): 6}
    game = vulkan_position(2, tiles, {(0, 2): "yellow red"}, turn=0)
    game.play("fly green 0,1 0,1")
    assert game.collected == [{(0, 1): 2, (0, 2): 5}, {}]  # yellow and red are tied though one seat leads both
    game = vulkan_position(2, tiles, {(0, 2): "green green red"}, turn=1)
    game.play("fly yellow 0,1 0,1")
    assert game.collected == [{(0, 2): 5}, {(0, 1): 2}]


@pytest.mark.parametrize("loads", ["red", "red red green", "red green", "red blue green"])
def test_vulkan_neutrals_work_for_the_flyer(loads: str) -> None:
    tiles = {(0, 1): 2, (0, 2): 5, (1, 0): 6}
    game = vulkan_position(3, tiles, {(0, 2): loads}, turn=2)
    game.play("fly red 0,1 0,1")
    assert game.collected == [{}, {}, {(0, 1): 2, (0, 2): 5}]
    assert game.stocks[2] == {"yellow": 12, "red": 3}


def test_vulkan_ruling_v2_no_gap_no_volcano() -> None:
    tiles = dict.fromkeys([(-1, 0), (1, 0), (2, 0), (4, 0), (1, 1)], 6)
    game = vulkan_position(4, tiles, {}, turn=0)
    assert game.accepts("fly green 1,0 2,0") == "fly green 1,0 2,0"
    assert game.accepts("fly green 2,0 1,0") == "fly green 1,0 2,0"
    for wrong in (
        "fly green -1,0 1,0",  # over the volcano
        "fly green 0,0 1,0",  # from the volcano
        "fly green 1,0 4,0",  # over a gap
        "fly green 2,0 3,0",  # into nothing
        "fly green -1,0 1,1",  # not straight
        "fly blue 1,0 2,0",  # not its colour
        "fly pink 1,0 2,0",
        "fly green 1,0",
        "fly green 1,0 2,0 ",
        "fly green 1,0 2,0\n",
        "fly green 01,0 2,0",
        "fly green 1,-0 2,0",
        "fly green +1,0 2,0",
        "Fly green 1,0 2,0",
        "pass",  # V4
        "",
    ):
        assert game.accepts(wrong) is None


def test_vulkan_ruling_v3_the_direction_decides_with_too_few_loads() -> None:
    tiles = dict.fromkeys([(0, 1), (1, 1), (2, 1), (3, 1)], 6)
    game = vulkan_position(4, tiles, {}, turn=0)
    game.stocks[0]["green"] = 2
    assert game.accepts("fly green 0,1 2,1") == "fly green 0,1 1,1"
    assert game.accepts("fly green 2,1 0,1") == "fly green 1,1 2,1"
    assert game.accepts("fly green 0,1 4,1") is None  # unbroken also where no load is left
    pairs = {f"fly green {q},1 {q + 1},1" for q in range(3)}
    assert game.legal() == pairs | {f"fly green {q},1 {q},1" for q in range(4)}
    game.play("fly green 3,1 0,1")
    assert game.loads == {(2, 1): {"green": 1}, (3, 1): {"green": 1}}
    assert game.stocks[0] == {"green": 0}


def test_vulkan_ruling_v3_full_tiles_change_nothing() -> None:
    tiles = {(0, 1): 2, (1, 1): 6, (2, 1): 2, (3, 1): 6, **dict.fromkeys([(0, 2), (1, 2), (2, 2), (1, 0)], 6)}
    game = vulkan_position(4, tiles, {(0, 1): "red", (2, 1): "red"}, turn=0)
    assert game.accepts("fly green 0,1 2,1") == "fly green 1,1 1,1"
    assert game.accepts("fly green 3,1 0,1") == "fly green 1,1 3,1"
    assert game.accepts("fly green 0,1 0,1") is None  # at least one load must be dropped
    assert not any(" 0,1" in text or " 2,1" in text for text in game.legal())


def test_vulkan_ruling_v4_who_cannot_fly_is_skipped() -> None:
    tiles = dict.fromkeys([(0, 1), (1, 0)], 6)
    game = vulkan_position(4, tiles, {}, turn=0)
    game.stocks = [{"green": 2}, {"blue": 0}, {"yellow": 0}, {"red": 1}]
    game.play("fly green 0,1 0,1")
    assert game.to_move == 3
    game.play("fly red 0,1 0,1")
    assert game.to_move == 0
    game.play("fly green 1,0 1,0")
    assert game.to_move is None
    assert game.winners() == (1, 2)  # no points anywhere, and no loads left on tiles
    game.collected[3] = {(9, 9): 1}
    assert game.winners() == (3,)


def test_vulkan_a_tie_goes_to_fewer_own_loads_on_tiles() -> None:
    game = vulkan_position(3, {(0, 1): 6, (1, 0): 6}, {(0, 1): "green red", (1, 0): "blue blue"}, turn=None)
    game.collected = [{(8, 8): 3}, {(9, 9): 3}, {}]
    assert game.winners() == (0,)  # the neutral is nobody's
    game.loads = {(0, 1): {"green": 1, "blue": 1}}
    assert game.winners() == (0, 1)


@pytest.mark.parametrize(("players", "mode", "numbers", "moves"), VULKAN_WON)
def test_vulkan_games_won_on_purpose(players: int, mode: str, numbers: str, moves: str) -> None:
    game = vulkan.Oracle(players, mode, dict(zip(HEXAGON, [int(n) for n in numbers], strict=True)))
    for move in moves_of(moves):
        assert game.to_move is not None
        game.play(move)
    assert game.to_move is None
    assert sum(len(won) for won in game.collected) == 35
    assert game.winners() == tuple(range(players))


class OneAtATime(vulkan.Oracle):
    """Puts out one tile at a time, to see that the order makes no difference."""

    def extinguished(self) -> set[vulkan.Cell]:
        found = super().extinguished()
        return {random.Random(len(self.tiles)).choice(sorted(found))} if found else set()


VULKAN_KINDS = [
    *[(players, "competitive", shape) for players in (2, 3, 4) for shape in ("hexagon", "parallelogram", "random")],
    *[(players, "cooperative", "random") for players in (2, 3, 4)],
    (1, "solitaire", "hexagon"),
    (1, "solitaire", "random"),
]


@pytest.mark.parametrize(("players", "mode", "shape"), VULKAN_KINDS)
def test_vulkan_random_games(players: int, mode: str, shape: str) -> None:
    lengths: list[int] = []
    choices: list[int] = []
    for seed in range(4):
        rng = random.Random(seed)
        layout = vulkan_layout(shape, rng)
        game = vulkan.Oracle(players, mode, layout)
        slow = OneAtATime(players, mode, layout)
        while game.to_move is not None:
            legal = sorted(game.legal())
            assert legal
            text = rng.choice(legal)
            game.play(text)
            slow.play(text)
            assert (game.tiles, game.collected, game.loads) == (slow.tiles, slow.collected, slow.loads)
            assert not game.tiles or any(game.has_space(cell) for cell in game.tiles)
            if game.to_move is not None:
                assert game.can_fly(game.to_move)
            choices.append(len(legal))
        lengths.append(len(choices) - sum(lengths))
        out = sum(len(won) for won in game.collected) + len(game.gone)
        assert len(game.tiles) + out == 35
        assert sum(game.scores()) <= sum(layout.values())
        if mode == "competitive":
            assert game.winners()
            assert not any(game.can_fly(seat) for seat in range(players))
        else:
            assert game.winners() == ()
    if mode == "competitive":
        assert abs(sum(lengths) / len(lengths) - 24) < 5
    if players == 4:
        assert 85 < sum(choices) / len(choices) < 160
    assert max(choices) <= {1: 1000, 2: 500, 3: 500, 4: 250}[players]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_vulkan_ruling_v3_every_flight_has_one_canonical_form(players: int) -> None:
    rng = random.Random(players)
    game = vulkan.Oracle(players, "solitaire" if players == 1 else "competitive", vulkan_layout("random", rng))
    while game.to_move is not None:
        legal = game.legal()
        if game.volcano is not None:
            seat = game.to_move
            for text in legal:
                _, colour, *ends = text.split()
                first, last = (feurio.cell_of(end) for end in ends)
                flown = game.row(first, last)
                assert flown is not None
                assert first <= last
                assert game.has_space(first)
                assert game.has_space(last)
                assert sum(game.has_space(cell) for cell in flown) <= game.stocks[seat][colour]
                assert game.accepts(text) == text
            for _ in range(100):
                colour = rng.choice(sorted(game.stocks[seat]))
                (a, b), (c, d) = rng.choice(sorted(game.tiles)), rng.choice(sorted(game.tiles))
                canonical = game.accepts(f"fly {colour} {a},{b} {c},{d}")
                assert canonical is None or canonical in legal
        game.play(rng.choice(sorted(legal)))


# -- Feuer & Wasser ----------------------------------------------------------------------------------------------

STANDARD_BOARDS = {
    2: """
        F W F W F W F W
        W F W W F F W F
        F W F F W W F W
        W F F W F W W F
        F W W F W F F W
        W F W W F F W F
        F W F F W W F W
        W F W F W F W F
    """,
    3: """
        F W F W F W F W F W F W
        W F W F W W F F W F W F
        F W F W F F W W F W F W
        W F W F F W F W W F W F
        F W F W W F W F F W F W
        W F W F W W F F W F W F
        F W F W F F W W F W F W
        W F W F W F W F W F W F
    """,
}
ALL_FIRE = ["F" * 6] * 6


def shuffled_piles(players: int, rng: random.Random) -> list[list[tuple[int, int]]]:
    piles = [feuer_wasser.all_tiles(players) for _ in range(players)]
    for pile in piles:
        rng.shuffle(pile)
    return piles


def wet_game(players: int, rng: random.Random) -> feuer_wasser.Oracle:
    board = feuer_wasser.STANDARD_8x8 if players == 2 else feuer_wasser.STANDARD_12x8
    return feuer_wasser.Oracle(players, board, shuffled_piles(players, rng))


def wet_position(
    players: int,
    board: list[str],
    halves: dict[str, tuple[int, str, int]],
    turn: int,
    leaders: dict[int, str] | None = None,
    stones: dict[str, tuple[int, int]] | None = None,
    elementals: tuple[str, ...] = (),
) -> feuer_wasser.Oracle:
    """A position in the game proper, with nothing in front of the seats; stones may be heaped to have many laid."""
    game = feuer_wasser.Oracle(players, board, [[] for _ in range(players)])
    game.elementals = [*elementals, "a6", "f6", "a5"][:3]  # out of the way, if not said otherwise
    game.halves = dict(halves)
    game.leaders = dict(leaders or {})
    game.stones = dict(stones or {})
    game.turn = turn
    return game


def test_feuer_wasser_ruling_w1_boards() -> None:
    for players, drawn in STANDARD_BOARDS.items():
        rows = [line.replace(" ", "") for line in drawn.split("\n") if line.strip()]
        assert rows == (feuer_wasser.STANDARD_8x8 if players == 2 else feuer_wasser.STANDARD_12x8)
    game = feuer_wasser.Oracle(2, feuer_wasser.STANDARD_8x8, [[], []])
    assert game.element["a1"] == "W"
    assert game.element["a8"] == "F"
    assert len(game.element) == 64


@pytest.mark.parametrize(
    "board", [["F" * 6] * 5, ["F" * 5] * 6, ["F" * 13] * 6, ["F" * 6] * 13, [*ALL_FIRE[1:], "F" * 7]]
)
def test_feuer_wasser_ruling_w1_what_is_no_board(board: list[str]) -> None:
    with pytest.raises(ValueError, match="a board has"):
        feuer_wasser.Oracle(2, board, [[], []])


@pytest.mark.parametrize(("players", "placing", "beginner"), [(2, [0, 1, 0], 1), (3, [0, 1, 2], 0), (4, [0, 1, 2], 3)])
def test_feuer_wasser_set_up(players: int, placing: list[int], beginner: int) -> None:
    rng = random.Random(players)
    piles = shuffled_piles(players, rng)
    board = feuer_wasser.STANDARD_8x8 if players == 2 else feuer_wasser.STANDARD_12x8
    game = feuer_wasser.Oracle(players, board, piles)
    for seat, cell in zip(placing, ("d4", "f4", "c7"), strict=True):
        assert game.to_move == seat
        assert game.open_tiles == [[]] * players  # face down until the third elemental is placed
        assert all(move.startswith("elemental ") for move in game.legal())
        game.play(f"elemental {cell}")
    assert game.to_move == beginner
    assert game.open_tiles == [pile[:3] for pile in piles]
    assert {len(pile) for pile in piles} == {12 if players == 4 else 16}
    assert all(fire != water for pile in piles for fire, water in pile) == (players == 4)
    assert game.stones_left(0) == (15 if players == 4 else 20)
    assert game.scores() == (-2,) * players
    assert game.accepts("pass") is None


def test_feuer_wasser_elementals_keep_apart_and_off_the_edge() -> None:
    game = feuer_wasser.Oracle(2, feuer_wasser.STANDARD_8x8, [[], []])
    assert len(game.legal()) == 36
    for wrong in ("elemental a4", "elemental h4", "elemental d1", "elemental d8", "elemental i4", "elemental d", "d4"):
        assert game.accepts(wrong) is None
    game.play("elemental d4")
    assert len(game.legal()) == 27
    for wrong in ("c3", "d3", "e3", "c4", "d4", "e4", "c5", "d5", "e5"):
        assert game.accepts(f"elemental {wrong}") is None
    assert game.accepts("elemental f4") == "elemental f4"


def test_feuer_wasser_even_the_smallest_board_has_room_for_three_elementals() -> None:
    for first in feuer_wasser.Oracle(2, ALL_FIRE, [[], []]).legal():
        game = feuer_wasser.Oracle(2, ALL_FIRE, [[], []])
        game.play(first)
        for second in game.legal():
            then = feuer_wasser.Oracle(2, ALL_FIRE, [[], []])
            then.play(first)
            then.play(second)
            assert then.legal()


def test_feuer_wasser_tiles_are_turned_up_one_by_one() -> None:
    piles = [[(1, 1), (1, 1), (4, 3), (2, 2)], [(1, 2), (3, 4)]]
    game = feuer_wasser.Oracle(2, feuer_wasser.STANDARD_8x8, piles)
    for cell in ("b2", "b4", "b6"):
        game.play(f"elemental {cell}")
    assert game.to_move == 1
    assert game.open_tiles[1] == [(1, 2), (3, 4)]  # fewer than three
    assert game.accepts("tile 12 b3 b2") is None  # an elemental lies there
    assert game.accepts("tile 12 d4 e5") is None  # diagonal
    assert game.accepts("tile 12 d4 d6") is None
    assert game.accepts("tile 21 d4 d5") is None  # fire first
    assert game.accepts("tile 12 d4 d4") is None
    assert game.accepts("tile 43 d4 d5") is None  # the other seat's
    game.play("tile 12 d4 d5")
    assert game.halves == {"d4": (1, "F", 1), "d5": (1, "W", 2)}
    assert game.open_tiles[1] == [(3, 4)]
    assert game.accepts("tile 11 d5 d6") is None  # half a tile lies there
    assert game.accepts("tile 22 e1 e2") is None  # still face down
    game.play("tile 11 e5 e4")
    assert sorted(game.open_tiles[0]) == [(1, 1), (2, 2), (4, 3)]  # the second 1-1 is still there
    assert game.piles == [[], []]


def test_feuer_wasser_fact_influence_of_a_tile() -> None:
    game = feuer_wasser.Oracle(2, feuer_wasser.STANDARD_8x8, [[(4, 3)], [(1, 1)]])
    for text in ("elemental g2", "elemental g4", "elemental g6", "tile 11 a1 b1", "tile 43 c6 c5"):
        game.play(text)
    assert {cell: game.influence(0, cell) for cell in game.element if game.influence(0, cell)} == {
        "d6": 4,
        "c5": 4,
        "d5": 3,
        "c4": 3,
    }
    # On the chessboard part fire on water and water on fire reach all their neighbours.
    assert {cell: game.influence(1, cell) for cell in game.element if game.influence(1, cell)} == {
        "b1": 1,
        "a1": 1,
        "c1": 1,
        "a2": 1,
        "b2": 1,
    }


def test_feuer_wasser_fact_a_stone_changes_its_neighbours_majority() -> None:
    red, green = 3, 0
    game = wet_position(4, feuer_wasser.STANDARD_12x8, {}, turn=red, elementals=("b2", "b5", "b7"))
    one, other = game.element["g4"], game.element["h4"]
    game.halves = {
        "f4": (red, one, 4),
        "g5": (green, one, 1),
        "g3": (green, one, 2),
        "h4": (green, one, 3),
        "g4": (green, other, 1),
        "h5": (red, other, 1),
        "i4": (red, other, 2),
        "h3": (green, other, 1),
    }
    assert (game.influence(red, "g4"), game.influence(green, "g4")) == (4, 6)
    assert game.accepts("stone g4") is None
    assert (game.influence(red, "h4"), game.influence(green, "h4")) == (3, 2)
    game.play("stone h4")
    assert game.stones == {"h4": (red, 1)}
    assert (game.influence(red, "g4"), game.influence(green, "g4")) == (4, 3)
    game.turn = red
    game.play("stone g4")
    assert game.scores()[red] == 0  # two stones, no leader


def test_feuer_wasser_stones_need_all_neighbours_and_a_strict_majority() -> None:
    around = {"c4": (0, "F", 2), "c2": (1, "F", 1), "b3": (1, "F", 1), "d3": (0, "W", 4)}
    game = wet_position(2, ALL_FIRE, around, turn=0)
    assert game.accepts("stone c3") is None  # 2 against 2; the water half counts nothing on fire
    game.halves["b3"] = (1, "W", 1)
    assert game.accepts("stone c3") == "stone c3"  # empty, 2 against 1
    game.halves["c3"] = (0, "F", 1)
    assert game.accepts("stone c3") == "stone c3"  # on half of one's own tile
    for other, half in game.halves.items():
        if other != "c3":
            less = wet_position(2, ALL_FIRE, {c: h for c, h in game.halves.items() if c != other}, 0)
            assert less.accepts("stone c3") is None, (other, half)
    game.stones["c4"] = (1, 1)  # still occupied, but without influence
    assert game.accepts("stone c3") is None
    game.turn = 1
    assert game.accepts("stone c3") == "stone c3"
    game.stones["c3"] = (0, 1)
    assert game.accepts("stone c3") is None


def test_feuer_wasser_fewer_neighbours_on_the_edge_and_in_the_corner() -> None:
    game = wet_position(2, ALL_FIRE, {"a2": (0, "F", 1), "b1": (0, "W", 1)}, turn=0)
    assert game.legal_stones(0) == {"stone a1"}
    game.halves = {"c1": (0, "W", 1), "e1": (0, "W", 1), "d2": (0, "F", 1)}
    assert game.legal_stones(0) == {"stone d1"}
    game.halves["d2"] = (0, "W", 1)
    assert game.legal_stones(0) == set()  # nobody has influence: no majority


def test_feuer_wasser_ruling_w2_a_leader_and_an_elemental_occupy() -> None:
    halves = {"c4": (0, "F", 2), "b3": (1, "F", 1)}
    game = wet_position(2, ALL_FIRE, halves, turn=0, leaders={1: "c2"}, elementals=("d3",))
    assert game.accepts("stone c3") == "stone c3"


def test_feuer_wasser_where_a_leader_may_go() -> None:
    game = wet_position(2, ALL_FIRE, {"f3": (1, "F", 1)}, turn=0, elementals=("c3", "c3", "c3"))
    allowed = {move.removeprefix("leader ") for move in game.legal()}
    assert allowed == set(game.element) - {"a1", "a6", "f1", "f6", "c3", "b3", "d3", "c2", "c4", "f3"}
    game.play("leader b2")
    assert game.scores() == (0, -2)
    assert game.to_move == 1
    game.play("leader b1")
    assert game.to_move is None  # nothing left to do for anybody: W5
    assert game.ending == "stuck"
    assert game.winners() == (1,)  # W7: tied, and it acted last


def test_feuer_wasser_ruling_w3_a_leader_under_stones_is_lost() -> None:
    halves = {"c4": (0, "F", 2), "c2": (1, "F", 1), "b3": (1, "W", 1), "d3": (0, "W", 4)}
    game = wet_position(2, ALL_FIRE, halves, turn=0, leaders={0: "a2", 1: "c3"})
    assert game.scores() == (0, 0)
    game.play("stone c3")
    assert game.stones == {"c3": (0, 2)}
    assert game.scores() == (2, -2)
    assert not game.leader_stands(1)
    assert game.legal_leaders(1) == set()
    own = wet_position(2, ALL_FIRE, halves, turn=0, leaders={0: "c3", 1: "a2"})
    assert own.accepts("stone c3") is None  # never on one's own leader


def test_feuer_wasser_ruling_w4_one_stone_left_is_one_stone_laid() -> None:
    halves = {"c4": (0, "F", 2), "c2": (1, "F", 1), "b3": (1, "W", 1), "d3": (0, "W", 4)}
    heap = {"f1": (0, 19), "f3": (1, 19)}
    game = wet_position(2, ALL_FIRE, halves, turn=0, leaders={1: "c3"}, stones=heap)
    game.play("stone c3")
    assert game.stones["c3"] == (0, 1)
    assert game.to_move is None
    assert game.ending == "stones"
    assert game.winners() == (0,)
    game = wet_position(2, ALL_FIRE, halves, turn=1, leaders={1: "a2"}, stones=heap, elementals=("c3",))
    assert (game.sum_around(0, "c3"), game.sum_around(1, "c3")) == (6, 2)
    game.play("tame c3")
    assert game.stones["c3"] == (1, 1)
    assert game.winners() == (1,)


def test_feuer_wasser_taming() -> None:
    halves = {"c4": (0, "F", 2), "c2": (1, "F", 1), "b3": (1, "W", 2), "d3": (2, "W", 2)}
    leaders = {0: "a2", 1: "a3", 2: "a4"}
    game = wet_position(3, ALL_FIRE, halves, turn=0, leaders=leaders, elementals=("c3",))
    assert [game.legal_tames(seat) for seat in range(3)] == [set(), set(), set()]  # 2, 3 and 2: a tie
    game.halves["d3"] = (2, "W", 1)
    assert [game.legal_tames(seat) for seat in range(3)] == [set(), set(), {"tame c3"}]
    game.stones["a4"] = (0, 2)  # leader lost
    assert game.legal_tames(2) == set()
    del game.stones["a4"]
    del game.leaders[2]  # leader not laid
    assert game.legal_tames(2) == set()
    game.leaders[2] = "a4"
    game.stones["d3"] = (1, 1)  # half covered: its owner has 0 there and is out of the comparison
    assert [game.legal_tames(seat) for seat in range(3)] == [{"tame c3"}, set(), set()]
    game.stones |= {"c2": (2, 1), "b3": (2, 1)}
    assert [game.legal_tames(seat) for seat in range(3)] == [{"tame c3"}, set(), set()]  # the only one left
    game.halves.pop("c4")
    assert game.legal_tames(0) == set()
    game.halves["c4"] = (0, "F", 2)
    assert game.accepts("stone c3") is None
    game.play("tame c3")
    assert game.stones["c3"] == (0, 2)
    assert game.legal_tames(0) == set()
    assert game.scores()[0] == 2


def last_round(first: str, stones: dict[str, tuple[int, int]], leaders: dict[int, str]) -> feuer_wasser.Oracle:
    """Three seats; seat 0 fills the last pair of cells; seat 1 can place a stone on d3, which lets seat 2 have c3."""
    halves = {
        "b3": (2, "F", 4),
        "c4": (0, "F", 1),
        "c2": (0, "F", 2),
        "d3": (0, "F", 3),
        "c3": (0, "F", 1),
        "d4": (1, "F", 1),
        "e3": (1, "F", 2),
        "d2": (0, "F", 1),
    }
    game = wet_position(3, ALL_FIRE, halves, turn=0, leaders=leaders, stones=stones)
    rest = set(game.element) - {"a1", "b1", *halves, *leaders.values(), *stones}
    game.elementals = sorted(rest)  # nobody can lay stones there
    game.open_tiles[0] = [(1, 1)]
    game.play(first)
    return game


def test_feuer_wasser_last_round_goes_once_around() -> None:
    game = last_round("tile 11 a1 b1", {}, {})
    assert game.to_move == 1
    assert game.legal() == {"stone d3", "pass"}
    game.play("stone d3")
    assert game.to_move == 2
    assert game.legal() == {"stone c3", "pass"}  # seen when it is its turn
    game.play("stone c3")
    assert game.to_move is None
    assert game.ending == "full"
    assert game.scores() == (-2, -1, -1)
    assert game.winners() == (1,)  # first after the seat of the last regular turn


def test_feuer_wasser_last_round_skips_who_cannot() -> None:
    game = last_round("tile 11 a1 b1", {}, {})
    game.play("pass")
    assert game.to_move is None  # seat 2 cannot
    assert game.winners() == (0,)  # W7: all tied


def test_feuer_wasser_last_round_knows_no_taming() -> None:
    game = last_round("tile 11 a1 b1", {}, {1: "f4", 2: "f5"})
    assert game.may_tame(1, "f3") or game.may_tame(1, "e4")
    assert game.legal() == {"stone d3", "pass"}


def test_feuer_wasser_all_stones_laid_wins_also_in_the_last_round() -> None:
    game = last_round("tile 11 a1 b1", {"f6": (1, 19), "f5": (0, 19)}, {0: "f4"})
    game.play("stone d3")
    assert game.ending == "stones"
    assert game.scores() == (19, 18, -2)
    assert game.winners() == (1,)


def test_feuer_wasser_last_round_stones_on_a_leader_are_two() -> None:
    game = last_round("tile 11 a1 b1", {}, {})
    del game.halves["d3"]
    game.leaders[0] = "d3"
    game.play("stone d3")
    assert game.stones["d3"] == (1, 2)


def test_feuer_wasser_ruling_w6_a_leader_can_end_the_game() -> None:
    halves = dict.fromkeys(feuer_wasser.Oracle(2, ALL_FIRE, [[], []]).element, (0, "F", 1))
    for cell in ("a1", "b1", "a5", "a6", "f6"):
        del halves[cell]
    game = wet_position(2, ALL_FIRE, halves, turn=1)
    assert game.legal() == {"leader b1"}
    game.play("leader b1")
    assert game.to_move == 0  # seat 0 leads everywhere
    assert "pass" in game.legal()
    assert "stone b1" not in game.legal()  # a1 is empty
    assert game.accepts("leader a1") is None
    game.play("stone a1")
    assert game.ending == "full"
    assert game.scores() == (-1, 0)


def test_feuer_wasser_ruling_w5_who_cannot_act_is_skipped() -> None:
    game = feuer_wasser.Oracle(2, ["F" * 12] * 12, [[(1, 2), (2, 1)], []])
    for text in ("elemental b2", "elemental b4", "elemental b6"):
        game.play(text)
    game.play("leader f6")
    game.play("tile 12 h8 h9")
    assert game.to_move == 0  # seat 1 has nothing to do
    assert game.accepts("pass") is None
    game.play("tile 21 k12 l12")
    game.play("leader h2")
    assert game.to_move is None
    assert game.ending == "stuck"
    assert game.winners() == (0,)


def test_feuer_wasser_ruling_w7_ties_start_with_the_last_regular_seat() -> None:
    game = feuer_wasser.Oracle(3, ALL_FIRE, [[], [], []])
    game.turn = None
    game.ending = "full"
    game.last_regular = 1
    game.stones = {"a1": (0, 1), "b1": (2, 1)}
    assert game.scores() == (-1, -2, -1)
    assert game.winners() == (2,)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_feuer_wasser_random_games(players: int) -> None:
    lengths, choices = [], []
    for seed in range(5):
        rng = random.Random(seed)
        game = wet_game(players, rng)

        def choose(legal: list[str], rng: random.Random = rng) -> str:
            choices.append(len(legal))
            return rng.choice(legal)

        lengths.append(play_out(game, choose))
        assert game.ending == "full"  # more tiles than cells, so W5's end cannot happen
        assert len(game.winners()) == 1
        assert game.scores()[game.winners()[0]] == max(game.scores())
    assert abs(sum(lengths) / len(lengths) - (36 if players == 2 else 53)) < 6
    assert 170 < sum(choices) / len(choices) < 400
    assert max(choices) <= (647 if players == 2 else 1039)


def test_feuer_wasser_games_that_look_for_stones() -> None:
    seen: Counter[str] = Counter()
    for seed in range(10):
        players = (2, 2, 2, 3, 4)[seed % 5]
        rng = random.Random(seed)
        game = wet_game(players, rng)

        def choose(legal: list[str], game: feuer_wasser.Oracle = game, rng: random.Random = rng) -> str:
            leaders = [text for text in legal if text.startswith("leader")]
            tames = [text for text in legal if text.startswith("tame")]
            stones = [text for text in legal if text.startswith("stone")]
            taking = [text for text in stones if text.removeprefix("stone ") in game.leaders.values()]
            if taking:
                seen["stones on a leader"] += 1
            elif tames:
                seen["taming"] += 1
            hasty = leaders if rng.random() < 0.2 else []
            return rng.choice(taking or tames or hasty or stones or legal)

        play_out(game, choose)
        assert game.ending is not None
        seen[game.ending] += 1
        assert all(owner in range(players) and count in (1, 2) for owner, count in game.stones.values())
        assert all(game.stones_left(seat) >= 0 for seat in range(players))
        doubles = [cell for cell, (_, count) in game.stones.items() if count == 2]
        assert set(doubles) <= set(game.elementals) | set(game.leaders.values())
        if game.ending == "stones":
            assert [game.stones_left(seat) for seat in game.winners()] == [0]
    assert set(seen) == {"stones on a leader", "taming", "stones", "full"}
    assert min(seen.values()) >= 2


@pytest.mark.parametrize("players", [2, 4])
def test_feuer_wasser_ruling_w5_ends_games_on_large_boards(players: int) -> None:
    rng = random.Random(players)
    board = ["".join(rng.choice("FW") for _ in range(12)) for _ in range(12)]
    game = feuer_wasser.Oracle(players, board, [pile[:8] for pile in shuffled_piles(players, rng)])
    play_out(game, rng.choice)
    assert game.ending == "stuck"
    assert not any(game.actions(seat) for seat in range(players))
    assert len(game.winners()) == 1
