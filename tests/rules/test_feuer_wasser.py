"""The rules of Feuer & Wasser, sentence by sentence, in the order of the rules file."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

import funkenflug
from funkenflug import Event, Game, IllegalMove, RecordError
from funkenflug.games.feuer_wasser.rules.view import (
    Domino,
    DominoLaid,
    ElementalPlaced,
    ElementalTamed,
    FeuerWasserOutcome,
    LastRound,
    Leader,
    LeaderPlaced,
    Passed,
    Skipped,
    Stone,
    StoneLaid,
    TilesTurned,
)
from tests.matches_feuer_wasser import Pair, seen
from tests.oracle.feuer_wasser import all_tiles
from tests.plans import assert_refused as assert_refused_without_trace

SEATS = "GBYR"
COLUMNS = "abcdefghijkl"
ALL_FIRE = ["F" * 12] * 12
BOARD_8x8 = """
F W F W F W F W
W F W W F F W F
F W F F W W F W
W F F W F W W F
F W W F W F F W
W F W W F F W F
F W F F W W F W
W F W F W F W F
"""
BOARD_12x8 = """
F W F W F W F W F W F W
W F W F W W F F W F W F
F W F W F F W W F W F W
W F W F F W F W W F W F
F W F W W F W F F W F W
W F W F W W F F W F W F
F W F W F F W W F W F W
W F W F W F W F W F W F
"""


# Matches to look at -------------------------------------------------------------------------------------------------


def around(cell: str) -> set[str]:
    """The orthogonal neighbours of a cell on the largest board."""
    column, row = COLUMNS.index(cell[0]), int(cell[1:])
    near = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return {f"{COLUMNS[c]}{r}" for c, r in near if 0 <= c < 12 and 1 <= r <= 12}


def idle_pairs(rows: int, columns: int, avoid: set[str]) -> list[str]:
    """Pairs of cells for tiles that do not matter, from the top."""
    pairs = [
        (f"{COLUMNS[column]}{row}", f"{COLUMNS[column + 1]}{row}")
        for row in range(rows, 0, -1)
        for column in range(0, columns - 1, 2)
    ]
    return [f"{first} {second}" for first, second in pairs if not avoid.intersection((first, second))]


def turns_of(players: int, script: str) -> list[tuple[int, str]]:
    """The seats in turn with their moves; those between the seats of the script have an empty one."""
    turns, seat = [], 3 % players
    for step in filter(None, map(str.strip, script.split(";"))):
        owner, _, move = step.partition(" ")
        while seat != SEATS.index(owner):
            turns.append((seat, ""))
            seat = (seat + 1) % players
        if move:
            turns.append((seat, move))
            seat = (seat + 1) % players
    return turns


def tile_in(move: str) -> Pair:
    return int(move[5]), int(move[6])


def scripted(
    players: int,
    script: str,
    board: Any = ALL_FIRE,
    elementals: tuple[str, str, str] = ("k11", "k9", "k7"),
) -> tuple[Game, tuple[Event, ...]]:
    """Play actions, each after the initial of its seat; the seats between them lay tiles out of the way.

    An initial alone lets the others act until it is that seat's turn. Everybody has the tiles that it takes, in the
    order in which it lays them. Returns the match, and what happened in the last action.
    """
    turns = turns_of(players, script)
    used: list[list[Pair]] = [[] for _ in range(players)]
    told = [
        [tile_in(move) for owner, move in turns if owner == seat and move.startswith("tile")] for seat in range(players)
    ]
    spare = [[tile for tile in all_tiles(players) if tile not in told[seat]] for seat in range(players)]
    rows = board.split("\n")[1:-1] if isinstance(board, str) else board
    named = {*re.findall(r"[a-l]\d+", script), *elementals}
    idle = iter(idle_pairs(len(rows), len("".join(rows[0].split())), named.union(*map(around, named))))
    moves = []
    for seat, move in turns:
        if not move:
            fire, water = spare[seat].pop(0)
            move = f"tile {fire}{water} {next(idle)}"
        if move.startswith("tile"):
            used[seat].append(tile_in(move))
        moves.append(move)
    piles = [[*used[seat], *(tile for tile in all_tiles(players) if tile not in used[seat])] for seat in range(players)]
    game = funkenflug.new("feuer-wasser", players=players, board=board, piles=piles)
    events: tuple[Event, ...] = ()
    for move in (*(f"elemental {cell}" for cell in elementals), *moves):
        events = tuple(game.play(move))
    return game, events


def recorded(name: str, undone: int = 0) -> Game:
    """A match in which something rare happens, without its last moves; such matches were found by playing many."""
    game = funkenflug.load((Path(__file__).parent / "records" / f"{name}.ff").read_text("utf-8"))
    for _ in range(undone):
        game.undo()
    return game


def influence(game: Game, cell: str) -> tuple[int, ...]:
    """What the seats have on a cell."""
    found = {entry.cell: entry.by_seat for entry in seen(game).influence}
    return found.get(cell, (0,) * game.players)


def reach(game: Game, seat: int) -> dict[str, int]:
    """Where a seat has influence."""
    return {entry.cell: entry.by_seat[seat] for entry in seen(game).influence if entry.by_seat[seat]}


def legal(game: Game, word: str) -> set[str]:
    """The cells of the legal moves that begin with this word."""
    return {move.removeprefix(f"{word} ") for move in game.legal_moves() if move.startswith(f"{word} ")}


def stones_on(game: Game) -> dict[str, tuple[int, int]]:
    return {stone.cell: (stone.seat, stone.count) for stone in seen(game).stones}


def outcome_of(game: Game) -> FeuerWasserOutcome:
    outcome = game.outcome()
    assert isinstance(outcome, FeuerWasserOutcome)
    return outcome


def assert_refused(game: Game, move: str, why: str) -> None:
    assert game.explain(move) == why
    with pytest.raises(IllegalMove, match=re.escape(why)):
        game.play(move)
    assert_refused_without_trace(game, move)
    assert move not in game.legal_moves()


def assert_allowed(game: Game, move: str) -> None:
    assert game.explain(move) == "this move is legal"
    assert move in game.legal_moves()


# What a match is made of


@pytest.mark.parametrize(
    ("players", "colours"), [(2, "green blue"), (3, "green blue yellow"), (4, "green blue yellow red")]
)
def test_who_leads_what(players: int, colours: str) -> None:
    game = funkenflug.new("feuer-wasser", players=players, seed=1)
    assert seen(game).colours == tuple((colour,) for colour in colours.split())
    assert (game.mode, game.options) == ("competitive", ())


@pytest.mark.parametrize(
    ("players", "board", "stones", "tiles"), [(2, (8, 8), 20, 16), (3, (12, 8), 20, 16), (4, (12, 8), 15, 12)]
)
def test_board_stones_and_tiles_by_number_of_players(
    players: int, board: tuple[int, int], stones: int, tiles: int
) -> None:
    view = seen(funkenflug.new("feuer-wasser", players=players, seed=1))
    assert (len(view.board[0]), len(view.board)) == board
    assert view.stones_left == (stones,) * players
    assert view.face_down == (tiles,) * players


def test_the_tiles_of_a_seat_are_all_pairs_with_four_players_without_the_doubles() -> None:
    pairs = tuple((fire, water) for fire in (1, 2, 3, 4) for water in (1, 2, 3, 4))
    for players in (2, 3):
        assert seen(funkenflug.new("feuer-wasser", players=players, seed=1)).unseen == (pairs,) * players
    without = tuple((fire, water) for fire, water in pairs if fire != water)
    assert seen(funkenflug.new("feuer-wasser", players=4, seed=1)).unseen == (without,) * 4


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"players": 1}, "Feuer & Wasser is for 2 to 4 players, not 1"),
        ({"players": 5}, "Feuer & Wasser is for 2 to 4 players, not 5"),
        ({"players": 2.0}, "players must be a whole number, not 2.0"),
        ({"players": 2, "mode": "cooperative"}, "Feuer & Wasser has no mode 'cooperative'; it has competitive"),
        ({"players": 2, "options": ["firebreak"]}, "Feuer & Wasser has no option 'firebreak'"),
        ({"players": 2, "layout": "hexagon"}, "Feuer & Wasser takes board and piles, not layout"),
    ],
)
def test_what_is_no_match(words: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        funkenflug.new("feuer-wasser", seed=1, **words)


# Ruling W1: the board


def rows_of(text: str) -> tuple[str, ...]:
    return tuple("".join(line.split()) for line in text.strip().splitlines())


def test_ruling_w1_the_standard_boards_are_those_of_the_rules() -> None:
    for players, text in ((2, BOARD_8x8), (3, BOARD_12x8), (4, BOARD_12x8)):
        assert seen(funkenflug.new("feuer-wasser", players=players, seed=1)).board == rows_of(text)


@pytest.mark.parametrize(("players", "columns", "shift"), [(2, 8, 0), (3, 12, 2), (4, 12, 2)])
def test_ruling_w1_a_chessboard_but_for_the_middle(players: int, columns: int, shift: int) -> None:
    board = seen(funkenflug.new("feuer-wasser", players=players, seed=1)).board[::-1]
    for row in range(8):
        for column in range(columns):
            c = column - shift
            middle = (3 <= c <= 4 and 1 <= row <= 6) or (2 <= c <= 5 and 3 <= row <= 4)
            assert (board[row][column] == "W") is (((column + row) % 2 == 0) is not middle)


def test_ruling_w1_a_board_is_a_text_map_with_the_top_row_first() -> None:
    text = "F W F W F F\nFWFWFF\n  F W F W F F\nFWFWFF\nFWF WFF\nWWWWWF"
    game = funkenflug.new("feuer-wasser", players=2, board=text, seed=1)
    assert seen(game).board == ("FWFWFF",) * 5 + ("WWWWWF",)
    assert game == funkenflug.new("feuer-wasser", players=2, board=["FWFWFF"] * 5 + ["WWWWWF"], seed=1)
    assert game == funkenflug.new("feuer-wasser", players=2, board=f"\n{text}\n", seed=1)
    assert '[Board "FWFWFF/FWFWFF/FWFWFF/FWFWFF/FWFWFF/WWWWWF"]' in game.record()


def test_ruling_w1_six_to_twelve_rows_and_columns() -> None:
    for rows, columns in ((6, 6), (6, 12), (12, 6), (12, 12), (7, 11)):
        for players in (2, 3, 4):
            game = funkenflug.new("feuer-wasser", players=players, board=["F" * columns] * rows, seed=1)
            inside = {f"elemental {COLUMNS[c]}{r}" for c in range(1, columns - 1) for r in range(2, rows)}
            assert set(game.legal_moves()) == inside


@pytest.mark.parametrize(
    ("board", "why"),
    [
        (["F" * 8] * 5, "a board has 6 to 12 rows, this one has 5"),
        (["F" * 8] * 13, "a board has 6 to 12 rows, this one has 13"),
        ("", "a board has 6 to 12 rows, this one has 0"),
        (["F" * 5] * 8, "a row has 6 to 12 cells, row 8 has 5"),
        (["F" * 13] * 8, "a row has 6 to 12 cells, row 8 has 13"),
        (["F" * 8] * 7 + ["F" * 3], "a row has 6 to 12 cells, row 1 has 3"),
        (["F" * 8] * 7 + ["F" * 9], "all rows must be equally long; row 1 has 9 cells, the top row 8"),
        (["F" * 8, "F" * 7] + ["F" * 8] * 6, "all rows must be equally long; row 7 has 7 cells, the top row 8"),
        (["F" * 8] * 7 + ["FFXFFFFF"], "row 1 of the board has 'X'; it may have F and W"),
        (["ffffffff"] * 8, "row 8 of the board has 'f'; it may have F and W"),
        (["8FFFFFFF"] * 8, "row 8 of the board has '8'"),
        (8, "a board must be a text map of F and W, not 8"),
        ([8] * 8, "a board must be a text map of F and W, not"),
        ({"F": 1}, "a board must be a text map of F and W, not"),
    ],
)
def test_ruling_w1_what_is_no_board(board: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        funkenflug.new("feuer-wasser", players=2, board=board, seed=1)


# Piles


def test_piles_are_turned_up_in_the_order_given() -> None:
    piles = [[*reversed(all_tiles(3))], all_tiles(3), [*all_tiles(3)[5:], *all_tiles(3)[:5]]]
    game = funkenflug.new("feuer-wasser", players=3, piles=piles)
    assert game.setup.seed is None
    for cell in ("b2", "b4", "b6"):
        game.play(f"elemental {cell}")
    assert seen(game).open_tiles == (((4, 2), (4, 3), (4, 4)), ((1, 1), (1, 2), (1, 3)), ((2, 2), (2, 3), (2, 4)))
    game.play("tile 43 f4 f5")
    assert seen(game).open_tiles[0] == ((4, 1), (4, 2), (4, 4))


@pytest.mark.parametrize(
    ("piles", "why"),
    [
        ([all_tiles(2)], "1 pile for 2 players"),
        ([all_tiles(2)] * 3, "3 piles for 2 players"),
        ([all_tiles(2), all_tiles(2)[1:]], "a pile has 16 tiles, that of seat 1 has 15"),
        ([all_tiles(2), []], "a pile has 16 tiles, that of seat 1 has 0"),
        ([[(1, 1), *all_tiles(2)], all_tiles(2)], r"the pile of seat 0 has the tile \(1, 1\) twice"),
        ([[(1, 1), (1, 1), *all_tiles(2)[2:]], all_tiles(2)], r"the pile of seat 0 has the tile \(1, 1\) twice"),
        ([all_tiles(2), [(5, 1), *all_tiles(2)[1:]]], r"the pile of seat 1 has a tile \(5, 1\) that is not in the set"),
        ([all_tiles(2), [(0, 1), *all_tiles(2)[1:]]], r"the pile of seat 1 has a tile \(0, 1\) that is not in the set"),
        (
            [all_tiles(2), [(1.0, 1), *all_tiles(2)[1:]]],
            r"the pile of seat 1 has a tile \(1.0, 1\) that is not in the set",
        ),
        ([all_tiles(2), [(True, 1), *all_tiles(2)[1:]]], r"seat 1 has a tile \(True, 1\) that is not in the set"),
        (
            [all_tiles(2), [(1, 1, 1), *all_tiles(2)[1:]]],
            r"piles must be lists of \(fire, water\), one for each seat, not",
        ),
        (16, r"piles must be lists of \(fire, water\), one for each seat, not 16"),
    ],
)
def test_piles_are_exactly_the_set_of_each_seat(piles: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        funkenflug.new("feuer-wasser", players=2, piles=piles)


def test_with_four_players_a_double_is_not_in_the_set() -> None:
    with pytest.raises(ValueError, match=r"the pile of seat 0 has a tile \(1, 1\) that is not in the set"):
        funkenflug.new("feuer-wasser", players=4, piles=[all_tiles(2)] * 4)


def piles_of(game: Game) -> list[str]:
    return [" ".join(f"{fire}{water}" for fire, water in pile) for pile in game.setup.deal.piles]


def test_the_same_seed_shuffles_the_same_piles_on_every_platform_and_version() -> None:
    assert piles_of(funkenflug.new("feuer-wasser", players=2, seed=7)) == [
        "33 44 12 23 31 14 43 34 32 22 13 11 41 24 42 21",
        "11 24 34 14 21 13 32 31 33 43 42 12 22 41 44 23",
    ]
    assert piles_of(funkenflug.new("feuer-wasser", players=3, seed=7))[:2] == [
        "33 44 12 23 31 14 43 34 32 22 13 11 41 24 42 21",
        "11 24 34 14 21 13 32 31 33 43 42 12 22 41 44 23",
    ]
    assert piles_of(funkenflug.new("feuer-wasser", players=4, seed=7))[3] == "34 42 41 24 13 21 43 32 31 12 23 14"
    assert funkenflug.new("feuer-wasser", players=2, seed="7") == funkenflug.new("feuer-wasser", players=2, seed=7)
    assert funkenflug.new("feuer-wasser", players=2, seed=8) != funkenflug.new("feuer-wasser", players=2, seed=7)
    assert funkenflug.new("feuer-wasser", players=2) != funkenflug.new("feuer-wasser", players=2)


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        ('[Board "FW"]', "there is no board 'FW'; there are 6x6"),
        (f'[Board "{"/".join(["FWFWFX"] * 6)}"]', "row 6 of the board has 'X'"),
        ('[Piles "11 12"]', "1 pile for 2 players"),
        ('[Piles "11 12 / 15"]', "a tile must be two digits from 1 to 4, not '15'"),
        ('[Piles "11 12 / 111"]', "a tile must be two digits from 1 to 4, not '111'"),
        ('[Piles "11 12 / 1²"]', "a tile must be two digits from 1 to 4, not '1²'"),
        ('[Piles "11 12 / 11 12"]', "a pile has 16 tiles, that of seat 0 has 2"),
    ],
)
def test_a_record_with_a_wrong_board_or_wrong_piles_says_why(tag: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        funkenflug.load(f'[Game "feuer-wasser"]\n[Players "2"]\n[Seed "7"]\n{tag}\n')


def test_the_record_tells_board_and_piles_only_where_they_are_not_the_usual_ones() -> None:
    usual = funkenflug.new("feuer-wasser", players=2, seed=7).record()
    assert "[Board" not in usual
    assert "[Piles" not in usual
    given = funkenflug.new("feuer-wasser", players=2, board=rows_of(BOARD_8x8), piles=[all_tiles(2)] * 2)
    assert "[Board" not in given.record()
    assert '[Piles "11 12 13 14 21 ' in given.record()
    assert funkenflug.load(given.record()) == given


# Set-up


@pytest.mark.parametrize(("players", "placing", "beginner"), [(2, [0, 1, 0], 1), (3, [0, 1, 2], 0), (4, [0, 1, 2], 3)])
def test_seats_in_turn_place_three_elementals_and_the_next_one_begins(
    players: int, placing: list[int], beginner: int
) -> None:
    game = funkenflug.new("feuer-wasser", players=players, seed=7)
    tiles = game.setup.deal.piles
    for seat, cell in zip(placing, ("b2", "d2", "f2"), strict=True):
        view = seen(game)
        assert (game.to_move, view.step) == (seat, "elemental")
        assert view.open_tiles == ((),) * players, "all tiles are face down"
        assert view.face_down == (len(tiles[0]),) * players
        events = game.play(f"elemental {cell}")
        assert events[0] == ElementalPlaced(seat=seat, cell=cell)
        assert len(events) == (1 + players if cell == "f2" else 1)
    turned = [TilesTurned(seat=placing[-1], owner=owner, tiles=tiles[owner][:3]) for owner in range(players)]
    assert list(events[1:]) == turned
    view = seen(game)
    assert (game.to_move, view.step, view.elementals) == (beginner, "action", ("b2", "d2", "f2"))
    assert view.open_tiles == tuple(tuple(sorted(pile[:3])) for pile in tiles)
    assert view.face_down == (len(tiles[0]) - 3,) * players
    assert view.unseen == tuple(tuple(sorted(pile[3:])) for pile in tiles)
    assert game.turn_beginnings == (True, True, True)


def test_elementals_are_not_on_the_edge_and_not_next_to_another_orthogonally_or_diagonally() -> None:
    game = funkenflug.new("feuer-wasser", players=2, seed=1)
    for cell in ("a1", "a4", "h4", "d1", "d8", "h8"):
        assert_refused(game, f"elemental {cell}", f"{cell} is on the edge of the board")
    assert len(legal(game, "elemental")) == 36
    game.play("elemental d4")
    for cell in ("d4", "c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"):
        assert_refused(game, f"elemental {cell}", "too close to the elemental on d4")
    assert len(legal(game, "elemental")) == 27
    game.play("elemental f6")
    assert "d6" in legal(game, "elemental")
    assert not {"e5", "g7", "f5", "d5", "c3"} & legal(game, "elemental")
    game.play("elemental b2")
    assert_refused(game, "elemental g2", "all three elementals have been placed")


def test_before_the_elementals_nothing_else_can_be_done() -> None:
    game = funkenflug.new("feuer-wasser", players=2, seed=1)
    for move in ("tile 11 d4 d5", "leader d4", "stone d4", "tame d4"):
        assert_refused(game, move, "place the three elementals first")
    assert_refused(game, "pass", "you can pass only in the last round")


# Action: influence tile


def test_a_tile_is_laid_on_two_orthogonally_adjacent_empty_cells_and_the_next_is_turned_up() -> None:
    game, _ = scripted(2, "G")
    pile = game.setup.deal.piles[0]
    assert pile[:4] == ((1, 1), (1, 2), (1, 3), (1, 4))
    events = game.play("tile 13 d4 d5")
    assert events == (
        DominoLaid(seat=0, fire=1, water=3, fire_cell="d4", water_cell="d5"),
        TilesTurned(seat=0, owner=0, tiles=((1, 4),)),
    )
    view = seen(game)
    assert view.open_tiles[0] == ((1, 1), (1, 2), (1, 4))
    assert view.face_down[0] == 12
    assert Domino(seat=0, fire=1, water=3, fire_cell="d4", water_cell="d5") in view.dominoes
    assert game.to_move == 1


def test_where_a_tile_may_not_lie() -> None:
    game, _ = scripted(2, "B tile 43 g4 g5; B leader c7; B")
    for cells, why in (
        ("d4 e5", "d4 and e5 are not next to each other"),
        ("d4 d6", "d4 and d6 are not next to each other"),
        ("d4 d4", "d4 and d4 are not next to each other"),
        ("l1 a2", "l1 and a2 are not next to each other"),
        ("g4 f4", "g4 is not empty"),
        ("f4 g4", "g4 is not empty"),
        ("c7 c6", "c7 is not empty"),
        ("k8 k9", "k9 is not empty"),
        ("d4 d13", "“d13” is not a cell; cells are written like d4"),
        ("d4 m4", "“m4” is not a cell; cells are written like d4"),
    ):
        tile = "".join(map(str, seen(game).open_tiles[1][0]))
        assert_refused(game, f"tile {tile} {cells}", why)
    small, _ = scripted(2, "B", board=BOARD_8x8, elementals=("b2", "b4", "b6"))
    assert_refused(small, "tile 11 h8 i8", "i8 is not on this board")
    assert_refused(small, "tile 11 h8 h9", "h9 is not on this board")


def test_only_one_of_the_three_open_tiles_the_fire_number_first() -> None:
    game, _ = scripted(2, "B")
    assert seen(game).open_tiles[1] == ((1, 1), (1, 2), (1, 3))
    assert_refused(game, "tile 21 d4 d5", "your open tiles are 11, 12 and 13")
    assert_refused(game, "tile 14 d4 d5", "your open tiles are 11, 12 and 13")
    assert_refused(
        game,
        "tile 51 d4 d5",
        "“tile 51 d4 d5” is not a move in Feuer & Wasser; moves are written like tile 43 d4 d5 or stone e5",
    )
    moves = [move for move in game.legal_moves() if move.startswith("tile 12 ")]
    assert {"tile 12 d4 d5", "tile 12 d5 d4", "tile 12 d4 e4", "tile 12 a1 b1"} <= set(moves)
    assert len(moves) == len(set(moves)) == 2 * (2 * 12 * 11 - 3 * 4)


def test_the_last_tiles_are_not_replaced() -> None:
    game, _ = scripted(2, "B")
    cells = iter(idle_pairs(11, 12, {"k11", "k9", "k7"}))
    while seen(game).open_tiles[1]:
        left = sum(map(len, (seen(game).open_tiles[1], seen(game).unseen[1])))
        fire, water = seen(game).open_tiles[1][0]
        events = game.play(f"tile {fire}{water} {next(cells)}")
        assert len(events) == (2 if left > 3 else 1)
        assert len(seen(game).open_tiles[1]) == min(3, left - 1)
        fire, water = seen(game).open_tiles[0][0]
        game.play(f"tile {fire}{water} {next(cells)}")
    assert_refused(game, "tile 11 a1 b1", "you have no tiles left")
    assert seen(game).unseen == ((), ())


# Action: leader


def test_a_leader_goes_on_an_empty_cell_no_corner_not_orthogonally_next_to_an_elemental() -> None:
    game, _ = scripted(2, "G tile 43 g4 g5; B leader c7; G", elementals=("c3", "f9", "j6"))
    for corner in ("a1", "l1"):
        assert_refused(game, f"leader {corner}", "a leader can’t stand in a corner")
    for beside in ("b3", "d3", "c2", "c4"):
        assert_refused(game, f"leader {beside}", "too close to the elemental on c3")
    for occupied in ("c3", "g4", "g5", "c7"):
        assert_refused(game, f"leader {occupied}", f"{occupied} is not empty")
    for fine in ("b2", "b4", "d2", "d4", "a5", "a2", "b1", "f1", "l6"):
        assert_allowed(game, f"leader {fine}")
    assert game.play("leader b4") == (LeaderPlaced(seat=0, cell="b4"),)
    assert seen(game).leaders == (Leader(seat=0, cell="b4", lost=False), Leader(seat=1, cell="c7", lost=False))


def test_which_cells_are_free_for_a_leader() -> None:
    game, _ = scripted(2, "B", board=["F" * 6] * 6, elementals=("b2", "b4", "e3"))
    beside = set().union(*map(around, ("b2", "b4", "e3")))
    cells = {f"{column}{row}" for column in "abcdef" for row in range(1, 7)}
    assert legal(game, "leader") == cells - beside - {"a1", "a6", "f1", "f6", "b2", "b4", "e3"}


def test_a_seat_has_one_leader_and_its_influence_is_0() -> None:
    game, _ = scripted(2, "B leader e5; B")
    assert all(influence(game, cell) == (0, 0) for cell in ("e5", *around("e5")))
    assert_refused(game, "leader g7", "your leader is already on e5")
    assert legal(game, "leader") == set()


# Influence


def test_fact_influence_of_a_tile() -> None:
    game, _ = scripted(2, "G tile 43 c6 c5", board=BOARD_8x8, elementals=("g2", "g4", "b2"))
    near = {"c6", "c5", *around("c6"), *around("c5"), "b7", "d7", "b4", "d4"}
    assert {cell: n for cell, n in reach(game, 0).items() if cell in near} == {"d6": 4, "c5": 4, "d5": 3, "c4": 3}


def test_influence_also_under_the_own_other_half_never_on_the_own_cell_never_diagonally() -> None:
    board = ["F" * 12] * 6 + ["W" * 12] * 6  # fire above, water below
    game, _ = scripted(2, "G tile 42 e7 e6", board=board)
    assert {cell: n for cell, n in reach(game, 0).items() if cell[0] in "cdefg" and 4 <= int(cell[1:]) <= 9} == {
        "e8": 4,
        "d7": 4,
        "f7": 4,
        "e5": 2,
        "d6": 2,
        "f6": 2,
    }
    turned, _ = scripted(2, "G tile 42 e6 e7", board=board)
    assert {cell: n for cell, n in reach(turned, 0).items() if cell[0] in "cdefg" and 4 <= int(cell[1:]) <= 9} == {
        "e7": 4,
        "e6": 2,
    }


def test_influence_adds_up_for_each_seat() -> None:
    game, _ = scripted(3, "G tile 41 e6 e7; G tile 31 d5 c5; B tile 22 e4 e3; Y tile 13 f5 g5")
    assert influence(game, "e5") == (7, 2, 1)


# Action: stone


def surrounded(last: str = "", players: int = 2) -> Game:
    """Green has 4 + 3 and blue 2 on e5; f5 is left to be occupied. Green is to move."""
    game, _ = scripted(players, f"G tile 41 e6 e7; G tile 31 d5 c5; B tile 22 e4 e3; {last}; G")
    return game


def test_all_orthogonal_neighbours_must_be_occupied() -> None:
    game = surrounded()
    assert_refused(game, "stone e5", "e5 is not surrounded yet: f5 is empty")
    assert_allowed(surrounded("B tile 31 f5 g5"), "stone e5")
    bare, _ = scripted(2, "G tile 41 e6 e7; G")
    assert_refused(bare, "stone e5", "e5 is not surrounded yet: f5 is empty")


def test_ruling_w2_a_leader_an_elemental_and_a_stone_count_as_occupied() -> None:
    assert_allowed(surrounded("B leader f5"), "stone e5")
    assert_allowed(surrounded("G leader f5"), "stone e5")
    script = "G tile 41 e6 e7; G tile 31 d5 c5; B tile 22 e4 e3; G"
    elemental, _ = scripted(2, script, elementals=("f5", "k9", "k7"))
    assert_allowed(elemental, "stone e5")
    stone, _ = scripted(2, "G tile 41 a2 a3; G tile 31 b1 c1; G stone a1; G tile 21 b2 c2; G leader b3; G")
    assert_allowed(stone, "stone a2")
    assert stones_on(stone) == {"a1": (0, 1)}


def test_three_neighbours_on_the_edge_and_two_in_a_corner() -> None:
    edge, _ = scripted(2, "G tile 41 e2 e3; G tile 13 d1 c1; G")
    assert_refused(edge, "stone e1", "e1 is not surrounded yet: f1 is empty")
    edge, _ = scripted(2, "G tile 41 e2 e3; G tile 13 d1 c1; B tile 11 f1 g1; G")
    assert_allowed(edge, "stone e1")
    corner, _ = scripted(2, "G tile 41 a2 a3; G")
    assert_refused(corner, "stone a1", "a1 is not surrounded yet: b1 is empty")
    corner, _ = scripted(2, "G tile 41 a2 a3; B tile 11 b1 c1; G")
    assert_allowed(corner, "stone a1")


def test_strictly_more_influence_than_every_other() -> None:
    game = surrounded("B tile 41 f5 g5")
    assert influence(game, "e5") == (7, 6)
    assert_allowed(game, "stone e5")
    tied, _ = scripted(2, "G tile 41 e6 e7; G tile 21 d5 c5; B tile 22 e4 e3; B tile 41 f5 g5; G")
    assert influence(tied, "e5") == (6, 6)
    assert_refused(tied, "stone e5", "influence on e5: blue has 6, you have 6")
    assert "e5" not in seen(tied).takeable[1]
    less, _ = scripted(2, "G tile 41 e6 e7; B tile 22 e4 e3; B tile 41 f5 g5; B tile 12 d5 d4; G")
    assert_refused(less, "stone e5", "influence on e5: blue has 7, you have 4")
    assert "e5" in seen(less).takeable[1]
    nobody, _ = scripted(2, "G tile 14 e7 e6; G tile 13 c5 d5; B tile 22 e3 e4; B tile 12 g5 f5; G")
    assert_refused(nobody, "stone e5", "nobody has influence on e5")


def test_every_other_player_counts() -> None:
    script = "G tile 41 e6 e7; B tile 32 e4 e3; Y tile 42 f5 g5; R tile 12 d5 c5; G"
    game, _ = scripted(4, script)
    assert influence(game, "e5") == (4, 3, 4, 1)
    assert_refused(game, "stone e5", "influence on e5: yellow has 4, you have 4")
    assert not any("e5" in cells for cells in seen(game).takeable)


def test_only_influence_in_the_element_of_the_cell_counts() -> None:
    board = ["F" * 12] * 7 + ["FFFFWFFFFFFF"] + ["F" * 12] * 4  # e5 is water
    game, _ = scripted(2, "G tile 41 e6 e7; G tile 31 d5 c5; B tile 22 e3 e4; B tile 11 f5 f6; B", board=board)
    assert influence(game, "e5") == (0, 2)
    assert_allowed(game, "stone e5")


@pytest.mark.parametrize(
    ("on_it", "covered", "leader", "count"),
    [
        ("", None, False, 1),
        ("G tile 14 e5 f5", 0, False, 1),
        ("B tile 14 f5 e5", 1, False, 1),
        ("B leader e5; B tile 14 f5 g5", 1, True, 2),
    ],
)
def test_a_stone_goes_on_an_empty_cell_anyones_half_or_another_seats_leader(
    on_it: str, covered: int | None, leader: bool, count: int
) -> None:
    game = surrounded(on_it or "B tile 14 f5 g5")
    events = game.play("stone e5")
    assert events == (StoneLaid(seat=0, cell="e5", count=count, covered=covered, leader=leader),)
    assert seen(game).stones == (Stone(seat=0, cell="e5", count=count),)
    assert seen(game).stones_left == (20 - count, 20)
    assert seen(game).scores == (count - 2, -2)


def test_never_on_the_own_leader() -> None:
    game = surrounded("G leader e5; B tile 14 f5 g5")
    assert_refused(game, "stone e5", "your own leader is on e5")
    assert not any("e5" in cells for cells in seen(game).takeable)


def test_no_second_stone_and_none_on_an_elemental() -> None:
    game = surrounded("B tile 14 f5 g5; G stone e5")
    assert_refused(game, "stone e5", "there is already a stone on e5")
    assert_refused(game, "stone k9", "there is an elemental on k9; you can only tame it")
    taken, _ = scripted(2, "G tile 41 a2 a3; B tile 11 b1 c1; G stone a1; B")
    assert_refused(taken, "stone a1", "there is already a stone on a1")


def test_half_a_tile_under_a_stone_has_no_influence_any_more() -> None:
    game = surrounded("B tile 24 e5 f5")
    before = {cell: influence(game, cell) for cell in around("e5")}
    assert before == {"e6": (0, 2), "e4": (0, 2), "d5": (0, 2), "f5": (0, 2)}
    game.play("stone e5")
    assert {cell: influence(game, cell) for cell in around("e5")} == dict.fromkeys(before, (0, 0))
    assert Domino(seat=1, fire=2, water=4, fire_cell="e5", water_cell="f5") in seen(game).dominoes


def test_fact_a_stone_on_one_cell_makes_its_neighbour_free_to_take() -> None:
    script = """
        R tile 24 e4 f4; G tile 13 g4 h4; R tile 12 h5 h6; G tile 21 g6 g5; R tile 23 i4 j4; G tile 12 g2 g3;
        G tile 14 h3 i3; R
    """
    game, _ = scripted(4, script, board=BOARD_12x8, elementals=("b2", "b4", "b6"))
    green, red = 0, 3
    assert (influence(game, "g4")[red], influence(game, "g4")[green]) == (4, 1 + 2 + 3)
    assert_refused(game, "stone g4", "influence on g4: green has 6, you have 4")
    assert (influence(game, "h4")[red], influence(game, "h4")[green]) == (1 + 2, 1 + 1)
    assert game.play("stone h4") == (StoneLaid(seat=red, cell="h4", count=1, covered=green, leader=False),)
    assert (influence(game, "g4")[red], influence(game, "g4")[green]) == (4, 1 + 2)
    assert "g4" in seen(game).takeable[red]
    while game.to_move != red:
        game.play(next(move for move in game.legal_moves() if re.fullmatch(r"tile .. [kl]\d [kl]\d", move)))
    game.play("stone g4")
    assert stones_on(game) == {"h4": (red, 1), "g4": (red, 1)}


def test_stones_are_refused_where_the_cell_is_none_of_the_board() -> None:
    game, _ = scripted(2, "B", board=BOARD_8x8, elementals=("b2", "b4", "b6"))
    assert_refused(game, "stone i1", "i1 is not on this board")
    assert_refused(game, "stone a9", "a9 is not on this board")
    for cell in ("a0", "a13", "m1", "A1", "a01", "1a", "a", "a1b1", "a²", "a１"):
        assert_refused(game, f"stone {cell}", f"“{cell}” is not a cell; cells are written like d4")


def test_texts_are_exact() -> None:
    game, _ = scripted(2, "B")
    for text in (
        "",
        "stone",
        "Stone e5",
        "stone  e5",
        "stone e5 ",
        "stone e5\n",
        "tile 43 d4",
        "tile 4 3 d4 d5",
        "tile d4 d5",
        "fly green 0,0 0,0",
    ):
        assert_refused(
            game, text, f"“{text}” is not a move in Feuer & Wasser; moves are written like tile 43 d4 d5 or stone e5"
        )


# Ruling W3: leaders under stones


def test_ruling_w3_a_leader_under_stones_is_lost_and_cannot_be_played_again() -> None:
    game = surrounded("B leader e5; B tile 14 f5 g5")
    assert seen(game).scores == (-2, 0)
    game.play("stone e5")
    assert stones_on(game) == {"e5": (0, 2)}
    assert seen(game).leaders == (Leader(seat=1, cell="e5", lost=True),)
    assert seen(game).scores == (0, -2)
    assert_refused(game, "leader h3", "your leader is lost for the rest of the game")
    assert legal(game, "leader") == set()


# Action: tame


def taming(script: str, players: int = 3) -> Game:
    """An elemental on e5; on its neighbours green has 2 (e6), blue 1 + 2 (e4, d5); f5 is for the script."""
    start = "G tile 21 e6 e7; B tile 14 e4 e3; B tile 42 c5 d5"
    game, _ = scripted(players, f"{start}; {script}", elementals=("e5", "k9", "k7"))
    return game


def test_the_smallest_sum_of_at_least_1_tames_and_lays_two_stones() -> None:
    game = taming("Y tile 14 f5 g5; G leader h2; B leader h4; Y leader h6; G")
    assert seen(game).tameable == ((), (), ("e5",))
    assert_refused(game, "tame e5", "the lowest influence tames it: yellow has 1, you have 2")
    game = taming("Y tile 14 f5 g5; G leader h2; B leader h4; Y leader h6; Y")
    assert game.play("tame e5") == (ElementalTamed(seat=2, cell="e5", count=2),)
    assert stones_on(game) == {"e5": (2, 2)}
    assert seen(game).stones_left == (20, 20, 18)
    assert seen(game).scores == (0, 0, 2)
    assert seen(game).elementals == ("e5", "k9", "k7")


def test_both_elements_count_for_an_elemental() -> None:
    game = taming("Y tile 41 g5 f5; G leader h2; B leader h4; Y leader h6; Y")
    assert_allowed(game, "tame e5")  # a water half of 1 on a board of fire
    game = taming("Y tile 43 g5 f5; G leader h2; B leader h4; Y leader h6; Y")
    assert_refused(game, "tame e5", "the lowest influence tames it: green has 2, you have 3")


def test_a_tie_for_the_smallest_sum_tames_nothing() -> None:
    game = taming("Y tile 24 f5 g5; G leader h2; B leader h4; Y leader h6; Y")
    assert seen(game).tameable == ((), (), ())
    assert_refused(game, "tame e5", "the lowest influence tames it: green has 2, you have 2")


def test_all_four_neighbours_of_the_elemental_must_be_occupied() -> None:
    game = taming("G leader h2; B leader h4; Y leader h6; G")
    assert_refused(game, "tame e5", "e5 is not surrounded yet: f5 is empty")
    assert seen(game).tameable == ((), (), ())


def test_taming_needs_the_own_leader_on_the_board_and_not_lost() -> None:
    game = taming("Y tile 14 f5 g5; Y")
    assert_refused(game, "tame e5", "you need a leader on the board to tame an elemental")
    assert seen(game).tameable == ((), (), ())
    taken = "Y leader b1; G tile 41 b2 b3; G tile 31 a1 a2; G tile 11 c1 d1; G stone b1; Y"
    game = taming(f"Y tile 14 f5 g5; {taken}")
    assert seen(game).leaders == (Leader(seat=2, cell="b1", lost=True),)
    assert_refused(game, "tame e5", "you need a leader on the board to tame an elemental")


def test_a_seat_without_a_number_next_to_it_neither_tames_nor_counts() -> None:
    game = taming("B tile 12 f5 f6; Y leader h6; G leader h2; Y")
    assert_refused(game, "tame e5", "you have no influence next to e5")
    assert seen(game).tameable == (("e5",), (), ())


def test_covered_halves_do_not_count_for_an_elemental() -> None:
    script = "G tile 12 f5 g5; G leader h2; B leader h4; B tile 31 d6 d7; B tile 11 f6 f7; B"
    game = taming(script, players=2)
    assert seen(game).tameable == ((), ()), "2 + 1 and 1 + 2"
    game.play("stone e6")
    assert seen(game).tameable == (("e5",), ()), "1 and 1 + 2"


def test_an_elemental_is_tamed_once_and_only_elementals_are() -> None:
    game = taming("Y tile 14 f5 g5; Y leader h6; Y tame e5; G leader h2; G")
    assert_refused(game, "tame e5", "this elemental has already been tamed")
    assert_refused(game, "tame e6", "there is no elemental on e6")
    assert_refused(game, "stone e5", "there is an elemental on e5; you can only tame it")


# Ruling W4


def test_ruling_w4_who_must_lay_two_stones_on_a_leader_and_has_one_lays_one() -> None:
    game = recorded("one_stone_left_for_a_leader", undone=1)
    assert (game.to_move, seen(game).stones_left) == (0, (1, 2))
    assert game.play("stone c9") == (StoneLaid(seat=0, cell="c9", count=1, covered=1, leader=True),)
    assert stones_on(game)["c9"] == (0, 1)
    assert Leader(seat=1, cell="c9", lost=True) in seen(game).leaders
    assert (outcome_of(game).winners, outcome_of(game).stones) == ((0,), (20, 18))


def test_ruling_w4_who_must_lay_two_stones_on_an_elemental_and_has_one_lays_one() -> None:
    game = recorded("one_stone_left_for_an_elemental", undone=1)
    assert (game.to_move, seen(game).stones_left) == (1, (3, 1))
    assert game.play("tame h5") == (ElementalTamed(seat=1, cell="h5", count=1),)
    assert stones_on(game)["h5"] == (1, 1)
    assert (outcome_of(game).winners, outcome_of(game).stones) == ((1,), (17, 20))


# Ruling W5


def lay_everything(stone_in_the_corner: bool) -> tuple[Game, tuple[Event, ...]]:
    """Both seats lay all tiles in every second row, where nothing gets surrounded, and their leaders at the end."""
    piles = [all_tiles(2)] * 2
    game = funkenflug.new("feuer-wasser", players=2, board=ALL_FIRE, piles=piles)
    for cell in ("c10", "f10", "i10"):
        game.play(f"elemental {cell}")
    pairs = [f"{COLUMNS[c]}{r} {COLUMNS[c + 1]}{r}" for r in (3, 5, 7, 9, 11) for c in range(0, 12, 2)]
    cells = iter(["b1 c1", "d1 e1", *pairs])
    if stone_in_the_corner:
        game.play(f"tile 11 {pairs.pop()}")
        game.play("tile 11 b1 c1")
        game.play(f"tile 12 {pairs.pop()}")
        game.play("leader a2")
        game.play(f"tile 13 {pairs.pop()}")
        game.play("stone a1")
        cells = iter([*pairs, "d1 e1", "f1 g1", "h1 i1"])
    events: tuple[Event, ...] = ()
    while not game.over and seen(game).open_tiles[game.to_move or 0]:
        fire, water = seen(game).open_tiles[game.to_move or 0][0]
        events = tuple(game.play(f"tile {fire}{water} {next(cells)}"))
    return game, events


def test_ruling_w5_if_no_seat_has_an_action_the_game_ends_and_w7_who_acted_last_is_first_in_a_tie() -> None:
    game, _ = lay_everything(stone_in_the_corner=False)
    assert (game.to_move, seen(game).open_tiles, seen(game).unseen) == (1, ((), ()), ((), ()))
    game.play("leader d12")
    assert not game.over
    assert_refused(game, "pass", "you can pass only in the last round")
    assert game.play("leader g12") == (LeaderPlaced(seat=0, cell="g12"),)
    assert game.over
    assert outcome_of(game) == FeuerWasserOutcome(
        scores=(0, 0),
        winners=(0,),
        stones=(0, 0),
        penalties=(0, 0),
        ended_by="nobody could act",
        decided_by="tie order",
        tie_order=(0, 1),
    )
    assert_refused(game, "leader j12", "the game is over")


def test_ruling_w5_a_seat_without_a_legal_action_is_skipped() -> None:
    game, _ = lay_everything(stone_in_the_corner=True)
    assert game.to_move == 1
    assert seen(game).open_tiles[1] == ()
    left = seen(game).open_tiles[0]
    assert len(left) == 2
    game.play("leader d12")
    events = game.play("tile {}{} j1 k1".format(*left[0]))
    assert events == (
        DominoLaid(seat=0, fire=left[0][0], water=left[0][1], fire_cell="j1", water_cell="k1"),
        Skipped(seat=0, skipped=1),
    )
    assert game.to_move == 0
    assert legal(game, "stone") == legal(game, "leader") == set()
    game.play("tile {}{} f1 g1".format(*left[1]))
    outcome = outcome_of(game)
    assert (outcome.ended_by, outcome.decided_by, outcome.scores, outcome.winners) == (
        "nobody could act",
        "points",
        (1, 0),
        (0,),
    )


# End and score


def test_who_has_laid_all_stones_wins_at_once() -> None:
    game = recorded("one_stone_left_for_an_elemental")
    assert (game.to_move, game.legal_moves(), seen(game).step) == (None, [], "over")
    assert outcome_of(game) == FeuerWasserOutcome(
        scores=(17, 20),
        winners=(1,),
        stones=(17, 20),
        penalties=(0, 0),
        ended_by="all stones laid",
        decided_by="all stones laid",
        tie_order=(1, 0),
    )


def test_all_stones_laid_wins_whatever_the_points_which_are_still_reported_by_the_formula() -> None:
    outcome = outcome_of(recorded("all_stones_laid_with_fewer_points"))
    assert (outcome.scores, outcome.stones, outcome.penalties) == ((19, 18), (19, 20), (0, 2))
    assert (outcome.winners, outcome.decided_by) == ((1,), "all stones laid")


def test_all_stones_laid_wins_also_in_the_last_round() -> None:
    game = recorded("all_stones_laid_in_the_last_round", undone=1)
    assert (game.to_move, seen(game).step, seen(game).stones_left[0]) == (0, "last stone", 1)
    passed = game.copy()
    passed.play("pass")
    assert outcome_of(passed).ended_by == "board full"
    game.play("stone c9")
    outcome = outcome_of(game)
    assert (outcome.ended_by, outcome.decided_by, outcome.winners) == ("all stones laid", "all stones laid", (0,))


def test_the_last_round_begins_when_no_two_adjacent_cells_are_empty_and_goes_once_around() -> None:
    game = recorded("a_stone_lets_the_next_seat_take_a_cell", undone=4)
    assert (game.to_move, seen(game).step) == (1, "action")
    events = game.play("tile 21 c1 c2")
    assert [type(event) for event in events] == [DominoLaid, TilesTurned, LastRound]
    assert events[-1] == LastRound(seat=1)
    assert (game.to_move, seen(game).step) == (2, "last stone")
    assert set(game.legal_moves()) == {"pass", "stone a3"}
    game.play("stone a3")
    assert game.to_move == 3
    assert set(game.legal_moves()) == {"pass", *(f"stone {cell}" for cell in ("c1", "e1", "f1", "d2", "c5", "d7"))}
    game.play("stone d7")
    assert game.to_move == 0
    assert set(game.legal_moves()) == {"pass", "stone e7"}
    assert seen(game).takeable[1], "who has had its last turn does not come again"
    assert game.play("stone e7") == (StoneLaid(seat=0, cell="e7", count=1, covered=3, leader=False),)
    assert game.over
    assert outcome_of(game) == FeuerWasserOutcome(
        scores=(-1, -2, -1, -1),
        winners=(2,),
        stones=(1, 0, 1, 1),
        penalties=(2, 2, 2, 2),
        ended_by="board full",
        decided_by="tie order",
        tie_order=(1, 2, 3, 0),
    )


def test_in_the_last_round_it_counts_who_can_when_it_is_its_turn() -> None:
    game = recorded("a_stone_lets_the_next_seat_take_a_cell", undone=2)
    assert (game.to_move, seen(game).takeable[0]) == (3, ())
    passed = game.copy()
    assert passed.play("pass") == (Passed(seat=3), Skipped(seat=3, skipped=0))
    assert passed.over
    game.play("stone d7")
    assert (game.to_move, seen(game).takeable[0]) == (0, ("e7",))


def test_in_the_last_round_who_cannot_when_it_is_its_turn_is_skipped() -> None:
    game = recorded("a_stone_takes_the_next_seats_cell", undone=2)
    assert (game.to_move, seen(game).takeable[2]) == (1, ("b3", "a4"))
    passed = game.copy()
    assert passed.play("pass") == (Passed(seat=1),)
    assert passed.to_move == 2
    laid = StoneLaid(seat=1, cell="a3", count=1, covered=2, leader=False)
    assert game.play("stone a3") == (laid, Skipped(seat=1, skipped=2))
    assert (game.to_move, seen(game).takeable[2]) == (3, ())


def test_in_the_last_round_two_stones_are_laid_on_a_leader() -> None:
    game = recorded("a_leader_is_taken_in_the_last_round", undone=1)
    assert seen(game).step == "last stone"
    assert game.play("stone d1") == (StoneLaid(seat=0, cell="d1", count=2, covered=1, leader=True),)
    outcome = outcome_of(game)
    assert (outcome.scores, outcome.stones, outcome.penalties) == ((0, -2), (2, 0), (2, 2))
    assert (outcome.winners, outcome.decided_by) == ((0,), "points")


def test_in_the_last_round_there_is_no_taming_no_tile_and_no_leader() -> None:
    game = recorded("an_elemental_stays_wild_in_the_last_round", undone=2)
    assert (game.to_move, seen(game).step, set(seen(game).tameable)) == (1, "last stone", {()})
    why = "in the last round you can only place a stone or pass"
    tile = "".join(map(str, seen(game).open_tiles[1][0]))
    for move in ("tame d2", f"tile {tile} a1 a2", "leader a2"):
        assert_refused(game, move, why)
    assert_refused(game, "stone d2", "there is an elemental on d2; you can only tame it")
    assert set(game.legal_moves()) == {"pass", "stone d1", "stone f1", "stone e2", "stone a6"}


def test_ruling_w6_a_leader_can_begin_the_last_round() -> None:
    game = recorded("a_leader_fills_the_board", undone=2)
    assert (game.to_move, seen(game).step) == (0, "action")
    assert game.play("leader d6") == (LeaderPlaced(seat=0, cell="d6"), LastRound(seat=0))
    assert (game.to_move, seen(game).step) == (1, "last stone")


def test_passing_is_not_allowed_while_there_is_an_action() -> None:
    game = recorded("a_leader_fills_the_board", undone=2)
    assert_refused(game, "pass", "you can pass only in the last round")


def test_the_score_is_one_point_a_stone_minus_two_without_a_leader() -> None:
    game = surrounded("B leader e5; B tile 14 f5 g5")
    game.play("stone e5")
    assert seen(game).scores == (0, -2), "two stones and no leader; a lost leader"
    game = surrounded("G leader h2; B tile 14 f5 g5")
    game.play("stone e5")
    assert seen(game).scores == (1, -2)


@pytest.mark.parametrize(
    ("name", "ended_by", "scores", "order", "winner"),
    [
        ("a_tie_without_who_acted_last", "board full", (-1, -2, -1), (1, 2, 0), 2),
        ("a_tie_with_who_acted_last", "board full", (-2, -2, -2), (1, 2, 0), 1),
        ("a_tie_when_nobody_could_act", "nobody could act", (9, 9, 9), (2, 0, 1), 2),
    ],
)
def test_ruling_w7_a_tie_goes_to_the_first_in_seat_order_from_the_last_regular_turn(
    name: str, ended_by: str, scores: tuple[int, ...], order: tuple[int, ...], winner: int
) -> None:
    outcome = outcome_of(recorded(name))
    assert (outcome.ended_by, outcome.decided_by) == (ended_by, "tie order")
    assert (outcome.scores, outcome.tie_order, outcome.winners) == (scores, order, (winner,))


def test_passing_and_laying_in_the_last_round_are_no_regular_turns() -> None:
    game = recorded("a_tie_with_who_acted_last", undone=2)
    for seat in (2, 0):
        assert (game.to_move, seen(game).step) == (seat, "last stone")
        assert game.play("pass") == (Passed(seat=seat),)
    assert outcome_of(game).tie_order == (1, 2, 0)


def test_the_highest_score_wins() -> None:
    outcome = outcome_of(recorded("an_elemental_stays_wild_in_the_last_round"))
    assert (outcome.scores, outcome.stones, outcome.penalties) == ((-2, 0, -1), (0, 0, 1), (2, 0, 2))
    assert (outcome.winners, outcome.decided_by) == ((1,), "points")


# Hidden


def test_before_the_third_elemental_all_tiles_are_face_down_then_open_tiles_are_public() -> None:
    game = funkenflug.new("feuer-wasser", players=3, seed=7)
    game.play("elemental d4")
    for seat in (None, 0, 1, 2):
        assert seen(game, seat).open_tiles == ((), (), ())
        assert seen(game, seat).unseen == (tuple(all_tiles(3)),) * 3
    game.play("elemental g4")
    game.play("elemental j4")
    spectator = seen(game)
    for seat in range(3):
        view = seen(game, seat)
        assert (view.open_tiles, view.unseen) == (spectator.open_tiles, spectator.unseen)
        assert all(pile == tuple(sorted(pile)) for pile in view.unseen)


# Numbers worth knowing


@pytest.mark.parametrize(("players", "moves", "most"), [(2, 36, 647), (3, 53, 1039), (4, 53, 1039)])
def test_random_games_are_as_long_as_the_rules_say(players: int, moves: int, most: int) -> None:
    rng = random.Random(2012)
    lengths, choices = [], []
    for seed in range(6):
        game = funkenflug.new("feuer-wasser", players=players, seed=seed)
        while not game.over:
            choices.append(len(game.legal_moves()))
            game.play(rng.choice(game.legal_moves()))
        lengths.append(len(game.moves))
        assert outcome_of(game).ended_by == "board full", "more tiles than cells"
    assert abs(sum(lengths) / len(lengths) - moves) <= 5
    assert 180 <= sum(choices) / len(choices) <= 400
    assert max(choices) <= most
