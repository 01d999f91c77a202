"""The cards beside the forest of Vulkan!: the colours a seat leads, points, loads left, tiles won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Final

from funkenflug.core.drawing import coordinate
from funkenflug.core.view import COLOURS
from funkenflug.games.pieces import emblem, mark
from funkenflug.games.scenery import NUMBERS, hexagon

CARD_WIDTH: Final = 226
CARD_GAP: Final = 14
ROW_LENGTH: Final = 12
"""Loads of a colour at the start; those already dropped are drawn hollow."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows. Counts of tiles are by number from 1, counts of loads by colour."""

    name: str
    colours: tuple[str, ...]
    neutral: tuple[str, ...]
    """Colours without a leader, of which the seat has a share."""
    score: int | None
    stock: tuple[int, ...]
    won: tuple[int, ...]
    hoped: tuple[int, ...]
    """Tiles that a previewed flight would win."""
    spent: tuple[int, ...]
    """Loads that a previewed flight would drop."""
    turn: bool

    @property
    def rows(self) -> tuple[str, ...]:
        """The colours whose loads are shown."""
        return self.colours + tuple(colour for colour in self.neutral if self.stock[COLOURS.index(colour)])

    @property
    def height(self) -> float:
        """The height of the card."""
        return 121 + 21 * len(self.rows)


@lru_cache(maxsize=2048)
def card_shape(card: Card) -> str:
    """Return a card with its upper left corner at (0, 0)."""
    return (
        f'<g class="seat"><title>{escape(card.name)}</title>'
        f'<rect class="card{" turn" if card.turn else ""}" width="{CARD_WIDTH}" height="{card.height:g}" rx="14"/>'
        f"{_head(card)}{''.join(_loads(card, row) for row in range(len(card.rows)))}{_tiles(card)}</g>"
    )


def _head(card: Card) -> str:
    step = 23
    emblems = "".join(emblem(colour, 26 + step * index, 28, 17) for index, colour in enumerate(card.colours))
    start = 44 + step * (len(card.colours) - 1)
    gain = sum(count * number for count, number in zip(card.hoped, NUMBERS, strict=True))
    points = "" if card.score is None else str(card.score)
    gained = f'<tspan class="gain">+{gain}</tspan> ' if gain else ""
    room = CARD_WIDTH - start - 24 - 18 * len(points) - (20 + 11 * len(str(gain)) if gain else 0)
    return (
        f'{emblems}<text class="who" x="{start}" y="34">{escape(_fitting(card.name, room))}</text>'
        f'<text class="score" x="{CARD_WIDTH - 16}" y="38">{gained}{points}</text>'
    )


def _fitting(text: str, room: float) -> str:
    longest = max(3, int(room / 9.4))
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _loads(card: Card, row: int) -> str:
    colour = card.rows[row]
    index = COLOURS.index(colour)
    left, spent = card.stock[index], card.spent[index]
    drops = []
    for nth in range(ROW_LENGTH if colour in card.colours else left):
        x, y = 20 + 16.9 * nth, 72 + 21 * row
        kind = "hollow" if nth >= left else f"spent {colour}" if nth >= left - spent else colour
        face = "" if nth >= left else mark(colour, 0, -4.4, 5)
        where = f"translate({coordinate(x)} {coordinate(y)})"
        drops.append(f'<g class="small {kind}" transform="{where}"><use href="#ff-drop-small"/>{face}</g>')
    return "".join(drops)


def _tiles(card: Card) -> str:
    """Return a pile for each number, always in the same place, so that cards are easy to compare."""
    y = card.height - 38
    piles = []
    for number, won, hoped in zip(NUMBERS, card.won, card.hoped, strict=True):
        where = f'transform="translate({coordinate(-4.5 + 33.7 * number)} {coordinate(y)})"'
        piles.append(f"<g {where}>{_pile(number, won, hoped)}</g>")
    return "".join(piles)


def _pile(number: int, won: int, hoped: int) -> str:
    count = f"×{won}" if won > 1 else ""
    more = f'<tspan class="gain">+{hoped}</tspan>' if hoped else ""
    below = f'<text class="count" y="29.5">{count}{more}</text>' if count or more else ""
    if not won:
        kind = "pile-hoped" if hoped else "pile-none"
        return f'<polygon class="{kind}" points="{hexagon(16)}"/>{_numeral(number, kind, 0)}{below}'
    lifts = [-1.8 * layer for layer in range(min(won, 3))]
    tiles = "".join(
        f'<polygon class="pile" fill="url(#ff-ground-{number}-light)" points="{hexagon(17)}" '
        f'transform="translate(0 {coordinate(lift)})"/>'
        for lift in lifts
    )
    top = lifts[-1]
    return (
        f'{tiles}<circle class="pile-badge" cy="{coordinate(top)}" r="9.4"/>{_numeral(number, "pile-won", top)}{below}'
    )


def _numeral(number: int, kind: str, lift: float) -> str:
    return f'<text class="numeral {kind}" y="{coordinate(5.2 + lift)}">{number}</text>'
