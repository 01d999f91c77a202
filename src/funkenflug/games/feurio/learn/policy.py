"""What a learned policy of Feurio! looks at: see `kernel.move_parts`."""

from __future__ import annotations

from typing import Final

from funkenflug.games.feurio.learn.heuristics import weigh_tile
from funkenflug.games.feurio.rules import rules
from funkenflug.games.hexes import TILES, leader_of, pieces_left
from funkenflug.kernel import Array, State, compiled, int64, register, size

_CREWS: Final = 3 * 4 * TILES
_SPOTS: Final = _CREWS + 2 * 6 * TILES
MOVE_PARTS: Final = _SPOTS + 4 * TILES + 2
"""A crew has two parts, how many and where; other moves have one. A firebreak is the same in all colours."""

_PHASES: Final = 4
_GAINS: Final = 22
"""Points won at once, from -8 to 13."""
_SPOT_TRAITS: Final = _PHASES * _GAINS
_SIZE_TRAITS: Final = _SPOT_TRAITS + _PHASES * 6 * 3 * 3 * 2
_BLOCK_TRAITS: Final = _SIZE_TRAITS + _PHASES * 3 * 3
_SHUT_TRAITS: Final = _BLOCK_TRAITS + _PHASES * 2 * 3
_LAID_TRAITS: Final = _SHUT_TRAITS + 2 * 21
_PASS_TRAITS: Final = _LAID_TRAITS + 2 * 7 * 3 * 3
MOVE_TRAITS: Final = _PASS_TRAITS + 2 * _PHASES + 1


@compiled
def move_parts(state: State, move: int, out: Array) -> int:
    """See `kernel.move_parts`."""
    if move >= rules.CREW_MOVES:
        _, colour, tile = rules.crew_of(move)
        out[0] = move - rules.CREW_MOVES
        out[1] = _SPOTS + colour * TILES + tile
        return 1 if _only_blocks(state, colour, tile) else 2
    if move >= rules.BREAK_MOVES:
        out[0] = _CREWS + 6 * TILES + (move - rules.BREAK_MOVES) % (6 * TILES)
    elif move >= rules.TILE_MOVES:
        out[0] = _CREWS + move - rules.TILE_MOVES
    else:
        out[0] = MOVE_PARTS - 2 + (move > 0)
    return 1


@compiled
def part_traits(state: State, part: int, out: Array) -> int:
    """See `kernel.part_traits`."""
    to_come = TILES - int64(state.laid)
    phase = 0 if to_come > 18 else 1 if to_come > 7 else 2 if to_come > 0 else 3
    if part < _CREWS:
        return _size_traits(state, part, phase, out)
    if part < _SPOTS:
        return _tile_traits(state, part - _CREWS, out)
    if part < MOVE_PARTS - 2:
        return _spot_traits(state, part - _SPOTS, phase, out)
    if part == MOVE_PARTS - 1:
        out[0] = MOVE_TRAITS - 1
    else:
        out[0] = _PASS_TRAITS + (pieces_left(state, int64(state.seat)) > 4) * _PHASES + phase
    return 1


@compiled
def _only_blocks(state: State, colour: int, tile: int) -> bool:
    return bool(leader_of(int64(state.players), colour) < 0 or state.held[colour] >> tile & 1)


@compiled
def _size_traits(state: State, part: int, phase: int, out: Array) -> int:
    """Write the trait of a crew's size: how much room it leaves, or what it is if it only blocks."""
    sent, colour, tile = rules.crew_of(part + rules.CREW_MOVES)
    if _only_blocks(state, colour, tile):
        neutral = leader_of(int64(state.players), colour) < 0
        out[0] = _BLOCK_TRAITS + (phase * 2 + neutral) * 3 + sent - 1
    else:
        out[0] = _SIZE_TRAITS + (phase * 3 + sent - 1) * 3 + int64(rules.room_on(state, tile)) - sent
    return 1


@compiled
def _spot_traits(state: State, spot: int, phase: int, out: Array) -> int:
    """Write the traits of a crew's tile: points won at once, its number and edges, whether it joins a region."""
    colour = spot // TILES
    tile = spot % TILES
    held = state.held[colour]
    number = int64(state.number[tile])
    gain = rules.crew_gain(state, held, tile)
    place = 0 if held == 0 else 1 if state.neighbours[tile] & held else 2
    wetter = rules.region_divisor(state, held, state.open) > number
    free = min(int64(state.free_edges[tile]), 3) - 1
    out[0] = phase * _GAINS + min(max(gain, -8), 13) + 8
    out[1] = _SPOT_TRAITS + (((phase * 6 + number - 1) * 3 + free) * 3 + place) * 2 + wetter
    return 2


@compiled
def _tile_traits(state: State, part: int, out: Array) -> int:
    """Write the traits of a tile: what the edges it closes cost whom, and who is beside it."""
    firebreak = part >= 6 * TILES
    anchor = part % (6 * TILES)
    weight = int64(
        weigh_tile(state, int64(state.seat), (rules.BREAK_MOVES if firebreak else rules.TILE_MOVES) + anchor)
    )
    around = rules.tiles_around(state, anchor)
    own = 0
    others = 0
    for colour in range(4):
        leader = leader_of(int64(state.players), colour)
        beside = size(state.held[colour] & around)
        if leader == state.seat:
            own += beside
        elif leader >= 0:
            others += beside
    number = 0 if firebreak else int64(state.deck[int64(state.laid)])
    out[0] = _SHUT_TRAITS + firebreak * 21 + min(max(weight, -10), 10) + 10
    out[1] = _LAID_TRAITS + ((firebreak * 7 + number) * 3 + min(own, 2)) * 3 + min(others, 2)
    return 2


register(__name__, rules.STATE)
