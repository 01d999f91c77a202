"""The solver of solitaire and cooperative matches of Vulkan!, from any position.

What a win takes. Every tile leaves the forest put out (full) or cut off with at least one load on it, and its loads
leave with it. So a win in which the tiles P are put out drops at least one load on each tile that is still dry, and on
each tile of P as many more as it then has further spaces, its *price* (at the start 1 and 2: 0, 3 and 4: 1, 5 and 6:
2). At the start there are 48 loads and 35 tiles: the prices of P sum up to 13 at most. And P is what we call a
clearing:

- The tiles around the volcano touch it as long as they are there, so nothing cuts them off: they are in P.
- P goes out one after another, each tile with two adjacent free edges made by the shore and by tiles of P alone. For a
  tile that was cut off took with it everything that touched it: it never frees an edge of a tile that stays.

None of this asks how the loads come down, one by one or along a row, how many rewards a turn hands out, whose loads
they are or whose turn it is. If no clearing of any volcano is cheap enough, the match cannot be won by anybody.

At the start a clearing that is cheap enough is also all it takes. Fill its tiles, give each other tile one load, in any
order in which the tiles without a load stay connected with the volcano among themselves: none of them can be cut off
(and there is always a next one, for instance the farthest from the volcano). Tiles go out early or are cut off early,
with a load, and that only frees edges; when all is dropped, the clearing has gone out, and the rest is cut off. A
flight may be a single tile (V2) and whoever has no loads left is skipped (V4), so loads can be short in no other way
than in number.

Later a dry tile may be connected with the volcano through full tiles alone. Then it matters in which order the dry
tiles get their loads: putting one out can cut another off (`_can_be_watered`).

So the solver looks for the cheapest clearing. Tiles of price 0 go out as soon as two adjacent edges are free, for more
free edges never hurt; what is left to choose is which dearer tile goes out next. This is a shortest path over sets of
tiles, found by A* with the prices of the tiles around the volcano that are still there as the lower bound.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Final

import numpy as np

from funkenflug.core.thinking import Budget, Evaluation, Stop, chance_together
from funkenflug.core.view import Hex
from funkenflug.core.words import counted
from funkenflug.games.base import hook
from funkenflug.games.hexes import ALL_NUMBERS, SPACES, TILES, cell_name, connected
from funkenflug.games.hexes import neighbours as cells_around
from funkenflug.games.vulkan.rules import rules
from funkenflug.games.vulkan.rules.deal import SHAPES
from funkenflug.games.vulkan.rules.text import move_texts
from funkenflug.kernel import State, copy_state, first
from funkenflug.kernel.solving import Solution, Spending, Verdict, solution_of_ended

LOADS: Final = 48
_GLANCE: Final = 64
"""Steps to try each volcano before searching any of them thoroughly."""
_OTHERS: Final = 6
"""How many long flights to consider besides the best one."""
_MOST_FLIGHTS: Final = 2000
"""How many flights to try where the order of the loads matters."""


@hook
def solve(
    state: State,
    budget: Budget,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> Solution:
    """Return a line that wins with as few loads as possible, or that there is none; a step is a set of tiles examined.

    Nothing is random, so the seed does not matter. If the budget ends early, the best line so far is returned.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=1, seed=7)
    >>> solution = solve(game.state, Budget(seconds=60))
    >>> for move in solution.moves:
    ...     events = game.play(move)
    >>> solution.reason, game.outcome().winners
    ('41 of 48 loads are enough with the volcano on o12; no win takes fewer', (0,))
    """
    if not state["together"]:
        raise ValueError("only solitaire and cooperative matches can be solved")
    if state["step"] == rules.OVER:
        return solution_of_ended(bool(rules.won(state)))
    _compile()
    spending = Spending(budget, stop, progress)
    forest = Forest.of(state)
    verdict, moves, reason = _solve(state, forest, spending)
    return Solution(verdict, moves, spending.seconds, spending.steps, reason)


def _solve(state: State, forest: Forest, spending: Spending) -> tuple[Verdict, tuple[str, ...] | None, str]:
    loads, dry = int(state["stock"].sum()), forest.dry.bit_count()
    at_start = state["step"] == rules.VOLCANO
    volcanoes = forest.enclosed if at_start else (int(state["volcano"]),)
    dry -= at_start  # the volcano takes no load
    clearing, undecided = _cheapest_clearing(forest, volcanoes, loads - dry, spending)
    if clearing is None:
        if undecided:
            return "open", None, f"{undecided} of {len(volcanoes)} volcanoes are not ruled out"
        where = ", whichever tile is the volcano" if at_start else ""
        return "cannot be won", None, f"{counted(loads, 'load')} {'is' if loads == 1 else 'are'} too few{where}"
    try:
        if not (at_start or _can_be_watered(forest, clearing.volcano, spending.lasts)):
            return "cannot be won", None, "a tile will be cut off without a load, whatever is put out first"
        line = _winning_line(state, forest, clearing)
    except TimeoutError:
        line = None
    if line is None:
        return "open", None, "the loads are enough, but no order was found in which each tile gets one in time"
    where = f" with the volcano on {cell_name(forest.cells[clearing.volcano])}" if at_start else ""
    enough = f"{dry + clearing.price} of {counted(loads, 'load')} {'is' if loads == 1 else 'are'} enough{where}"
    return "won", line, enough + ("" if undecided else "; no win takes fewer")


@hook
def expectation(
    state: State,
    seat: int,
    budget: Budget,
    seed: int = 0,
    stop: Stop | None = None,
    root_moves: Sequence[int] = (),
) -> list[Evaluation[int]]:
    """Return moves after which the match can be won for certain, since nothing is hidden; none if there is none.

    If there are `root_moves`, it returns all of these, unless one is left open.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=1, seed=7)
    >>> game.type.move_texts(game.state, [expectation(game.state, 0, Budget(seconds=60))[0].move])
    ['volcano 2,1']
    """
    players = int(state["players"])
    if root_moves:
        share = budget.divided(len(root_moves))
        verdicts = {move: _verdict_after(state, move, share, seed, stop) for move in root_moves}
        best_first = sorted(verdicts, key=lambda move: verdicts[move] != "won")
        if "open" in verdicts.values():
            return []
        return [chance_together(move, 1, float(verdicts[move] == "won"), players) for move in best_first]
    spending = Spending(budget, stop)
    solution = solve(state, budget, seed, stop=stop)
    if not solution.moves:
        return []
    legal = np.empty(rules.MOST_MOVES, np.int64)
    moves = legal[: rules.legal(state, legal)].tolist()
    best = moves[move_texts(state, moves).index(solution.moves[0])]
    found = [chance_together(best, 1, 1.0, players)]
    flights = [] if state["step"] == rules.VOLCANO else sorted(_flights(state), key=lambda flown: -flown[1].bit_count())
    for move, _ in flights[:_OTHERS]:
        if spending.part() > 0.5:
            break
        if move != best and _verdict_after(state, move, budget, seed, stop) == "won":
            found.append(chance_together(move, 1, 1.0, players))
    return found


def _verdict_after(state: State, move: int, budget: Budget, seed: int, stop: Stop | None) -> Verdict:
    after = copy_state(state)
    rules.play(after, move)
    return solve(after, budget, seed, stop=stop).verdict


@cache
def _compile() -> None:
    """Solve an easy deal, so that the time to compile does not count for the deal asked for."""
    layout = tuple(zip(sorted(SHAPES["hexagon"]), ALL_NUMBERS, strict=True))
    state = rules.new(1, together=True, layout=layout)
    forest = Forest.of(state)
    clearing = cheapest_clearing(forest, forest.enclosed[0], LOADS - TILES + 1)
    assert clearing is not None, "the low numbers come first"
    _winning_line(state, forest, clearing)


# Clearings ----------------------------------------------------------------------------------------------------------


class Forest:
    """A position as bit sets; tiles are numbered in the order of their cells. It may have any number of tiles."""

    def __init__(
        self, layout: Sequence[tuple[Hex, int]], filled: Sequence[int] | None = None, present: int | None = None
    ) -> None:
        everything = (1 << len(layout)) - 1
        filled = [0] * len(layout) if filled is None else filled
        self.cells = tuple(cell for cell, _ in layout)
        self.present = everything if present is None else present
        self.gone = everything & ~self.present
        self.dry = sum(1 << tile for tile in _members(self.present) if filled[tile] == 0)
        self.spaces = tuple(int(SPACES[number]) for _, number in layout)
        self.prices = tuple(spaces - max(1, already) for spaces, already in zip(self.spaces, filled, strict=True))
        """For each tile the loads that it takes to fill it, beyond the one that each tile gets."""
        self.full = sum(1 << tile for tile in _members(self.present) if filled[tile] == self.spaces[tile])
        self.around, self.enclosed = _surroundings(self.cells)
        self.neighbours = tuple(map(sum, self.around))
        self.neighbour_sets = np.array(self.neighbours, np.int64)
        self.gates = _gates(self.around)

    @classmethod
    def of(cls, state: State) -> Forest:
        """Return the forest of a position; the volcano has no price and is not dry."""
        cells = zip(state["q"].tolist(), state["r"].tolist(), strict=True)
        layout = list(zip(cells, state["number"].tolist(), strict=True))
        filled = state["filled"].tolist()
        forest = cls(layout, filled, int(state["present"]))
        if state["step"] != rules.VOLCANO:
            forest.dry &= ~(1 << int(state["volcano"]))
        return forest

    def is_open(self, tile: int, gone: int) -> bool:
        """Whether a tile has two adjacent free edges once these are gone."""
        return any(not gate & ~gone for gate in self.gates[tile])


@lru_cache(maxsize=64)
def _surroundings(cells: tuple[Hex, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the tile in each direction of each cell, and which cells are shut in."""
    places = {cell: tile for tile, cell in enumerate(cells)}
    around = tuple(tuple(1 << places[cell] if cell in places else 0 for cell in cells_around(here)) for here in cells)
    return around, tuple(tile for tile, edges in enumerate(around) if all(edges))


@lru_cache(maxsize=64)
def _gates(around: tuple[tuple[int, ...], ...]) -> tuple[frozenset[int], ...]:
    """Return for each tile sets of tiles: once all tiles of one set are gone, it has two adjacent free edges."""
    return tuple(frozenset(edges[d] | edges[d - 1] for d in range(6)) for edges in around)


@dataclass(frozen=True, slots=True)
class Clearing:
    """Tiles that go out and leave a volcano alone."""

    volcano: int
    tiles: int
    price: int
    """The loads it takes beyond one on each tile."""


def _cheapest_clearing(
    forest: Forest, volcanoes: Sequence[int], spare: int, spending: Spending
) -> tuple[Clearing | None, int]:
    """Return the cheapest clearing that `spare` loads allow, and how many volcanoes may have a cheaper one."""
    best = None
    rings = {volcano: _price(forest, forest.neighbours[volcano] & forest.present) for volcano in volcanoes}
    for patience in (_GLANCE, None):  # with some volcano it is easy, as a rule
        undecided = 0
        for volcano in sorted(rings, key=rings.__getitem__):
            most = spare if best is None else best.price - 1
            until = None if patience is None else spending.steps + patience
            go_on = partial(_goes_on, spending, until)
            try:
                best = cheapest_clearing(forest, volcano, most, go_on) or best
            except TimeoutError:
                undecided += 1
        if undecided == 0:
            break
    return best, undecided


def _goes_on(spending: Spending, until: int | None) -> bool:
    return (until is None or spending.steps < until) and spending.lasts()


def cheapest_clearing(
    forest: Forest, volcano: int, most: int, go_on: Callable[[], bool] = lambda: True
) -> Clearing | None:
    """Return the cheapest clearing of a volcano, None if it would cost more than `most`.

    `go_on` is called before every step; if it returns False, `TimeoutError` is raised.
    """
    ring = forest.neighbours[volcano]
    trees = forest.present & ~(1 << volcano)
    dear = [tile for tile in _members(trees) if forest.prices[tile] > 0]
    cheap = sum(1 << tile for tile in _members(trees) if forest.prices[tile] == 0)
    shore = _followed(forest, cheap, forest.gone, cheap)
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


# The order of the loads ---------------------------------------------------------------------------------------------


def _can_be_watered(forest: Forest, volcano: int, go_on: Callable[[], bool]) -> bool:
    """Return False if some dry tile will be cut off, in whatever order the dry tiles get their loads.

    A load fills only tiles with one space; all others can have theirs at once. So what matters is the order in which
    the dry tiles with one space are filled, one by one or several in a row: this looks at all of them. What else may
    be filled would only take more tiles away.
    """
    if _hang_together(forest, 1 << volcano, forest.dry):
        return True
    small = sum(1 << tile for tile in _members(forest.dry) if forest.spaces[tile] == 1)
    waiting, seen = [small], {small}
    while waiting:
        if not go_on():
            raise TimeoutError("the search for an order was ended")
        dry = waiting.pop()
        if not dry:
            return True
        present = _present_after(forest, volcano, small & ~dry)
        for drops in _small_flights(forest, present & ~(1 << volcano), dry):
            rest = dry & ~drops
            if rest not in seen and not rest & ~_present_after(forest, volcano, small & ~rest):
                seen.add(rest)
                waiting.append(rest)
    return False


def _present_after(forest: Forest, volcano: int, filled: int) -> int:
    """Return which tiles are there once these are full and what then goes out or is cut off is gone."""
    full = (forest.full | filled) & ~(1 << volcano)
    gone = _followed(forest, full, forest.gone, full)
    return int(connected(forest.neighbour_sets, 1 << volcano, forest.present & ~gone))


def _small_flights(forest: Forest, present: int, dry: int) -> Iterator[int]:
    """Yield the sets of these dry tiles that one flight can fill."""
    for start in _members(dry):
        yield 1 << start
        for direction in range(6):
            drops, here = 1 << start, start
            while beside := forest.around[here][direction] & present:
                here = first(beside)
                if beside & dry:
                    drops |= beside
                    yield drops


# The line -----------------------------------------------------------------------------------------------------------


def _winning_line(state: State, forest: Forest, clearing: Clearing) -> tuple[str, ...] | None:
    """Return the moves that make a clearing: at every turn the flight that drops most of what is still needed.

    None: no such line was found, because tiles that are dry would be cut off.
    """
    state = copy_state(state)
    numbers: list[int] = []
    texts: list[str] = []
    if state["step"] == rules.VOLCANO:
        texts += move_texts(state, [rules.VOLCANO_MOVES + clearing.volcano])
        rules.play(state, rules.VOLCANO_MOVES + clearing.volcano)
    needed = [
        forest.spaces[tile] if clearing.tiles >> tile & 1 else forest.spaces[tile] - forest.prices[tile]
        for tile in range(TILES)
    ]
    if not _fly(copy_state(state), needed, numbers, set()):
        return None
    for move in numbers:
        texts += move_texts(state, [move])
        rules.play(state, move)
    assert rules.won(state), "a cheap clearing is all it takes"
    return tuple(texts)


def _fly(state: State, needed: Sequence[int], line: list[int], tried: set[bytes]) -> bool:
    """Fly until all is dropped that is needed, and write the flights into a line; return whether that wins."""
    while rules.to_move(state) >= 0:
        forest = Forest.of(state)
        volcano = 1 << int(state["volcano"])
        trees = forest.present & ~volcano
        short = sum(1 << t for t in _members(trees) if state["filled"][t] < needed[t])
        flights = sorted(_flights(state), key=lambda flight: -flight[1].bit_count())
        if not _hang_together(forest, volcano, forest.dry):
            return _fly_carefully(state, forest, needed, short, flights, line, tried)
        move = next(
            move
            for move, drops in flights
            if not drops & ~short and _hang_together(forest, volcano, forest.dry & ~drops)
        )
        line.append(move)
        rules.play(state, move)
    return bool(rules.won(state))


def _fly_carefully(
    state: State,
    forest: Forest,
    needed: Sequence[int],
    short: int,
    flights: Sequence[tuple[int, int]],
    line: list[int],
    tried: set[bytes],
) -> bool:
    """Try the flights one after another, where dry tiles are connected with the volcano through others alone."""
    spare = int(state["stock"].sum()) - sum(needed[t] - int(state["filled"][t]) for t in _members(short))
    length = len(line)
    for move, drops in sorted(flights, key=lambda flight: (flight[1] & ~short).bit_count()):
        if not drops & forest.dry or (drops & ~short).bit_count() > spare:
            continue
        after = copy_state(state)
        rules.play(after, move)
        position = after.tobytes()
        if after["lost"] or position in tried or len(tried) == _MOST_FLIGHTS:
            continue
        tried.add(position)
        if _can_be_watered(Forest.of(after), int(after["volcano"]), lambda: True):
            line.append(move)
            if _fly(after, needed, line, tried):
                return True
            del line[length:]
    return False


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
