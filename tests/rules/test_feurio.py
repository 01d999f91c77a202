"""The rules of Feurio!, sentence by sentence, in the order of the rules file."""

from itertools import permutations

import pytest

import funkenflug
from funkenflug import Game, IllegalMove
from funkenflug.core.view import Hex
from funkenflug.games.feurio.rules.view import CrewPlaced, FeurioOutcome, FirebreakLaid, Passed, Region, Tile, TileLaid
from funkenflug.games.hexes import neighbours
from tests.matches import ASCENDING, DESCENDING, KINDS, Kind, play_all, seen, start
from tests.oracle.games import FEURIO_WON

COMPETITIVE = {players: Kind(players, "competitive") for players in (2, 3, 4)}
FIREBREAK = {players: Kind(players, "competitive", ("firebreak",)) for players in (2, 3, 4)}
SOLITAIRE = Kind(1, "solitaire")
COOPERATIVE = {players: Kind(players, "cooperative") for players in (2, 3, 4)}


def spread(game: Game) -> None:
    """Lay the drawn tile face up; among equally hot cells the first in the order of their texts."""
    game.play(min(move for move in game.legal_moves() if move.startswith("tile")))


def turn(game: Game, crew: str = "pass") -> None:
    """Play one turn: a tile while the deck lasts, and a crew."""
    if seen(game).step == "tile":
        spread(game)
    game.play(crew)


def burn_down(game: Game) -> Game:
    """Play turns without firefighters until all tiles have been laid."""
    while len(seen(game).tiles) < 36 and not game.over:
        turn(game)
    return game


def hold(game: Game, colour: str, *cells: str) -> None:
    """Send one firefighter to each of these cells, each as soon as it is possible; until then nobody is sent."""
    for cell in cells:
        while f"crew 1 {colour} {cell}" not in game.legal_moves():
            spread(game) if seen(game).step == "tile" else game.play("pass")
        game.play(f"crew 1 {colour} {cell}")


def pass_to_the_end(game: Game) -> FeurioOutcome:
    while not game.over:
        game.play("pass")
    return outcome_of(game)


def outcome_of(game: Game) -> FeurioOutcome:
    outcome = game.outcome()
    assert isinstance(outcome, FeurioOutcome)
    return outcome


def tile_at(game: Game, cell: Hex) -> Tile:
    return next(tile for tile in seen(game).tiles if tile.cell == cell)


def newest(game: Game) -> str:
    """The cell of the tile laid last."""
    q, r = seen(game).tiles[-1].cell
    return f"{q},{r}"


def forest(game: Game) -> dict[Hex, int | None]:
    return {tile.cell: tile.number for tile in seen(game).tiles}


def regions_of(game: Game, colour: str) -> list[Region]:
    return [region for region in seen(game).regions if region.colour == colour]


def assert_refused(game: Game, move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        game.play(move)
    assert move not in game.legal_moves()


# What all three games share


@pytest.mark.parametrize(
    ("kind", "colours"),
    [
        (COMPETITIVE[4], (("green",), ("blue",), ("yellow",), ("red",))),
        (COMPETITIVE[3], (("green",), ("blue",), ("yellow",))),
        (COMPETITIVE[2], (("green", "blue"), ("yellow", "red"))),
        (SOLITAIRE, (("green", "blue", "yellow", "red"),)),
    ],
)
def test_colours_go_to_the_seats_in_order(kind: Kind, colours: tuple[tuple[str, ...], ...]) -> None:
    assert seen(start(kind, "")).colours == colours


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_around_from_seat_0(players: int) -> None:
    game = start(COMPETITIVE[players], "6543")
    if players == 4:
        game.play("arrange 6 5 4 3")
    for expected in (0, 1, 2, 3, 0, 1, 2, 3, 0):
        if expected < players:
            assert game.to_move == expected
            spread(game)
            assert game.to_move == expected
            game.play("pass")


def test_cells_are_named_by_flat_topped_axial_coordinates() -> None:
    game = start(SOLITAIRE, "6")
    around = ["0,-1", "1,-1", "1,0", "0,1", "-1,1", "-1,0"]  # N, NE, SE, S, SW, NW
    assert set(game.legal_moves()) == {f"tile {cell}" for cell in around}
    for first, second in zip(around, around[1:] + around[:1], strict=True):  # neighbours touch: 6 and 1
        twin = play_all(game.copy(), f"tile {first}; pass")
        assert f"tile {second}" in twin.legal_moves()
        assert len(twin.legal_moves()) == 2


# The pieces


@pytest.mark.parametrize("kind", KINDS)
def test_36_tiles_each_number_six_times(kind: Kind) -> None:
    game = funkenflug.new("feurio", players=kind.players, mode=kind.mode, options=kind.options, seed="any")
    assert sorted(game.setup.deal) == [int(number) for number in ASCENDING]


@pytest.mark.parametrize(
    ("kind", "stocks"),
    [
        (COMPETITIVE[4], ((12, 0, 0, 0), (0, 12, 0, 0), (0, 0, 12, 0), (0, 0, 0, 12))),
        (COMPETITIVE[3], ((12, 0, 0, 4), (0, 12, 0, 4), (0, 0, 12, 4))),
        (COMPETITIVE[2], ((12, 12, 0, 0), (0, 0, 12, 12))),
        (SOLITAIRE, ((12, 12, 12, 12),)),
    ],
)
def test_48_firefighters_12_in_each_colour(kind: Kind, stocks: tuple[tuple[int, ...], ...]) -> None:
    assert seen(start(kind, "")).stocks == stocks
    if kind.players > 1:
        assert seen(start(COOPERATIVE[kind.players], "")).stocks == stocks


@pytest.mark.parametrize(("number", "spaces"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_ruling_f1_spaces_on_a_tile(number: int, spaces: int) -> None:
    game = start(SOLITAIRE, f"{number}")
    spread(game)
    assert tile_at(game, (0, 0)).spaces == spaces
    allowed = [n for n in (1, 2, 3) if f"crew {n} green 0,0" in game.legal_moves()]
    assert allowed == list(range(1, spaces + 1))
    if spaces < 3:
        assert_refused(game, f"crew {spaces + 1} green 0,0", f"{'one space' if spaces == 1 else 'two|2 spaces'}")


# Set-up


@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        (SOLITAIRE, [(0, 0)]),
        (COMPETITIVE[2], [(0, 0), (1, 0)]),
        (COMPETITIVE[3], [(0, 0), (1, -1), (0, -1)]),
        (COOPERATIVE[2], [(0, 0), (1, 0)]),
        (COOPERATIVE[3], [(0, 0), (1, -1), (0, -1)]),
    ],
)
def test_set_up_lays_as_many_tiles_as_players_in_deck_order(kind: Kind, cells: list[Hex]) -> None:
    game = start(kind, "2645")
    assert forest(game) == dict(zip(cells, [2, 6, 4], strict=False))
    assert seen(game).tiles_left == 36 - kind.players - 1  # one is drawn
    assert game.to_move == 0
    assert seen(game).step == "tile"
    assert_refused(game, "arrange 2 6 4 5", "lay the tile first")
    spread(game)
    assert_refused(game, "arrange 2 6 4 5", "tiles are arranged only before the first turn")


@pytest.mark.parametrize("kind", [COMPETITIVE[4], COOPERATIVE[4]])
def test_set_up_four_players_the_last_seat_arranges(kind: Kind) -> None:
    game = start(kind, "2645")
    assert game.to_move == 3
    assert seen(game).step == "arrange"
    assert sorted(tile.number or 0 for tile in seen(game).tiles) == [2, 4, 5, 6]
    for early in ("tile 0,1", "crew 1 red 0,0", "pass"):
        assert_refused(game, early, "arrange the four tiles first")
    game.play("arrange 6 5 4 2")
    assert forest(game) == {(0, 0): 6, (1, -1): 5, (0, -1): 4, (1, 0): 2}
    assert game.to_move == 0
    assert seen(game).step == "tile"
    assert_refused(game, "arrange 6 5 4 2", "lay the tile first")


def test_set_up_only_which_two_lie_in_the_middle_matters() -> None:
    legal = start(COMPETITIVE[4], "3561").legal_moves()
    middles = ["5 3", "6 3", "3 1", "6 5", "5 1", "6 1"]
    tips = ["6 1", "5 1", "6 5", "3 1", "6 3", "5 3"]
    assert sorted(legal) == sorted(f"arrange {a} {c}" for a, c in zip(middles, tips, strict=True))


@pytest.mark.parametrize(
    ("turned_up", "arrangements"),
    [
        ("6666", {"6 6 6 6"}),
        ("2666", {"6 6 6 2", "6 2 6 6"}),
        ("2626", {"6 6 2 2", "2 2 6 6", "6 2 6 2"}),
        ("6341", {"6 4 3 1", "6 3 4 1", "6 1 4 3", "4 3 6 1", "4 1 6 3", "3 1 6 4"}),
        ("3466", {"6 6 4 3", "6 4 6 3", "6 3 6 4", "4 3 6 6"}),
    ],
)
def test_set_up_fewer_arrangements_when_numbers_repeat(turned_up: str, arrangements: set[str]) -> None:
    legal = start(COMPETITIVE[4], turned_up).legal_moves()
    assert len(legal) == len(arrangements)
    assert set(legal) == {f"arrange {arrangement}" for arrangement in arrangements}


@pytest.mark.parametrize("turned_up", ["2645", "3466", "1212", "5555"])
def test_set_up_any_other_order_is_accepted_and_laid_as_given(turned_up: str) -> None:
    for a, b, c, d in set(permutations(turned_up)):
        game = start(COMPETITIVE[4], turned_up)
        game.play(f"arrange {a} {b} {c} {d}")
        assert forest(game) == {(0, 0): int(a), (1, -1): int(b), (0, -1): int(c), (1, 0): int(d)}
        assert game.moves == (f"arrange {a} {b} {c} {d}",)
    for wrong in ("arrange 6 6 6 6", "arrange 1 1 1 1", "arrange 2 2 6 4"):
        assert_refused(start(COMPETITIVE[4], turned_up), wrong, "the tiles to arrange are")


# The fire spreads


def test_the_tile_must_be_laid_where_it_burns_hottest() -> None:
    game = start(COMPETITIVE[3], "642")
    assert seen(game).heat == 6 + 4
    assert game.legal_moves() == ["tile 1,0"]
    assert_refused(game, "tile -1,0", "heat 8 here; 10 at n13")
    assert_refused(game, "tile 0,1", "heat 6 here; 10 at n13")
    assert_refused(game, "tile 0,0", "there is already a tile on m13")
    assert_refused(game, "tile 3,3", "p10 does not touch the forest")
    assert_refused(game, "crew 1 green 0,0", "lay the tile first")
    assert_refused(game, "pass", "lay the tile first")
    assert game.play("tile 1,0") == (TileLaid(seat=0, cell=(1, 0), number=1, heat=10),)
    assert tile_at(game, (1, 0)).number == 1


def test_among_equally_hot_cells_the_player_chooses() -> None:
    game = start(COMPETITIVE[2], "65")
    assert set(game.legal_moves()) == {"tile 1,-1", "tile 0,1"}
    assert seen(game).hottest == ((0, 1), (1, -1))
    for cell in ((0, 1), (1, -1)):
        twin = game.copy()
        twin.play(f"tile {cell[0]},{cell[1]}")
        assert forest(twin) == {(0, 0): 6, (1, 0): 5, cell: 1}


def test_the_heat_is_the_sum_of_all_adjacent_tiles() -> None:
    game = play_all(start(SOLITAIRE, "123456"), "tile 0,1; pass; tile 1,0; pass; tile 1,1; pass")
    assert forest(game) == {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}
    assert seen(game).heat == 3 + 4
    assert game.legal_moves() == ["tile 2,0"]
    turn(game)
    assert seen(game).heat == 4 + 5
    assert_refused(game, "tile 0,2", "heat 6 here; 9 at o12")
    assert_refused(game, "tile 2,-1", "heat 8 here; 9 at o12")


# Firefighters


def test_up_to_three_firefighters_of_one_colour_on_any_one_tile() -> None:
    game = start(SOLITAIRE, "65")
    spread(game)
    (other,) = (cell for cell in forest(game) if cell != (0, 0))
    expected = {
        f"crew {n} {colour} {q},{r}"
        for n in (1, 2, 3)
        for colour in ("green", "blue", "yellow", "red")
        for q, r in ((0, 0), other)
    }
    assert set(game.legal_moves()) == expected | {"pass"}
    assert_refused(game, "crew 0 green 0,0", "you can place 1 to 3 firefighters in a turn, not 0")
    assert_refused(game, "crew 4 green 0,0", "you can place 1 to 3 firefighters in a turn, not 4")
    assert_refused(game, "crew 1 purple 0,0", "“purple” is not a colour")
    assert_refused(game, "crew 1 green 5,5", "there is no tile on r8")
    assert_refused(game, "crew 1 green 05,5", "“05,5” is not a cell")
    assert_refused(game, "tile 1,0", "you have laid your tile; now you may place firefighters")
    assert game.play("crew 2 blue 0,0") == (CrewPlaced(seat=0, cell=(0, 0), number=6, colour="blue", count=2),)
    assert tile_at(game, (0, 0)).crews == (0, 2, 0, 0)
    assert seen(game).stocks == ((12, 10, 12, 12),)


def test_only_one_crew_in_a_turn() -> None:
    game = start(COMPETITIVE[2], "65")
    turn(game, "crew 1 green 0,0")
    assert game.to_move == 1
    assert_refused(game, "crew 1 green 0,0", "lay the tile first")


def test_firefighters_of_any_colour_count_towards_the_limit() -> None:
    game = start(SOLITAIRE, "6")
    turn(game, "crew 1 green 0,0")
    turn(game, "crew 1 yellow 0,0")
    spread(game)
    tile = tile_at(game, (0, 0))
    assert (tile.spaces, tile.free_edges, tile.crews, tile.room) == (3, 3, (1, 0, 1, 0), 1)
    assert_refused(game, "crew 2 blue 0,0", "3 spaces, 2 already there: at most 1 more")
    game.play("crew 1 blue 0,0")
    assert tile_at(game, (0, 0)).crews == (1, 1, 1, 0)
    spread(game)
    assert_refused(game, "crew 1 red 0,0", "full")


def test_firefighters_may_not_exceed_the_free_edges_and_closing_removes_nobody() -> None:
    game = start(SOLITAIRE, DESCENDING)
    turn(game, "crew 2 green 0,0")
    limits = []
    while not game.over:
        spread(game)
        tile = tile_at(game, (0, 0))
        limits.append((tile.free_edges, tile.room))
        assert tile.crews == (2, 0, 0, 0)
        assert ("crew 1 green 0,0" in game.legal_moves()) is (tile.room > 0)
        if tile.free_edges == 2:
            assert_refused(game, "crew 1 green 0,0", "2 free edges, 2 already there: full")
        if tile.free_edges == 1:
            assert_refused(game, "crew 1 green 0,0", "one free edge, 2 already there: full")
        if tile.free_edges == 0:
            assert_refused(game, "crew 1 green 0,0", "this tile has no free edges left")
        game.play("pass")
    assert list(dict.fromkeys(limits)) == [(4, 1), (3, 1), (2, 0), (1, 0), (0, 0)]


def test_a_fresh_limit_by_free_edges() -> None:
    game = start(SOLITAIRE, DESCENDING)
    while tile_at(game, (0, 0)).free_edges > 2:
        turn(game)
    spread(game)
    free = tile_at(game, (0, 0)).free_edges
    assert_refused(game, "crew 3 red 0,0", f"{'one free edge' if free == 1 else '2 free edges'}: at most {free}")
    assert f"crew {free} red 0,0" in game.legal_moves()


def test_who_places_takes_from_the_own_stock() -> None:
    game = start(COMPETITIVE[4], DESCENDING)
    game.play("arrange 6 6 6 6")
    spread(game)
    assert_refused(game, "crew 1 blue 0,0", "blue is not yours")
    assert all(" green " in move or move == "pass" for move in game.legal_moves())
    game.play("crew 2 green 0,0")
    assert seen(game).stocks == ((10, 0, 0, 0), (0, 12, 0, 0), (0, 0, 12, 0), (0, 0, 0, 12))


def test_the_stock_limits_a_crew() -> None:
    game = start(SOLITAIRE, DESCENDING)
    for _ in range(4):
        spread(game)
        game.play(next(move for move in game.legal_moves() if move.startswith("crew 3 green")))
    spread(game)
    assert_refused(game, "crew 1 green 0,0", "no green firefighters left")
    assert not any(" green " in move for move in game.legal_moves())
    game = start(SOLITAIRE, DESCENDING)
    for crew in ("crew 3 green", "crew 3 green", "crew 3 green", "crew 2 green"):
        spread(game)
        game.play(next(move for move in game.legal_moves() if move.startswith(crew)))
    spread(game)
    assert {move.split()[1] for move in game.legal_moves() if " green " in move} == {"1"}
    assert_refused(game, f"crew 2 green {newest(game)}", "only 1 green left")


def test_three_players_a_crew_is_either_own_or_neutral() -> None:
    game = start(COMPETITIVE[3], DESCENDING)
    spread(game)
    assert {move.split()[2] for move in game.legal_moves() if move != "pass"} == {"green", "red"}
    game.play("crew 3 red 0,0")
    assert seen(game).stocks == ((12, 0, 0, 1), (0, 12, 0, 4), (0, 0, 12, 4))
    spread(game)
    assert {move.split()[2] for move in game.legal_moves() if move != "pass"} == {"blue", "red"}
    game.play("crew 3 blue 1,-1")
    turn(game, "crew 2 yellow 0,-1")
    assert seen(game).stocks == ((12, 0, 0, 1), (0, 9, 0, 4), (0, 0, 10, 4))
    spread(game)
    assert_refused(game, f"crew 2 red {newest(game)}", "only 1 red left")


def test_three_players_each_seat_has_its_own_neutrals() -> None:
    game = start(COMPETITIVE[3], DESCENDING)
    turn(game, "crew 3 red 0,0")
    turn(game)
    turn(game)
    spread(game)
    game.play(next(move for move in game.legal_moves() if move.startswith("crew 1 red")))
    turn(game)
    turn(game)
    spread(game)
    assert_refused(game, "crew 1 red 0,0", "no red firefighters left")
    game.play("pass")
    spread(game)
    assert any(move.startswith("crew 3 red") for move in game.legal_moves())


@pytest.mark.parametrize(
    ("kind", "colours"),
    [(COMPETITIVE[2], ["green blue", "yellow red"]), (SOLITAIRE, ["green blue yellow red"])],
)
def test_two_players_or_one_a_crew_is_one_of_the_seats_colours(kind: Kind, colours: list[str]) -> None:
    game = start(kind, DESCENDING)
    for own in colours:
        spread(game)
        assert {move.split()[2] for move in game.legal_moves() if move != "pass"} == set(own.split())
        game.play("pass")


def test_ruling_f2_pass_is_explicit_also_when_it_is_the_only_move() -> None:
    game = start(SOLITAIRE, DESCENDING)
    while not game.over:
        spread(game)
        crews = [move for move in game.legal_moves() if move.startswith("crew")]
        assert "pass" in game.legal_moves()
        if not crews:
            assert game.legal_moves() == ["pass"]
            assert game.play("pass") == (Passed(seat=0),)
            return
        game.play(max(crews))
    raise AssertionError("there was always somebody to place")


# End and score


@pytest.mark.parametrize("players", [2, 3, 4])
def test_when_all_tiles_are_laid_turns_go_on_with_firefighters_alone(players: int) -> None:
    game = start(COMPETITIVE[players], DESCENDING)
    if players == 4:
        game.play("arrange 6 6 6 6")
    burn_down(game)
    view = seen(game)
    assert (view.step, view.tiles_left, view.drawn, view.hottest) == ("crew", 0, None, ())
    assert not game.over
    assert_refused(game, "tile 0,0", "all tiles have been laid")
    before = game.to_move
    game.play(next(move for move in game.legal_moves() if move.startswith("crew 1")))
    assert game.to_move == ((before or 0) + 1) % players
    assert seen(game).step == "crew"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_f3_the_turn_of_the_last_tile_is_no_pass(players: int) -> None:
    game = start(COMPETITIVE[players], DESCENDING)
    if players == 4:
        game.play("arrange 6 6 6 6")
    burn_down(game)
    assert game.moves[-1] == "pass"  # after the last tile
    for _ in range(players):
        assert not game.over
        assert game.outcome() is None
        game.play("pass")
    assert game.over
    assert game.to_move is None
    assert game.legal_moves() == []
    assert_refused(game, "pass", "the game is over")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_match_ends_when_all_pass_one_after_another(players: int) -> None:
    game = start(COMPETITIVE[players], DESCENDING)
    if players == 4:
        game.play("arrange 6 6 6 6")
    burn_down(game)
    for _ in range(3):
        for _ in range(players - 1):
            game.play("pass")
        game.play(next(move for move in game.legal_moves() if move.startswith("crew 1")))
        assert not game.over
    for _ in range(players):
        assert not game.over
        game.play("pass")
    assert game.over


def test_who_passed_may_place_again_in_a_later_turn() -> None:
    game = burn_down(start(COMPETITIVE[2], DESCENDING))
    play_all(
        game, "pass; crew 1 yellow 3,0; crew 1 green 3,-1; pass; crew 1 green 3,-2; crew 1 yellow -1,4; pass; pass"
    )
    assert game.over


RIM = {
    "-1,-2": 2, "0,-2": 3, "1,-2": 3, "2,-2": 3, "3,-2": 1, "3,-1": 1, "3,0": 1, "2,1": 2, "1,2": 2, "0,3": 2,
    "-1,4": 1, "-2,4": 1, "-3,4": 1, "-3,3": 3, "-3,2": 3, "-3,1": 3, "-3,0": 2, "-2,-1": 2,
}  # fmt: skip
"""The tiles with a free edge in a match of two with the descending deck, once around the forest."""


def scored(options: tuple[str, ...] = (), **cells: str) -> FeurioOutcome:
    """The end of such a match of two in which each colour got one firefighter on each of its cells."""
    game = burn_down(start(Kind(2, "competitive", options), DESCENDING))
    rim = {f"{tile.cell[0]},{tile.cell[1]}": tile.number for tile in seen(game).tiles if tile.free_edges}
    assert rim == RIM
    for colour, where in cells.items():
        hold(game, colour, *where.split())
    return pass_to_the_end(game)


def division(region: Region) -> tuple[int, int | None, int]:
    return region.total, region.divisor, region.points


def test_a_region_is_a_maximal_connected_set_of_tiles_with_the_colour() -> None:
    outcome = scored(green="3,-2 3,-1 3,0 -1,4", blue="2,1 0,3")
    cells = [(region.colour, region.cells) for region in outcome.regions]
    assert cells == [
        ("green", ((3, -2), (3, -1), (3, 0))),
        ("green", ((-1, 4),)),
        ("blue", ((0, 3),)),
        ("blue", ((2, 1),)),
    ]
    assert {region.seat for region in outcome.regions} == {0}


def test_one_firefighter_of_a_colour_is_enough_and_more_change_nothing() -> None:
    game = burn_down(start(COMPETITIVE[2], DESCENDING))
    play_all(game, "crew 2 green 0,-2; crew 1 yellow 1,-2; crew 1 blue 1,-2; pass")
    assert tile_at(game, (1, -2)).crews == (0, 1, 1, 0)
    outcome = pass_to_the_end(game)
    assert [division(region) for region in outcome.regions] == [(3, 3, 1)] * 3
    assert outcome.scores == (2, 1)


def test_points_are_the_sum_divided_by_the_smallest_open_number_rounded_up() -> None:
    assert scored(green="-1,-2 0,-2").scores == (3, 0)  # 5 by 2
    assert scored(green="-1,-2 0,-2 1,-2").scores == (4, 0)  # 8 by 2
    assert scored(green="2,-2 3,-2").scores == (4, 0)  # 4 by 1
    assert scored(green="0,-2 1,-2 2,-2").scores == (3, 0)  # 9 by 3


def test_option_hotter_rounds_down() -> None:
    hotter = ("hotter",)
    assert scored(hotter, green="-1,-2 0,-2").scores == (2, 0)
    assert scored(hotter, green="-1,-2 0,-2 1,-2").scores == (4, 0)
    assert scored(("firebreak", "hotter"), green="-1,-2 0,-2").scores == (2, 0)


def test_each_region_is_rounded_by_itself() -> None:
    assert scored(green="-1,-2 0,-2 -3,0 -3,1").scores == (6, 0)
    assert scored(("hotter",), green="-1,-2 0,-2 -3,0 -3,1").scores == (4, 0)


def test_a_seat_scores_all_regions_of_all_its_colours() -> None:
    outcome = scored(green="3,-2 3,-1 2,1", blue="3,0 -3,3", yellow="-1,4", red="-3,4")
    assert [(region.colour, region.points) for region in outcome.regions] == [
        ("green", 2),
        ("green", 1),
        ("blue", 1),
        ("blue", 1),
        ("yellow", 1),
        ("red", 1),
    ]
    assert outcome.scores == (5, 2)
    assert (outcome.winners, outcome.decided_by, outcome.goals) == ((0,), "points", None)


def test_colours_do_not_join_in_one_region() -> None:
    assert scored(green="3,-2", blue="3,-1").scores == (2, 0)
    assert len(scored(green="3,-2", blue="3,-1").regions) == 2


def test_the_smallest_number_counts_only_with_a_free_edge() -> None:
    game = start(COMPETITIVE[2], ASCENDING)
    hold(game, "green", "-2,0")
    burn_down(game)
    hold(game, "green", "-1,-1")
    assert (tile_at(game, (-2, 0)).number, tile_at(game, (-2, 0)).free_edges) == (2, 0)
    (region,) = pass_to_the_end(game).regions
    assert division(region) == (2 + 3, 3, 2)


def test_a_region_that_is_shut_in_is_worth_nothing() -> None:
    game = start(COMPETITIVE[2], DESCENDING)
    hold(game, "green", "0,0")
    hold(game, "yellow", "1,0")
    hold(game, "green", "1,0")
    outcome = pass_to_the_end(burn_down(game))
    assert [(region.colour, *division(region)) for region in outcome.regions] == [
        ("green", 12, None, 0),
        ("yellow", 6, None, 0),
    ]
    assert outcome.scores == (0, 0)


def test_neutrals_are_taken_off_before_scoring() -> None:
    game = burn_down(start(COMPETITIVE[3], DESCENDING))
    play_all(game, "crew 1 red 3,-3; crew 1 red 3,-2; crew 1 yellow 3,-1; crew 1 green 2,0; pass; crew 2 red 0,-3")
    outcome = pass_to_the_end(game)
    assert outcome.scores == (1, 0, 1)
    red = [region for region in outcome.regions if region.colour == "red"]
    assert [(region.seat, region.points) for region in red] == [(None, 0), (None, 0)]
    # free edges do not change by that: the red tiles still close their neighbours
    assert {tile.cell for tile in seen(game).tiles if tile.free_edges == 0} >= {(2, -2), (1, -2)}


def test_highest_sum_wins() -> None:
    assert scored(green="3,-2", yellow="-1,4 -2,4").winners == (1,)
    assert scored(green="3,-2 3,-1", yellow="-1,4").winners == (0,)


def test_ruling_f4_a_tie_goes_to_the_single_most_valuable_region() -> None:
    outcome = scored(green="3,-2 3,0", yellow="-1,4 -2,4")
    assert outcome.scores == (2, 2)
    assert (outcome.winners, outcome.decided_by) == ((1,), "best region")


def test_ruling_f4_two_players_the_best_region_of_either_colour() -> None:
    outcome = scored(green="3,-2", blue="2,1 1,2", yellow="-1,4 -3,4", red="0,3")
    assert outcome.scores == (3, 3)
    assert (outcome.winners, outcome.decided_by) == ((0,), "best region")


def test_ruling_f4_the_best_region_counts_after_rounding() -> None:
    outcome = scored(green="-1,-2 0,-2", yellow="3,-2 3,-1 3,0")  # 2½ and 3
    assert outcome.scores == (3, 3)
    assert (outcome.winners, outcome.decided_by) == ((0, 1), "shared")


def test_ruling_f4_still_tied_is_a_shared_victory() -> None:
    outcome = scored(green="3,-2 3,0", yellow="-1,4", red="-3,4")
    assert outcome.scores == (2, 2)
    assert (outcome.winners, outcome.decided_by) == ((0, 1), "shared")


def test_ruling_f4_a_seat_without_a_region_counts_0() -> None:
    assert scored().winners == (0, 1)
    game = start(COMPETITIVE[2], DESCENDING)
    hold(game, "green", "0,0")
    outcome = pass_to_the_end(burn_down(game))  # one region, worth nothing, against none
    assert outcome.scores == (0, 0)
    assert (outcome.winners, outcome.decided_by) == ((0, 1), "shared")


def test_ruling_f4_four_players() -> None:
    game = play_all(start(COMPETITIVE[4], DESCENDING), "arrange 6 6 6 6")
    burn_down(game)
    twin = play_all(game.copy(), "pass; crew 1 blue 3,-3; crew 1 yellow -1,3; crew 1 red 2,1; pass; pass; pass; pass")
    assert (outcome_of(twin).scores, outcome_of(twin).winners) == ((0, 1, 1, 1), (1, 2, 3))
    crews = "crew 1 green 3,-3; crew 1 blue 2,1; pass; crew 1 red -1,3; crew 1 green 3,-2; pass; pass; crew 1 red 3,-1"
    outcome = pass_to_the_end(play_all(game, crews))
    assert outcome.scores == (2, 1, 0, 2)
    assert (outcome.winners, outcome.decided_by) == ((0,), "best region")


def test_ruling_f4_three_players_all_share() -> None:
    game = burn_down(start(COMPETITIVE[3], DESCENDING))
    outcome = pass_to_the_end(play_all(game, "crew 1 green 3,-3; crew 1 blue -1,3; crew 1 yellow 3,-1"))
    assert outcome.scores == (1, 1, 1)
    assert outcome.winners == (0, 1, 2)


# Option firebreak


def test_firebreak_the_price_is_one_own_firefighter_and_the_turn_ends_at_once() -> None:
    game = start(FIREBREAK[2], "65")
    cells = ("1,-1", "0,1")
    assert set(game.legal_moves()) == {
        *(f"tile {cell}" for cell in cells),
        *(f"break {cell} {colour}" for cell in cells for colour in ("green", "blue")),
    }
    assert game.play("break 0,1 blue") == (FirebreakLaid(seat=0, cell=(0, 1), colour="blue"),)
    assert seen(game).stocks == ((12, 11, 0, 0), (0, 0, 12, 12))
    assert seen(game).paid == (0, 1, 0, 0)
    assert game.to_move == 1
    assert seen(game).step == "tile"
    assert_refused(game, "crew 1 yellow 0,0", "lay the tile first")


def test_firebreak_is_laid_at_a_hottest_cell() -> None:
    game = start(FIREBREAK[2], "65")
    assert_refused(game, "break -1,0 green", "heat 6 here; 11 at m12 and n14")
    assert_refused(game, "break 0,0 green", "there is already a tile on m13")
    assert_refused(game, "break 7,7 green", "t6 does not touch the forest")
    spread(game)
    assert_refused(game, "break 1,-1 green", "you have laid your tile")


def test_firebreak_only_with_the_option() -> None:
    for kind in KINDS:
        game = start(kind, DESCENDING)
        if kind.players == 4:
            game.play("arrange 6 6 6 6")
        cell = game.legal_moves()[0].split()[1]
        if "firebreak" in kind.options:
            assert f"break {cell} green" in game.legal_moves()
        else:
            assert_refused(game, f"break {cell} green", "this game is played without firebreaks")


def test_firebreak_is_paid_with_an_own_colour() -> None:
    game = play_all(start(FIREBREAK[4], "6543"), "arrange 6 5 4 3")
    assert set(game.legal_moves()) == {"tile -1,0", "break -1,0 green"}
    assert_refused(game, "break -1,0 blue", "blue is not yours")
    game.play("break -1,0 green")
    assert {move.split()[2] for move in game.legal_moves() if move.startswith("break")} == {"blue"}


def test_firebreak_is_never_paid_with_a_neutral() -> None:
    game = start(FIREBREAK[3], "654")
    assert set(game.legal_moves()) == {"tile 1,0", "break 1,0 green"}
    assert_refused(game, "break 1,0 red", "a neutral firefighter can’t pay for a firebreak")


def test_firebreak_is_impossible_without_an_own_firefighter() -> None:
    game = start(FIREBREAK[3], DESCENDING)
    while seen(game).stocks[0][0]:
        spread(game)
        crews = [move for move in game.legal_moves() if " green " in move] if game.to_move == 0 else []
        game.play(max(crews, default="pass"))
    while game.to_move != 0:
        turn(game)
    assert seen(game).stocks[0] == (0, 0, 0, 4)
    assert seen(game).step == "tile"
    assert all(move.startswith("tile") for move in game.legal_moves())
    cell = game.legal_moves()[0].split()[1]
    assert_refused(game, f"break {cell} green", "no green firefighters left")
    assert_refused(game, f"break {cell} red", "a neutral firefighter can’t pay for a firebreak")
    turn(game)
    assert any(move.startswith("break") for move in game.legal_moves())  # the next seat can pay


def test_firebreak_one_colour_of_two_can_run_out() -> None:
    game = start(FIREBREAK[2], DESCENDING)
    for _ in range(12):
        game.play(next(move for move in game.legal_moves() if move.endswith("green")))
        turn(game)
    cell = game.legal_moves()[0].split()[1]
    assert_refused(game, f"break {cell} green", "no green firefighters left")
    assert f"break {cell} blue" in game.legal_moves()


def test_firebreak_counts_0_for_heat_and_closes_edges() -> None:
    game = start(FIREBREAK[2], "22")
    game.play("break 1,-1 green")
    assert (tile_at(game, (0, 0)).free_edges, tile_at(game, (1, 0)).free_edges) == (4, 4)
    assert_refused(game, "tile 2,-1", "heat 2 here; 4 at m12")
    assert_refused(game, "tile 1,-2", "heat 0 here; 4 at m12")
    tile = tile_at(game, (1, -1))
    assert (tile.firebreak, tile.spaces, tile.room, tile.free_edges) == (True, 0, 0, 4)


def test_firebreak_never_carries_firefighters() -> None:
    game = play_all(start(FIREBREAK[2], "22"), "break 1,-1 green; tile 0,1")
    assert not any(move.endswith(" 1,-1") for move in game.legal_moves())
    assert_refused(game, "crew 1 yellow 1,-1", "nobody can stand on a firebreak")


def test_firebreak_shuts_a_region_in() -> None:
    game = start(FIREBREAK[2], "61")
    spread(game)
    game.play("crew 1 green 0,0")
    while tile_at(game, (0, 0)).free_edges:
        game.play(next(move for move in game.legal_moves() if move.startswith("break")))
    (region,) = regions_of(game, "green")
    assert division(region) == (6, None, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_f3_a_firebreak_as_the_last_tile_is_no_pass(players: int) -> None:
    game = start(FIREBREAK[players], DESCENDING)
    if players == 4:
        game.play("arrange 6 6 6 6")
    while seen(game).tiles_left:
        turn(game)
    game.play(next(move for move in game.legal_moves() if move.startswith("break")))
    assert seen(game).step == "crew"
    for _ in range(players):
        assert not game.over
        game.play("pass")
    assert game.over


def surrounded_by_firebreaks() -> Game:
    """Two players, the two first tiles, and eight firebreaks around them."""
    game = start(FIREBREAK[2], "66")
    for _ in range(8):
        assert seen(game).heat > 0
        game.play(next(move for move in game.legal_moves() if move.startswith("break")))
    assert len(forest(game)) == 10
    return game


def test_ruling_f6_all_heat_can_be_0() -> None:
    game = surrounded_by_firebreaks()
    assert seen(game).heat == 0
    around = {other for cell in forest(game) for other in neighbours(cell)} - set(forest(game))
    assert set(seen(game).hottest) == around
    assert len(around) == 14
    assert_refused(game, "tile 5,5", "r8 does not touch the forest")
    spread(game)
    assert_refused(game, "crew 1 green 0,0", "this tile has no free edges left")


@pytest.mark.parametrize(
    ("step", "end"),
    [
        ((1, 0), (28, 0)),
        ((-1, 0), (-27, 0)),  # 28 from 1,0
        ((0, 1), (0, 27)),
        ((0, -1), (0, -27)),
        ((1, -1), (27, -27)),
        ((-1, 1), (-27, 27)),
    ],
)
def test_ruling_f6_firebreaks_can_lead_the_fire_28_cells_away(step: Hex, end: Hex) -> None:
    game = surrounded_by_firebreaks()
    q, r = 0, 0
    while len(forest(game)) < 36:
        while (q, r) in forest(game):
            q, r = q + step[0], r + step[1]
        game.play(next(move for move in game.legal_moves() if move.startswith(f"break {q},{r} ")))
    assert (q, r) == end


def test_cells_are_written_in_plain_digits() -> None:
    game = surrounded_by_firebreaks()
    for q in range(3, 10):
        game.play(next(move for move in game.legal_moves() if move.startswith(f"break {q},0")))
    assert "tile 10,0" in game.legal_moves()
    for wrong in ("tile 1٠,0", "tile 1０,0"):
        with pytest.raises(IllegalMove):
            game.play(wrong)


# What is hidden


@pytest.mark.parametrize("kind", KINDS)
def test_hidden_the_order_of_the_deck_always(kind: Kind) -> None:
    game = start(kind, "5263416")
    for seat in (None, *range(kind.players)):
        view = seen(game, seat)
        knows_drawn = kind.players < 4 and ("firebreak" not in kind.options or seat == game.to_move)
        known = kind.players + knows_drawn
        assert view.deck[:known] == tuple(game.setup.deal[:known])
        assert set(view.deck[known:]) == {None}
        assert sum(view.unseen) == 36 - known


def test_hidden_without_firebreaks_the_drawn_tile_is_public() -> None:
    game = start(COMPETITIVE[2], "653")
    assert [seen(game, seat).drawn for seat in (None, 0, 1)] == [3, 3, 3]
    spread(game)
    assert [seen(game, seat).drawn for seat in (None, 0, 1)] == [None, None, None]
    assert {number for seat in (None, 0, 1) for number in seen(game, seat).deck[3:]} == {None}


def test_hidden_with_firebreaks_only_the_drawer_knows_the_drawn_tile() -> None:
    game = start(FIREBREAK[3], "6543")
    assert [seen(game, seat).drawn for seat in (None, 0, 1, 2)] == [None, 3, None, None]
    spread(game)
    assert {number for seat in (None, 0, 1, 2) for number in [seen(game, seat).tiles[-1].number]} == {3}


def test_ruling_f5_only_its_layer_knows_the_number_of_a_firebreak() -> None:
    game = play_all(start(FIREBREAK[3], "6543"), "break 1,0 green")
    for _ in range(3):
        assert [seen(game, seat).tiles[3].number for seat in (None, 0, 1, 2)] == [None, 3, None, None]
        assert [seen(game, seat).deck[3] for seat in (None, 0, 1, 2)] == [None, 3, None, None]
        assert [seen(game, seat).unseen[2] for seat in (None, 0, 1, 2)] == [6, 5, 6, 6]
        turn(game)


def test_hidden_all_is_revealed_when_the_match_is_over() -> None:
    game = play_all(start(FIREBREAK[3], "6543"), "break 1,0 green")
    burn_down(game)
    assert seen(game, 1).tiles[3].number is None
    pass_to_the_end(game)
    for seat in (None, 0, 1, 2):
        view = seen(game, seat)
        assert (view.tiles[3].number, view.tiles[3].firebreak) == (3, True)
        assert view.deck == tuple(game.setup.deal)
        assert view.unseen == (0, 0, 0, 0, 0, 0)


# Solitaire and cooperative


def won_match(players: int, **instead: str) -> Game:
    """A match played on purpose so that it is won, with some moves replaced: ply_12="pass"."""
    mode, deck, script = next(match[1:] for match in FEURIO_WON if match[0] == players)
    game = start(Kind(players, mode), [int(number) for number in deck])
    for ply, move in enumerate(script.split(";")):
        assert not game.over
        game.play(instead.get(f"ply_{ply}", move.strip()))
    return game


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_solitaire_and_cooperative_won(players: int) -> None:
    game = won_match(players)
    outcome = outcome_of(game)
    assert outcome.winners == tuple(range(players))
    assert (outcome.scores, outcome.decided_by) == ((), "goals")
    assert outcome.goals is not None
    assert outcome.goals.left_in_stock == 0
    assert outcome.goals.in_one_region == ("green", "blue", "yellow", "red")
    assert outcome.goals.has_water == ("green", "blue", "yellow", "red")
    assert len(outcome.regions) == 4
    assert funkenflug.load(game.record()).outcome() == outcome


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cooperative_all_lose(players: int) -> None:
    script = next(match[3] for match in FEURIO_WON if match[0] == players).split(";")
    last_crew = max(ply for ply, move in enumerate(script) if "crew" in move)
    outcome = outcome_of(won_match(players, **{f"ply_{last_crew}": "pass"}))
    assert outcome.winners == ()
    assert outcome.goals is not None
    assert outcome.goals.left_in_stock == 1


@pytest.mark.parametrize(
    ("instead", "left", "scattered", "dry"),
    [
        ({"ply_1": "crew 2 red 0,1"}, 1, "", ""),  # one firefighter is left over
        ({"ply_61": "crew 1 blue 3,0"}, 0, "", "blue"),  # all 48 placed, each colour in one region, but no 1
        ({"ply_1": "crew 2 red 0,1", "ply_69": "crew 1 red 1,-3"}, 0, "red", ""),  # two regions, each with an open 1
        ({"ply_55": "crew 1 red 2,-2"}, 0, "red", "red"),
    ],
)
def test_solitaire_each_goal_is_needed(instead: dict[str, str], left: int, scattered: str, dry: str) -> None:
    outcome = outcome_of(won_match(1, **instead))
    assert outcome.winners == ()
    goals = outcome.goals
    assert goals is not None
    colours = ("green", "blue", "yellow", "red")
    assert goals.left_in_stock == left
    assert goals.in_one_region == tuple(colour for colour in colours if colour != scattered)
    assert goals.has_water == tuple(colour for colour in colours if colour != dry)


def test_solitaire_a_1_without_a_free_edge_is_no_water() -> None:
    game = start(SOLITAIRE, ASCENDING)
    hold(game, "green", "-1,0")
    burn_down(game)
    tile = tile_at(game, (-1, 0))
    assert (tile.number, tile.free_edges) == (1, 0)
    goals = outcome_of(game).goals
    assert goals is not None
    assert goals.in_one_region == ("green",)
    assert goals.has_water == ()
    assert outcome_of(game).winners == ()


def test_cooperative_three_players_red_must_meet_the_same_goal() -> None:
    outcome = outcome_of(won_match(3, ply_63="crew 1 red -3,2"))
    assert outcome.winners == ()
    assert outcome.goals is not None
    assert outcome.goals.left_in_stock == 0
    assert outcome.goals.in_one_region == ("green", "blue", "yellow", "red")
    assert outcome.goals.has_water == ("green", "blue", "yellow")


@pytest.mark.parametrize("kind", [SOLITAIRE, *COOPERATIVE.values()])
def test_solitaire_and_cooperative_end_after_the_turn_of_the_last_tile(kind: Kind) -> None:
    game = start(kind, DESCENDING)
    if kind.players == 4:
        game.play("arrange 6 6 6 6")
    while seen(game).tiles_left:
        turn(game)
    spread(game)
    assert not game.over
    crew = next(move for move in game.legal_moves() if move.startswith("crew"))  # may still be placed
    twin = game.copy()
    for last, match in ((crew, game), ("pass", twin)):
        match.play(last)
        assert match.over
        outcome = outcome_of(match)
        assert (outcome.winners, outcome.scores) == ((), ())
        assert_refused(match, "pass", "the game is over")


@pytest.mark.parametrize("kind", [SOLITAIRE, *COOPERATIVE.values()])
@pytest.mark.parametrize("option", ["firebreak", "hotter"])
def test_solitaire_and_cooperative_know_no_options(kind: Kind, option: str) -> None:
    with pytest.raises(ValueError, match=f"the option {option} is not for {kind.mode} games"):
        funkenflug.new("feurio", players=kind.players, mode=kind.mode, options=[option])


# The worked example


def worked_example() -> Game:
    game = start(COMPETITIVE[4], "34662125")
    assert game.to_move == 3
    return game


def heats(game: Game, *cells: str) -> list[int]:
    """The heat of cells that are not the hottest, as the refusal tells it."""
    return [int(game.explain(f"tile {cell}").split()[1]) for cell in cells]


def test_worked_example_arrangement() -> None:
    game = worked_example()
    assert "arrange 6 6 4 3" in game.legal_moves()
    assert "arrange 6 6 3 4" not in game.legal_moves()
    play_all(game.copy(), "arrange 6 6 4 3")
    game.play("arrange 6 6 3 4")
    assert forest(game) == {(0, 0): 6, (1, -1): 6, (0, -1): 3, (1, 0): 4}


def test_worked_example_turns() -> None:
    game = play_all(worked_example(), "arrange 6 6 3 4")

    assert (game.to_move, seen(game).drawn) == (0, 2)
    assert (seen(game).heat, seen(game).hottest) == (10, ((0, 1), (2, -1)))
    assert set(game.legal_moves()) == {"tile 2,-1", "tile 0,1"}
    assert heats(game, "-1,0", "1,-2") == [9, 9]
    game.play("tile 2,-1")
    tile = tile_at(game, (0, 0))
    assert (tile.spaces, tile.free_edges, tile.room) == (3, 3, 3)
    assert {f"crew {n} green 0,0" for n in (1, 2, 3)} <= set(game.legal_moves())
    game.play("crew 1 green 0,0")
    assert seen(game).scores == (1, 0, 0, 0)

    assert (game.to_move, seen(game).drawn) == (1, 1)
    assert (seen(game).heat, game.legal_moves()) == (10, ["tile 0,1"])
    game.play("tile 0,1")
    tile = tile_at(game, (0, 0))
    assert (tile.free_edges, tile.room) == (2, 1)
    assert_refused(game, "crew 2 blue 0,0", "2 free edges, 1 already there: at most 1 more")
    game.play("crew 1 blue 0,0")
    assert seen(game).scores == (1, 1, 0, 0)

    assert (game.to_move, seen(game).drawn) == (2, 2)
    assert (seen(game).heat, seen(game).hottest) == (9, ((-1, 0), (1, -2)))
    game.play("tile -1,0")
    tile = tile_at(game, (1, -1))
    assert (tile.free_edges, tile.room) == (2, 2)
    assert_refused(game, "crew 3 yellow 1,-1", "2 free edges: at most 2")
    game.play("crew 2 yellow 1,-1")
    assert tile_at(game, (1, -1)).room == 0
    assert seen(game).scores == (1, 1, 1, 0)

    assert (game.to_move, seen(game).drawn) == (3, 5)
    assert (seen(game).heat, seen(game).hottest) == (2 + 6 + 1, ((-1, 1), (1, -2)))
    game.play("tile 1,-2")
    assert_refused(game, "crew 1 red 1,-1", "one free edge, 2 already there: full")
    game.play("crew 1 red 1,-2")
    assert seen(game).scores == (1, 1, 1, 1)
    assert seen(game).stocks == ((11, 0, 0, 0), (0, 11, 0, 0), (0, 0, 10, 0), (0, 0, 0, 11))
    assert game.to_move == 0


@pytest.mark.parametrize(
    ("numbers", "moves", "divisor", "points", "hotter"),
    [
        ("25", "tile 0,1; crew 1 green 1,0; tile 1,-1; pass; tile 2,-1; crew 1 green 0,0", 2, 4, 3),
        (
            "561",
            "tile 1,0; crew 1 green 1,-1; tile 2,-1; pass; tile 1,-2; pass; tile 2,-2; crew 1 green 0,0;"
            "tile -1,0; pass; tile 0,1; pass; tile -1,1; crew 1 green 0,-1",
            1, 12, 12,
        ),
        ("16", "tile 0,1; crew 1 green 0,0", 1, 1, 1),
        (
            "642",
            "tile 1,0; crew 1 green 0,0; tile -1,0; pass; tile 0,1; pass; tile -1,1; crew 1 green 1,-1;"
            "tile 1,-2; pass; tile 2,-1; pass; tile 2,-2; crew 1 green 0,-1",
            2, 6, 6,
        ),
        (
            "1452",
            "arrange 5 4 2 1; tile -1,0; crew 1 green 0,0; tile 0,1; pass; tile -1,1; pass; tile 1,-2; pass;"
            "tile 2,-1; crew 1 green 1,-1; tile 2,-2; pass; tile 2,-3; pass; tile 3,-3; pass;"
            "tile 3,-2; crew 1 green 1,0; tile 3,-4; pass; tile 4,-3; pass; tile 4,-4; pass;"
            "tile 5,-4; crew 1 green 0,-1",
            1, 12, 12,
        ),
    ],
)  # fmt: skip
def test_worked_example_scoring_arithmetic(numbers: str, moves: str, divisor: int, points: int, hotter: int) -> None:
    for options, expected in (((), points), (("hotter",), hotter)):
        game = play_all(start(Kind(len(numbers), "competitive", options), numbers), moves)
        (region,) = regions_of(game, "green")
        held = sorted(forest(game)[cell] or 0 for cell in region.cells)
        assert "".join(map(str, held)) == ("1" if numbers == "16" else "".join(sorted(numbers)))
        assert division(region) == (sum(held), divisor, expected)
        assert seen(game).scores[0] == expected


def test_worked_example_a_6_shut_in_on_all_sides_gives_0() -> None:
    game = start(COMPETITIVE[4], DESCENDING)
    play_all(game, "arrange 6 6 6 6")
    hold(game, "green", "0,0")
    while tile_at(game, (0, 0)).free_edges:
        assert division(regions_of(game, "green")[0]) == (6, 6, 1)
        turn(game)
    assert division(regions_of(game, "green")[0]) == (6, None, 0)


def test_worked_example_another_picture() -> None:
    game = play_all(start(COMPETITIVE[4], "6534"), "arrange 6 5 3 4")
    assert (seen(game).heat, seen(game).hottest) == (6 + 4, ((0, 1),))
    assert heats(game, "-1,0", "2,-1", "1,-2") == [6 + 3, 5 + 4, 5 + 3]


# Numbers worth knowing


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
def test_without_firebreaks_the_fire_can_be_led_18_cells_away(step: Hex) -> None:
    """With numbers that rise it burns hottest at the front; the forest becomes a strip two tiles wide."""
    game = start(SOLITAIRE, ASCENDING)

    def progress(move: str) -> tuple[int, str]:
        q, r = map(int, move.removeprefix("tile ").split(","))
        return q * step[0] + r * step[1] + (q + r) * sum(step), move

    while not game.over:
        game.play(max(game.legal_moves(), key=progress))
        game.play("pass")
    assert max(max(abs(q), abs(r), abs(q + r)) for q, r in forest(game)) == 18
