"""Setting up Vulkan!: the layout of the forest (V1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from funkenflug.core.seeds import Chance, as_int
from funkenflug.core.view import Hex
from funkenflug.core.words import Message, clipped
from funkenflug.games.base import Setup, hook
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.hexes import ALL_NUMBERS, DIRECTIONS, TILES, cell_text, neighbours, reached_from, read_cell
from funkenflug.games.vulkan.rules import rules
from funkenflug.games.vulkan.rules.view import VulkanView
from funkenflug.kernel import Array, State, compiled

Layout = tuple[tuple[Hex, int], ...]
"""The cells with their numbers, in the order of the cells."""

_FARTHEST = 99
"""The greatest coordinate of a cell."""

SHAPES: Mapping[str, frozenset[Hex]] = {
    "hexagon": frozenset((q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3 and (q, r) != (3, 0)),
    "parallelogram": frozenset((q, r) for q in range(6) for r in range(6)),
}


class Dealt(tuple[str, Layout]):
    """A layout and the name it came by ("given" if cell by cell)."""

    __slots__ = ()


@hook
def leaves_to_chance(words: Mapping[str, Any]) -> bool:
    """Whether the seed deals the numbers, and perhaps the cells."""
    return isinstance(words.get("layout", "random"), str)


@hook
def deal(players: int, seed: str | None, words: Mapping[str, Any]) -> Dealt:
    """Return the layout: as given, or a shape with numbers shuffled by the seed."""
    wanted = words.get("layout", "random")
    if seed is None:
        return Dealt(("given", checked_layout(wanted)))
    if wanted == "random":
        cells = ragged_forest(seed)
    elif wanted in SHAPES:
        cells = tuple(sorted(SHAPES[wanted]))
    else:
        names, found = ", ".join(("random", *SHAPES)), clipped(repr(wanted))
        raise ValueError(
            Message("a layout must be {names} or cells with numbers, not {found}", names=names, found=found)
        )
    return Dealt((wanted, tuple(zip(cells, Chance(seed, "numbers").shuffled(ALL_NUMBERS), strict=True))))


def checked_layout(layout: Any) -> Layout:
    """Return a layout given cell by cell; a `ValueError` names the cell that breaks a rule."""
    try:
        pairs = [(cell, number) for cell, number in (layout.items() if isinstance(layout, Mapping) else layout)]
    except (TypeError, ValueError):
        raise ValueError(
            f"a layout must be a name or a mapping of cells to numbers, not {clipped(repr(layout))}"
        ) from None
    tiles: dict[Hex, int] = {}
    for place, number in pairs:
        cell = _checked_cell(place)
        if cell in tiles:
            raise ValueError(Message("there are two tiles on {cell}", cell=cell_text(cell)))
        tiles[cell] = _checked_number(cell, number)
    if len(tiles) != TILES:
        raise ValueError(Message("a layout has {tiles} tiles, this one has {found}", tiles=TILES, found=len(tiles)))
    numbers = list(tiles.values())
    for number in range(1, 7):
        if (found := numbers.count(number)) != 6:
            words = Message(
                "a layout has six tiles of each number, this one has {found} of {number}", found=found, number=number
            )
            raise ValueError(words)
    error = shape_error(tiles)
    if error:
        raise ValueError(error)
    return tuple(sorted(tiles.items()))


def _checked_cell(place: Any) -> Hex:
    try:
        q, r = map(as_int, place)
    except (TypeError, ValueError):
        q = r = None
    if q is None or r is None:
        raise ValueError(f"a cell must be a pair of whole numbers (q, r), not {clipped(repr(place))}")
    if max(abs(q), abs(r)) > _FARTHEST:
        first, last = cell_text((-_FARTHEST, -_FARTHEST)), cell_text((_FARTHEST, _FARTHEST))
        found = clipped(cell_text((q, r)))
        raise ValueError(
            Message("cells must be from {first} to {last}, not {found}", first=first, last=last, found=found)
        )
    return q, r


def _checked_number(cell: Hex, number: Any) -> int:
    found = as_int(number)
    if found not in ALL_NUMBERS:
        raise ValueError(_no_number(cell_text(cell), number))
    return found


def _no_number(cell: str, found: object) -> Message:
    return Message(
        "the tile on {cell} must have a number from 1 to 6, not {found}", cell=cell, found=clipped(repr(found))
    )


def shape_error(cells: Iterable[Hex]) -> Message | None:
    """Return what is wrong with the shape of a forest, None if nothing is."""
    forest = set(cells)
    for cell in sorted(forest):
        count = _touched(cell, forest)
        if count < 2:
            return Message.counted(
                "the tile on {cell} touches 1 other; it must touch two",
                "the tile on {cell} touches {count} others; it must touch two",
                count,
                cell=cell_text(cell),
            )
    apart = forest - reached_from(min(forest), forest)
    if apart:
        lone, first = cell_text(min(apart)), cell_text(min(forest))
        return Message("the tile on {cell} is not connected to the one on {first}", cell=lone, first=first)
    nearest = max(sorted(forest), key=lambda cell: _touched(cell, forest))
    if (count := _touched(nearest, forest)) < 6:
        return Message(
            "no tile is surrounded on all six sides to be the volcano; {cell} comes nearest with {count}",
            cell=cell_text(nearest),
            count=count,
        )
    return None


def _touched(cell: Hex, forest: set[Hex]) -> int:
    return sum(other in forest for other in neighbours(cell))


def vulkan_layout(game: Any) -> dict[Hex, int]:
    """Return the forest of a finished match of Feurio! as a layout for Vulkan!, with the numbers under its firebreaks.

    A `ValueError` says why not: another game, a match that is not over, or a forest that cannot be played on.

    >>> import funkenflug
    >>> funkenflug.vulkan_layout(funkenflug.new("feurio", players=2, seed=7))
    Traceback (most recent call last):
    ValueError: this match of Feurio! is not over
    """
    game_type = getattr(game, "type", None)
    if getattr(game_type, "id", "") != "feurio":
        other = f"a match of {game_type.title}" if game_type else clipped(repr(game))
        raise ValueError(f"the forest of a match of Feurio! can be a layout, not {other}")
    if not game.over:
        raise ValueError("this match of Feurio! is not over")
    return layout_of(game.view())


def layout_of(view: FeurioView) -> dict[Hex, int]:
    """Return the forest that a match of Feurio! has left; a `ValueError` says why it is none."""
    return dict(checked_layout({tile.cell: tile.number for tile in view.tiles}))


def ragged_forest(seed: str) -> tuple[Hex, ...]:
    """Return cells such as people lay, in order: compact but ragged, with bays and the odd hole."""
    chance = Chance(seed, "cells")
    forest, words = np.empty(TILES, np.int64), 128
    while not _grow(chance.words(words), forest):
        words *= 2
    forest.sort()
    return tuple([_CELLS[cell] for cell in forest.tolist()])


_WEIGHTS = np.array((0, 2, 9, 9, 6, 3, 2))
"""The weight of a cell by the number of tiles it touches: tails are rare, and a hole stays open now and then."""
_REACH = range(-TILES, TILES + 1)
_SPAN = len(_REACH)
"""The side of a grid in which a forest that begins in the middle never comes to an edge."""
_CELLS = [(q, r) for q in _REACH for r in _REACH]
_MIDDLE = TILES * _SPAN + TILES
_AROUND = np.array([dq * _SPAN + dr for dq, dr in DIRECTIONS])
_NEARNESS = np.array([[max(1, 22 - max(abs(q), abs(r), abs(q + r)) ** 2) for r in _REACH] for q in _REACH]).ravel()
"""How much the distance of a cell from the middle counts."""


@compiled(nogil=True)
def _grow(words: Array, forest: Array) -> bool:
    """Lay forests tile by tile until one has the right shape; return False if there are not enough random words."""
    touched = np.zeros(_SPAN * _SPAN, np.int8)  # by cell: how many tiles it touches
    edge = np.empty(4 * TILES + 2, np.int64)  # the empty cells that touch the forest, in order
    used = 0
    while True:
        touched[:] = 0
        cells = 0
        forest[0] = _MIDDLE
        for laid in range(1, TILES):
            cells = _touch(forest, laid, touched, edge, cells)
            total = 0
            for i in range(cells):
                total += _WEIGHTS[touched[edge[i]]] * _NEARNESS[edge[i]]
            limit = 2**32 - 2**32 % total
            while used < len(words) and words[used] >= limit:
                used += 1
            if used == len(words):
                return False
            pick = words[used] % total
            used += 1
            i = -1
            while pick >= 0:
                i += 1
                pick -= _WEIGHTS[touched[edge[i]]] * _NEARNESS[edge[i]]
            forest[laid] = edge[i]
            cells -= 1
            for later in range(i, cells):
                edge[later] = edge[later + 1]
        _touch(forest, TILES, touched, edge, cells)
        if _has_the_right_shape(forest, touched):
            return True


@compiled
def _touch(forest: Array, laid: int, touched: Array, edge: Array, cells: int) -> int:
    """Note what the last tile touches; return the number of edge cells."""
    for direction in range(6):
        beside = forest[laid - 1] + _AROUND[direction]
        touched[beside] += 1
        if touched[beside] > 1 or beside == _MIDDLE:
            continue
        place = cells
        while place > 0 and edge[place - 1] > beside:
            edge[place] = edge[place - 1]
            place -= 1
        edge[place] = beside
        cells += 1
    return cells


@compiled
def _has_the_right_shape(forest: Array, touched: Array) -> bool:
    """See `shape_error`; a forest that has grown is connected."""
    volcano = False
    for tile in range(TILES):
        if touched[forest[tile]] < 2:
            return False
        volcano |= touched[forest[tile]] == 6
    return volcano


@hook
def start(setup: Setup) -> State:
    """Return the first position."""
    return rules.new(setup.players, together=setup.mode != "competitive", layout=setup.deal[1])


@hook
def deal_tags(setup: Setup) -> dict[str, str]:
    """Return what a record says of the layout: its name, or all its cells with their numbers."""
    name, layout = setup.deal
    return {"Layout": " ".join(f"{cell_text(cell)}={number}" for cell, number in layout) if name == "given" else name}


@hook
def read_deal_tags(tags: Mapping[str, str]) -> dict[str, Any]:
    """Return the layout that a record gives."""
    text = tags.get("Layout", "random")
    if "=" not in text:
        return {"layout": text}
    layout = {}
    for word in text.split():
        place, _, number = word.partition("=")
        cell = read_cell(place)
        if number not in ("1", "2", "3", "4", "5", "6"):
            raise ValueError(_no_number(place, number))
        if cell in layout:
            raise ValueError(Message("there are two tiles on {cell}", cell=place))
        layout[cell] = int(number)
    return {"layout": layout}


@hook
def possible_deal(view: VulkanView) -> dict[str, Any]:
    """Return the layout: nothing is hidden."""
    return {"layout": dict(view.layout)}


@hook
def deal_of(state: State) -> dict[str, Any]:
    """Return the forest of a match as arguments of `new`."""
    cells = zip(state["q"].tolist(), state["r"].tolist(), strict=True)
    return {"layout": dict(zip(cells, state["number"].tolist(), strict=True))}
