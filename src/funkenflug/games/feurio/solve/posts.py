"""Plans that win on a grown forest: everybody placed, and each colour in one region with water.

A post is a tile with some of one crew on it, manned in one turn of the crew's seat. Posts are jobs of one turn each,
with a first and a last turn, so sending whoever has the least time left finds a timetable if there is one. Plans are
built at random, outwards from the water, and what does not work out is partly torn down and rebuilt.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from funkenflug.games.feurio.solve.forest import MOST_CREWS
from funkenflug.games.hexes import TILES, connected, tiles_beside
from funkenflug.kernel import Array, State, below, compiled, first, nth, record, size

POSTS: Final = record(
    [
        ("sent", np.int64, (MOST_CREWS, TILES)),  # how many of a crew go to a tile
        ("crowd", np.int64, TILES),
        ("left", np.int64, MOST_CREWS),
        ("held", np.int64, 4),  # tiles of a colour
    ]
)
"""A plan; all of it can be manned in time."""
_THOUSAND: Final = 1000
_ROUNDS_FOR_ONE: Final = 25
"""After the first sixth of the rounds, give up a plan with more failures than rounds left divided by this."""


@compiled(nogil=True)
def man(forest: State, plans: Array, rounds: int, rng: Array) -> int:
    """Write the best plan found into the first of two records; return by how much it fails."""
    plan = plans[0]
    _stay_home(forest, plan)
    _send_all(forest, plan, rng)
    for done in range(rounds):
        left = _failing(forest, plan)
        if left == 0 or (done >= rounds // 6 and left * _ROUNDS_FOR_ONE > rounds - done):
            break
        plans[1] = plans[0]
        for _ in range(1 + below(rng, 2)):
            _tear_down(forest, plan, below(rng, 4), rng)
        _send_all(forest, plan, rng)
        if _failing(forest, plan) > left + (below(rng, 20) == 0):
            plans[0] = plans[1]
    return _failing(forest, plan)


@compiled
def _failing(forest: State, plan: State) -> int:
    """Return by how much a plan fails: the firefighters left over, and the colours that are not one region with water.

    A region that begins with the plan begins at water, so only colours that are in the forest before can be apart.
    """
    failing = plan.left.sum()
    for colour in range(4):
        failing += forest.settled_by[colour] != 0 and _apart(forest, plan, colour)
    return int(failing)


@compiled
def _apart(forest: State, plan: State, colour: int) -> bool:
    """Whether the tiles of a colour are not one region with water."""
    held = plan.held[colour]
    return held & forest.water == 0 or connected(forest.neighbours, held & -held, held) != held


@compiled
def _stay_home(forest: State, plan: State) -> None:
    plan.sent[:] = 0
    plan.crowd[:] = forest.settled
    plan.held[:] = forest.settled_by
    plan.left[:] = forest.crew_stock


# Building -----------------------------------------------------------------------------------------------------------


@compiled
def _send_all(forest: State, plan: State, rng: Array) -> None:
    """Send firefighters out until nobody is left who can go anywhere."""
    for colour in range(4):
        while forest.settled_by[colour] != 0 and _apart(forest, plan, colour) and _join(forest, plan, colour, rng):
            pass
    stuck = 0
    while True:
        colour = _next_colour(forest, plan, stuck, rng)
        if colour < 0:
            return
        if not _send_some(forest, plan, colour, rng):
            stuck |= 1 << colour


@compiled
def _next_colour(forest: State, plan: State, stuck: int, rng: Array) -> int:
    """Return a random colour that has firefighters left, likely one with many; -1 if there is none."""
    chosen = -1
    most = 0
    for colour in range(4):
        left = 0
        for crew in range(forest.crews):
            if forest.crew_colour[crew] == colour:
                left += plan.left[crew]
        if left > 0 and stuck >> colour & 1 == 0:
            weight = left * _THOUSAND + below(rng, 6 * _THOUSAND)
            if weight > most:
                most = weight
                chosen = colour
    return chosen


@compiled
def _send_some(forest: State, plan: State, colour: int, rng: Array) -> bool:
    """Send firefighters of a colour to the best tile in reach, preferably many, and preferably filling the tile."""
    best = 0
    best_crew = best_tile = best_count = -1
    tiles = _within_reach(forest, plan, colour)
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        free = forest.spaces[tile] - plan.crowd[tile]
        for crew in range(forest.crews):
            if forest.crew_colour[crew] != colour:
                continue
            for count in range(min(free, plan.left[crew]), 0, -1):
                worth = count * _THOUSAND + (300 if count == free else 0) + below(rng, 1500)
                if worth > best and _fits(forest, plan, crew, tile, count):
                    best = worth
                    best_crew, best_tile, best_count = crew, tile, count
    if best == 0:
        return False
    _send(forest, plan, best_crew, best_tile, best_count)
    return True


@compiled
def _within_reach(forest: State, plan: State, colour: int) -> int:
    """Return the tiles on which a region can begin or grow; water is reserved for colours that have none."""
    held = plan.held[colour]
    if held == 0:
        return int(forest.water & ~(plan.held[0] | plan.held[1] | plan.held[2] | plan.held[3]))
    reach = held | tiles_beside(forest.neighbours, held)
    return int(reach & ~forest.water if _water_is_short(forest, plan) else reach)


@compiled
def _water_is_short(forest: State, plan: State) -> bool:
    """Whether a colour has no water yet."""
    thirsty = 0
    for colour in range(4):
        thirsty += plan.held[colour] & forest.water == 0
    return thirsty > 0


@compiled
def _join(forest: State, plan: State, colour: int, rng: Array) -> bool:
    """Send firefighters along a shortest way to another part of a colour, or to water; return whether they arrive."""
    held = plan.held[colour]
    here = connected(forest.neighbours, held & -held, held)
    free_water = forest.water & ~(plan.held[0] | plan.held[1] | plan.held[2] | plan.held[3])
    goals = held & ~here
    if goals == 0:
        goals = free_water
    # the tiles in reach of the goals, by their distance
    rings = np.zeros(TILES + 1, np.int64)
    rings[0] = goals
    seen = goals
    distance = 0
    while rings[distance] != 0 and tiles_beside(forest.neighbours, rings[distance]) & here == 0:
        ring = tiles_beside(forest.neighbours, rings[distance]) & ~seen & ~free_water
        distance += 1
        rings[distance] = _with_room(forest, plan, ring)
        seen |= rings[distance]
    if rings[distance] == 0:
        return False
    while distance >= 0:
        steps = rings[distance] & tiles_beside(forest.neighbours, here)
        tile = nth(steps, below(rng, size(steps)))
        if plan.held[colour] >> tile & 1 == 0 and not _send_one(forest, plan, colour, tile, rng):
            return False
        here = 1 << tile
        distance -= 1
    return True


@compiled
def _with_room(forest: State, plan: State, tiles: int) -> int:
    """Return those of these tiles on which one more can be placed, if there is a turn for it."""
    room = 0
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        more = plan.crowd[tile] + 1
        room |= (more < 4 and forest.last_turn[tile, more] >= 0) << tile
    return room


@compiled
def _send_one(forest: State, plan: State, colour: int, tile: int, rng: Array) -> bool:
    """Send one firefighter of a colour to a tile, from a random seat; return whether there was one and in time."""
    offset = below(rng, forest.crews) if forest.crews > 0 else 0
    for i in range(forest.crews):
        crew = (offset + i) % forest.crews
        own = forest.crew_colour[crew] == colour and plan.left[crew] > 0
        if own and plan.crowd[tile] < forest.spaces[tile] and _fits(forest, plan, crew, tile, 1):
            _send(forest, plan, crew, tile, 1)
            return True
    return False


@compiled
def _send(forest: State, plan: State, crew: int, tile: int, count: int) -> None:
    plan.sent[crew, tile] += count
    plan.crowd[tile] += count
    plan.left[crew] -= count
    plan.held[forest.crew_colour[crew]] |= 1 << tile


@compiled
def _fits(forest: State, plan: State, crew: int, tile: int, count: int) -> bool:
    """Whether `count` more can go to a tile, and everybody still arrives in time."""
    crowd = plan.crowd[tile] + count
    if forest.last_turn[tile, crowd] < 0:
        return False
    plan.sent[crew, tile] += count
    plan.crowd[tile] += count
    fits = in_time(forest, plan)
    plan.sent[crew, tile] -= count
    plan.crowd[tile] -= count
    return fits


@compiled
def in_time(forest: State, plan: State) -> bool:
    """Whether there is a timetable: in every turn the most urgent post is manned.

    Whoever waits keeps a turn of the seat, the last free one in time; when it is the seat's turn, the first kept one is
    given back. That is the same as keeping deadlines, and needs no more than one set of turns.
    """
    players = forest.players
    kept = 0
    tile = 0
    for turn in range(forest.turns):
        while tile < TILES and forest.first_turn[tile] <= turn:
            crowd = plan.crowd[tile]
            for crew in range(forest.crews if crowd > 0 else 0):
                if plan.sent[crew, tile] > 0:
                    last = forest.last_turn[tile, crowd]
                    mine = last - (last - forest.crew_seat[crew]) % players
                    while mine >= turn and kept >> mine & 1:
                        mine -= players
                    if mine < turn:
                        return False
                    kept |= 1 << mine
            tile += 1
        own = kept & forest.seat_turns[turn % players]
        kept &= ~(own & -own)
    return True


# Tearing down -------------------------------------------------------------------------------------------------------


@compiled
def _tear_down(forest: State, plan: State, colour: int, rng: Array) -> None:
    """Call back a colour from one tile and from all that this cuts off from the water; sometimes from all its tiles."""
    if forest.settled_by[colour] != 0:
        _tear_down_around(forest, plan, colour, rng)
        return
    held = plan.held[colour]
    if held == 0:
        return
    rest = held & ~(1 << nth(held, below(rng, size(held))))
    source = rest & forest.water
    if below(rng, 8) == 0:
        source = 0
    kept = connected(forest.neighbours, source & -source, rest)
    plan.held[colour] = kept
    _call_back(forest, plan, colour, held & ~kept)


@compiled
def _tear_down_around(forest: State, plan: State, colour: int, rng: Array) -> None:
    """Do the same for a colour that is in the forest already: who stands there stays."""
    settled = forest.settled_by[colour]
    sent = 0
    for crew in range(forest.crews):
        if forest.crew_colour[crew] == colour:
            for tile in range(TILES):
                sent |= (plan.sent[crew, tile] > 0) << tile
    if sent == 0:
        return
    torn = 1 << nth(sent, below(rng, size(sent)))
    kept = settled
    if below(rng, 8) > 0:
        kept = connected(forest.neighbours, settled, plan.held[colour] & ~torn | settled)
    plan.held[colour] = kept
    _call_back(forest, plan, colour, sent & ~(kept & ~torn))


@compiled
def _call_back(forest: State, plan: State, colour: int, gone: int) -> None:
    while gone != 0:
        tile = first(gone)
        gone &= gone - 1
        for crew in range(forest.crews):
            if forest.crew_colour[crew] == colour:
                count = plan.sent[crew, tile]
                plan.sent[crew, tile] = 0
                plan.crowd[tile] -= count
                plan.left[crew] += count
