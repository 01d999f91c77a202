"""What a learned policy of Vulkan! looks at: see `kernel.move_parts`."""

from __future__ import annotations

from typing import Final

from funkenflug.games.hexes import SPACES, TILES, pieces_left
from funkenflug.games.vulkan.learn.gains import gain_of, nearly_full
from funkenflug.games.vulkan.rules.rules import FLY_MOVES, NEUTRAL, STATE, TIED, dropped_on, flight_of, majority
from funkenflug.kernel import Array, State, compiled, first, int64, register, size

_LENGTHS: Final = 8
_LENGTH_PARTS: Final = 4 * TILES
_VOLCANO_PARTS: Final = _LENGTH_PARTS + _LENGTHS
_GAIN_PARTS: Final = _VOLCANO_PARTS + TILES
_LOSS: Final = 6
_GAINS: Final = _LOSS + 12
"""Points won at once: from -6 to 9, then 10 to 14, 15 and more."""
MOVE_PARTS: Final = _GAIN_PARTS + _GAINS
"""A load of a colour on a tile, the length of a flight, the volcano on a tile, what a flight wins at once."""

_PHASES: Final = 3
_LEADERS: Final = 5
"""Who has the majority on a tile: nobody, the seat to move, another, two share it, a neutral colour."""
_MARGINS: Final = 4
"""The colour of a load on its tile after it: behind, level, one ahead, more ahead."""
_DROPS: Final = 3 * 3 * _MARGINS * _LEADERS
_LENGTH_TRAITS: Final = (6 + _PHASES) * _DROPS
_BESIDE_TRAITS: Final = _LENGTH_TRAITS + 2 * _PHASES * _LENGTHS
_VOLCANO_TRAITS: Final = _BESIDE_TRAITS + 4 * _LEADERS
_GAIN_TRAITS: Final = _VOLCANO_TRAITS + 6
MOVE_TRAITS: Final = _GAIN_TRAITS + (1 + _PHASES) * _GAINS


@compiled
def move_parts(state: State, move: int, out: Array) -> int:
    """See `kernel.move_parts`: the loads, and their number."""
    if move < FLY_MOVES:
        out[0] = _VOLCANO_PARTS + move
        return 1
    colour, start, end = flight_of(move)
    tiles = dropped_on(state, start, end)
    gain = 0
    filled = nearly_full(state, tiles)
    if filled & state.open_side != 0:
        gain = int64(round(gain_of(state, int64(state.seat), colour, tiles, filled)))
    out[0] = _GAIN_PARTS + (_LOSS + max(gain, -_LOSS) if gain < 10 else _GAINS - 2 + (gain >= 15))
    count = 1
    while tiles != 0:
        out[count] = colour * TILES + first(tiles)
        tiles &= tiles - 1
        count += 1
    out[count] = _LENGTH_PARTS + min(count - 1, _LENGTHS) - 1
    return count + 1


@compiled
def part_traits(state: State, part: int, out: Array) -> int:
    """See `kernel.part_traits`."""
    thirsty = size(state.thirsty)
    phase = 0 if thirsty > 20 else 1 if thirsty > 8 else 2
    if part >= _GAIN_PARTS:
        out[0] = _GAIN_TRAITS + part - _GAIN_PARTS
        out[1] = _GAIN_TRAITS + (1 + phase) * _GAINS + part - _GAIN_PARTS
        return 2
    if part >= _VOLCANO_PARTS:
        out[0] = _VOLCANO_TRAITS + int64(state.number[part - _VOLCANO_PARTS]) - 1
        return 1
    if part >= _LENGTH_PARTS:
        own = pieces_left(state, int64(state.seat))
        out[0] = _LENGTH_TRAITS + ((own <= 8) * _PHASES + phase) * _LENGTHS + part - _LENGTH_PARTS
        return 1
    return _drop_traits(state, part // TILES, part % TILES, phase, out)


@compiled
def _drop_traits(state: State, colour: int, tile: int, phase: int, out: Array) -> int:
    """Write the traits of a load: majority before and after it, free spaces and edges; what it uncovers."""
    number = int64(state.number[tile])
    left = int64(SPACES[number]) - int64(state.filled[tile])
    open_side = state.open_side >> tile & 1
    side = 0 if open_side else 1 if state.free_edges[tile] != 0 else 2
    most = 0
    for other in range(4):
        if other != colour:
            most = max(most, int64(state.loads[other, tile]))
    margin = min(max(int64(state.loads[colour, tile]) + 1 - most, -1), 2) + 1
    drop = (((left - 1) * 3 + side) * _MARGINS + margin) * _LEADERS + _leader(state, tile)
    out[0] = (number - 1) * _DROPS + drop
    out[1] = (6 + phase) * _DROPS + drop
    count = 2
    if left == 1 and open_side:
        beside = state.neighbours[tile] & state.present & ~state.open_side
        while beside != 0:
            other = first(beside)
            beside &= beside - 1
            free = int64(SPACES[int64(state.number[other])]) - int64(state.filled[other])
            out[count] = _BESIDE_TRAITS + free * _LEADERS + _leader(state, other)
            count += 1
    return count


@compiled
def _leader(state: State, tile: int) -> int:
    most, holder = majority(state, tile, -1)
    if most == 0:
        return 0
    return 3 if holder == TIED else 4 if holder == NEUTRAL else 1 if holder == state.seat else 2


register(__name__, STATE)
