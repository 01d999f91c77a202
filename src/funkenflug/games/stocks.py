"""The pieces that seats have left, in positions as text: firefighters and loads are written alike."""

from __future__ import annotations

from funkenflug.core.view import COLOURS
from funkenflug.core.words import clipped
from funkenflug.games.hexes import COLOURS_OF
from funkenflug.games.positions import read_number
from funkenflug.kernel import State


def stocks_text(state: State) -> str:
    """Return the pieces left of each seat: "12,12,0,0/0,0,12,12"."""
    return "/".join(",".join(map(str, stock)) for stock in state["stock"].tolist()[: int(state["players"])])


def read_stocks(text: str, players: int, what: str) -> list[list[int]]:
    """Return the pieces left of four seats and colours; `what` names the pieces in an error."""
    stocks = [stock.split(",") for stock in text.split("/")]
    if len(stocks) != players or any(len(stock) != len(COLOURS) for stock in stocks):
        raise ValueError(
            f"the {what} left are four numbers for each seat, like 12,12,0,0/0,0,12,12, not {clipped(text)!r}"
        )
    found = [[0] * len(COLOURS) for _ in range(4)]
    for seat, stock in enumerate(stocks):
        for colour, count in enumerate(stock):
            share = 12 if colour in COLOURS_OF[players][seat] else 4 if players == 3 and colour == 3 else 0
            found[seat][colour] = read_number(count, 0, share, f"the {COLOURS[colour]} {what} left of seat {seat}")
    return found
