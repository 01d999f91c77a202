"""What a learned value of Feurio! looks at: see `kernel.features`."""

from __future__ import annotations

import sys
from typing import Final, cast

from funkenflug.games.feurio.rules import (
    CREW,
    STATE,
    TILE,
    colour_points,
    highest_heat,
    hotter_cells,
    region_divisor,
    region_points,
    region_total,
    tiles_around,
)
from funkenflug.games.hexes import TILES, connected, leader_of
from funkenflug.kernel import Array, Features, State, compiled, first, int64, register, size

_REGIONS: Final = 3 * 7
"""For regions of each divisor: their number, their sum and their points."""
_WATER: Final = 2 * 6 * 3
"""For the smallest open number of a region: how many free edges it has, and what the region is worth."""
_REACH: Final = 6 * 4
"""Tiles by number: held and open, held and shut in, free beside a region, free elsewhere."""
_STAGES: Final = 10
"""Stages of a match, by tiles to come, then by firefighters left: what a point is worth depends on them."""
_GROWTH: Final = 2 * 3
"""What the best and the second crew of a colour would win at once: early, late, with all tiles laid."""
_RISK: Final = 4 * 3
"""What the next tile can cost, laid by the seat or another, after a crew or at once: see `_risk`."""
_SAFETY: Final = 3 * 6
"""By how soon the fire reaches the water of a region: regions, their points, and those that they would lose."""
FEATURES: Final = _REGIONS + _WATER + _REACH + 3 * _STAGES + _GROWTH + _RISK + _SAFETY + 24
_STAGES_AT: Final = _REGIONS + _WATER + _REACH
_GROWTH_AT: Final = _STAGES_AT + 3 * _STAGES
_RISK_AT: Final = _GROWTH_AT + _GROWTH
_SAFETY_AT: Final = _RISK_AT + _RISK
_REST_AT: Final = _SAFETY_AT + _SAFETY


@compiled
def features(state: State, seat: int, out: Array) -> None:
    """See `kernel.features`: regions, their water, room to grow, firefighters left."""
    players = int64(state.players)
    points = 0
    best = 0
    stock = 0
    hope = 0
    for colour in range(4):
        if leader_of(players, colour) == seat:
            gained, region, more = _colour(state, colour, out)
            points += gained
            hope += gained + more
            best = max(best, region)
            stock += int64(state.stock[seat, colour])
    _rest(state, seat, points, best, stock, out)
    out[_STAGES_AT + 2 * _STAGES + _stage(state)] = hope / 20


@compiled
def _colour(state: State, colour: int, out: Array) -> tuple[int, int, int]:
    """Write about the regions of a colour; return its points, those of its best region, and those it may yet win."""
    held = state.held[colour]
    room = state.room[0] & ~held
    points = 0
    best = 0
    most = 0
    second = 0
    more = 0
    beside = 0
    stock = int64(state.stock[int64(leader_of(int64(state.players), colour)), colour])
    left = held
    while left != 0:
        region = connected(state.neighbours, left & -left, left)
        left &= ~region
        divisor = region_divisor(state, region, state.open)
        worth = region_points(state, region, state.open)
        total = region_total(state, region)
        points += worth
        best = max(best, worth)
        around = _beside(state, region)
        beside |= around
        if stock > 0:
            more = max(more, _outlook(state, region, held, room, stock) - worth)
        gain = _best_gain(state, around & room, total, divisor) - worth
        if gain > most:
            second = most
            most = gain
        elif gain > second:
            second = gain
        out[divisor] += 0.5
        out[7 + divisor] += 0.05 * total
        out[14 + divisor] += 0.1 * worth
        if divisor > 0:
            free = 0
            water = region & state.open & state.of_number[divisor]
            while water != 0:
                free += int64(state.free_edges[first(water)])
                water &= water - 1
            place = _REGIONS + (divisor - 1) * 3 + min(free, 3) - 1
            out[place] += 0.5
            out[place + 18] += 0.1 * worth
            _safety(state, region, divisor, worth, out)
    if stock > 0:
        to_come = TILES - int64(state.laid)
        at = _GROWTH_AT + (0 if to_come > 12 else 2 if to_come > 0 else 4)
        out[at] += 0.2 * most
        out[at + 1] += 0.2 * second
    at = _REGIONS + _WATER
    for number in range(1, 7):
        these = state.of_number[number]
        out[at] += 0.25 * size(these & held & state.open)
        out[at + 1] += 0.25 * size(these & held & ~state.open)
        out[at + 2] += 0.25 * size(these & room & beside)
        out[at + 3] += 0.1 * size(these & room & ~beside)
        at += 4
    return points, best, more


@compiled
def _outlook(state: State, region: int, held: int, room: int, stock: int) -> int:
    """Return what a region is worth after all firefighters of its colour joined it, each on the highest number."""
    beside = _beside(state, region)
    for _ in range(stock):
        tile = -1
        for number in range(6, 0, -1):
            tiles = beside & room & state.of_number[number]
            if tiles != 0:
                tile = first(tiles)
                break
        if tile < 0:
            break
        room &= ~(1 << tile)
        region |= 1 << tile
        beside |= state.neighbours[tile]
        others = beside & held & ~region
        if others != 0:
            joined = connected(state.neighbours, others, held)
            region |= joined
            beside |= _beside(state, joined)
    return region_points(state, region, state.open)


@compiled
def _safety(state: State, region: int, divisor: int, worth: int, out: Array) -> None:
    """Write about the water of a region: how many tiles go elsewhere first, of those to come, and what is at stake."""
    to_come = TILES - int64(state.laid)
    water = region & state.open & state.of_number[divisor]
    place = 5
    if to_come > 0:
        place = min(4 * hotter_cells(state, water) // to_come, 4)
    at = _SAFETY_AT + place
    out[at] += 0.5
    out[at + 6] += 0.1 * worth
    out[at + 12] += 0.1 * (worth - region_points(state, region, state.open & ~water))


@compiled
def _beside(state: State, region: int) -> int:
    """Return the tiles next to those of a region, and some of its own."""
    around = 0
    while region != 0:
        around |= state.neighbours[first(region)]
        region &= region - 1
    return around


@compiled
def _best_gain(state: State, tiles: int, total: int, divisor: int) -> int:
    """Return what a region can be worth with one of these tiles."""
    best = 0
    for number in range(1, 7):
        these = tiles & state.of_number[number]
        if these != 0:
            by = number if these & state.open and (number < divisor or divisor == 0) else divisor
            if by > 0:
                more = total + number
                best = max(best, more // by if state.hotter else (more + by - 1) // by)
    return best


@compiled
def _stage(state: State) -> int:
    to_come = TILES - int64(state.laid)
    if to_come > 0:
        return min((to_come + 4) // 5, 6)
    stock = 0
    for seat in range(int64(state.players)):
        for colour in range(4):
            stock += int64(state.stock[seat, colour])
    return 0 if stock == 0 else 7 if stock <= 4 else 8 if stock <= 8 else 9


@compiled
def _risk(state: State, seat: int, out: Array) -> None:
    """Write what a seat loses by the next tile: where its layer likes it best, at worst, and on average."""
    if state.laid == TILES or state.laid == 0:
        return
    layer = int64(state.seat)
    if state.step != TILE:
        layer = layer + 1 if layer + 1 < state.players else 0
    expected = 0
    worst = 0
    total = 0
    cells = 0
    highest = -1000
    least = 256 * (highest_heat(state) + 1)
    for i in range(int64(state.edge_cells)):
        if state.edge_rank[i] >= least:
            cells += 1
            lost, liked = _shut_in(state, seat, layer, int64(state.edge_anchor[i]))
            worst = max(worst, lost)
            total += lost
            if liked > highest:
                highest = liked
                expected = lost
    at = _RISK_AT + 3 * ((layer == seat) + 2 * (state.step == TILE))
    out[at] = 0.1 * expected
    out[at + 1] = 0.1 * worst
    out[at + 2] = 0.1 * total / cells


@compiled
def _shut_in(state: State, seat: int, layer: int, anchor: int) -> tuple[int, int]:
    """Return what a seat loses if a tile closes the edges of a cell, and what the layer thinks of it."""
    shut = 0
    tiles = tiles_around(state, anchor)
    while tiles != 0:
        shut |= (state.free_edges[first(tiles)] == 1) << first(tiles)
        tiles &= tiles - 1
    lost = 0
    liked = 0
    if shut != 0:
        for colour in range(4):
            held = state.held[colour]
            leader = leader_of(int64(state.players), colour)
            if held & shut and leader >= 0:
                less = colour_points(state, held, state.open)[0] - colour_points(state, held, state.open & ~shut)[0]
                lost += less if leader == seat else 0
                liked += less if leader != layer else -less
    return lost, liked


@compiled
def _rest(state: State, seat: int, points: int, best: int, stock: int, out: Array) -> None:
    at = _STAGES_AT + 2 * _stage(state)
    out[at] = points / 10
    out[at + 1] = state.seat == seat
    _risk(state, seat, out)
    at = _REST_AT
    to_come = TILES - int64(state.laid)
    mover = state.seat == seat
    later = to_come / TILES
    out[at] = points / 20
    out[at + 1] = points / 20 * later
    out[at + 2] = best / 20
    out[at + 3] = stock / 12
    out[at + 4] = stock / 12 * later
    out[at + 5] = later
    out[at + 6] = mover
    out[at + 7] = mover and state.step == TILE
    out[at + 8] = mover and state.step == CREW
    out[at + 9] = to_come == 0
    out[at + 10] = stock == 0
    out[at + 11] = state.hotter
    out[at + 12] = state.firebreak
    out[at + 13] = (int64(state.passes) + 1) * (to_come == 0)
    out[at + 14] = points / 20 if state.hotter else 0.0
    out[at + 15] = to_come <= 4
    out[at + 16] = size(state.room[0]) / 10
    out[at + 17] = size(state.room[0] & state.open) / 10
    if state.step == TILE:
        out[at + 17 + max(1, int64(state.deck[int64(state.laid)]))] = 1.0 if mover else 0.5


register(cast(Features, sys.modules[__name__]), STATE)
