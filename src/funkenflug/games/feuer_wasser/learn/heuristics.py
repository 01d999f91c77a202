"""Heuristics of Feuer & Wasser for bots."""

from __future__ import annotations

from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.kernel import Array, State, compiled, int64, register, shape_by_lead


@compiled
def shape_reward(state: State, points: Array, values: Array) -> None:
    """See `kernel.shape_reward`."""
    shape_by_lead(points, values, int64(state.players), 5.0)


@compiled
def move_scores(state: State, moves: Array, count: int, weights: Array, scratch: Array) -> None:
    """See `kernel.move_scores`."""
    seat = int64(state.seat)
    for i in range(count):
        move = moves[i]
        if move >= rules.TAME_MOVES:
            weights[i] = 12.0
        elif move >= rules.STONE_MOVES:
            weights[i] = _weigh_stone(state, seat, move - rules.STONE_MOVES)
        elif move >= rules.LEADER_MOVES:
            weights[i] = _weigh_leader(state, seat, move - rules.LEADER_MOVES)
        elif move >= rules.TILE_MOVES:
            weights[i] = _weigh_tile(state, seat, move)
        else:
            weights[i] = 0.0


@compiled
def _weigh_stone(state: State, seat: int, cell: int) -> float:
    """Rate a stone: one point, two on a leader, who is lost as well; a covered half no longer counts for its owner."""
    if state.on[cell] == rules.LEADER:
        return 14.0
    if state.on[cell] == rules.EMPTY:
        return 5.0
    number = int64(state.number[cell])
    return 5.0 + 0.5 * number if state.owner[cell] != seat else 5.0 - 0.3 * number


@compiled
def _weigh_leader(state: State, seat: int, cell: int) -> float:
    """Rate a cell for the leader: it is worth two points in the end unless somebody outweighs it there."""
    return 2.0 + 0.5 * lead_on(state, seat, cell) - 0.7 * (4 - int64(state.empty_beside[cell]))


@compiled
def lead_on(state: State, seat: int, cell: int) -> int:
    """Return the lead of a seat in influence on a cell over the strongest rival."""
    rival = 0
    for other in range(int64(state.players)):
        if other != seat:
            rival = max(rival, int64(state.influence[other, cell]))
    return int64(state.influence[seat, cell]) - rival


@compiled
def kind_of(state: State, seat: int, cell: int) -> int:
    """Return 0 for an empty cell, 1 for half a tile of the seat, 2 of another, 3 for its own leader, 4 for another."""
    on = state.on[cell]
    if on == rules.EMPTY:
        return 0
    return (3 if on == rules.LEADER else 1) + int(state.owner[cell] != seat)


@compiled
def _weigh_tile(state: State, seat: int, move: int) -> float:
    """Rate a tile by how the lead on the cells around it changes; nearly surrounded cells count most."""
    code, fire, direction = rules.tile_of(move)
    water = int64(state.beside[fire, direction])
    weight = 0.0
    for half in range(2):
        cell = fire if half == 0 else water
        element = rules.FIRE if half == 0 else rules.WATER
        number = code // 4 + 1 if half == 0 else code % 4 + 1
        for step in range(4):
            other = int64(state.beside[cell, step])
            if other != rules.NOWHERE and state.stone_of[other] < 0 and state.on[other] != rules.SPIRIT:
                gain = number if state.element[other] == element else 0
                weight += _weigh_cell(state, seat, other, gain, 1)
        weight += 0.5 * _weigh_cell(state, seat, cell, 0, 0)
    return weight


@compiled
def _weigh_cell(state: State, seat: int, cell: int, gain: int, closing: int) -> float:
    """Rate more influence on a cell, or one empty neighbour less."""
    lead = lead_on(state, seat, cell)
    left = int64(state.empty_beside[cell])
    return _prospect(lead + gain, max(left - closing, 0)) - _prospect(lead, left)


@compiled
def _prospect(lead: int, empty_beside: int) -> float:
    """Rate a cell by the lead in influence and the number of empty neighbours."""
    if lead == 0:
        return 0.0
    nearness = 2.5 if empty_beside == 0 else 1.2 if empty_beside == 1 else 0.6 if empty_beside == 2 else 0.3
    strength = min(abs(lead), 4) / 4.0
    certain = 1.0 if empty_beside == 0 else 0.4 + 0.6 * strength
    return nearness * certain if lead > 0 else -nearness * certain


register(__name__, rules.STATE)
