"""Matches of Feuer & Wasser to test with: boards of all sizes, and tastes to play them by."""

from dataclasses import dataclass

from hypothesis import strategies as st

import funkenflug
from funkenflug import Game, Move
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserView
from tests.oracle.feuer_wasser import Oracle, STANDARD_8x8, STANDARD_12x8, all_tiles
from tests.plans import Plan, Taste, plans, prefer

Pair = tuple[int, int]


def standard_board(players: int) -> tuple[str, ...]:
    return tuple(STANDARD_8x8 if players == 2 else STANDARD_12x8)


@dataclass(frozen=True)
class Table:
    """A match of Feuer & Wasser before its first move."""

    players: int
    board: tuple[str, ...]
    piles: tuple[tuple[Pair, ...], ...]

    def start(self) -> Game:
        return funkenflug.new("feuer-wasser", players=self.players, board=list(self.board), piles=self.piles)

    def oracle(self) -> Oracle:
        return Oracle(self.players, list(self.board), [list(pile) for pile in self.piles])


def seen(game: Game, seat: int | None = None) -> FeuerWasserView:
    view = game.view(seat)
    assert isinstance(view, FeuerWasserView)
    return view


# Tastes ---------------------------------------------------------------------------------------------------------------


def row_by_row(game: Game) -> list[Move]:
    """Fill the board from below, so that cells are soon surrounded; sometimes take one."""
    legal = game.legal_moves()
    tiles = sorted((move for move in legal if move.startswith("tile")), key=_lowest_cell)
    if len(game.moves) % 3 == 0 and (stones := [move for move in legal if move.startswith(("tame", "stone"))]):
        return stones
    return tiles[:24] or legal


def _lowest_cell(move: Move) -> tuple[int, str]:
    cells = move.split()[2:]
    return min((int(cell[1:]), cell[0]) for cell in cells)


def take_leaders(game: Game) -> list[Move]:
    """Take other seats' leaders, tame, put one's own leader where it may be taken, take cells, in this order."""
    legal = game.legal_moves()
    leaders = {f"stone {leader.cell}" for leader in seen(game).leaders}
    for liked in (
        [move for move in legal if move in leaders],
        [move for move in legal if move.startswith("tame")],
        [move for move in legal if move.startswith("leader")],
        [move for move in legal if move.startswith("stone")],
    ):
        if liked:
            return liked
    return row_by_row(game)


anything: Taste = prefer("")
stones_first: Taste = prefer("tame", "stone", "leader")
no_stones: Taste = prefer("tile", "leader")
TASTES = (anything, anything, stones_first, no_stones, row_by_row, row_by_row, take_leaders)


# Boards and piles -----------------------------------------------------------------------------------------------------


def _board(rows: int, columns: int, elements: bytes) -> tuple[str, ...]:
    """A board of any size; each bit is a cell."""
    bits = int.from_bytes(elements)
    return tuple("".join("FW"[bits >> 12 * row + column & 1] for column in range(columns)) for row in range(rows))


SIDES = st.integers(6, 12)
BOARDS = st.builds(_board, SIDES, SIDES, st.one_of(st.binary(min_size=18, max_size=18), st.just(b"")))


@st.composite
def _tables(draw: st.DrawFn) -> Table:
    players = draw(st.sampled_from((2, 3, 4)))
    board = draw(st.one_of(st.just(standard_board(players)), BOARDS, BOARDS))
    piles = tuple(tuple(draw(st.permutations(all_tiles(players)))) for _ in range(players))
    return Table(players, board, piles)


TABLES: st.SearchStrategy[Table] = _tables()
PLANS: st.SearchStrategy[Plan[Oracle]] = plans(TABLES, TASTES)
