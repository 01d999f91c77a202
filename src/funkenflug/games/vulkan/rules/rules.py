"""The rules of Vulkan!, compiled. Citations like V3 are the rulings of `rules/rulings.md`.

Tiles are numbered in the order of their cells (q, r), so that the first cell of a canonical flight is the lower number.
Sets of tiles are bit sets.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from funkenflug.core.view import Hex
from funkenflug.games.hexes import ALL_TILES, DIRECTIONS, SPACES, TILES, connected, first_stocks, leader_of, pieces_left
from funkenflug.kernel import (
    Array,
    State,
    award,
    below,
    compiled,
    copy_state,
    fill,
    first,
    int64,
    nth,
    record,
    register,
    size,
)

VOLCANO: Final = 0
FLY: Final = 1
OVER: Final = 2
"""What the seat to move decides."""

_AHEAD: Final = np.array((3, 2, 1), np.uint8)
"""The three directions in which (q, r) grows along a row: S, SE, NE."""
_BEHIND: Final = (_AHEAD + 3) % 6
_DQ: Final = np.array([dq for dq, _ in DIRECTIONS], np.int8)
_DR: Final = np.array([dr for _, dr in DIRECTIONS], np.int8)
_NOTHING: Final = 255
LEFT_THE_GAME: Final = -1
BURNING: Final = -2
NEUTRAL: Final = -1
TIED: Final = -2
"""Instead of a seat: a colour without a leader has most loads on a tile, or several have."""

TWO_IN_A_ROW: Final = np.array([any(m >> d & 1 and m >> (d + 1) % 6 & 1 for d in range(6)) for m in range(64)])
"""For each set of free edges whether two of them are adjacent."""

STATE: Final = record(
    [
        ("neighbours", np.int64, TILES),  # as the tiles were laid
        ("ahead", np.int64, (TILES, 3)),  # the tiles ahead in an unbroken row, in the three directions
        ("present", np.int64),  # the tiles still there, the volcano among them
        ("thirsty", np.int64),  # those with a free space, the volcano not among them
        ("open_side", np.int64),  # those with two adjacent free edges
        ("isolated", np.int64),  # those that went because they were cut off
        ("beside", np.uint8, (TILES, 6)),  # the tile in a direction
        ("free_edges", np.uint8, TILES),  # bit sets of directions
        ("number", np.uint8, TILES),
        ("q", np.int8, TILES),
        ("r", np.int8, TILES),
        ("loads", np.int8, (4, TILES)),  # by colour
        ("filled", np.int8, TILES),  # loads of any colour
        ("owner", np.int8, TILES),  # the seat that won a tile, LEFT_THE_GAME or BURNING
        ("gone", np.uint8, TILES),  # the tiles that are gone, in the order in which they went
        ("stock", np.int8, (4, 4)),  # by seat and colour
        ("gone_tiles", np.uint8),
        ("volcano", np.uint8),
        ("step", np.uint8),
        ("seat", np.uint8),
        ("players", np.uint8),
        ("together", np.uint8),  # all win or lose
        ("lost", np.uint8),
        ("unused", np.uint8, 5),  # no gaps: a copy would not keep what is in them, and equal positions have equal bytes
    ]
)

# The numbering of moves.
VOLCANO_MOVES: Final = 0
FLY_MOVES: Final = VOLCANO_MOVES + TILES
MOVES: Final = FLY_MOVES + 4 * TILES * TILES
MOST_MOVES: Final = 4 * TILES * (TILES + 1) // 2


def new(players: int, together: bool, layout: tuple[tuple[Hex, int], ...]) -> State:
    """Return the position after set-up; the layout is in the order of its cells."""
    state = copy_state(_without_layout(players))
    state["together"] = together
    cells, state["number"] = zip(*layout, strict=True)
    state["q"], state["r"] = zip(*cells, strict=True)
    _join_tiles(state)
    return state


@cache
def _without_layout(players: int) -> State:
    state = np.zeros(1, STATE)[0]
    state["players"] = players
    state["seat"] = players - 1
    state["volcano"] = _NOTHING
    state["present"] = state["thirsty"] = ALL_TILES
    state["owner"] = BURNING
    state["stock"] = first_stocks(players)
    return state


@compiled
def _join_tiles(state: State) -> None:
    """Note which tiles lie beside and ahead of each other."""
    for tile in range(TILES):
        for direction in range(6):
            state.beside[tile, direction] = _NOTHING
        for other in range(TILES):
            dq = state.q[other] - state.q[tile]
            dr = state.r[other] - state.r[tile]
            for direction in range(6):
                if dq == _DQ[direction] and dr == _DR[direction]:
                    state.beside[tile, direction] = other
                    state.neighbours[tile] |= 1 << other
        edges = 0
        for direction in range(6):
            edges |= (state.beside[tile, direction] == _NOTHING) << direction
        state.free_edges[tile] = edges
        state.open_side |= int64(TWO_IN_A_ROW[edges]) << tile
    for tile in range(TILES - 1, -1, -1):
        for row in range(3):
            other = int64(state.beside[tile, int64(_AHEAD[row])])
            if other != _NOTHING:
                state.ahead[tile, row] = 1 << other | state.ahead[other, row]


# Turns --------------------------------------------------------------------------------------------------------------


@compiled
def to_move(state: State) -> int:
    """See `kernel.to_move`."""
    return -1 if state.step == OVER else int64(state.seat)


@compiled
def play(state: State, move: int) -> None:
    """See `kernel.play`."""
    if move >= FLY_MOVES:
        colour, start, end = flight_of(move)
        _drop(state, colour, dropped_on(state, start, end))
        _extinguish(state)
    else:
        erupt(state, move - VOLCANO_MOVES)
    _next_seat(state)


@compiled
def flight_of(move: int) -> tuple[int, int, int]:
    """Return the colour, the first and the last tile of a canonical flight."""
    code = move - FLY_MOVES
    return code // (TILES * TILES), code // TILES % TILES, code % TILES


@compiled
def enclosed(state: State) -> int:
    """Return the tiles shut in on all six sides."""
    tiles = 0
    for tile in range(TILES):
        tiles |= (state.free_edges[tile] == 0) << tile
    return tiles


@compiled
def erupt(state: State, tile: int) -> None:
    """Make a tile the volcano."""
    state.volcano = tile
    state.thirsty &= ~(1 << tile)
    state.step = FLY
    break_rows(state, tile)


@compiled
def dropped_on(state: State, start: int, end: int) -> int:
    """Return the tiles that receive a load on a canonical flight."""
    last = 1 << end
    for row in range(3):
        ahead = state.ahead[start, row]
        if ahead & last:
            # tiles in a row are in the order of their numbers
            return (1 << start) | (ahead & state.thirsty & (2 * last - 1))
    return last


@compiled
def _drop(state: State, colour: int, tiles: int) -> None:
    state.stock[int64(state.seat), colour] -= size(tiles)
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        state.loads[colour, tile] += 1
        state.filled[tile] += 1
        if state.filled[tile] == SPACES[int64(state.number[tile])]:
            state.thirsty &= ~(1 << tile)


@compiled
def _extinguish(state: State) -> None:
    gone = state.gone_tiles
    volcano = 1 << int64(state.volcano)
    while True:
        out = state.present & state.open_side & ~state.thirsty & ~volcano
        if out == 0:
            break
        tile = first(out)
        _award(state, tile)
        break_rows(state, tile)
        free_edges_around(state, tile)
    if state.gone_tiles == gone:
        return  # nothing can have been cut off
    cut_off = state.present & ~connected(state.neighbours, volcano, state.present)
    state.isolated |= cut_off
    while cut_off != 0:
        _award(state, first(cut_off))
        cut_off &= cut_off - 1


@compiled
def _award(state: State, tile: int) -> None:
    """Take a tile off the board and give it to the seat that wins it."""
    most, winner = majority(state, tile, -1)
    if most == 0:
        winner = LEFT_THE_GAME
        state.lost = state.together
    elif winner < 0:
        winner = int64(state.seat)  # V5
    remove(state, tile, winner)


@compiled
def majority(state: State, tile: int, load: int) -> tuple[int, int]:
    """Return the most loads of a colour on a tile, and the seat that leads it, NEUTRAL or TIED.

    `load` is the colour of one more load, or -1.
    """
    most = 0
    holder = TIED
    for colour in range(4):
        loads = int64(state.loads[colour, tile]) + (colour == load)
        if loads > most:
            most = loads
            holder = leader_of(int64(state.players), colour)
        elif loads == most:
            holder = TIED
    return most, holder


@compiled
def remove(state: State, tile: int, winner: int) -> None:
    """Take a tile off the board for the seat that won it, or `LEFT_THE_GAME`; rows and edges stay as they were."""
    state.owner[tile] = winner
    state.gone[int64(state.gone_tiles)] = tile
    state.gone_tiles += 1
    state.present &= ~(1 << tile)
    state.thirsty &= ~(1 << tile)


@compiled
def break_rows(state: State, tile: int) -> None:
    """End the straight rows that led over a tile."""
    for row in range(3):
        beyond = state.ahead[tile, row] | (1 << tile)
        state.ahead[tile, row] = 0
        behind = int64(state.beside[tile, int64(_BEHIND[row])])
        while behind != _NOTHING and state.ahead[behind, row] & beyond:
            state.ahead[behind, row] &= ~beyond
            behind = int64(state.beside[behind, int64(_BEHIND[row])])


@compiled
def free_edges_around(state: State, tile: int) -> None:
    """Note the free edges beside a tile that is gone."""
    for direction in range(6):
        other = int64(state.beside[tile, direction])
        if other != _NOTHING:
            edges = state.free_edges[other] | (1 << (direction + 3) % 6)
            state.free_edges[other] = edges
            state.open_side |= int64(TWO_IN_A_ROW[edges]) << other


@compiled
def _next_seat(state: State) -> None:
    seat = int64(state.seat)
    players = int64(state.players)
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if can_fly(state, seat):
            state.seat = seat
            return
    state.step = OVER


@compiled
def can_fly(state: State, seat: int) -> bool:
    """Return whether a seat has a flight."""
    return pieces_left(state, seat) > 0 and state.thirsty != 0 and not state.lost


# Legal moves --------------------------------------------------------------------------------------------------------


@compiled
def legal(state: State, moves: Array) -> int:
    """See `kernel.legal`."""
    count = 0
    if state.step == VOLCANO:
        tiles = enclosed(state)
        while tiles != 0:
            moves[count] = VOLCANO_MOVES + first(tiles)
            count += 1
            tiles &= tiles - 1
    elif state.step == FLY:
        for colour in range(4):
            stock = state.stock[int64(state.seat), colour]
            if stock > 0:
                count = _legal_flights(state, colour, stock, moves, count)
    return count


@compiled
def _legal_flights(state: State, colour: int, stock: int, moves: Array, count: int) -> int:
    starts = state.thirsty
    while starts != 0:
        start = first(starts)
        starts &= starts - 1
        code = FLY_MOVES + (colour * TILES + start) * TILES
        moves[count] = code + start
        count += 1
        for row in range(3):
            ends = state.ahead[start, row] & state.thirsty
            loads = 1
            while ends != 0 and loads < stock:
                moves[count] = code + first(ends)
                count += 1
                ends &= ends - 1
                loads += 1
    return count


@compiled
def canonical_flight(state: State, colour: int, start: int, end: int) -> int:
    """Return the move that flies from one tile to another, between the first and the last drop (V3).

    -1: there is no unbroken row between them, or nothing to drop on it.
    """
    low = min(start, end)
    high = max(start, end)
    over = (low == high) << low
    for row in range(3):
        if state.ahead[low, row] >> high & 1:
            over = (1 << low) | (state.ahead[low, row] & ((2 << high) - 1))
    drops = over & state.thirsty
    while size(drops) > state.stock[int64(state.seat), colour]:
        farthest = _last(drops) if start == low else first(drops)
        drops &= ~(1 << farthest)
    return FLY_MOVES + (colour * TILES + first(drops)) * TILES + _last(drops) if drops != 0 else -1


@compiled
def _last(tiles: int) -> int:
    return nth(tiles, size(tiles) - 1)


@compiled
def allows(state: State, move: int) -> bool:
    """See `kernel.allows`."""
    if state.step == VOLCANO:
        return move < FLY_MOVES and state.free_edges[move - VOLCANO_MOVES] == 0
    if state.step == OVER or move < FLY_MOVES:
        return False
    colour, start, end = flight_of(move)
    ends = 1 << start | 1 << end
    if start > end or state.thirsty & ends != ends:
        return False
    drops = dropped_on(state, start, end)
    return drops & ends == ends and size(drops) <= state.stock[int64(state.seat), colour]


@compiled
def sample(state: State, rng: Array) -> int:
    """See `kernel.sample`."""
    if state.step == VOLCANO:
        tiles = enclosed(state)
        return VOLCANO_MOVES + nth(tiles, below(rng, size(tiles)))
    seat = int64(state.seat)
    choices = 0
    for colour in range(4):
        choices += _count_flights(state, state.stock[seat, colour])
    choice = below(rng, choices)
    colour = 0
    here = _count_flights(state, state.stock[seat, 0])
    while choice >= here:
        choice -= here
        colour += 1
        here = _count_flights(state, state.stock[seat, colour])
    return _nth_flight(state, colour, state.stock[seat, colour], choice)


@compiled
def _count_flights(state: State, stock: int) -> int:
    if stock == 0:
        return 0
    thirsty = state.thirsty
    longest = int64(stock) - 1
    count = size(thirsty)
    starts = thirsty
    while starts != 0:
        start = first(starts)
        starts &= starts - 1
        for row in range(3):
            count += min(size(state.ahead[start, row] & thirsty), longest)
    return count


@compiled
def _nth_flight(state: State, colour: int, stock: int, choice: int) -> int:
    thirsty = state.thirsty
    longest = int64(stock) - 1
    starts = thirsty
    while True:
        start = first(starts)
        starts &= starts - 1
        code = FLY_MOVES + (colour * TILES + start) * TILES
        if choice == 0:
            return code + start
        choice -= 1
        for row in range(3):
            ends = state.ahead[start, row] & thirsty
            count = min(size(ends), longest)
            if choice < count:
                return code + nth(ends, choice)
            choice -= count


# Scoring ------------------------------------------------------------------------------------------------------------


@compiled
def scores(state: State, points: Array) -> None:
    """See `kernel.scores`."""
    fill(points, int64(state.players), 0.0)
    if not state.together:
        for tile in range(TILES):
            if state.owner[tile] >= 0:
                points[state.owner[tile]] += state.number[tile]


@compiled
def loads_left(state: State, seat: int) -> int:
    """Return how many loads of a seat's own colours lie on the remaining tiles."""
    loads = 0
    tiles = state.present
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        for colour in range(4):
            if leader_of(int64(state.players), colour) == seat:
                loads += state.loads[colour, tile]
    return loads


@compiled
def won(state: State) -> bool:
    """Whether all 35 tiles were collected and none was lost."""
    return state.gone_tiles == TILES - 1 and not state.lost


@compiled
def utilities(state: State, values: Array) -> None:
    """See `kernel.utilities`."""
    players = int64(state.players)
    if state.together:
        fill(values, players, 1.0 if won(state) else -1.0)
        return
    scores(state, values)
    for seat in range(players):
        values[seat] = values[seat] * 100 - loads_left(state, seat)
    award(values, players)


register(__name__, STATE)
