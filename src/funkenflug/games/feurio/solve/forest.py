"""A grown forest of Feurio!: when firefighters can step on a tile, and whether there is a place for all.

When a tile can be stepped on follows from the forest alone: the tile is laid in some turn, its free edges only become
fewer, and it holds as many firefighters as it has free edges when the last of them arrives.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from funkenflug.games.feurio.rules.rules import CREW
from funkenflug.games.hexes import SPACES, TILES, connected
from funkenflug.kernel import Array, State, compiled, first, int64, record, size

MOST_CREWS: Final = 6

FOREST: Final = record(
    [
        ("neighbours", np.int64, TILES),
        ("spaces", np.int64, TILES),
        ("first_turn", np.int64, TILES),  # in which a tile can be stepped on
        ("last_turn", np.int64, (TILES, 4)),  # by crowd: when the last of them can step on it, -1: never
        ("water", np.int64),  # the 1s that stay open
        ("players", np.int64),
        ("turns", np.int64),
        ("seat_turns", np.int64, 4),  # as bit sets
        ("crews", np.int64),  # the firefighters of one colour in one seat's stock are a crew
        ("crew_seat", np.int64, MOST_CREWS),
        ("crew_colour", np.int64, MOST_CREWS),
        ("crew_stock", np.int64, MOST_CREWS),
        ("now", np.int64),  # the first turn in which somebody can still step on a tile; to be filled in before
        ("settled", np.int64, TILES),  # how many already stand on a tile
        ("settled_by", np.int64, 4),  # the tiles of a colour
    ]
)


@compiled
def survey(state: State, forest: State) -> None:
    """Fill in a `FOREST` for a grown forest, in which nobody was placed since the turn `now`."""
    players = int64(state.players)
    forest.players = players
    forest.turns = TILES - players
    forest.water = state.open & state.of_number[1]
    forest.settled_by[:] = state.held
    for tile in range(TILES):
        neighbours = state.neighbours[tile]
        forest.neighbours[tile] = neighbours
        forest.settled[tile] = state.crowd[tile]
        forest.spaces[tile] = SPACES[int64(state.number[tile])]
        forest.first_turn[tile] = max(forest.now, tile - players)
        for crowd in range(1, 4):
            last = _last_turn(neighbours, crowd, players)
            possible = crowd <= forest.spaces[tile] and last >= forest.first_turn[tile]
            forest.last_turn[tile, crowd] = last if possible else -1
    for seat in range(players):
        forest.seat_turns[seat] = 0
        for turn in range(seat, forest.turns, players):
            forest.seat_turns[seat] |= (turn >= forest.now) << turn
    _list_crews(state, forest)


@compiled
def _last_turn(neighbours: int, crowd: int, players: int) -> int:
    """Return the last turn in which a tile has that many free edges."""
    if size(neighbours) <= 6 - crowd:
        return TILES - players - 1
    for _ in range(6 - crowd):
        neighbours &= neighbours - 1
    return first(neighbours) - players - 1


@compiled
def _list_crews(state: State, forest: State) -> None:
    crews = 0
    forest.crew_stock[:] = 0
    for seat in range(int64(state.players)):
        for colour in range(4):
            if state.stock[seat, colour] > 0:
                forest.crew_seat[crews] = seat
                forest.crew_colour[crews] = colour
                forest.crew_stock[crews] = state.stock[seat, colour]
                crews += 1
    forest.crews = crews


# What no plan can mend ----------------------------------------------------------------------------------------------


@compiled
def turn_of(state: State) -> int:
    """Return the first turn in which somebody can still step on a tile."""
    return int(max(0, int64(state.laid) - int64(state.players) - (state.step == CREW)))


@compiled
def too_late(forest: State) -> bool:
    """Whether a seat has more firefighters than turns to place them, at most three of a colour in each."""
    for seat in range(forest.players):
        turns = 0
        for crew in range(forest.crews):
            if forest.crew_seat[crew] == seat:
                turns += (forest.crew_stock[crew] + 2) // 3
        if turns > size(forest.seat_turns[seat]):
            return True
    return False


@compiled
def torn(forest: State) -> bool:
    """Whether the tiles of some colour can no longer become one region with a 1 that is free or its own."""
    taken = forest.settled_by[0] | forest.settled_by[1] | forest.settled_by[2] | forest.settled_by[3]
    steps = 0
    for tile in range(TILES):
        more = forest.settled[tile] + 1
        steps |= (more < 4 and forest.last_turn[tile, more] >= 0) << tile
    thirsty = 0
    for colour in range(4):
        own = forest.settled_by[colour]
        thirsty += own & forest.water == 0
        if own != 0:
            left = 0
            for crew in range(forest.crews):
                left += forest.crew_stock[crew] * (forest.crew_colour[crew] == colour)
            within = own | steps if left > 0 else own
            region = connected(forest.neighbours, own & -own, within)
            if own & ~region != 0 or region & forest.water & (own | ~taken) == 0:
                return True
    return thirsty > size(forest.water & ~taken)


# Ways from the water ------------------------------------------------------------------------------------------------

_NODES: Final = 63
"""One node for each tile to enter and to stay; tiles with turns for few colours have another one to leave."""


@compiled
def hopeless(forest: State) -> bool:
    """Whether it is certain that no plan wins."""
    return too_late(forest) or torn(forest) or cut_off(forest)


@compiled
def cut_off(forest: State) -> bool:
    """Whether 48 firefighters cannot spread from the open 1s into the forest, at most twelve from each.

    In a plan that wins they can: each colour's twelve spread over its region. A tile keeps no more than it can carry,
    and takes in no more than twelve of each colour that can have a turn of its own there. They are sent one way after
    another; a later way may turn earlier ones aside (Ford and Fulkerson).
    """
    onward = np.zeros(_NODES, np.int64)
    capacity = np.zeros((_NODES, _NODES), np.int16)
    room = np.zeros(_NODES, np.int64)
    supply = np.zeros(_NODES, np.int64)
    came_from = np.zeros(_NODES, np.int64)
    _map_ways(forest, onward, capacity, room)
    for tile in range(TILES):
        supply[tile] = 12 * (forest.water >> tile & 1)
    sources = forest.water
    placed = 0
    while placed < 48:
        end = _way_end(onward, room, sources, came_from)
        if end < 0:
            return True
        start, count = _send_along(onward, capacity, supply, came_from, end, room[end])
        room[end] -= count
        supply[start] -= count
        sources &= ~((supply[start] == 0) << start)
        placed += count
    return False


@compiled
def _map_ways(forest: State, onward: Array, capacity: Array, room: Array) -> None:
    extra = TILES
    for tile in range(TILES):
        settled = forest.settled[tile]
        already = 0
        for colour in range(4):
            already += forest.settled_by[colour] >> tile & 1
        colours = already
        carried = settled
        for crowd in range(settled + 1, 4):
            turns = forest.last_turn[tile, crowd] - forest.first_turn[tile] + 1
            if turns > 0:
                colours = max(colours, already + min(crowd - settled, turns))
                carried = crowd
        leaving = tile
        if colours < 3 and extra < _NODES:
            leaving = extra
            extra += 1
            onward[tile] = (colours > 0) << leaving
            capacity[tile, leaving] = 12 * colours
        room[leaving] = carried
        onward[leaving] = forest.neighbours[tile]
        neighbours = forest.neighbours[tile]
        while neighbours != 0:
            capacity[leaving, first(neighbours)] = 48
            neighbours &= neighbours - 1


@compiled
def _way_end(onward: Array, room: Array, sources: int, came_from: Array) -> int:
    """Return the end of a path from one of the sources and note the path; -1 if there is none."""
    seen = sources
    border = sources
    while border != 0:
        node = first(border)
        border &= border - 1
        if room[node] > 0:
            return node
        fresh = onward[node] & ~seen
        seen |= fresh
        border |= fresh
        while fresh != 0:
            came_from[first(fresh)] = node
            fresh &= fresh - 1
    return -1


@compiled
def _send_along(
    onward: Array, capacity: Array, supply: Array, came_from: Array, end: int, most: int
) -> tuple[int, int]:
    """Send as many along a path as fit; return its start and their number."""
    start = end
    while supply[start] == 0:
        most = min(most, capacity[came_from[start], start])
        start = came_from[start]
    count = min(most, supply[start])
    node = end
    while node != start:
        before = came_from[node]
        capacity[before, node] -= count
        capacity[node, before] += count
        onward[before] &= ~((capacity[before, node] == 0) << node)
        onward[node] |= 1 << before
        node = before
    return start, count
