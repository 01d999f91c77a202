"""Feuer & Wasser on a small board with one elemental and a few tiles, for algorithms that visit every position."""

from __future__ import annotations

from itertools import product

from funkenflug.games.base import hook
from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.games.feuer_wasser.rules.deal import all_tiles
from funkenflug.kernel import State


@hook
def small(start: State, *, side: int = 3, tiles: int = 1, stones: int = 1) -> State:
    """Return a position on a board of `side` x `side` cells, where each seat has `tiles` tiles and `stones` stones.

    The elements alternate. The elemental is in the middle; on a board of three cells a side no leader has room.
    """
    if not 3 <= side <= rules.SIDE:
        raise ValueError(f"a board has 3 to {rules.SIDE} cells a side, not {side}")
    players = int(start["players"])
    most = len(all_tiles(players))
    if not (1 <= tiles <= most and 1 <= stones <= 20):
        raise ValueError(f"a seat has 1 to {most} tiles and 1 to 20 stones, not {tiles} and {stones}")
    board = tuple("".join("FW"[(row + column) % 2] for column in range(side)) for row in range(side))
    sums = sorted(all_tiles(players), key=lambda tile: (-sum(tile), tile))  # the strongest ones
    state = rules.new(players, board, (tuple(sums[:tiles]),) * players)
    rules.place_elemental(state, (side // 2) * (rules.SIDE + 1))
    for seat, _ in product(range(players), range(min(rules.OPEN, tiles))):
        rules.turn_up(state, seat)
    state["stones"][:players] = state["stones_at_start"] = stones
    state["step"], state["seat"] = rules.ACTION, 0
    return state
