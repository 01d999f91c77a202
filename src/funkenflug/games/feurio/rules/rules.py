"""The rules of Feurio!, compiled. Citations like F3 are the rulings of `rules/rulings.md`.

Tiles are known by their place in the deck, which is also the order in which they are laid; sets of tiles are bit sets.
An empty cell that touches the forest is known by its anchor: the first tile that it touched (times 6) plus the
direction from there.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

import numpy as np

from funkenflug.games.hexes import ALL_TILES, DIRECTIONS, SPACES, TILES, connected, first_stocks, leader_of, pieces_left
from funkenflug.kernel import (
    Array,
    State,
    award,
    below,
    compiled,
    fill,
    first,
    int64,
    nth,
    record,
    register,
    size,
)

# 36 connected tiles and the cells around them span less than 38 rows and columns, so a grid that is joined at its ends
# (a torus) of that size never folds a forest onto itself, wherever it wanders.
SPAN: Final = 38
_CELLS: Final = SPAN * SPAN
_MOST_EDGE_CELLS: Final = 4 * TILES + 2

_TILE_SITE: Final = 200

_AROUND: Final = np.array(
    [[(q + dq) % SPAN * SPAN + (r + dr) % SPAN for dq, dr in DIRECTIONS] for q in range(SPAN) for r in range(SPAN)],
    np.uint16,
)
_DQ: Final = np.array([dq for dq, _ in DIRECTIONS], np.int8)
_DR: Final = np.array([dr for _, dr in DIRECTIONS], np.int8)

ARRANGE: Final = 0
TILE: Final = 1
CREW: Final = 2
OVER: Final = 3
"""What the seat to move decides."""

COMPETITIVE: Final = 0
TOGETHER: Final = 1
"""The two modes: in solitaire and cooperative matches all win or lose together."""

STATE: Final = record(
    [
        ("neighbours", np.int64, TILES),  # tiles next to a tile
        (
            "room",
            np.int64,
            4,
        ),  # tiles with room for one, two, three more firefighters at least; the last is never read
        ("held", np.int64, 4),  # tiles with a firefighter of a colour
        ("of_number", np.int64, 7),  # tiles by number, firebreaks under 0
        ("open", np.int64),  # tiles with a free edge
        ("cell", np.uint16, TILES),  # where a tile lies on the torus
        ("edge_cell", np.uint16, _MOST_EDGE_CELLS),  # the empty cells that touch the forest
        ("edge_rank", np.int16, _MOST_EDGE_CELLS),  # (1 + heat) * 256 + place in this list; 0 beyond the last
        ("edge_anchor", np.uint8, _MOST_EDGE_CELLS),
        ("edge_cells", np.uint8),
        ("site", np.uint8, _CELLS),  # 0 far from the forest, 1 + place among the edge cells, or _TILE_SITE + tile
        ("deck", np.uint8, TILES),  # zeros at its end if it has fewer tiles: see `small`
        ("q", np.int8, TILES),
        ("r", np.int8, TILES),
        ("number", np.uint8, TILES),  # what a laid tile counts: 0 for a firebreak
        ("free_edges", np.int8, TILES),
        ("layer", np.int8, TILES),  # the seat that laid a tile, -1 for the first ones
        ("crowd", np.int8, TILES),  # firefighters of any colour on a tile
        ("crews", np.int8, (4, TILES)),  # by colour
        ("stock", np.int8, (4, 4)),  # by seat and colour
        ("paid", np.int8, 4),  # by colour, for firebreaks
        ("laid", np.uint8),
        ("step", np.uint8),
        ("seat", np.uint8),
        ("passes", np.int8),  # consecutive passes, with all tiles laid
        ("spread", np.int8),  # whether a tile was laid in this turn
        ("players", np.uint8),
        ("mode", np.int8),
        ("firebreak", np.int8),
        ("hotter", np.int8),
    ]
)

# The numbering of moves.
PASS: Final = 0
ARRANGE_MOVES: Final = 1
TILE_MOVES: Final = ARRANGE_MOVES + 24
BREAK_MOVES: Final = TILE_MOVES + 6 * TILES
CREW_MOVES: Final = BREAK_MOVES + 4 * 6 * TILES
MOVES: Final = CREW_MOVES + 3 * 4 * TILES
MOST_MOVES: Final = 1 + 3 * 4 * TILES

ORDERS: Final = np.array(list(permutations(range(4))), np.int8)
"""The orders in which `arrange` can lay the first four tiles on the cells of the rhombus."""
FIRST_CELLS: Final = {
    1: ((0, 0),),
    2: ((0, 0), (1, 0)),
    3: ((0, 0), (1, -1), (0, -1)),
    4: ((0, 0), (1, -1), (0, -1), (1, 0)),
}
_FIRST_Q: Final = np.array([[c[i][0] if i < len(c) else 0 for i in range(4)] for c in FIRST_CELLS.values()], np.int8)
_FIRST_R: Final = np.array([[c[i][1] if i < len(c) else 0 for i in range(4)] for c in FIRST_CELLS.values()], np.int8)


def new(players: int, together: bool, firebreak: bool, hotter: bool, deck: tuple[int, ...]) -> State:
    """Return the position after set-up."""
    state = np.zeros(1, STATE)[0]
    state["players"] = players
    state["mode"] = TOGETHER if together else COMPETITIVE
    state["firebreak"] = firebreak
    state["hotter"] = hotter
    state["deck"] = deck
    state["stock"] = first_stocks(players)
    if players == 4:
        state["step"] = ARRANGE
        state["seat"] = 3
    else:
        lay_first(state, 0)
    return state


# Laying tiles -------------------------------------------------------------------------------------------------------
# What is used as an index is stored unsigned and read as an int64: then the compiler knows that it is not negative.


@compiled
def lay_first(state: State, order: int) -> None:
    """Lay the first tiles in an empty forest; four tiles are laid in one of the `ORDERS`."""
    players = int64(state.players)
    for place in range(players):
        tile = int64(ORDERS[order, place]) if players == 4 else place
        q = int64(_FIRST_Q[players - 1, place])
        r = int64(_FIRST_R[players - 1, place])
        state.layer[tile] = -1
        lay_tile(state, tile, q, r, (q % SPAN) * SPAN + r % SPAN, int64(state.deck[tile]))
    state.laid = players
    state.seat = 0
    state.step = TILE


@compiled
def _lay_at(state: State, anchor: int, number: int) -> None:
    beside = anchor // 6
    direction = anchor % 6
    q = int64(state.q[beside]) + _DQ[direction]
    r = int64(state.r[beside]) + _DR[direction]
    tile = int64(state.laid)
    state.layer[tile] = state.seat
    lay_tile(state, tile, q, r, _cell_at(state, anchor), number)
    state.laid = tile + 1


@compiled
def _cell_at(state: State, anchor: int) -> int:
    return int64(_AROUND[int64(state.cell[anchor // 6]), anchor % 6])


@compiled
def tiles_around(state: State, anchor: int) -> int:
    """Return the tiles that touch an empty cell, as a bit set."""
    cell = _cell_at(state, anchor)
    tiles = 0
    for direction in range(6):
        site = int64(state.site[int64(_AROUND[cell, direction])])
        if site >= _TILE_SITE:
            tiles |= 1 << site - _TILE_SITE
    return tiles


@compiled
def shut_in_by(state: State, anchor: int) -> int:
    """Return the tiles whose last free edge a tile in an empty cell would close."""
    shut = 0
    tiles = tiles_around(state, anchor)
    while tiles != 0:
        shut |= (state.free_edges[first(tiles)] == 1) << first(tiles)
        tiles &= tiles - 1
    return shut


@compiled
def lay_tile(state: State, tile: int, q: int, r: int, cell: int, number: int) -> None:
    """Lay a tile on a cell of the forest."""
    here = int64(state.site[cell])
    if here > 0:
        _forget_edge_cell(state, here - 1)
    state.site[cell] = _TILE_SITE + tile
    state.q[tile] = q
    state.r[tile] = r
    state.cell[tile] = cell
    state.number[tile] = number
    this = 1 << tile
    state.of_number[number] |= this
    neighbours = 0
    for direction in range(6):
        there = int64(_AROUND[cell, direction])
        what = int64(state.site[there])
        if what >= _TILE_SITE:
            other = what - _TILE_SITE
            neighbours |= 1 << other
            state.neighbours[other] |= this
            _close_edge(state, other)
        elif what > 0:
            state.edge_rank[what - 1] += 256 * number
        else:
            new = int64(state.edge_cells)
            state.site[there] = 1 + new
            state.edge_cell[new] = there
            state.edge_rank[new] = 256 * (1 + number) + new
            state.edge_anchor[new] = 6 * tile + direction
            state.edge_cells = new + 1
    free = 6 - size(neighbours)
    state.neighbours[tile] = neighbours
    state.free_edges[tile] = free
    if free > 0:
        state.open |= this
    for n in range(min(free, int64(SPACES[number]))):
        state.room[n] |= this


@compiled
def _forget_edge_cell(state: State, i: int) -> None:
    last = int64(state.edge_cells) - 1
    state.edge_cells = last
    state.edge_cell[i] = state.edge_cell[last]
    state.edge_rank[i] = state.edge_rank[last] - last + i
    state.edge_anchor[i] = state.edge_anchor[last]
    state.site[int64(state.edge_cell[i])] = 1 + i
    state.edge_rank[last] = 0


@compiled
def _close_edge(state: State, tile: int) -> None:
    free = int64(state.free_edges[tile]) - 1
    state.free_edges[tile] = free
    state.open &= ~((free == 0) << tile)
    room = free - int64(state.crowd[tile])
    # No branch, because the processor could not predict it: the fourth set of `room` is never read.
    state.room[room if free < SPACES[int64(state.number[tile])] and room >= 0 else 3] &= ~(1 << tile)


@compiled
def room_on(state: State, tile: int) -> int:
    """Return how many more firefighters may step on a tile."""
    return max(0, min(SPACES[int64(state.number[tile])], state.free_edges[tile]) - state.crowd[tile])


@compiled
def highest_heat(state: State) -> int:
    """Return the heat of the hottest cells."""
    return int(_hottest_rank(state) // 256 - 1)


@compiled
def _hottest_rank(state: State) -> int:
    hottest = state.edge_rank[0]
    for i in range(int64(state.edge_cells)):
        hottest = max(hottest, state.edge_rank[i])
    return int64(hottest)


@compiled
def _hottest_places(state: State, least: int) -> int:
    places = 0
    for i in range(int64(state.edge_cells)):
        places += state.edge_rank[i] >= least
    return places


# Turns --------------------------------------------------------------------------------------------------------------


@compiled
def to_move(state: State) -> int:
    """See `kernel.to_move`."""
    return -1 if state.step == OVER else int64(state.seat)


@compiled
def _end_turn(state: State) -> None:
    state.spread = 0
    all_laid = state.laid == TILES or state.deck[int64(state.laid)] == 0
    if state.passes == state.players or (all_laid and state.mode == TOGETHER):
        state.step = OVER
        return
    seat = int64(state.seat) + 1
    state.seat = seat if seat < state.players else 0
    state.step = CREW if all_laid else TILE


@compiled
def crew_of(move: int) -> tuple[int, int, int]:
    """Return how many firefighters of which colour a move places on which tile."""
    code = move - CREW_MOVES
    return code // (4 * TILES) + 1, code // TILES % 4, code % TILES


@compiled
def play(state: State, move: int) -> None:
    """See `kernel.play`."""
    if move >= CREW_MOVES:
        count, colour, tile = crew_of(move)
        room = room_on(state, tile) - count
        for n in range(3):
            state.room[n] &= ~((n >= room) << tile)
        state.stock[int64(state.seat), colour] -= count
        state.crews[colour, tile] += count
        state.crowd[tile] += count
        state.held[colour] |= 1 << tile
        state.passes = 0
        _end_turn(state)
    elif move >= BREAK_MOVES:
        code = move - BREAK_MOVES
        colour = code // (6 * TILES)
        state.stock[state.seat, colour] -= 1
        state.paid[colour] += 1
        _lay_at(state, code % (6 * TILES), 0)
        _end_turn(state)
    elif move >= TILE_MOVES:
        _lay_at(state, move - TILE_MOVES, int64(state.deck[int64(state.laid)]))
        state.spread = 1
        state.step = CREW
    elif move >= ARRANGE_MOVES:
        lay_first(state, move - ARRANGE_MOVES)
    else:
        if state.spread == 0:  # F3
            state.passes += 1
        _end_turn(state)


@compiled
def own(state: State, colour: int) -> bool:
    """Whether the seat to move leads a colour."""
    return leader_of(int64(state.players), colour) == state.seat


# Legal moves --------------------------------------------------------------------------------------------------------


@compiled
def legal(state: State, moves: Array) -> int:
    """See `kernel.legal`."""
    if state.step == TILE:
        return _legal_tiles(state, moves)
    if state.step == CREW:
        return _legal_crews(state, moves)
    if state.step == ARRANGE:
        return _legal_orders(state, moves)
    return 0


@compiled
def _legal_tiles(state: State, moves: Array) -> int:
    count = 0
    least = _hottest_rank(state) & ~255
    for i in range(state.edge_cells):
        if state.edge_rank[i] >= least:
            moves[count] = TILE_MOVES + int(state.edge_anchor[i])
            count += 1
    places = count
    payable = _payable(state)
    while payable != 0:
        for i in range(places):
            moves[count] = moves[i] - TILE_MOVES + BREAK_MOVES + first(payable) * 6 * TILES
            count += 1
        payable &= payable - 1
    return count


@compiled
def _payable(state: State) -> int:
    """Return the colours in which the seat to move can pay for a firebreak, as a bit set."""
    colours = 0
    if state.firebreak:
        for colour in range(4):
            if state.stock[int64(state.seat), colour] > 0 and own(state, colour):
                colours |= 1 << colour
    return colours


@compiled
def _legal_crews(state: State, moves: Array) -> int:
    moves[0] = PASS
    count = 1
    for colour in range(4):
        for n in range(min(3, state.stock[state.seat, colour])):
            tiles = state.room[n]
            while tiles != 0:
                moves[count] = CREW_MOVES + (n * 4 + colour) * TILES + first(tiles)
                count += 1
                tiles &= tiles - 1
    return count


@compiled
def _legal_orders(state: State, moves: Array) -> int:
    # Canonical: in the middle and at the tips the higher number comes first, equal tiles in the order of the deck.
    deck = state.deck
    count = 0
    for order in range(len(ORDERS)):
        a, b, c, d = ORDERS[order]
        if (deck[a] < deck[b]) or (deck[a] == deck[b] and a > b):
            continue
        if (deck[c] < deck[d]) or (deck[c] == deck[d] and c > d):
            continue
        fresh = True
        for i in range(count):
            earlier = ORDERS[moves[i] - ARRANGE_MOVES]
            if deck[earlier[0]] == deck[a] and deck[earlier[1]] == deck[b]:
                fresh = False
        if fresh:
            moves[count] = ARRANGE_MOVES + order
            count += 1
    return count


@compiled
def canonical(state: State, move: int) -> int:
    """Return the move of `legal` that a move equals: of an arrangement and its mirror images only one is listed."""
    if move < ARRANGE_MOVES or move >= TILE_MOVES or state.step != ARRANGE:
        return move
    deck = state.deck
    a, b = ORDERS[move - ARRANGE_MOVES, 0], ORDERS[move - ARRANGE_MOVES, 1]
    moves = np.empty(6, np.int64)
    found = move
    for i in range(_legal_orders(state, moves)):
        order = ORDERS[moves[i] - ARRANGE_MOVES]
        if deck[order[0]] == max(deck[a], deck[b]) and deck[order[1]] == min(deck[a], deck[b]):
            found = moves[i]
    return found


@compiled
def allows(state: State, move: int) -> bool:
    """See `kernel.allows`."""
    if state.step == CREW:
        if move < CREW_MOVES:
            return move == PASS
        count, colour, tile = crew_of(move)
        return state.stock[int64(state.seat), colour] >= count and state.room[count - 1] >> tile & 1 == 1
    if state.step == TILE:
        if move >= CREW_MOVES or move < TILE_MOVES:
            return False
        if move < BREAK_MOVES:
            return _burns_hottest(state, move - TILE_MOVES)
        code = move - BREAK_MOVES
        return _payable(state) >> code // (6 * TILES) & 1 == 1 and _burns_hottest(state, code % (6 * TILES))
    return state.step == ARRANGE and ARRANGE_MOVES <= move < TILE_MOVES and canonical(state, move) == move


@compiled
def _burns_hottest(state: State, anchor: int) -> bool:
    if anchor // 6 >= state.laid:
        return False
    site = int64(state.site[_cell_at(state, anchor)])
    if site == 0 or site >= _TILE_SITE or state.edge_anchor[site - 1] != anchor:
        return False
    return state.edge_rank[site - 1] >= _hottest_rank(state) & ~255


@compiled
def sample(state: State, rng: Array) -> int:
    """See `kernel.sample`."""
    if state.step == CREW:
        return _sample_crew(state, rng)
    if state.step == TILE:
        return _sample_tile(state, rng)
    moves = np.empty(6, np.int64)
    return moves[below(rng, _legal_orders(state, moves))]


@compiled
def _sample_crew(state: State, rng: Array) -> int:
    one = size(state.room[0])
    two = one + size(state.room[1])
    three = two + size(state.room[2])
    seat = int64(state.seat)
    green = _crew_choices(state.stock[seat, 0], one, two, three)
    blue = green + _crew_choices(state.stock[seat, 1], one, two, three)
    yellow = blue + _crew_choices(state.stock[seat, 2], one, two, three)
    red = yellow + _crew_choices(state.stock[seat, 3], one, two, three)
    choice = below(rng, 1 + red)
    if choice == red:
        return PASS
    colour = (choice >= green) + (choice >= blue) + (choice >= yellow)
    choice -= 0 if choice < green else green if choice < blue else blue if choice < yellow else yellow
    n = (choice >= one) + (choice >= two)
    choice -= 0 if choice < one else one if choice < two else two
    return CREW_MOVES + (n * 4 + colour) * TILES + nth(state.room[n], choice)


@compiled
def _crew_choices(stock: int, one: int, two: int, three: int) -> int:
    return three if stock > 2 else two if stock == 2 else one if stock == 1 else 0


@compiled
def _sample_tile(state: State, rng: Array) -> int:
    hottest = _hottest_rank(state)
    least = hottest & ~255
    places = _hottest_places(state, least)
    payable = _payable(state)
    choice = below(rng, places * (1 + size(payable)))
    payment = 0
    while choice >= places:
        choice -= places
        payment += 1
    i = hottest & 255
    if places > 1:
        i = -1
        while choice >= 0:
            i += 1
            choice -= state.edge_rank[i] >= least
    anchor = int(state.edge_anchor[i])
    if payment == 0:
        return TILE_MOVES + anchor
    return BREAK_MOVES + nth(payable, payment - 1) * 6 * TILES + anchor


# Scoring ------------------------------------------------------------------------------------------------------------


@compiled
def region_total(state: State, region: int) -> int:
    """Return the sum of a region's numbers."""
    total = 0
    for number in range(1, 7):
        total += number * size(region & state.of_number[number])
    return total


@compiled
def region_divisor(state: State, region: int, open_tiles: int) -> int:
    """Return the smallest number among a region's open tiles, 0 if it is shut in."""
    for number in range(1, 7):
        if region & open_tiles & state.of_number[number]:
            return number
    return 0


@compiled
def region_points(state: State, region: int, open_tiles: int) -> int:
    """Return what a region is worth."""
    divisor = region_divisor(state, region, open_tiles)
    if divisor == 0:
        return 0
    total = region_total(state, region)
    return total // divisor if state.hotter else (total + divisor - 1) // divisor


REGION: Final = np.dtype(
    [("colour", np.int64), ("tiles", np.int64), ("total", np.int64), ("divisor", np.int64), ("points", np.int64)]
)
MOST_REGIONS: Final = 48


@compiled
def regions(state: State, out: Array) -> int:
    """Write every region into an array of `REGION`; return their number."""
    count = 0
    for colour in range(4):
        held = state.held[colour]
        while held != 0:
            around = connected(state.neighbours, held & -held, held)
            held &= ~around
            region = out[count]
            region["colour"] = colour
            region["tiles"] = around
            region["total"] = region_total(state, around)
            region["divisor"] = region_divisor(state, around, state.open)
            region["points"] = region_points(state, around, state.open)
            count += 1
    return count


@compiled
def colour_points(state: State, held: int, open_tiles: int) -> tuple[int, int]:
    """Return the points of a colour and those of its best region, if it held these tiles and these had a free edge."""
    points = 0
    best = 0
    while held != 0:
        region = connected(state.neighbours, held & -held, held)
        held &= ~region
        worth = region_points(state, region, open_tiles)
        points += worth
        best = max(best, worth)
    return points, best


@compiled
def crew_gain(state: State, held: int, tile: int) -> int:
    """Return how many points a colour that holds these tiles wins by one more."""
    joined = connected(state.neighbours, state.neighbours[tile] & held, held)
    before = colour_points(state, joined, state.open)[0]
    return int64(region_points(state, joined | int64(1) << tile, state.open) - before)


@compiled
def scores(state: State, points: Array) -> None:
    """See `kernel.scores`."""
    fill(points, int64(state.players), 0.0)
    if state.mode == COMPETITIVE:
        for colour in range(4):
            seat = leader_of(int64(state.players), colour)
            if seat >= 0:
                points[seat] += colour_points(state, state.held[colour], state.open)[0]


@compiled
def rank(state: State, ranks: Array) -> None:
    """Write for each seat a number that orders the seats: by points, then by the best single region (F4)."""
    for seat in range(int64(state.players)):
        points = 0
        best = 0
        for colour in range(4):
            if leader_of(int64(state.players), colour) == seat:
                more, region = colour_points(state, state.held[colour], state.open)
                points += more
                best = max(best, region)
        ranks[seat] = points * 1000 + best


@compiled
def left_in_stock(state: State) -> int:
    """Return how many firefighters are not yet placed."""
    left = 0
    for seat in range(int64(state.players)):
        left += pieces_left(state, seat)
    return left


@compiled
def in_one_region(state: State, colour: int) -> bool:
    """Whether a colour's tiles form exactly one region."""
    held = state.held[colour]
    return held != 0 and connected(state.neighbours, held & -held, held) == held


@compiled
def has_water(state: State, colour: int) -> bool:
    """Whether every region of a colour contains a 1 with a free edge."""
    held = state.held[colour]
    if held == 0:
        return False
    while held != 0:
        region = connected(state.neighbours, held & -held, held)
        held &= ~region
        if region & state.open & state.of_number[1] == 0:
            return False
    return True


@compiled
def won(state: State) -> bool:
    """Whether a finished solitaire or cooperative match was won."""
    for colour in range(4):
        if not (in_one_region(state, colour) and has_water(state, colour)):
            return False
    return left_in_stock(state) == 0


@compiled
def utilities(state: State, values: Array) -> None:
    """See `kernel.utilities`."""
    players = int64(state.players)
    if state.mode == TOGETHER:
        fill(values, players, 1.0 if won(state) else -1.0)
        return
    rank(state, values)
    award(values, players)


# Hidden tiles ------------------------------------------------------------------------------------------------------


@compiled
def known(state: State, seat: int) -> int:
    """Return the places of the deck whose numbers a seat (-1: a spectator) may know, as a bit set."""
    if state.step == OVER:
        return ALL_TILES
    if state.step == ARRANGE:
        return 0b1111 | _no_tiles(state)
    laid = int64(state.laid)
    seen = ((1 << laid) - 1) & ~state.of_number[0]
    for tile in range(laid):
        if state.number[tile] == 0 and state.layer[tile] == seat:
            seen |= 1 << tile
    if state.step == TILE and (state.firebreak == 0 or state.seat == seat):
        seen |= 1 << laid
    return seen | _no_tiles(state)


@compiled
def _no_tiles(state: State) -> int:
    """Return the places beyond the end of a short deck, as a bit set."""
    place = TILES
    while state.deck[place - 1] == 0:
        place -= 1
    return ALL_TILES & ~((1 << place) - 1)


@compiled
def revealed(state: State) -> int:
    """See `kernel.revealed`: the number of the tile to lay."""
    return int64(state.deck[int64(state.laid)]) if state.step == TILE else 0


@compiled
def determinize(state: State, seat: int, rng: Array) -> None:
    """See `kernel.determinize`."""
    unknown = ALL_TILES & ~known(state, seat)
    hidden = 0  # how many tiles of each number, a byte each
    tiles = unknown
    while tiles != 0:
        hidden += 1 << 8 * int64(state.deck[first(tiles)])
        tiles &= tiles - 1
    while unknown != 0:
        pick = below(rng, size(unknown))
        number = 1
        while pick >= hidden >> 8 * number & 255:
            pick -= hidden >> 8 * number & 255
            number += 1
        hidden -= 1 << 8 * number
        state.deck[first(unknown)] = number
        unknown &= unknown - 1


register(__name__, STATE)
