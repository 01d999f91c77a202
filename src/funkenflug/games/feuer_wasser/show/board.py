"""The board of Feuer & Wasser as text for a terminal."""

from __future__ import annotations

from funkenflug.games.base import hook
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserView

_LETTERS = "GBYR"


@hook
def board(view: FeuerWasserView) -> str:
    """Return the board as text.

    Empty cells show their element (f fire, w water), a half its owner, element and number (Gf4), a stone its owner in
    brackets, a leader an exclamation mark, an elemental an asterisk. Halves and leaders are followed by the element of
    their cell (Gf4/w): it decides who may lay a stone there. B[GG] are green stones on the blue leader.
    """
    shown = _shown(view)
    columns = "abcdefghijkl"[: len(view.board[0])]
    lines = []
    for number, row in zip(range(len(view.board), 0, -1), view.board, strict=True):
        elements = {f"{column}{number}": element.lower() for column, element in zip(columns, row, strict=True)}
        cells = [_with_element(shown.get(cell, ""), element) for cell, element in elements.items()]
        lines.append(f"{number:>2} " + " ".join(cell.center(5) for cell in cells).rstrip())
    lines.append("   " + " ".join(column.center(5) for column in columns).rstrip())
    return "\n".join(lines)


def _with_element(piece: str, element: str) -> str:
    """Return what is on a cell with the element under it, unless no stone can be laid there any more."""
    if piece.endswith(("*", "]")):
        return piece
    return f"{piece}/{element}" if piece else element


def _shown(view: FeuerWasserView) -> dict[str, str]:
    shown = dict.fromkeys(view.elementals, "*")
    for domino in view.dominoes:
        shown[domino.fire_cell] = f"{_LETTERS[domino.seat]}f{domino.fire}"
        shown[domino.water_cell] = f"{_LETTERS[domino.seat]}w{domino.water}"
    for leader in view.leaders:
        shown[leader.cell] = f"{_LETTERS[leader.seat]}!"
    for stone in view.stones:
        under = shown.get(stone.cell, "")
        kept = under.removesuffix("!") if under.endswith(("*", "!")) else ""
        shown[stone.cell] = f"{kept}[{_LETTERS[stone.seat] * stone.count}]"
    return shown
