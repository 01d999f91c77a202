"""Vulkan! with a small forest and little water, for algorithms that visit every position."""

from __future__ import annotations

import numpy as np

from funkenflug.games.base import hook
from funkenflug.games.hexes import COLOURS_OF, TILES
from funkenflug.games.vulkan.rules import rules
from funkenflug.kernel import State, copy_state


@hook
def small(start: State, *, tiles: int = 12, loads: int = 1) -> State:
    """Return a position with a volcano, the `tiles` tiles nearest to it, and `loads` loads of each colour.

    All other tiles have left the game.
    """
    if not 7 <= tiles <= TILES:
        raise ValueError(f"a volcano has 7 to {TILES} tiles with it, not {tiles}")
    if not 1 <= loads <= 12:
        raise ValueError(f"there are 1 to 12 loads of each colour, not {loads}")
    state = copy_state(start)
    players, volcano = int(state["players"]), int(np.flatnonzero(state["free_edges"] == 0)[0])
    rules.erupt(state, volcano)
    for tile in sorted(set(range(TILES)) - set(_nearest(state, volcano, tiles))):
        rules.remove(state, tile, rules.LEFT_THE_GAME)
        rules.break_rows(state, tile)
        rules.free_edges_around(state, tile)
    state["stock"] = 0
    for seat, colours in enumerate(COLOURS_OF[players]):
        state["stock"][seat, list(colours)] = loads
    state["seat"] = 0
    return state


def _nearest(state: State, volcano: int, count: int) -> list[int]:
    """Return the volcano and the tiles that are reached first from it."""
    found = [volcano]
    for tile in found:
        beside = state["beside"][tile].tolist()
        found += [other for other in beside if other < TILES and other not in found]
    return found[:count]
