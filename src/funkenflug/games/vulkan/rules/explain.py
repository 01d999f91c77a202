"""Why a cell cannot be chosen in Vulkan!."""

from __future__ import annotations

from collections.abc import Sequence

from funkenflug.core.view import Hex
from funkenflug.core.words import Message
from funkenflug.games.base import hook
from funkenflug.games.hexes import cell_name, read_cell, row_between
from funkenflug.games.vulkan.rules import rules
from funkenflug.games.vulkan.rules.text import no_tile, no_volcano
from funkenflug.games.vulkan.rules.view import cells_of
from funkenflug.kernel import State


@hook
def explain_cell(state: State, steps: Sequence[str], cell: str) -> Message | None:
    """Return why a cell cannot be chosen after these steps; None if no reason is known."""
    place = read_cell(cell)
    if state["step"] == rules.VOLCANO:
        return no_volcano(state, place)
    chosen = [read_cell(step.removeprefix("cell:")) for step in steps if step.startswith("cell:")]
    return _no_end(state, place) or (_no_row(state, chosen[0], place) if chosen else None)


def _no_end(state: State, cell: Hex) -> Message | None:
    """Return why no flight begins or ends on a cell."""
    if reason := no_tile(state, cell):
        return reason
    tile = cells_of(state).index(cell)
    if tile == state["volcano"]:
        return Message("no plane flies over the volcano")
    if not int(state["thirsty"]) >> tile & 1:
        return Message("{cell} is full: a flight begins and ends where it drops a load", cell=cell_name(cell))
    return None


def _no_row(state: State, start: Hex, end: Hex) -> Message | None:
    """Return why no flight goes from one cell to another, on both of which it could drop a load."""
    names = {"start": cell_name(start), "end": cell_name(end)}
    row, cells = row_between(start, end), cells_of(state)
    if not row:
        return Message("{start} and {end} are not in a straight row", **names)
    if any(no_tile(state, cell) for cell in row):
        return Message("there is a gap between {start} and {end}", **names)
    tiles = [cells.index(cell) for cell in row]
    if state["volcano"] in tiles:
        return Message("the volcano is between {start} and {end}", **names)
    needed = sum(int(state["thirsty"]) >> tile & 1 for tile in tiles)
    return Message("from {start} to {end} takes {count} loads: too many", count=needed, **names)
