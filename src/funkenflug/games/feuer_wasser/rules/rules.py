"""The rules of Feuer & Wasser, compiled. Citations like W5 are the rulings of `rules/rulings.md`.

Cells are numbered row * 12 + column from the lower left, whatever the size of the board; sets of cells are one bit set
a row. Influence, and who may take which cell, are updated with every move instead of being recomputed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from funkenflug.kernel import (
    Array,
    State,
    award,
    below,
    compiled,
    copy_state,
    first,
    int64,
    nth,
    record,
    register,
    size,
)

SIDE: Final = 12
"""The longest side of a board."""
CELLS: Final = SIDE * SIDE
TILES: Final = 16
"""Influence tiles of a seat; tile (fire, water) has the code 4 * (fire - 1) + water - 1."""
ELEMENTALS: Final = 3
OPEN: Final = 3
"""Tiles that lie open before a seat."""
NOWHERE: Final = 255

ELEMENTAL: Final = 0
ACTION: Final = 1
LAST_STONE: Final = 2
OVER: Final = 3
"""What the seat to move decides."""

RUNNING: Final = 0
ALL_STONES_LAID: Final = 1
BOARD_FULL: Final = 2
NOBODY_COULD_ACT: Final = 3
"""How a match ended."""

# What is on a cell, under a stone perhaps.
EMPTY: Final = 0
FIRE: Final = 1
WATER: Final = 2
LEADER: Final = 3
SPIRIT: Final = 4

_STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Directions are up, right, down, left, as (rows, columns)."""

STATE: Final = record(
    [
        ("empty", np.int64, SIDE + 1),  # by row; the one beyond the last is never empty
        ("takeable", np.int64, (4, SIDE)),  # by seat and row: where it may lay a stone
        ("leader_room", np.int64, SIDE),  # by row: empty, no corner, not beside an elemental
        ("spirit_room", np.int64, SIDE),  # by row: not on the edge, not next to an elemental
        ("pairs", np.int64),  # adjacent pairs of empty cells
        ("open_tiles", np.int64, 4),  # bit sets of codes
        ("beside", np.uint8, (CELLS, 4)),
        ("element", np.uint8, CELLS),  # FIRE or WATER; 0 off the board
        ("on", np.uint8, CELLS),
        ("owner", np.int8, CELLS),  # whose half or leader it is
        ("number", np.uint8, CELLS),  # of a half
        ("other_half", np.uint8, CELLS),  # the direction to it
        ("stone_of", np.int8, CELLS),  # -1: no stone
        ("stones_on", np.uint8, CELLS),
        ("empty_beside", np.uint8, CELLS),
        ("influence", np.uint8, (4, CELLS)),  # in the cell's element
        ("pile", np.uint8, (4, TILES)),  # codes in the order in which they are turned up
        ("turned_up", np.uint8, 4),
        ("tiles", np.uint8),  # of each seat
        ("stones", np.uint8, 4),  # left
        ("stones_at_start", np.uint8),
        ("leader", np.uint8, 4),  # its cell or NOWHERE
        ("leader_lost", np.uint8, 4),
        ("spirits", np.uint8, ELEMENTALS),
        ("spirits_placed", np.uint8),
        ("columns", np.uint8),
        ("rows", np.uint8),
        ("players", np.uint8),
        ("step", np.uint8),
        ("seat", np.uint8),
        ("last_regular", np.uint8),  # the seat that took the last regular turn so far
        ("ended", np.uint8),
        ("unused", np.uint8, 3),  # no gaps: a copy would not keep what is in them, and equal positions have equal bytes
    ]
)

# The numbering of moves.
PASS: Final = 0
ELEMENTAL_MOVES: Final = 1
TILE_MOVES: Final = ELEMENTAL_MOVES + CELLS
LEADER_MOVES: Final = TILE_MOVES + TILES * CELLS * 4
STONE_MOVES: Final = LEADER_MOVES + CELLS
TAME_MOVES: Final = STONE_MOVES + CELLS
MOVES: Final = TAME_MOVES + CELLS
_MOST_PAIRS: Final = 2 * SIDE * (SIDE - 1)
MOST_MOVES: Final = 2 * OPEN * _MOST_PAIRS + 2 * CELLS + ELEMENTALS


def new(players: int, board: tuple[str, ...], piles: tuple[tuple[tuple[int, int], ...], ...]) -> State:
    """Return the first position: a board of F and W, the top row first, and for each seat its tiles (fire, water)."""
    state = copy_state(_empty_board(players, board, len(piles[0])))
    for seat, pile in enumerate(piles):
        state["pile"][seat, : len(pile)] = [4 * (fire - 1) + water - 1 for fire, water in pile]
    return state


@lru_cache(maxsize=64)
def _empty_board(players: int, board: tuple[str, ...], tiles: int) -> State:
    state = np.zeros(1, STATE)[0]
    rows, columns = len(board), len(board[0])
    state["players"], state["rows"], state["columns"] = players, rows, columns
    state["tiles"] = tiles
    state["stones_at_start"] = state["stones"][:players] = 15 if players == 4 else 20
    state["leader"] = state["spirits"] = state["beside"] = NOWHERE
    state["stone_of"] = -1
    state["pairs"] = rows * (columns - 1) + columns * (rows - 1)
    for row in range(rows):
        _set_up_row(state, row, board[rows - 1 - row])
    return state


def _set_up_row(state: State, row: int, elements: str) -> None:
    rows, columns = int(state["rows"]), int(state["columns"])
    every = (1 << columns) - 1
    inner = every & ~(1 | 1 << columns - 1)
    on_edge = row in (0, rows - 1)
    state["empty"][row] = every
    state["leader_room"][row] = inner if on_edge else every
    state["spirit_room"][row] = 0 if on_edge else inner
    for column, element in enumerate(elements):
        cell = row * SIDE + column
        state["element"][cell] = FIRE if element == "F" else WATER
        for direction, (up, right) in enumerate(_STEPS):
            if 0 <= row + up < rows and 0 <= column + right < columns:
                state["beside"][cell, direction] = cell + up * SIDE + right
                state["empty_beside"][cell] += 1


# Keeping up to date -------------------------------------------------------------------------------------------------


@compiled
def occupy(state: State, cell: int) -> None:
    """Note that a cell is no longer empty."""
    state.empty[cell // SIDE] &= ~(1 << cell % SIDE)
    state.leader_room[cell // SIDE] &= ~(1 << cell % SIDE)
    state.pairs -= state.empty_beside[cell]
    for direction in range(4):
        other = int64(state.beside[cell, direction])
        if other != NOWHERE:
            state.empty_beside[other] -= 1


@compiled
def spread_influence(state: State, cell: int, sign: int) -> None:
    """Add or take away the influence of the half on a cell."""
    seat = int64(state.owner[cell])
    for direction in range(4):
        other = int64(state.beside[cell, direction])
        if other != NOWHERE and state.element[other] == state.on[cell]:
            state.influence[seat, other] += sign * int64(state.number[cell])


@compiled
def strongest(state: State, cell: int) -> int:
    """Return the seat with strictly more influence on a cell than every other, -1 if there is none."""
    best = int64(0)
    seat = -1
    for other in range(int64(state.players)):
        influence = int64(state.influence[other, cell])
        if influence > best:
            best = influence
            seat = other
        elif influence == best:
            seat = -1
    return seat


@compiled
def note_takeable(state: State, cell: int) -> None:
    """Note for each seat whether it may lay a stone on a cell."""
    row = cell // SIDE
    this = 1 << cell % SIDE
    for seat in range(4):
        state.takeable[seat, row] &= ~this
    if state.empty_beside[cell] > 0 or state.stone_of[cell] >= 0 or state.on[cell] == SPIRIT:
        return
    seat = strongest(state, cell)
    if seat >= 0 and not (state.on[cell] == LEADER and state.owner[cell] == seat):
        state.takeable[seat, row] |= this


@compiled
def _note_around(state: State, cell: int) -> None:
    note_takeable(state, cell)
    for direction in range(4):
        other = int64(state.beside[cell, direction])
        if other != NOWHERE:
            note_takeable(state, other)


# Actions ------------------------------------------------------------------------------------------------------------


@compiled
def to_move(state: State) -> int:
    """See `kernel.to_move`."""
    return -1 if state.step == OVER else int64(state.seat)


@compiled
def play(state: State, move: int) -> None:
    """See `kernel.play`."""
    if move >= TAME_MOVES:
        lay_stones(state, move - TAME_MOVES, 2)
    elif move >= STONE_MOVES:
        _take(state, move - STONE_MOVES)
    elif move >= LEADER_MOVES:
        place_leader(state, move - LEADER_MOVES)
    elif move >= TILE_MOVES:
        _lay_tile(state, move)
    elif move >= ELEMENTAL_MOVES:
        place_elemental(state, move - ELEMENTAL_MOVES)
        return
    _end_turn(state)


@compiled
def place_elemental(state: State, cell: int) -> None:
    """Place an elemental on a cell."""
    state.on[cell] = SPIRIT
    occupy(state, cell)
    state.spirits[int64(state.spirits_placed)] = cell
    state.spirits_placed += 1
    row = cell // SIDE
    column = cell % SIDE
    for near in range(row - 1, row + 2):
        state.spirit_room[near] &= ~(0b111 << column - 1)
    state.leader_room[row] &= ~(0b101 << column - 1)
    state.leader_room[row - 1] &= ~(1 << column)
    state.leader_room[row + 1] &= ~(1 << column)
    seat = int64(state.seat) + 1
    state.seat = seat if seat < state.players else 0
    if state.spirits_placed == ELEMENTALS:
        state.step = ACTION
        for other in range(int64(state.players)):
            for _ in range(OPEN):
                turn_up(state, other)


@compiled
def turn_up(state: State, seat: int) -> None:
    """Turn up the next tile of a seat."""
    place = int64(state.turned_up[seat])
    if place < state.tiles:
        state.open_tiles[seat] |= 1 << int64(state.pile[seat, place])
        state.turned_up[seat] = place + 1


@compiled
def tile_of(move: int) -> tuple[int, int, int]:
    """Return the code of the tile that a move lays, the cell of its fire half and the direction to its water half."""
    code = move - TILE_MOVES
    return code // (4 * CELLS), code // 4 % CELLS, code % 4


@compiled
def _lay_tile(state: State, move: int) -> None:
    code, fire, direction = tile_of(move)
    water = int64(state.beside[fire, direction])
    seat = int64(state.seat)
    lay_half(state, fire, FIRE, code // 4 + 1, direction)
    lay_half(state, water, WATER, code % 4 + 1, (direction + 2) % 4)
    spread_influence(state, fire, 1)
    spread_influence(state, water, 1)
    _note_around(state, fire)
    _note_around(state, water)
    state.open_tiles[seat] &= ~(1 << code)
    turn_up(state, seat)


@compiled
def lay_half(state: State, cell: int, element: int, number: int, other_half: int) -> None:
    """Lay a half of a tile on a cell."""
    state.on[cell] = element
    state.owner[cell] = state.seat
    state.number[cell] = number
    state.other_half[cell] = other_half
    occupy(state, cell)


@compiled
def place_leader(state: State, cell: int) -> None:
    """Place the leader of the seat to move."""
    state.on[cell] = LEADER
    state.owner[cell] = state.seat
    state.leader[int64(state.seat)] = cell
    occupy(state, cell)
    _note_around(state, cell)


@compiled
def _take(state: State, cell: int) -> None:
    on = state.on[cell]
    if on == LEADER:
        state.leader_lost[int64(state.owner[cell])] = 1
        lay_stones(state, cell, 2)
    else:
        if on == EMPTY:
            occupy(state, cell)
        else:
            spread_influence(state, cell, -1)
        lay_stones(state, cell, 1)
    _note_around(state, cell)


@compiled
def lay_stones(state: State, cell: int, count: int) -> None:
    """Lay stones of the seat to move on a cell."""
    seat = int64(state.seat)
    count = min(count, int64(state.stones[seat]))  # W4
    state.stone_of[cell] = seat
    state.stones_on[cell] = count
    state.stones[seat] -= count


# Turns --------------------------------------------------------------------------------------------------------------


@compiled
def _end_turn(state: State) -> None:
    seat = int64(state.seat)
    if state.step == ACTION:
        state.last_regular = seat
    if state.stones[seat] == 0:
        _end(state, ALL_STONES_LAID)
    elif state.step == ACTION and state.pairs > 0:
        _next_action(state)
    else:  # W6
        state.step = LAST_STONE
        _next_last_stone(state)


@compiled
def _end(state: State, how: int) -> None:
    state.ended = how
    state.step = OVER


@compiled
def _following(state: State, seat: int) -> int:
    return seat + 1 if seat + 1 < state.players else 0


@compiled
def _next_action(state: State) -> None:
    seat = int64(state.seat)
    for _ in range(int64(state.players)):
        seat = _following(state, seat)
        if can_act(state, seat):
            state.seat = seat
            return
    _end(state, NOBODY_COULD_ACT)  # W5


@compiled
def _next_last_stone(state: State) -> None:
    seat = _following(state, int64(state.seat))
    while seat != state.last_regular:
        if count_stones(state, seat) > 0:
            state.seat = seat
            return
        seat = _following(state, seat)
    _end(state, BOARD_FULL)


@compiled
def can_act(state: State, seat: int) -> bool:
    """Return whether a seat has an action."""
    return (
        (state.open_tiles[seat] != 0 and state.pairs > 0)
        or count_stones(state, seat) > 0
        or _count_leader_cells(state, seat) > 0
        or tameable(state, seat) != 0
    )


@compiled
def count_stones(state: State, seat: int) -> int:
    """Return on how many cells a seat may lay a stone."""
    return _count_cells(state, state.takeable[seat])


@compiled
def _count_leader_cells(state: State, seat: int) -> int:
    return _count_cells(state, state.leader_room) if state.leader[seat] == NOWHERE else 0


@compiled
def _count_cells(state: State, cells: Array) -> int:
    count = 0
    for row in range(int64(state.rows)):
        count += size(cells[row])
    return count


@compiled
def closeness(state: State, seat: int, spirit: int) -> int:
    """Return the sum of a seat's uncovered halves next to an elemental's cell."""
    total = 0
    for direction in range(4):
        cell = int64(state.beside[spirit, direction])
        half = state.on[cell] == FIRE or state.on[cell] == WATER
        if half and state.owner[cell] == seat and state.stone_of[cell] < 0:
            total += state.number[cell]
    return int64(total)


@compiled
def leader_safe(state: State, seat: int) -> bool:
    """Whether a seat's leader is on the board and not lost."""
    return state.leader[seat] != NOWHERE and not state.leader_lost[seat]


@compiled
def standing_beside(state: State, seat: int, spirit: int) -> int:
    """Return 0 if a seat has no influence next to an elemental, 1 if it has less than all others with some, else 2."""
    own = closeness(state, seat, spirit)
    standing = int64(own >= 1)
    for other in range(int64(state.players)):
        if other != seat and 1 <= closeness(state, other, spirit) <= own:
            standing = 2
    return standing


@compiled
def tameable(state: State, seat: int) -> int:
    """Return the elementals that a seat may tame, as a bit set."""
    found = 0
    if not leader_safe(state, seat):
        return found
    for i in range(ELEMENTALS):
        cell = int64(state.spirits[i])
        if cell != NOWHERE and state.stone_of[cell] < 0 and state.empty_beside[cell] == 0:
            found |= (standing_beside(state, seat, cell) == 1) << i
    return found


# Legal moves --------------------------------------------------------------------------------------------------------


@compiled
def legal(state: State, moves: Array) -> int:
    """See `kernel.legal`."""
    seat = int64(state.seat)
    if state.step == ELEMENTAL:
        return _list_cells(state, state.spirit_room, ELEMENTAL_MOVES, moves, 0)
    if state.step == LAST_STONE:
        moves[0] = PASS
        return _list_cells(state, state.takeable[seat], STONE_MOVES, moves, 1)
    if state.step == OVER:
        return 0
    count = _list_tiles(state, moves)
    if state.leader[seat] == NOWHERE:
        count = _list_cells(state, state.leader_room, LEADER_MOVES, moves, count)
    count = _list_cells(state, state.takeable[seat], STONE_MOVES, moves, count)
    tame = tameable(state, seat)
    for i in range(ELEMENTALS):
        if tame >> i & 1:
            moves[count] = TAME_MOVES + int64(state.spirits[i])
            count += 1
    return count


@compiled
def _list_cells(state: State, cells: Array, numbered_from: int, moves: Array, count: int) -> int:
    for row in range(int64(state.rows)):
        here = cells[row]
        while here != 0:
            moves[count] = numbered_from + row * SIDE + first(here)
            count += 1
            here &= here - 1
    return count


@compiled
def _list_tiles(state: State, moves: Array) -> int:
    count = 0
    codes = state.open_tiles[int64(state.seat)]
    while codes != 0:
        code = TILE_MOVES + first(codes) * CELLS * 4
        codes &= codes - 1
        for row in range(int64(state.rows)):
            fire = state.empty[row]
            while fire != 0:
                cell = row * SIDE + first(fire)
                fire &= fire - 1
                for direction in range(4):
                    water = int64(state.beside[cell, direction])
                    if water != NOWHERE and _is_empty(state, water):
                        moves[count] = code + cell * 4 + direction
                        count += 1
    return count


@compiled
def _has(cells: int, cell: int) -> bool:
    return cells >> cell % SIDE & 1 == 1


@compiled
def _is_empty(state: State, cell: int) -> bool:
    return _has(state.empty[cell // SIDE], cell)


@compiled
def _may_tame(state: State, seat: int, cell: int) -> bool:
    tame = tameable(state, seat)
    found = False
    for i in range(ELEMENTALS):
        found |= tame >> i & 1 == 1 and state.spirits[i] == cell
    return found


@compiled
def allows(state: State, move: int) -> bool:
    """See `kernel.allows`."""
    seat = int64(state.seat)
    if state.step == ELEMENTAL:
        cell = move - ELEMENTAL_MOVES
        return ELEMENTAL_MOVES <= move < TILE_MOVES and _has(state.spirit_room[cell // SIDE], cell)
    if state.step == OVER:
        return False
    if STONE_MOVES <= move < TAME_MOVES:
        cell = move - STONE_MOVES
        return _has(state.takeable[seat, cell // SIDE], cell)
    if state.step == LAST_STONE:
        return move == PASS
    if move >= TAME_MOVES:
        return _may_tame(state, seat, move - TAME_MOVES)
    if move >= LEADER_MOVES:
        cell = move - LEADER_MOVES
        return state.leader[seat] == NOWHERE and _has(state.leader_room[cell // SIDE], cell)
    if move < TILE_MOVES:
        return False
    code, fire, direction = tile_of(move)
    water = int64(state.beside[fire, direction])
    if water == NOWHERE or state.open_tiles[seat] >> code & 1 == 0:
        return False
    return _is_empty(state, fire) and _is_empty(state, water)


@compiled
def sample(state: State, rng: Array) -> int:
    """See `kernel.sample`."""
    seat = int64(state.seat)
    if state.step == ELEMENTAL:
        return ELEMENTAL_MOVES + _nth_cell(state.spirit_room, below(rng, _count_cells(state, state.spirit_room)))
    stones = count_stones(state, seat)
    if state.step == LAST_STONE:
        choice = below(rng, stones + 1)
        return PASS if choice == stones else STONE_MOVES + _nth_cell(state.takeable[seat], choice)
    tiles = 2 * state.pairs * size(state.open_tiles[seat])
    leaders = _count_leader_cells(state, seat)
    tame = tameable(state, seat)
    choice = below(rng, tiles + leaders + stones + size(tame))
    if choice < tiles:
        return _nth_tile(state, choice)
    choice -= tiles
    if choice < leaders:
        return LEADER_MOVES + _nth_cell(state.leader_room, choice)
    choice -= leaders
    if choice < stones:
        return STONE_MOVES + _nth_cell(state.takeable[seat], choice)
    return TAME_MOVES + int64(state.spirits[nth(tame, choice - stones)])


@compiled
def _nth_cell(cells: Array, n: int) -> int:
    row = 0
    while n >= size(cells[row]):
        n -= size(cells[row])
        row += 1
    return row * SIDE + nth(cells[row], n)


@compiled
def _nth_tile(state: State, n: int) -> int:
    """Return the n-th way to lay an open tile on two adjacent empty cells."""
    swapped = n & 1
    n >>= 1
    tile = n // state.pairs
    n -= tile * state.pairs
    code = nth(state.open_tiles[int64(state.seat)], tile)
    row = 0
    while True:
        across = state.empty[row] & (state.empty[row] >> 1)
        if n < size(across):
            cell, direction, step = row * SIDE + nth(across, n), 1, 1
            break
        n -= size(across)
        upward = state.empty[row] & state.empty[row + 1]
        if n < size(upward):
            cell, direction, step = row * SIDE + nth(upward, n), 0, SIDE
            break
        n -= size(upward)
        row += 1
    if swapped:
        cell += step
        direction += 2
    return TILE_MOVES + (code * CELLS + cell) * 4 + direction


# Scoring ------------------------------------------------------------------------------------------------------------


@compiled
def scores(state: State, points: Array) -> None:
    """See `kernel.scores`."""
    for seat in range(int64(state.players)):
        points[seat] = stones_laid(state, seat) - penalty(state, seat)


@compiled
def stones_laid(state: State, seat: int) -> int:
    """Return how many stones a seat has laid."""
    return int64(state.stones_at_start) - int64(state.stones[seat])


@compiled
def penalty(state: State, seat: int) -> int:
    """Return the points a seat loses because its leader is not safe on the board."""
    return 0 if leader_safe(state, seat) else 2


@compiled
def tie_order(state: State, place: int) -> int:
    """Return the seat at a place of the order that breaks ties (W7): an earlier place beats a later one."""
    return (int64(state.last_regular) + place) % int64(state.players)


@compiled
def utilities(state: State, values: Array) -> None:
    """See `kernel.utilities`."""
    players = int64(state.players)
    scores(state, values)
    for place in range(players):
        seat = tie_order(state, place)
        values[seat] = values[seat] * 10 - place
        if state.stones[seat] == 0:
            values[seat] = 1000
    award(values, players)


# Hidden tiles -------------------------------------------------------------------------------------------------------


@compiled
def determinize(state: State, seat: int, rng: Array) -> None:
    """See `kernel.determinize`: nobody knows the order of the face-down tiles, not even their owner."""
    for owner in range(int64(state.players)):
        hidden = 0
        for place in range(int64(state.turned_up[owner]), int64(state.tiles)):
            hidden |= 1 << int64(state.pile[owner, place])
        for place in range(int64(state.turned_up[owner]), int64(state.tiles)):
            code = nth(hidden, below(rng, size(hidden)))
            hidden &= ~(1 << code)
            state.pile[owner, place] = code


register(__name__, STATE)
