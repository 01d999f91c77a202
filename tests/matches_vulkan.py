"""Matches of Vulkan! to test with: every kind of them, on forests of every sort, and tastes to play them by."""

import random
from dataclasses import dataclass

from hypothesis import strategies as st

import funkenflug
from funkenflug import Game, Move
from funkenflug.games.vulkan.rules.view import VulkanView
from tests.oracle.vulkan import Cell, Oracle, neighbours
from tests.plans import Plan, Taste, plans, prefer

KINDS = (
    *((players, "competitive") for players in (2, 3, 4)),
    (1, "solitaire"),
    *((players, "cooperative") for players in (2, 3, 4)),
)
NUMBERS = "111111222222333333444444555555666666"
HEXAGON = sorted(
    (q, r) for q in range(-3, 4) for r in range(-3, 4) if max(abs(q), abs(r), abs(q + r)) <= 3 and (q, r) != (3, 0)
)
PARALLELOGRAM = sorted((q, r) for q in range(6) for r in range(6))


def laid(cells: list[Cell], numbers: str) -> dict[Cell, int]:
    return dict(zip(cells, map(int, numbers), strict=True))


def grown(seed: int, most_touched: int) -> list[Cell]:
    """Cells that grew from a shut-in one; the fewer a new cell may touch, the more arms and bays there are."""
    rng = random.Random(seed)
    cells = [(0, 0), *neighbours((0, 0))]
    while len(cells) < 36:
        near = sorted({other for cell in cells for other in neighbours(cell)} - set(cells))
        touched = {cell: sum(other in cells for other in neighbours(cell)) for cell in near}
        fitting = [cell for cell in near if 2 <= touched[cell] <= most_touched]
        cells.append(rng.choice(fitting or [cell for cell in near if touched[cell] >= 2]))
    return sorted(cells)


@dataclass(frozen=True)
class Forest:
    """A match of Vulkan! before its first move."""

    players: int
    mode: str
    cells: tuple[Cell, ...]
    numbers: str

    def layout(self) -> dict[Cell, int]:
        return laid(list(self.cells), self.numbers)

    def start(self) -> Game:
        return funkenflug.new("vulkan", players=self.players, mode=self.mode, layout=self.layout())

    def oracle(self) -> Oracle:
        return Oracle(self.players, self.mode, self.layout())


def seen(game: Game, seat: int | None = None) -> VulkanView:
    view = game.view(seat)
    assert isinstance(view, VulkanView)
    return view


# Tastes ---------------------------------------------------------------------------------------------------------------


def _ends(move: Move) -> tuple[str, str]:
    return move.split()[2], move.split()[3]


def short_flights(game: Game) -> list[Move]:
    legal = game.legal_moves()
    return [move for move in legal if move.startswith("fly") and len(set(_ends(move))) == 1] or legal


def long_flights(game: Game) -> list[Move]:
    """Loads run out soon, and often in the middle of a row."""
    legal = game.legal_moves()
    if seen(game).step != "fly":
        return legal
    length = {move: _length(move) for move in legal}
    return [move for move in legal if length[move] >= max(length.values()) - 1]


def _length(move: Move) -> int:
    (a, b), (c, d) = (map(int, end.split(",")) for end in _ends(move))
    return max(abs(c - a), abs(d - b))


def put_out(game: Game) -> list[Move]:
    """Fill tiles that go out when they are full."""
    legal = game.legal_moves()
    last_space = {
        f"{tile.cell[0]},{tile.cell[1]}"
        for tile in seen(game).tiles
        if tile.open_side and tile.spaces - sum(tile.loads) == 1
    }
    return [move for move in legal if move.startswith("fly") and last_space.intersection(_ends(move))] or legal


anything: Taste = prefer("")
one_colour_first: Taste = prefer("fly red", "fly green", "fly yellow")
TASTES = (anything, anything, short_flights, long_flights, put_out, put_out, one_colour_first)

_SHAPES = st.one_of(
    st.sampled_from((HEXAGON, PARALLELOGRAM)),
    st.builds(grown, st.integers(0, 10**6), st.integers(2, 6)),
)


def _forest(kind: tuple[int, str], shape: list[Cell], shift: Cell, numbers: list[str]) -> Forest:
    cells = tuple((q + shift[0], r + shift[1]) for q, r in shape)
    return Forest(*kind, cells, "".join(numbers))


FORESTS: st.SearchStrategy[Forest] = st.builds(
    _forest,
    kind=st.sampled_from(KINDS),
    shape=_SHAPES,
    shift=st.sampled_from(((0, 0), (0, 0), (-40, 7), (9, -60), (60, 9))),
    numbers=st.permutations(NUMBERS),
)
PLANS: st.SearchStrategy[Plan[Oracle]] = plans(FORESTS, TASTES)
