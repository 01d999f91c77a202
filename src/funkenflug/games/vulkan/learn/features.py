"""What a learned value of Vulkan! looks at: see `kernel.features`."""

from __future__ import annotations

from typing import Final

from funkenflug.games.hexes import SPACES, leader_of, pieces_left
from funkenflug.games.vulkan.learn.gains import gain_of, gain_without, nearly_full
from funkenflug.games.vulkan.rules.rules import STATE, VOLCANO, loads_left
from funkenflug.kernel import Array, State, compiled, first, int64, register, size

_STANDINGS: Final = 8
"""Who has the majority on a tile, and how clearly."""
_LEFT: Final = 4
"""Free spaces of a tile."""
_SIDES: Final = 3
"""Two adjacent free edges, some free edge, none."""
_KINDS: Final = _STANDINGS * _LEFT * _SIDES
_TIES: Final = 7
"""Tiles next to the volcano: if none is left, everything is cut off."""
_REST_AT: Final = 4 * _KINDS
"""Tiles are counted by kind, and their numbers added up, apart for the seat to move and the others."""
FEATURES: Final = _REST_AT + 26 + 3 * _TIES


@compiled
def features(state: State, seat: int, out: Array) -> None:
    """See `kernel.features`: burning tiles by majority, free spaces and free edges; tiles won, loads."""
    tiles = state.present
    if state.step != VOLCANO:
        tiles &= ~(1 << int64(state.volcano))
    at = 0 if state.seat == seat else 2 * _KINDS
    burning = 0
    lead = 0
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        number = int64(state.number[tile])
        left = int64(SPACES[number]) - int64(state.filled[tile])
        side = 0 if state.open_side >> tile & 1 else 1 if state.free_edges[tile] != 0 else 2
        standing = _standing(state, seat, tile)
        kind = at + (standing * _LEFT + left) * _SIDES + side
        out[kind] += 0.25
        out[_KINDS + kind] += 0.1 * number
        burning += number
        if standing in (1, 2):
            lead += number
        elif standing in (3, 4):
            lead -= number
    _supplies(state, seat, burning, out)
    _harvest(state, seat, out)
    if state.step != VOLCANO:
        _volcano(state, seat, lead, out)


@compiled
def _volcano(state: State, seat: int, lead: int, out: Array) -> None:
    """Write how many tiles hold the forest to the volcano, and who leads if all is cut off."""
    tiles = state.neighbours[int64(state.volcano)] & state.present
    at = _REST_AT + 26 + size(tiles)
    spaces = 0
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        spaces += int64(SPACES[int64(state.number[tile])]) - int64(state.filled[tile])
    out[at] = lead / 20
    out[at + _TIES] = 1.0 if state.seat == seat else 0.5
    out[at + 2 * _TIES] = lead / 20 / (1 + spaces)


@compiled
def _standing(state: State, seat: int, tile: int) -> int:
    """Return who leads on a tile: 0 nobody, 1 and 2 the seat, 3 and 4 another, 5 and 6 a tie, 7 a neutral colour."""
    if state.filled[tile] == 0:
        return 0
    most = 0
    second = 0
    holder = -1
    own = 0
    players = int64(state.players)
    for colour in range(4):
        loads = int64(state.loads[colour, tile])
        leader = leader_of(players, colour)
        if leader == seat:
            own = max(own, loads)
        if loads > most:
            second = most
            most = loads
            holder = leader
        elif loads > second:
            second = loads
    if most == second:
        return 5 if own == most else 6
    if holder < 0:
        return 7
    return (1 if holder == seat else 3) + (most > second + 1)


@compiled
def _supplies(state: State, seat: int, burning: int, out: Array) -> None:
    at = _REST_AT
    players = int64(state.players)
    own = pieces_left(state, seat)
    others = -own
    for other in range(players):
        others += pieces_left(state, other)
    points = 0
    most = 0
    for other in range(players):
        theirs = 0
        for i in range(int64(state.gone_tiles)):
            tile = int64(state.gone[i])
            if state.owner[tile] == other:
                theirs += int64(state.number[tile])
        if other == seat:
            points = theirs
        else:
            most = max(most, theirs)
    mover = state.seat == seat
    thirsty = size(state.thirsty)
    out[at] = points / 10
    out[at + 1] = (points - most) / 10
    out[at + 2] = own / 10
    out[at + 3] = others / (10 * (players - 1)) if players > 1 else 0.0
    out[at + 4] = mover
    out[at + 5] = thirsty / 18
    out[at + 6] = burning / 50
    out[at + 7] = own == 0
    out[at + 8] = others == 0
    out[at + 9] = own / max(thirsty, 1) / 2
    out[at + 10] = loads_left(state, seat) / 10
    out[at + 11] = state.step == VOLCANO
    out[at + 12] = thirsty <= 3
    out[at + 13] = mover and thirsty <= 3


@compiled
def _harvest(state: State, seat: int, out: Array) -> None:
    """Write what the best flight of a seat would win at once, and what the tiles win that one load puts out."""
    loads = 0
    colour = 0
    for each in range(4):
        if state.stock[seat, each] > loads:
            loads = int64(state.stock[seat, each])
            colour = each
    last = nearly_full(state, state.thirsty) if loads > 0 and state.step != VOLCANO else 0
    ripe = last & state.open_side
    best = 0.0
    total = 0.0
    starts = ripe
    while starts != 0:
        start = first(starts)
        starts &= starts - 1
        alone = gain_of(state, seat, colour, 1 << start, 1 << start)
        total += alone
        best = max(best, alone)
        for row in range(3):
            tiles = 1 << start
            dropped = 1
            ends = state.ahead[start, row] & state.thirsty
            while ends & ripe != 0 and dropped < loads:
                tiles |= ends & -ends
                dropped += 1
                if ends & -ends & ripe:
                    best = max(best, gain_of(state, seat, colour, tiles, tiles & last))
                ends &= ends - 1
    at = _REST_AT + (14 if state.seat == seat else 20)
    out[at] = best / 10
    out[at + 1] = total / 10
    out[at + 2] = best > 4
    out[at + 3] = best > 12
    _cuts(state, seat, ripe, out, at + 4)


@compiled
def _cuts(state: State, seat: int, ripe: int, out: Array, at: int) -> None:
    """Write what a seat would win by cutting off a part of the forest: by two loads, and by more."""
    if state.step == VOLCANO:
        return
    tiles = state.present & ~ripe & ~(1 << int64(state.volcano))
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        left = int64(SPACES[int64(state.number[tile])]) - int64(state.filled[tile])
        place = at + (left != 2 or state.open_side >> tile & 1 == 0)
        out[place] = max(out[place], gain_without(state, seat, tile) / 10)


register(__name__, STATE)
