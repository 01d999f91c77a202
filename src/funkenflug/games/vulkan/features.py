"""What a learned value of Vulkan! looks at: see `kernel.features`."""

from __future__ import annotations

import sys
from typing import Final, cast

from funkenflug.games.hexes import SPACES, leader_of
from funkenflug.games.vulkan.rules import STATE, VOLCANO, loads_left
from funkenflug.kernel import Array, Features, State, compiled, first, int64, register, size

_STANDINGS: Final = 8
"""Who has the majority on a tile, and how clearly."""
_LEFT: Final = 4
"""Free spaces of a tile."""
_SIDES: Final = 3
"""Two adjacent free edges, some free edge, none."""
_KINDS: Final = _STANDINGS * _LEFT * _SIDES
FEATURES: Final = 2 * _KINDS + 14


@compiled
def features(state: State, seat: int, out: Array) -> None:
    """See `kernel.features`: burning tiles by majority, free spaces and free edges; tiles won, loads."""
    tiles = state.present
    if state.step != VOLCANO:
        tiles &= ~(1 << int64(state.volcano))
    burning = 0
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        number = int64(state.number[tile])
        left = int64(SPACES[number]) - int64(state.filled[tile])
        side = 0 if state.open_side >> tile & 1 else 1 if state.free_edges[tile] != 0 else 2
        kind = (_standing(state, seat, tile) * _LEFT + left) * _SIDES + side
        out[kind] += 0.25
        out[_KINDS + kind] += 0.1 * number
        burning += number
    _supplies(state, seat, burning, out)


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
    at = 2 * _KINDS
    players = int64(state.players)
    own = 0
    others = 0
    for other in range(players):
        for colour in range(4):
            if other == seat:
                own += state.stock[other, colour]
            else:
                others += state.stock[other, colour]
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


register(cast(Features, sys.modules[__name__]), STATE)
