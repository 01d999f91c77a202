"""Heuristics of Vulkan! for bots."""

from __future__ import annotations

from funkenflug.games.hexes import SPACES, TILES, pieces_left
from funkenflug.games.vulkan.rules.rules import BURNING, FLY_MOVES, STATE, majority, play
from funkenflug.kernel import Array, State, compiled, fill, int64, register, shape_by_lead


@compiled
def shape_reward(state: State, points: Array, values: Array) -> None:
    """See `kernel.shape_reward`."""
    players = int64(state.players)
    if not state.together:
        shape_by_lead(points, values, players, 15.0)
    elif values[0] < 0:
        fill(values, players, int64(state.gone_tiles) / TILES - 1.0)


@compiled
def move_scores(state: State, moves: Array, count: int, weights: Array, scratch: Array) -> None:
    """See `kernel.move_scores`: every flight is played on a copy and the position rated."""
    seat = int64(state.seat)
    after = scratch[0]
    for i in range(count):
        if moves[i] < FLY_MOVES:
            weights[i] = 0.0
        else:
            scratch[0] = state
            play(after, moves[i])
            weights[i] = _outlook(after, seat)


@compiled
def _outlook(state: State, seat: int) -> float:
    """Rate a position for a seat: tiles won, majorities on the others, loads left."""
    players = int64(state.players)
    share = 1.0 if state.together else 1.0 / (players - 1)
    total = 0.0
    for tile in range(TILES):
        owner = int64(state.owner[tile])
        number = int64(state.number[tile])
        if owner == BURNING:
            if state.together:
                total += 0.5 * (state.filled[tile] > 0)
            elif state.filled[tile] > 0:
                total += _hope(state, seat, tile, number, share)
        elif state.together:
            total += 1.5 if owner >= 0 else -40.0
        elif owner == seat:
            total += number
        elif owner >= 0:
            total -= share * number
    return total + 1.2 * pieces_left(state, seat)


@compiled
def _hope(state: State, seat: int, tile: int, number: int, share: float) -> float:
    """Rate the majority on a burning tile; if one more load puts it out, the next seat will win it."""
    most, holder = majority(state, tile, -1)
    last_space = SPACES[number] - state.filled[tile] == 1
    if last_space and state.open_side >> tile & 1 and most < 2:
        return -0.5 * number
    if holder == seat:
        return 0.4 * number
    return -0.4 * share * number if holder >= 0 else 0.0


register(__name__, STATE)
