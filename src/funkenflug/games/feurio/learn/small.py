"""Feurio! with a few tiles and firefighters, for algorithms that visit every position."""

from __future__ import annotations

from itertools import cycle, islice

from funkenflug.games.base import hook
from funkenflug.games.feurio.rules import rules
from funkenflug.games.hexes import COLOURS_OF, TILES
from funkenflug.kernel import State

_NUMBERS = (6, 4, 2, 5, 3, 1)
"""A deck has its numbers in turn from these."""


@hook
def small(start: State, *, tiles: int = 4, firefighters: int = 1) -> State:
    """Return the first position with this many tiles in the deck and firefighters of one colour for each seat."""
    players = int(start["players"])
    if not players < tiles <= TILES:
        raise ValueError(f"with {players} players there are {players + 1} to {TILES} tiles, not {tiles}")
    if not 1 <= firefighters <= 12:
        raise ValueError(f"a seat has 1 to 12 firefighters, not {firefighters}")
    deck = (*islice(cycle(_NUMBERS), tiles), *(0,) * (TILES - tiles))
    state = rules.new(players, start["mode"] == rules.TOGETHER, bool(start["firebreak"]), bool(start["hotter"]), deck)
    state["stock"] = 0
    for seat, colours in enumerate(COLOURS_OF[players]):
        state["stock"][seat, colours[0]] = firefighters
    return state
