"""What a learned value of Feurio! looks at: see `kernel.features`."""

from __future__ import annotations

import sys
from typing import Final, cast

from funkenflug.games.feurio.rules import CREW, STATE, TILE, region_divisor, region_points, region_total
from funkenflug.games.hexes import TILES, connected, leader_of
from funkenflug.kernel import Array, Features, State, compiled, first, int64, register, size

_REGIONS: Final = 3 * 7
"""For regions of each divisor: their number, their sum and their points."""
_WATER: Final = 2 * 6 * 3
"""For the smallest open number of a region: how many free edges it has, and what the region is worth."""
_REACH: Final = 6 * 4
"""Tiles by number: held and open, held and shut in, free beside a region, free elsewhere."""
FEATURES: Final = _REGIONS + _WATER + _REACH + 24


@compiled
def features(state: State, seat: int, out: Array) -> None:
    """See `kernel.features`: regions, their water, room to grow, firefighters left."""
    players = int64(state.players)
    points = 0
    best = 0
    stock = 0
    for colour in range(4):
        if leader_of(players, colour) == seat:
            gained, region = _colour(state, colour, out)
            points += gained
            best = max(best, region)
            stock += int64(state.stock[seat, colour])
    _rest(state, seat, points, best, stock, out)


@compiled
def _colour(state: State, colour: int, out: Array) -> tuple[int, int]:
    """Write about the regions of a colour; return its points and those of its best region."""
    held = state.held[colour]
    room = state.room[0] & ~held
    points = 0
    best = 0
    beside = 0
    left = held
    while left != 0:
        region = connected(state.neighbours, left & -left, left)
        left &= ~region
        divisor = region_divisor(state, region, state.open)
        worth = region_points(state, region, state.open)
        points += worth
        best = max(best, worth)
        out[divisor] += 0.5
        out[7 + divisor] += 0.05 * region_total(state, region)
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
    tiles = held
    while tiles != 0:
        beside |= state.neighbours[first(tiles)]
        tiles &= tiles - 1
    at = _REGIONS + _WATER
    for number in range(1, 7):
        these = state.of_number[number]
        out[at] += 0.25 * size(these & held & state.open)
        out[at + 1] += 0.25 * size(these & held & ~state.open)
        out[at + 2] += 0.25 * size(these & room & beside)
        out[at + 3] += 0.1 * size(these & room & ~beside)
        at += 4
    return points, best


@compiled
def _rest(state: State, seat: int, points: int, best: int, stock: int, out: Array) -> None:
    at = _REGIONS + _WATER + _REACH
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
