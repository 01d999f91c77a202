"""What may be known of a match of Morels."""

from typing import Any

import numpy as np

from funkenflug.core.view import View
from funkenflug.games.base import hook
from funkenflug.kernel import MOST_SEATS, State
from tests.morels.rules import rules
from tests.morels.rules.text import NAMES


class MorelsView(View, frozen=True, kw_only=True):
    values: tuple[int | None, ...]
    """For each cell what grows there, as far as it is known."""
    pickers: tuple[int | None, ...]
    looks: tuple[int, ...]
    """For each seat how often it may still look."""


@hook
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


@hook
def known(state: State, seat: int | None) -> int:
    viewer = -1 if seat is None else seat
    return sum(1 << cell for cell in range(rules.CELLS) if rules.knows(state, viewer, cell))


@hook
def hidden(state: State, seat: int | None) -> int:
    return rules.CELLS - known(state, seat).bit_count()


@hook
def revealed(state: State, known: int) -> dict[str, Any]:
    return {"values": {NAMES[cell]: int(state["value"][cell]) for cell in range(rules.CELLS) if known >> cell & 1}}
