"""What may be known of a match of Morels."""

from typing import Any

import numpy as np

from funkenflug.core.view import View
from funkenflug.games.base import Cell
from funkenflug.kernel import MOST_SEATS, State
from tests.morels import rules
from tests.morels.text import NAMES


class MorelsView(View, frozen=True, kw_only=True):
    values: tuple[int | None, ...]
    """For each cell what grows there, as far as it is known."""
    pickers: tuple[int | None, ...]
    looks: tuple[int, ...]
    """For each seat how often it may still look."""


def view(state: State, seat: int | None, **common: Any) -> MorelsView:
    players, bits = int(state["players"]), known(state, seat)
    points = np.zeros(MOST_SEATS)
    rules.scores(state, points)
    return MorelsView(
        seat=seat,
        values=tuple(value if bits >> cell & 1 else None for cell, value in enumerate(state["value"].tolist())),
        pickers=tuple(None if picker < 0 else picker for picker in state["picker"].tolist()),
        looks=tuple(state["looks"].tolist()[:players]),
        scores=tuple(map(int, points[:players])),
        **common,
    )


def known(state: State, seat: int | None) -> int:
    viewer = -1 if seat is None else seat
    return sum(1 << cell for cell in range(rules.CELLS) if rules.knows(state, viewer, cell))


def hidden(state: State, seat: int | None) -> int:
    return rules.CELLS - known(state, seat).bit_count()


def revealed(state: State, known: int) -> dict[str, Any]:
    return {"values": {NAMES[cell]: int(state["value"][cell]) for cell in range(rules.CELLS) if known >> cell & 1}}


def cells(view: MorelsView) -> list[Cell]:
    texts = ["" if value is None else str(value) for value in view.values]
    colours = [None if picker is None else view.colours[picker][0] for picker in view.pickers]
    places = [divmod(cell, rules.SIDE) for cell in range(rules.CELLS)]
    return [Cell(NAMES[i], column, row, texts[i], colours[i]) for i, (row, column) in enumerate(places)]
