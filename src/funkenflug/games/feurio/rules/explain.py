"""Why a cell cannot be chosen in Feurio!."""

from __future__ import annotations

from collections.abc import Sequence

from funkenflug.core.view import Hex
from funkenflug.core.words import Message
from funkenflug.games.base import hook
from funkenflug.games.feurio.rules import rules
from funkenflug.games.feurio.rules.text import no_room, tile_at
from funkenflug.games.feurio.rules.view import edge_cells, hottest
from funkenflug.games.hexes import cell_name, read_cell
from funkenflug.kernel import State


@hook
def explain_cell(state: State, steps: Sequence[str], cell: str) -> Message | None:
    """Return why a cell cannot be chosen after these steps; None if no reason is known."""
    place = read_cell(cell)
    if state["step"] == rules.ARRANGE:
        return Message("arrange the four tiles first")
    return _no_place(state, place) if state["step"] == rules.TILE else _no_crew(state, place)


def _no_place(state: State, cell: Hex) -> Message | None:
    cells = edge_cells(state)
    if tile_at(state, cell) is not None:
        return Message("there is already a tile on {cell}", cell=cell_name(cell))
    if cell not in cells:
        return Message("{cell} does not touch the forest", cell=cell_name(cell))
    (_, heat), (most, _) = cells[cell], hottest(state)
    return Message("{cell} has heat {heat}; the hottest cells have {most}", cell=cell_name(cell), heat=heat, most=most)


def _no_crew(state: State, cell: Hex) -> Message | None:
    tile = tile_at(state, cell)
    if tile is None:
        return Message("there is no tile on {cell}", cell=cell_name(cell))
    if state["number"][tile] == 0:
        return Message("nobody can stand on a firebreak")
    return no_room(state, tile) if rules.room_on(state, tile) <= 0 else Message("no firefighters left")
