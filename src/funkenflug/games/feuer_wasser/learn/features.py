"""What a learned value of Feuer & Wasser looks at: see `kernel.features`."""

from __future__ import annotations

from typing import Final

from funkenflug.games.feuer_wasser.learn.heuristics import kind_of, lead_on
from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.kernel import Array, State, compiled, int64, register, size

_LEADS: Final = 9
"""A lead in influence from -4 to 4."""
_LEFT: Final = 5
"""Empty neighbours of a cell."""
_KINDS: Final = 5
"""What is on a cell: nothing, half of one's own tile or another's, one's own leader or another's."""
_CELLS: Final = _KINDS * _LEADS * _LEFT
_SPIRITS: Final = 2 * 3 * _LEFT
FEATURES: Final = _CELLS + _SPIRITS + 16


@compiled
def features(state: State, seat: int, out: Array) -> None:
    """See `kernel.features`: cells by lead in influence and empty neighbours, elementals, leader, stones."""
    for row in range(int64(state.rows)):
        for column in range(int64(state.columns)):
            cell = row * rules.SIDE + column
            if state.stone_of[cell] < 0 and state.on[cell] != rules.SPIRIT:
                kind = kind_of(state, seat, cell)
                lead = min(max(lead_on(state, seat, cell), -4), 4) + 4
                if kind != 0 or lead != 4:
                    out[(kind * _LEADS + lead) * _LEFT + int64(state.empty_beside[cell])] += 0.25
    _spirits(state, seat, out)
    _supplies(state, seat, out)


@compiled
def _spirits(state: State, seat: int, out: Array) -> None:
    able = state.leader[seat] == rules.NOWHERE or not state.leader_lost[seat]
    for i in range(int64(state.spirits_placed)):
        cell = int64(state.spirits[i])
        if state.stone_of[cell] < 0:
            standing = rules.standing_beside(state, seat, cell)
            out[_CELLS + (able * 3 + standing) * _LEFT + int64(state.empty_beside[cell])] += 0.5


@compiled
def _supplies(state: State, seat: int, out: Array) -> None:
    at = _CELLS + _SPIRITS
    fewest = 99
    for other in range(int64(state.players)):
        if other != seat:
            fewest = min(fewest, int64(state.stones[other]))
    stones = int64(state.stones[seat])
    takeable = rules.count_stones(state, seat)
    mover = state.seat == seat
    out[at] = stones / 10
    out[at + 1] = (fewest - stones) / 5
    out[at + 2] = stones <= 3
    out[at + 3] = fewest <= 3
    out[at + 4] = rules.leader_safe(state, seat)
    out[at + 5] = state.leader_lost[seat]
    out[at + 6] = mover
    out[at + 7] = state.pairs / 50
    out[at + 8] = (int64(state.tiles) - int64(state.turned_up[seat])) / 8 + size(state.open_tiles[seat]) / 8
    out[at + 9] = takeable / 2
    out[at + 10] = takeable / 2 if mover else 0.0
    out[at + 11] = state.step == rules.LAST_STONE
    out[at + 12] = (state.step == rules.LAST_STONE) * takeable / 2 if mover else 0.0
    out[at + 13] = (int64(state.last_regular) - seat) % int64(state.players) / 2
    out[at + 14] = state.pairs < 8
    out[at + 15] = (rules.ELEMENTALS - int64(state.spirits_placed)) / 2


register(__name__, rules.STATE)
