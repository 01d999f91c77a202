"""Heuristics of Feurio! for bots."""

from __future__ import annotations

from funkenflug.games.feurio.rules import rules
from funkenflug.games.hexes import TILES, connected, leader_of
from funkenflug.kernel import Array, State, compiled, fill, int64, register, shape_by_lead, size


@compiled
def shape_reward(state: State, points: Array, values: Array) -> None:
    """See `kernel.shape_reward`."""
    players = int64(state.players)
    if state.mode == rules.COMPETITIVE:
        shape_by_lead(points, values, players, 12.0)
    elif values[0] < 0:
        progress = (48 - rules.left_in_stock(state)) / 96
        for colour in range(4):
            progress += (rules.in_one_region(state, colour) + rules.has_water(state, colour)) / 16
        fill(values, players, progress - 1.0)


@compiled
def move_scores(state: State, moves: Array, count: int, weights: Array, scratch: Array) -> None:
    """See `kernel.move_scores`."""
    seat = int64(state.seat)
    for i in range(count):
        move = moves[i]
        if move >= rules.CREW_MOVES:
            weights[i] = _weigh_crew(state, seat, move)
        elif move >= rules.TILE_MOVES:
            weights[i] = weigh_tile(state, seat, move)
        else:
            weights[i] = 0.0


@compiled
def _weigh_crew(state: State, seat: int, move: int) -> float:
    """Rate a crew by points won now, lasting water and room to grow; more firefighters than needed cost."""
    number_sent, colour, tile = rules.crew_of(move)
    this = 1 << tile
    number = int64(state.number[tile])
    free = int64(state.free_edges[tile])
    held = state.held[colour]
    spare = number_sent - 1
    if leader_of(int64(state.players), colour) < 0 and state.mode == rules.COMPETITIVE:
        return -1.0 - 0.5 * spare  # a neutral only blocks
    if state.mode == rules.TOGETHER:
        return _weigh_crew_together(state, colour, this, held, number_sent)
    if held & this:
        return -2.0 - spare
    joins = state.neighbours[tile] & held != 0
    left = TILES - int64(state.laid)
    later = left / TILES
    weight = rules.crew_gain(state, held, tile) + 0.3 * number * later
    if joins or held == 0:
        weight += 1.5 * later
    if number <= 2 and free >= 2:
        weight += later * (3.0 if rules.region_divisor(state, held, state.open) > number or held == 0 else 0.5)
    return weight - 1.0 * spare


@compiled
def _weigh_crew_together(state: State, colour: int, this: int, held: int, number_sent: int) -> float:
    """Rate a crew by the common goals: one region for each colour, with water, and everybody placed."""
    weight = 1.0 * number_sent
    if held == 0:
        return weight + (2.0 if this & state.of_number[1] else 0.0)
    if held & this:
        return weight
    region = connected(state.neighbours, this, held | this)
    if region & held == 0:
        return weight - 4.0  # apart
    if size(region & held) < size(held):
        return weight + 1.0
    if this & state.of_number[1] and not held & state.of_number[1] & state.open:
        weight += 3.0
    return weight + (2.0 if region == held | this else 0.0)


@compiled
def weigh_tile(state: State, seat: int, move: int) -> float:
    """Rate a tile by what the edges it closes do to everybody's points; a firebreak has a price."""
    firebreak = move >= rules.BREAK_MOVES
    anchor = (move - rules.BREAK_MOVES) % (6 * TILES) if firebreak else move - rules.TILE_MOVES
    shut = rules.shut_in_by(state, anchor)
    weight = -4.0 if firebreak else 0.0
    if shut == 0:
        return weight
    for colour in range(4):
        held = state.held[colour]
        if held & shut:
            leader = leader_of(int64(state.players), colour)
            lost = (
                rules.colour_points(state, held, state.open)[0]
                - rules.colour_points(state, held, state.open & ~shut)[0]
            )
            if leader == seat or state.mode == rules.TOGETHER:
                weight -= lost
            elif leader >= 0:
                weight += lost / (state.players - 1)
    return weight


register(__name__, rules.STATE)
