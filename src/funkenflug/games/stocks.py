"""The remaining pieces of the seats in positions as text; firefighters and loads are written alike."""

from __future__ import annotations

import numpy as np

from funkenflug.core.view import COLOURS
from funkenflug.core.words import clipped
from funkenflug.games.hexes import first_stocks
from funkenflug.games.positions import read_number
from funkenflug.kernel import Array, State


def stocks_text(state: State) -> str:
    """Return the pieces left of each seat: "12,12,0,0/0,0,12,12"."""
    return "/".join(",".join(map(str, stock)) for stock in state["stock"].tolist()[: int(state["players"])])


def read_stocks(text: str, players: int, what: str) -> Array:
    """Return the pieces left of four seats and colours; `what` names the pieces in an error."""
    stocks = [stock.split(",") for stock in text.split("/")]
    if len(stocks) != players or any(len(stock) != len(COLOURS) for stock in stocks):
        raise ValueError(
            f"the {what} left are four numbers for each seat, like 12,12,0,0/0,0,12,12, not {clipped(text)!r}"
        )
    shares = first_stocks(players)
    found = np.zeros_like(shares)
    for seat, stock in enumerate(stocks):
        for colour, count in enumerate(stock):
            most = int(shares[seat, colour])
            found[seat, colour] = read_number(count, 0, most, f"the {COLOURS[colour]} {what} left of seat {seat}")
    return found
