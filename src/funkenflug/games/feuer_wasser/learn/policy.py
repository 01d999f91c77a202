"""What a learned policy of Feuer & Wasser looks at: see `kernel.move_parts`."""

from __future__ import annotations

from typing import Final

from funkenflug.games.feuer_wasser.learn.heuristics import kind_of, lead_on
from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.kernel import Array, State, compiled, int64, register

_CODE_PARTS: Final = 2 * 4 * rules.CELLS
_LEADER_PARTS: Final = _CODE_PARTS + rules.TILES
_STONE_PARTS: Final = _LEADER_PARTS + rules.CELLS
_TAME_PARTS: Final = _STONE_PARTS + rules.CELLS
_OTHER_PARTS: Final = _TAME_PARTS + 1
MOVE_PARTS: Final = _OTHER_PARTS + 2
"""The fire and the water half of a tile on a cell, by number; a tile; a leader or a stone on a cell; the others."""

_PHASES: Final = 3
_LEADS: Final = 9
"""A lead in influence from -4 to 4."""
_KINDS: Final = 5
"""What is on a cell: nothing, half of one's own tile or another's, one's own leader or another's."""
_BESIDE: Final = _KINDS * 5 * _LEADS * 4
_UNDER_TRAITS: Final = _BESIDE
_SPIRIT_TRAITS: Final = _UNDER_TRAITS + 4 * _LEADS * 5
_CODE_TRAITS: Final = _SPIRIT_TRAITS + 4 * 3 * 4
_TILE_TRAITS: Final = _CODE_TRAITS + _PHASES * rules.TILES
_LEADER_TRAITS: Final = _TILE_TRAITS + _PHASES * 4
_STONE_TRAITS: Final = _LEADER_TRAITS + _PHASES * _LEADS * 5
_OTHER_TRAITS: Final = _STONE_TRAITS + _PHASES * 10
MOVE_TRAITS: Final = _OTHER_TRAITS + 3


@compiled
def move_parts(state: State, move: int, out: Array) -> int:
    """See `kernel.move_parts`: the halves of a tile, and the tile; every other move is one part."""
    if move >= rules.TAME_MOVES:
        out[0] = _TAME_PARTS
    elif move >= rules.STONE_MOVES:
        out[0] = _STONE_PARTS + move - rules.STONE_MOVES
    elif move >= rules.LEADER_MOVES:
        out[0] = _LEADER_PARTS + move - rules.LEADER_MOVES
    elif move >= rules.TILE_MOVES:
        code, fire, direction = rules.tile_of(move)
        out[0] = fire * 4 + code // 4
        out[1] = (rules.CELLS + int64(state.beside[fire, direction])) * 4 + code % 4
        out[2] = _CODE_PARTS + code
        return 3
    else:
        out[0] = _OTHER_PARTS + (move >= rules.ELEMENTAL_MOVES)
    return 1


@compiled
def part_traits(state: State, part: int, out: Array) -> int:
    """See `kernel.part_traits`."""
    if part < _CODE_PARTS:
        cell = part // 4
        element = rules.FIRE if cell < rules.CELLS else rules.WATER
        return _half_traits(state, cell % rules.CELLS, element, part % 4 + 1, out)
    phase = 0 if state.pairs > 60 else 1 if state.pairs > 20 else 2
    if part < _LEADER_PARTS:
        out[0] = _CODE_TRAITS + phase * rules.TILES + part - _CODE_PARTS
        out[1] = _TILE_TRAITS + phase * 4 + min(rules.count_stones(state, int64(state.seat)), 3)
        return 2
    if part < _STONE_PARTS:
        cell = part - _LEADER_PARTS
        out[0] = _LEADER_TRAITS + (phase * _LEADS + _lead(state, cell)) * 5 + int64(state.empty_beside[cell])
    elif part < _TAME_PARTS:
        out[0] = _STONE_TRAITS + phase * 10 + _covered(state, part - _STONE_PARTS)
    else:
        out[0] = _OTHER_TRAITS + part - _TAME_PARTS
    return 1


@compiled
def _half_traits(state: State, cell: int, element: int, number: int, out: Array) -> int:
    """Write what a half does to the cells around it, and what it lies on."""
    out[0] = _UNDER_TRAITS + ((number - 1) * _LEADS + _lead(state, cell)) * 5 + int64(state.empty_beside[cell])
    seat = int64(state.seat)
    count = 1
    for direction in range(4):
        other = int64(state.beside[cell, direction])
        if other != rules.NOWHERE and state.stone_of[other] < 0:
            left = int64(state.empty_beside[other]) - 1
            if state.on[other] == rules.SPIRIT:
                out[count] = _SPIRIT_TRAITS + ((number - 1) * 3 + rules.standing_beside(state, seat, other)) * 4 + left
            else:
                gain = number if state.element[other] == element else 0
                out[count] = ((kind_of(state, seat, other) * 5 + gain) * _LEADS + _lead(state, other)) * 4 + left
            count += 1
    return count


@compiled
def _covered(state: State, cell: int) -> int:
    """Return what a stone covers: nothing, a leader, or half of one's own tile or another's, by number."""
    kind = kind_of(state, int64(state.seat), cell)
    if kind == 0:
        return 0
    if kind >= 3:
        return 9
    return int64(state.number[cell]) + (4 if kind == 2 else 0)


@compiled
def _lead(state: State, cell: int) -> int:
    """Return the lead of the seat to move in influence on a cell over the strongest rival, from 0 to 8."""
    return min(max(lead_on(state, int64(state.seat), cell), -4), 4) + 4


register(__name__, rules.STATE)
