"""What a learned value of Feurio! looks at: see `kernel.features`."""

from __future__ import annotations

from typing import Final

from funkenflug.games.feurio.rules import rules
from funkenflug.games.hexes import TILES, connected, leader_of, tiles_beside
from funkenflug.kernel import Array, State, compiled, first, int64, register, size

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
_COLOURS: Final = _REGIONS + _WATER + _REACH + _GROWTH
"""What is written about the regions of a seat's colours; once more for when all tiles are laid."""
_GROWTH_AT: Final = _REGIONS + _WATER + _REACH
_STAGES_AT: Final = 2 * _COLOURS
_REST_AT: Final = _STAGES_AT + 6 * _STAGES
FEATURES: Final = _REST_AT + 24


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
            gained, region, more = _colour(state, state.held[colour], colour, 0, out)
            points += gained
            hope += gained + more
            best = max(best, region)
            stock += int64(state.stock[seat, colour])
    _rest(state, seat, points, best, stock, out)
    out[_STAGES_AT + 2 * _STAGES + _stage(state)] = hope / 20


@compiled
def features_ahead(state: State, ahead: State, seat: int, out: Array) -> None:
    """See `kernel.features_ahead`: what today's regions are worth when all tiles are laid, and those of the end."""
    points = 0
    end = 0
    best = 0
    for colour in range(4):
        if leader_of(int64(state.players), colour) == seat:
            if state.laid < TILES:
                points += _colour(ahead, state.held[colour], colour, _COLOURS, out)[0]
            more, region = rules.colour_points(ahead, ahead.held[colour], ahead.open)
            end += more
            best = max(best, region)
    stage = _stage(state)
    at = _STAGES_AT + 3 * _STAGES + 2 * stage
    out[at] = points / 10
    out[at + 1] = end / 20
    out[_STAGES_AT + 5 * _STAGES + stage] = best / 20


@compiled
def _colour(state: State, held: int, colour: int, at: int, out: Array) -> tuple[int, int, int]:
    """Write about the regions of a colour; return its points, those of its best region, and those it may yet win."""
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
        divisor = rules.region_divisor(state, region, state.open)
        worth = rules.region_points(state, region, state.open)
        total = rules.region_total(state, region)
        points += worth
        best = max(best, worth)
        around = tiles_beside(state.neighbours, region)
        beside |= around
        if stock > 0 and at == 0:
            more = max(more, _outlook(state, region, held, room, stock) - worth)
        gain = _best_gain(state, around & room, total, divisor) - worth
        if gain > most:
            second = most
            most = gain
        elif gain > second:
            second = gain
        out[at + divisor] += 0.5
        out[at + 7 + divisor] += 0.05 * total
        out[at + 14 + divisor] += 0.1 * worth
        if divisor > 0:
            free = 0
            water = region & state.open & state.of_number[divisor]
            while water != 0:
                free += int64(state.free_edges[first(water)])
                water &= water - 1
            place = at + _REGIONS + (divisor - 1) * 3 + min(free, 3) - 1
            out[place] += 0.5
            out[place + 18] += 0.1 * worth
    if stock > 0:
        to_come = TILES - int64(state.laid)
        place = at + _GROWTH_AT + (0 if to_come > 12 else 2 if to_come > 0 else 4)
        out[place] += 0.2 * most
        out[place + 1] += 0.2 * second
    at += _REGIONS + _WATER
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
    beside = tiles_beside(state.neighbours, region)
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
            beside |= tiles_beside(state.neighbours, joined)
    return rules.region_points(state, region, state.open)


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
    stock = rules.left_in_stock(state)
    return 0 if stock == 0 else 7 if stock <= 4 else 8 if stock <= 8 else 9


@compiled
def _rest(state: State, seat: int, points: int, best: int, stock: int, out: Array) -> None:
    at = _STAGES_AT + 2 * _stage(state)
    out[at] = points / 10
    out[at + 1] = state.seat == seat
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
    out[at + 7] = mover and state.step == rules.TILE
    out[at + 8] = mover and state.step == rules.CREW
    out[at + 9] = to_come == 0
    out[at + 10] = stock == 0
    out[at + 11] = state.hotter
    out[at + 12] = state.firebreak
    out[at + 13] = (int64(state.passes) + 1) * (to_come == 0)
    out[at + 14] = points / 20 if state.hotter else 0.0
    out[at + 15] = to_come <= 4
    out[at + 16] = size(state.room[0]) / 10
    out[at + 17] = size(state.room[0] & state.open) / 10
    if state.step == rules.TILE:
        out[at + 17 + max(1, int64(state.deck[int64(state.laid)]))] = 1.0 if mover else 0.5


register(__name__, rules.STATE)
