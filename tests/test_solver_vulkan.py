"""The solver of Vulkan!: its lines win, its refutations hold, and nothing wins with fewer loads."""

import heapq
import math
import random
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest

import funkenflug
from funkenflug import Game
from funkenflug.core.thinking import Budget, Stop
from funkenflug.core.view import Hex
from funkenflug.games.hexes import neighbours
from funkenflug.games.vulkan import Vulkan
from funkenflug.games.vulkan.rules.deal import SHAPES
from funkenflug.games.vulkan.solve.solver import Forest, cheapest_clearing, solve
from funkenflug.kernel.solving import Solution
from tests.oracle.vulkan import SPACES, Oracle

Layout = dict[Hex, int]


def dealt(players: int, **deal: Any) -> Game:
    mode = "solitaire" if players == 1 else "cooperative"
    game: Game = funkenflug.new("vulkan", players=players, mode=mode, **deal)
    return game


def play_through(game: Game, solution: Solution) -> None:
    """Play a line to the end, by the rules and by the oracle, and see that both call it won."""
    oracle = Oracle(game.players, game.mode, dict(game.setup.deal[1]))
    assert solution.moves is not None
    for move in solution.moves:
        game.play(move)
        oracle.play(move)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == oracle.winners() == tuple(range(game.players))
    assert funkenflug.load(game.record()) == game


# Lines that win -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("layout", ["random", "hexagon", "parallelogram"])
def test_the_line_wins(layout: str, players: int) -> None:
    for seed in range(4):
        game = dealt(players, layout=layout, seed=seed)
        solution = solve(game.state, Budget())
        assert solution.verdict == "won"
        play_through(game, solution)


def test_a_win_takes_as_many_loads_as_the_solution_says() -> None:
    for seed in range(4):
        game = dealt(1, seed=seed)
        solution = solve(game.state, Budget())
        play_through(game, solution)
        assert solution.reason.startswith(f"{48 - int(game.state['stock'].sum())} of 48 loads are enough")


# Layouts at the limit -----------------------------------------------------------------------------------------------

RING = list(neighbours((0, 0)))
POINTS = [(q + r_q, r + r_r) for (q, r), (r_q, r_r) in zip(RING, RING[1:] + RING[:1], strict=True)]
"""The points of a star: each lies in a notch of the ring, whose tiles then have no two adjacent free edges."""


def star_with_a_tail(*points: int) -> Layout:
    """Return a forest with one possible volcano, in a ring of 5s and 6s, with these numbers on the points around it."""
    star = {**dict(zip(RING, [5, 6] * 3, strict=True)), **dict(zip(POINTS, points, strict=True))}
    rest = [number for number in range(1, 7) for _ in range(6)]
    for number in star.values():
        rest.remove(number)
    q, r = POINTS[3]
    tail = [(q - i // 2, r + i // 2 + i % 2) for i in range(1, 24)]
    return {(0, 0): rest.pop(0), **star, **dict(zip(tail, rest, strict=True))}


def test_too_few_loads_are_a_refutation() -> None:
    """Every second point has to go, and all of the ring: the prices are at least 0 + 0 + 2 + 12."""
    layout = star_with_a_tail(1, 5, 2, 6, 5, 6)
    assert Forest(sorted(layout.items())).enclosed == (sorted(layout).index((0, 0)),)
    for players in (1, 2, 3, 4):
        solution = solve(dealt(players, layout=layout).state, Budget())
        assert (solution.verdict, solution.moves) == ("cannot be won", None)
        assert solution.reason == "48 loads are too few, whichever tile is the volcano"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_last_load_is_enough(players: int) -> None:
    game = dealt(players, layout=star_with_a_tail(1, 5, 2, 6, 4, 5))
    solution = solve(game.state, Budget())
    assert solution.reason == "48 of 48 loads are enough with the volcano on m13; no win takes fewer"
    play_through(game, solution)
    assert int(game.state["stock"].sum()) == 0


# Brute force --------------------------------------------------------------------------------------------------------


def fewest_loads(start: Oracle) -> float:
    """Return the fewest loads that win, by trying every flight in every position; infinite if none do."""
    waiting = [(0, 0, start)]
    seen = set()
    ticket = 0
    while waiting:
        loads, _, here = heapq.heappop(waiting)
        position = frozenset((cell, here.load_count(cell)) for cell in here.tiles)
        if position in seen:
            continue
        seen.add(position)
        if not here.tiles:
            return loads
        for flight in here.legal():
            there = twin(here)
            there.play(flight)
            if not there.gone:
                ticket += 1
                dropped = here.stocks[0]["green"] - there.stocks[0]["green"]
                heapq.heappush(waiting, (loads + dropped, ticket, there))
    return math.inf


def twin(oracle: Oracle) -> Oracle:
    other = copy(oracle)
    other.tiles = oracle.tiles.copy()
    other.gone = oracle.gone.copy()
    other.loads = {cell: loads.copy() for cell, loads in oracle.loads.items()}
    other.stocks = [stock.copy() for stock in oracle.stocks]
    other.collected = [won.copy() for won in oracle.collected]
    return other


def small_forests(chance: random.Random) -> Iterator[Layout]:
    """Yield forests around a volcano on 0,0 that brute force can manage, with a ring that is shut in places."""
    while True:
        cells = {(0, 0), *RING}
        for _ in range(chance.randrange(2, 7)):
            edge = sorted({other for cell in cells for other in neighbours(cell)} - cells)
            cells.add(min(edge, key=lambda cell: (-sum(other in cells for other in neighbours(cell)), chance.random())))
        layout = {cell: chance.choice((1, 1, 1, 1, 5) if cell in RING else (1, 3, 3)) for cell in sorted(cells)}
        forest = Forest(sorted(layout.items()))
        shut = [cell for tile, cell in enumerate(forest.cells) if cell in RING and not forest.is_open(tile, 0)]
        if shut and math.prod(1 + SPACES[layout[cell]] for cell in cells - {(0, 0)}) < 1500:
            yield layout


@pytest.mark.parametrize("breach", [False, True])
def test_no_win_takes_fewer_loads_than_the_cheapest_clearing(breach: bool) -> None:
    """Also where more than the ring has to be paid for."""
    found = 0
    for layout in small_forests(random.Random(1)):
        clearing = cheapest_clearing(Forest(sorted(layout.items())), sorted(layout).index((0, 0)), most=99)
        assert clearing is not None
        if (clearing.price > sum(SPACES[layout[cell]] - 1 for cell in RING)) == breach:
            oracle = Oracle(1, "solitaire", layout)
            oracle.stocks = [{"green": 99}]
            oracle.play("volcano 0,0")
            assert fewest_loads(oracle) == len(layout) - 1 + clearing.price
            found += 1
            if found == 4:
                break


# From any position --------------------------------------------------------------------------------------------------


def test_positions_agree_with_brute_force() -> None:
    """Near the end of matches with a detour, with as many loads as it takes, one fewer and one more."""
    chance = random.Random(5)
    for seed in range(6):
        game = dealt(1, seed=seed)
        oracle = Oracle(1, "solitaire", dict(game.setup.deal[1]))
        detour = chance.randrange(8)
        while (solution := game.solve()).moves and (loads := int(solution.reason.split()[0])) > 2:
            ply = len(game.moves)
            game.play(chance.choice(game.legal_moves()) if ply == detour else solution.moves[0])
            oracle.play(game.moves[-1])
        for enough, stock in ((False, loads - 1), (True, loads), (True, loads + 1)) if solution.moves else ():
            state, there = game.state, twin(oracle)
            state["stock"][0], there.stocks = [stock, 0, 0, 0], [{"green": stock}]
            assert solve(state, Budget()).verdict == ("won" if enough else "cannot be won")
            assert can_be_won(there, set()) == enough


def test_a_match_that_is_over_is_won_or_lost() -> None:
    game = dealt(2, seed=3)
    for move in game.solve().moves or ():
        game.play(move)
    assert game.solve() == Solution("won", (), 0.0, 0, "the match is won")


def can_be_won(here: Oracle, seen: set[str]) -> bool:
    """Whether some flights win, by trying every flight in every position."""
    if not here.tiles:
        return not here.gone
    position = str((sorted((cell, here.load_count(cell)) for cell in here.tiles), here.stocks, here.turn))
    if position in seen or here.gone:
        return False
    seen.add(position)
    for flight in here.legal():
        there = twin(here)
        there.play(flight)
        if can_be_won(there, seen):
            return True
    return False


# Whatever the numbers -----------------------------------------------------------------------------------------------

CLEARINGS: dict[str, dict[Hex, list[Hex]]] = {
    "hexagon": {
        (-2, 0): [(-3, 2), (-2, 2), (-1, -2), (-1, 1)],
        (0, 2): [(-2, 3), (1, 0), (2, 0), (2, 1)],
        (2, -2): [(0, -2), (0, -1), (1, -3), (3, -1)],
    },
    "parallelogram": {
        (1, 1): [(0, 3), (3, 0)],
        (3, 2): [(0, 4), (0, 5), (1, 3), (1, 4), (2, 4), (4, 0), (5, 0), (5, 1)],
        (4, 4): [(2, 5), (5, 2)],
    },
}
"""Volcanoes, each with the tiles that go out besides the six around it."""


@pytest.mark.parametrize("shape", CLEARINGS)
def test_every_deal_of_a_named_shape_can_be_won(shape: str) -> None:
    """One of three clearings that share no tile is cheap enough: all prices together are 36, less than 3 times 14."""
    clearings = {volcano: {*neighbours(volcano), *more} for volcano, more in CLEARINGS[shape].items()}
    assert len(set().union(*clearings.values())) == sum(map(len, clearings.values()))
    for volcano, tiles in clearings.items():
        cells = sorted(SHAPES[shape])
        only_these_are_free = Forest([(cell, 1 if cell in tiles else 6) for cell in cells])
        assert cheapest_clearing(only_these_are_free, cells.index(volcano), most=0) is not None


# Budgets ------------------------------------------------------------------------------------------------------------


def stopped() -> Stop:
    stop = Stop()
    stop.now()
    return stop


def test_the_same_deal_gets_the_same_answer() -> None:
    first, second = (solve(dealt(2, seed=3).state, Budget(), seed=seed) for seed in (0, 1))
    assert (first.verdict, first.moves, first.tries, first.reason) == (
        second.verdict,
        second.moves,
        second.tries,
        second.reason,
    )


def test_a_budget_that_is_too_small_leaves_the_deal_open() -> None:
    start = dealt(1, layout="hexagon", seed=1).state
    for budget in (Budget(simulations=0), Budget(seconds=0.0)):
        solution = solve(start, budget)
        assert (solution.verdict, solution.moves) == ("open", None)
        assert solution.reason == "18 of 18 volcanoes are not ruled out"


def test_a_budget_that_ends_after_the_first_find_still_wins() -> None:
    game = dealt(1, seed=19)
    early = solve(game.state, Budget(simulations=150))
    assert early.reason == "43 of 48 loads are enough with the volcano on n13"
    assert solve(game.state, Budget()).reason == (
        "42 of 48 loads are enough with the volcano on o13; no win takes fewer"
    )
    play_through(game, early)


def test_it_stops_when_told_to() -> None:
    solution = solve(dealt(1, layout="hexagon", seed=1).state, Budget(), stop=stopped())
    assert solution.verdict == "open"
    assert solution.tries == 0


def test_it_tells_how_much_of_the_budget_is_spent() -> None:
    told: list[float] = []
    solve(dealt(1, layout="hexagon", seed=1).state, Budget(simulations=600), progress=told.append)
    assert told[0] == 0.0
    assert told == sorted(told)
    assert max(told) < 1


def test_a_competitive_match_has_no_solution() -> None:
    with pytest.raises(ValueError, match="only solitaire and cooperative"):
        solve(funkenflug.new("vulkan", players=2, seed=1).state, Budget())


def test_the_room_has_the_solver() -> None:
    assert Vulkan.solve is solve
