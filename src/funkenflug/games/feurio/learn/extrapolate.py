"""What becomes of a position of Feurio! by itself: see `kernel.extrapolate`.

The fire spreads whatever the players do, and only ties leave them a choice. So once the tiles to come are dealt, it is
nearly certain which water lasts.
"""

from __future__ import annotations

from funkenflug.games.feurio.rules import rules
from funkenflug.games.hexes import TILES, connected, leader_of, tiles_beside
from funkenflug.kernel import Array, State, compiled, first, int64, register, size


@compiled
def extrapolate(state: State, ahead: Array) -> None:
    """See `kernel.extrapolate`: all tiles are laid, then all send crews where they win most."""
    ahead[0] = state
    if state.step != rules.ARRANGE:
        _burn_on(ahead[0])
        _fill_up(state, ahead[0])


@compiled
def _burn_on(state: State) -> None:
    """Lay all remaining tiles, as if nobody sent another crew."""
    players = int64(state.players)
    layer = int64(state.seat)
    if state.step == rules.CREW:
        layer = layer + 1 if layer + 1 < players else 0
    while state.laid < TILES and state.deck[int64(state.laid)] != 0:
        state.seat = layer
        state.step = rules.TILE
        rules.play(state, rules.TILE_MOVES + _liked_cell(state, layer))
        layer = layer + 1 if layer + 1 < players else 0


@compiled
def _liked_cell(state: State, layer: int) -> int:
    """Return the anchor of the hottest cell that closes the most last edges of others, and the fewest of the layer."""
    least = 256 * (rules.highest_heat(state) + 1)
    places = 0
    best = 0
    for i in range(int64(state.edge_cells)):
        if state.edge_rank[i] >= least:
            places += 1
            best = i
    if places > 1:
        own = 0
        others = 0
        for colour in range(4):
            leader = leader_of(int64(state.players), colour)
            if leader == layer:
                own |= state.held[colour]
            elif leader >= 0:
                others |= state.held[colour]
        luck = int64(state.deck[int64(state.laid)]) + int64(state.laid)
        highest = -1000
        for i in range(int64(state.edge_cells)):
            if state.edge_rank[i] >= least:
                shut = rules.shut_in_by(state, int64(state.edge_anchor[i]))
                luck = 5 * luck + 1 & 7  # equals in any order
                liked = 8 * (size(shut & others) - size(shut & own)) + luck
                if liked > highest:
                    highest = liked
                    best = i
    return int64(state.edge_anchor[best])


@compiled
def _fill_up(state: State, ahead: State) -> None:
    """Send single firefighters, seat by seat, where they win most at once, as long as it is two points."""
    players = int64(state.players)
    one = state.room[0] | ahead.room[0]
    two = ahead.room[1]
    three = ahead.room[2]
    seat = int64(state.seat)
    idle = 0
    while idle < players:
        most = 1
        tile = -1
        chosen = 0
        for colour in range(4):
            if leader_of(players, colour) == seat and ahead.stock[seat, colour] > 0:
                gain, where = _best_crew(ahead, ahead.held[colour], one)
                if gain > most:
                    most = gain
                    tile = where
                    chosen = colour
        idle += 1
        if tile >= 0:
            idle = 0
            this = int64(1) << tile
            ahead.held[chosen] |= this
            ahead.stock[seat, chosen] -= 1
            one &= ~this | two
            two &= ~this | three
            three &= ~this
        seat = seat + 1 if seat + 1 < players else 0


@compiled
def _best_crew(state: State, held: int, room: int) -> tuple[int, int]:
    """Return what a firefighter on the best tile of `room` wins for the regions of `held`, and that tile."""
    room &= ~held
    most = 0
    tile = -1
    beside = 0
    left = held
    while left != 0:
        region = connected(state.neighbours, left & -left, left)
        left &= ~region
        around = tiles_beside(state.neighbours, region)
        joining = around & beside & room
        beside |= around
        around &= room
        divisor = rules.region_divisor(state, region, state.open)
        worth = rules.region_points(state, region, state.open)
        total = rules.region_total(state, region)
        for number in range(1, 7):
            these = around & state.of_number[number]
            if these == 0:
                continue
            by = divisor
            if these & state.open and (number < divisor or divisor == 0):
                by = number
                these &= state.open
            if by > 0:
                more = total + number
                gain = (more // by if state.hotter else (more + by - 1) // by) - worth
                if gain > most:
                    most = gain
                    tile = first(these)
        while joining != 0:
            gain = rules.crew_gain(state, held, first(joining))
            if gain > most:
                most = gain
                tile = first(joining)
            joining &= joining - 1
    return most, tile


register(__name__, rules.STATE)
