"""The solver of solitaire and cooperative matches of Vulkan!.

What a win takes. Every tile leaves the forest put out (full) or cut off with at least one load on it, and its loads
leave with it. So a win in which the tiles P are put out drops at least one load on each of the 35 tiles, and on each
tile of P as many more as it has further spaces, its *price* (1 and 2: 0, 3 and 4: 1, 5 and 6: 2). There are 48 loads:
the prices of P sum up to 13 at most. And P is what we call a clearing:

- The six tiles around the volcano touch it as long as they are there, so nothing cuts them off: they are in P.
- P goes out one after another, each tile with two adjacent free edges made by the shore and by tiles of P alone. For a
  tile that was cut off took with it everything that touched it: it never frees an edge of a tile that stays.

None of this asks how the loads come down, one by one or along a row, how many rewards a turn hands out, whose loads
they are or whose turn it is. If no clearing of any volcano is cheap enough, the deal cannot be won by anybody.

A clearing that is cheap enough is also all it takes. Fill its tiles, give each other tile one load, in any order in
which the tiles without a load stay connected with the volcano among themselves: none of them can be cut off (and there
is always a next one, for instance the farthest from the volcano). Tiles go out early or are cut off early, with a load,
and that only frees edges; when all is dropped, the clearing has gone out, and the rest is cut off. A flight may be a
single tile (V2) and whoever has no loads left is skipped (V4), so loads can be short in no other way than in number.

So the solver looks for the cheapest clearing. Tiles of price 0 go out as soon as two adjacent edges are free, for more
free edges never hurt; what is left to choose is which dearer tile goes out next. This is a shortest path over sets of
tiles, found by A* with the prices of the tiles around the volcano that are still there as the lower bound.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from funkenflug.bots.solving import Solution, SolverBudget, StopSignal
from funkenflug.games.base import Setup
from funkenflug.games.hexes import ALL_NUMBERS, SPACES, TILES, cell_name, connected
from funkenflug.games.hexes import neighbours as cells_around
from funkenflug.games.vulkan import rules
from funkenflug.games.vulkan.deal import SHAPES, Layout
from funkenflug.games.vulkan.text import move_texts
from funkenflug.kernel import State, first
from funkenflug.match.view import Hex

LOADS: Final = 48
_SPARE: Final = LOADS - (TILES - 1)


def solve(
    setup: Setup,
    budget: SolverBudget,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
    stop: StopSignal | None = None,
) -> Solution:
    """Return a line that wins with as few loads as possible, or that there is none; a step is a set of tiles examined.

    Nothing is random, so the seed does not matter. If the budget ends early, the best line so far is returned.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=1, seed=7)
    >>> solution = solve(game.setup, SolverBudget(seconds=60))
    >>> for move in solution.moves:
    ...     events = game.play(move)
    >>> solution.reason, game.outcome().winners
    ('41 of 48 loads are enough with the volcano on o12; no win takes fewer', (0,))
    """
    if setup.mode == "competitive":
        raise ValueError("only solitaire and cooperative matches can be solved")
    _compile()
    spending = _Spending(budget, progress, stop)
    layout: Layout = setup.deal[1]
    forest = Forest(layout)
    clearing, undecided = _cheapest_clearing(forest, spending)
    if clearing is not None:
        moves = _winning_line(setup.players, layout, forest, clearing)
        enough = f"{TILES - 1 + clearing.price} of {LOADS} loads are enough"
        reason = f"{enough} with the volcano on {cell_name(forest.cells[clearing.volcano])}"
        reason += "" if undecided else "; no win takes fewer"
        return Solution("won", moves, spending.seconds, spending.steps, reason)
    if undecided:
        reason = f"{undecided} of {len(forest.enclosed)} volcanoes are not ruled out"
        return Solution("open", None, spending.seconds, spending.steps, reason)
    reason = f"{LOADS} loads are too few, whichever tile is the volcano"
    return Solution("cannot be won", None, spending.seconds, spending.steps, reason)


@cache
def _compile() -> None:
    """Solve an easy deal, so that the time to compile does not count for the deal asked for."""
    layout = tuple(zip(sorted(SHAPES["hexagon"]), ALL_NUMBERS, strict=True))
    forest = Forest(layout)
    clearing = cheapest_clearing(forest, forest.enclosed[0], _SPARE)
    assert clearing is not None, "the low numbers come first"
    _winning_line(1, layout, forest, clearing)


class _Spending:
    """The budget, and how much of it is spent."""

    def __init__(self, budget: SolverBudget, progress: Callable[[float], None] | None, stop: StopSignal | None) -> None:
        self._budget = budget
        self._progress = progress
        self._stop = stop
        self._begin = time.perf_counter()
        self.steps = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._begin

    def lasts(self) -> bool:
        """Count a step if the budget allows it; return whether it does."""
        budget, seconds = self._budget, self.seconds
        spent = max(
            0.0 if budget.seconds is None else seconds / max(budget.seconds, 1e-9),
            0.0 if budget.steps is None else self.steps / max(budget.steps, 1e-9),
        )
        if spent >= 1 or (self._stop is not None and self._stop.wanted):
            return False
        if self._progress is not None and self.steps % _STEPS_BETWEEN_NEWS == 0:
            self._progress(spent)
        self.steps += 1
        return True


_STEPS_BETWEEN_NEWS: Final = 256


# Clearings ----------------------------------------------------------------------------------------------------------


class Forest:
    """A layout as bit sets; tiles are numbered in the order of their cells. It may have any number of tiles."""

    def __init__(self, layout: Sequence[tuple[Hex, int]]) -> None:
        self.cells = tuple(cell for cell, _ in layout)
        self.prices = tuple(int(SPACES[number]) - 1 for _, number in layout)
        places = {cell: tile for tile, cell in enumerate(self.cells)}
        around = [[1 << places[cell] if cell in places else 0 for cell in cells_around(here)] for here in self.cells]
        self.neighbours = tuple(map(sum, around))
        self.neighbour_sets = np.array(self.neighbours, np.int64)
        self.gates = tuple(frozenset(edges[d] | edges[d - 1] for d in range(6)) for edges in around)
        """For each tile sets of tiles: once all tiles of one set are gone, it has two adjacent free edges."""
        self.enclosed = tuple(tile for tile, edges in enumerate(around) if all(edges))

    def is_open(self, tile: int, gone: int) -> bool:
        """Whether a tile has two adjacent free edges once these are gone."""
        return any(not gate & ~gone for gate in self.gates[tile])


@dataclass(frozen=True, slots=True)
class Clearing:
    """Tiles that go out and leave a volcano alone."""

    volcano: int
    tiles: int
    price: int
    """The loads it takes beyond one on each tile."""


def _cheapest_clearing(forest: Forest, spending: _Spending) -> tuple[Clearing | None, int]:
    """Return the cheapest of all clearings that the loads allow, and how many volcanoes may have a cheaper one."""
    best = None
    undecided = 0
    rings = {volcano: _price(forest, forest.neighbours[volcano]) for volcano in forest.enclosed}
    for volcano in sorted(rings, key=rings.__getitem__):
        most = _SPARE if best is None else best.price - 1
        try:
            best = cheapest_clearing(forest, volcano, most, spending.lasts) or best
        except TimeoutError:
            undecided += 1
    return best, undecided


def cheapest_clearing(
    forest: Forest, volcano: int, most: int, go_on: Callable[[], bool] = lambda: True
) -> Clearing | None:
    """Return the cheapest clearing of a volcano, None if it would cost more than `most`.

    `go_on` is called before every step; if it returns False, `TimeoutError` is raised.
    """
    ring = forest.neighbours[volcano]
    dear = [tile for tile, price in enumerate(forest.prices) if price > 0 and tile != volcano]
    cheap = sum(1 << tile for tile, price in enumerate(forest.prices) if price == 0 and tile != volcano)
    shore = _followed(forest, cheap, 0, cheap)
    paid = {shore: 0}
    # by lower bound; among equals the one nearest to its end
    waiting = [(_price(forest, ring & ~shore), 0, shore)]
    while waiting and waiting[0][0] <= most:
        if not go_on():
            raise TimeoutError("the search for a clearing was ended")
        _, less, gone = heapq.heappop(waiting)
        price = -less
        if not ring & ~gone:
            return Clearing(volcano, gone, price)
        if paid[gone] < price:
            continue
        for tile in dear:
            if gone >> tile & 1 or not forest.is_open(tile, gone):
                continue
            after = _followed(forest, cheap, gone | 1 << tile, forest.neighbours[tile])
            price_after = price + forest.prices[tile]
            if price_after < paid.get(after, most + 1):
                paid[after] = price_after
                heapq.heappush(waiting, (price_after + _price(forest, ring & ~after), -price_after, after))
    return None


def _followed(forest: Forest, cheap: int, gone: int, touched: int) -> int:
    """Return which tiles are gone once the cheap ones have followed; only `touched` ones have new free edges."""
    touched &= cheap & ~gone
    while touched:
        tile = first(touched)
        touched &= touched - 1
        if forest.is_open(tile, gone):
            gone |= 1 << tile
            touched |= forest.neighbours[tile] & cheap & ~gone
    return gone


def _price(forest: Forest, tiles: int) -> int:
    return sum(forest.prices[tile] for tile in _members(tiles))


def _members(tiles: int) -> Iterator[int]:
    while tiles:
        yield first(tiles)
        tiles &= tiles - 1


# The line -----------------------------------------------------------------------------------------------------------


def _winning_line(players: int, layout: Layout, forest: Forest, clearing: Clearing) -> tuple[str, ...]:
    """Return the moves that make a clearing: at every turn the flight that drops most of what is still needed."""
    state = rules.new(players, together=True, layout=layout)
    needed = [1 + price * (clearing.tiles >> tile & 1) for tile, price in enumerate(forest.prices)]
    line = []
    move = rules.VOLCANO_MOVES + clearing.volcano
    while True:
        line += move_texts(state, [move])
        rules.play(state, move)
        if rules.to_move(state) < 0:
            break
        move = _best_flight(state, forest, needed)
    assert rules.won(state), "a cheap clearing is all it takes"
    return tuple(line)


def _best_flight(state: State, forest: Forest, needed: Sequence[int]) -> int:
    volcano = 1 << int(state["volcano"])
    short = dry = 0
    for tile, (filled, present) in enumerate(zip(state["filled"].tolist(), _bits(state["present"]), strict=True)):
        if present and 1 << tile != volcano:
            short |= (filled < needed[tile]) << tile
            dry |= (filled == 0) << tile
    flights = [(move, drops) for move, drops in _flights(state) if not drops & ~short]
    flights.sort(key=lambda flight: -flight[1].bit_count())
    return next(move for move, drops in flights if _hang_together(forest, volcano, dry & ~drops))


def _bits(tiles: int) -> list[bool]:
    return [bool(int(tiles) >> tile & 1) for tile in range(TILES)]


def _flights(state: State) -> Iterator[tuple[int, int]]:
    """Yield the flights with the colour of which the seat to move has most, with the tiles that they drop on."""
    colour = int(np.argmax(state["stock"][int(state["seat"])]))
    moves = np.empty(rules.MOST_MOVES, np.int64)
    for move in moves[: rules.legal(state, moves)].tolist():
        flown, start, end = rules.flight_of(move)
        if flown == colour:
            yield move, int(rules.dropped_on(state, start, end))


def _hang_together(forest: Forest, volcano: int, dry: int) -> bool:
    """Whether all tiles without a load are connected with the volcano through such tiles."""
    return not dry & ~int(connected(forest.neighbour_sets, volcano, volcano | dry))
