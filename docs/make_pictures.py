"""Draw the pictures of the README and the documentation: `python docs/make_pictures.py` writes them to docs/pictures/.

Every picture is a position of a match, set up and played here and drawn by the package. The files are reproducible byte
for byte, which `tests/test_docs.py` checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import solitaire_plot  # beside this file
from msgspec import structs

import funkenflug
from funkenflug import Game
from funkenflug.core.drawing import Drawing, Fragment
from funkenflug.core.view import Hex
from funkenflug.games import forest
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.forest import name, on
from funkenflug.games.hexes import cell_text, neighbours
from funkenflug.games.scenery import hexagon
from funkenflug.games.vulkan.rules.view import VulkanView

FOLDER = Path(__file__).parent
Panel = tuple[str, Drawing]
"""A caption and the drawing above it."""

PICTURES: dict[str, Callable[[], str]] = {}
"""The function that draws each file."""


def picture(make: Callable[[], str]) -> Callable[[], str]:
    """Register a function that draws the picture of its name."""
    PICTURES[f"{make.__name__.replace('_', '-')}.svg"] = make
    return make


def main() -> None:
    """Write all pictures."""
    target = FOLDER / "pictures"
    target.mkdir(exist_ok=True)
    for file, make in PICTURES.items():
        target.joinpath(file).write_text(make(), encoding="utf-8")


# Positions ------------------------------------------------------------------------------------------------------------


def example(game_id: str, plies: int | None = None) -> Game:
    """Return the example match of a game after `plies` moves."""
    game = funkenflug.load((FOLDER / "examples" / f"{game_id}.ff").read_text(encoding="utf-8"))
    while plies is not None and len(game.moves) > plies:
        game.undo()
    return game


def played(game: Game, *moves: str) -> Game:
    """Return a match after some more moves."""
    further = game.copy()
    for move in moves:
        further.play(move)
    return further


def deck_of(*first: int) -> list[int]:
    """Return a deck that begins with these numbers."""
    rest = [number for number in range(1, 7) for _ in range(6)]
    for number in first:
        rest.remove(number)
    return [*first, *rest]


def piles_of(*first: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return piles of Feuer & Wasser for two seats that begin with these tiles."""
    every = [(fire, water) for fire in range(1, 5) for water in range(1, 5)]
    return [[*pile, *(tile for tile in every if tile not in pile)] for pile in first]


def seen(game: Game) -> FeurioView:
    """Return the public view of a match of Feurio!."""
    view = game.view()
    assert isinstance(view, FeurioView)
    return view


# Putting drawings together --------------------------------------------------------------------------------------------


def sheet(title: str, panels: Sequence[Panel], columns: int) -> Drawing:
    """Join several drawings into one, each with its caption below."""
    wide = max(drawing.box[2] for _, drawing in panels)
    high = max(drawing.box[3] for _, drawing in panels)
    size = max(20.0, wide * columns / 52)
    pitch = high + 2.2 * size
    fragments = {
        f"panel-{index}": Fragment(
            _panel(panel, wide, high, size), wide * (index % columns), pitch * (index // columns)
        )
        for index, panel in enumerate(panels)
    }
    rows = -(-len(panels) // columns)
    return replace(panels[0][1], title=title, box=(0, 0, wide * columns, round(pitch * rows, 1)), fragments=fragments)


def _panel(panel: Panel, wide: float, high: float, size: float) -> str:
    caption, drawing = panel
    left, top, width, height = drawing.box
    content = re.sub(r' id="[^"]*"', "", "".join(part.svg(id) for id, part in drawing.fragments.items()))
    return (
        f'<g><svg x="{(wide - width) / 2:g}" y="{(high - height) / 2:g}" width="{width:g}" height="{height:g}" '
        f'viewBox="{left:g} {top:g} {width:g} {height:g}">{content}</svg>'
        f'<text x="{wide / 2:g}" y="{high + 1.1 * size:g}" text-anchor="middle" font-size="{size:g}">'
        f"{caption}</text></g>"
    )


def without_cards(game: Game, preview: str | None = None, margin: float = forest.MARGIN) -> Drawing:
    """Return the forest of Vulkan! alone."""
    drawing = game.draw(preview=preview)
    fragments = {key: fragment for key, fragment in drawing.fragments.items() if not key.startswith("seat-")}
    return replace(drawing, box=forest.bounds(laid(game), margin=margin), fragments=fragments)


def laid(game: Game) -> list[Hex]:
    """Return the cells of a layout of Vulkan!."""
    view = game.view()
    assert isinstance(view, VulkanView)
    return [cell for cell, _ in view.layout]


def close_up(drawing: Drawing, lower_left: str, upper_right: str) -> Drawing:
    """Return a part of a board of Feuer & Wasser, with its coordinates where it reaches the edge."""
    (left, bottom), (right, top) = (_middle(drawing, cell) for cell in (lower_left, upper_right))
    outer, seam = 42, 1
    west = outer if lower_left[0] == "a" else seam
    south = outer if lower_left[1] == "1" else seam
    north = 26 if upper_right[1] == "8" else seam
    east = 26 if f"cell-{chr(ord(upper_right[0]) + 1)}1" not in drawing.fragments else seam
    box = left - 44 - west, top - 44 - north, right - left + 88 + west + east, bottom - top + 88 + north + south
    return replace(drawing, box=box)


def _middle(drawing: Drawing, cell: str) -> tuple[float, float]:
    fragment = drawing.fragments[f"cell-{cell}"]
    return fragment.x, fragment.y


def with_crests(game: Game, seat: int, *cells: str) -> Drawing:
    """Return a board as a seat sees it, with everybody's influence on some cells."""
    crests = {f"crest-{cell}": game.draw(seat, influence=cell).fragments["crest"] for cell in cells}
    return with_more(game.draw(seat), crests)


def with_more(drawing: Drawing, more: Mapping[str, Fragment]) -> Drawing:
    """Return a drawing with further fragments on top."""
    return replace(drawing, fragments={**drawing.fragments, **more})


# README ---------------------------------------------------------------------------------------------------------------


@picture
def feurio_light() -> str:
    """A finished match of Feurio! with its regions, light."""
    return example("feurio").svg(regions=True, theme="light")


@picture
def feurio_dark() -> str:
    """The same, dark."""
    return example("feurio").svg(regions=True, theme="dark")


@picture
def feurio() -> str:
    """Feurio! while the fire spreads."""
    return example("feurio", 59).svg()


@picture
def vulkan() -> str:
    """Vulkan! with the preview of a flight."""
    return example("vulkan", 7).svg(preview="fly yellow -2,3 4,-3")


@picture
def feuer_wasser() -> str:
    """Feuer & Wasser in the middle of a match, as the green seat sees it."""
    return example("feuer-wasser", 32).svg(0)


# Feurio! --------------------------------------------------------------------------------------------------------------


def worked_example(*moves: str, options: tuple[str, ...] = ()) -> Game:
    """Return the worked example of the rules, after these moves."""
    deck = deck_of(3, 4, 6, 6, 2, 1, 2, 5)
    game = funkenflug.new("feurio", players=4, options=options, deck=deck)
    return played(game, "arrange 6 6 3 4", *moves)


def single_tile(number: int, spaces: int, taken: int) -> Drawing:
    """Return one tile, with firefighters of different colours on this many of its spaces."""
    game = worked_example()
    view = seen(game)
    crews = tuple(int(colour < taken) for colour in range(4))
    tile = structs.replace(view.tiles[0], cell=(0, 0), number=number, spaces=spaces, crews=crews, room=spaces - taken)
    drawing = game.type.draw(structs.replace(view, tiles=(tile,), moves=(), hottest=()))
    return replace(drawing, box=(-75, -62, 150, 124))


@picture
def feurio_tiles() -> str:
    """The six numbers, with their spaces free and taken."""
    spaces = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
    free = [
        (f"{count} space{'s' if count > 1 else ''}", single_tile(number, count, 0)) for number, count in spaces.items()
    ]
    full = [("full", single_tile(number, count, count)) for number, count in spaces.items()]
    return sheet("The six numbers", [*free, *full], columns=6).svg()


@picture
def hex_cells() -> str:
    """Hex cells with their coordinates."""
    cells = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    fragments = {
        name("cell", cell): on(
            cell,
            f'<g class="spot"><polygon points="{hexagon(57)}"/>'
            f'<text class="numeral" y="8.5">{cell_text(cell)}</text></g>',
        )
        for cell in cells
    }
    return replace(worked_example().draw(), title="Hex cells", fragments=fragments, box=forest.bounds(cells)).svg()


def heats(game: Game) -> dict[Hex, int]:
    """Return the heat of every empty cell that touches the forest."""
    numbers = {tile.cell: tile.number or 0 for tile in seen(game).tiles}
    shore = {cell for tile in numbers for cell in neighbours(tile)} - numbers.keys()
    return {cell: sum(numbers.get(other, 0) for other in neighbours(cell)) for cell in sorted(shore)}


@picture
def feurio_heat() -> str:
    """All cells around four tiles with their heat; where it burns hottest stands out."""
    game = played(funkenflug.new("feurio", players=4, deck=deck_of(6, 5, 3, 4)), "arrange 6 5 3 4")
    drawing = game.draw()
    cooler = {
        name("heat", cell): on(
            cell, f'<g opacity=".45">{forest.spot(cell, heat).fragments[name("spot", cell)].shape}</g>'
        )
        for cell, heat in heats(game).items()
        if name("spot", cell) not in drawing.fragments
    }
    return replace(with_more(drawing, cooler), box=forest.bounds(heats(game))).svg()


_TURNS = (
    ("tile 2,-1", "crew 1 green 0,0"),
    ("tile 0,1", "crew 1 blue 0,0"),
    ("tile -1,0", "crew 2 yellow 1,-1"),
    ("tile 1,-2", "crew 1 red 1,-2"),
)


@picture
def feurio_example() -> str:
    """The worked example: the start, the beginning of each of four turns, and the result."""
    start = worked_example()
    panels = [("arrange 6 6 3 4", without_spots(start))]
    moves: tuple[str, ...] = ()
    for who, turn in zip(("Green", "Blue", "Yellow", "Red"), _TURNS, strict=True):
        game = worked_example(*moves)
        panels.append((f"{who} draws a {seen(game).drawn}", game.draw()))
        moves += turn
    panels.append(("after the fourth turn", without_spots(worked_example(*moves))))
    box = forest.bounds([tile.cell for tile in seen(worked_example(*moves)).tiles] + [(-1, 1)])
    return sheet("Four turns", [(caption, replace(drawing, box=box)) for caption, drawing in panels], columns=3).svg()


def without_spots(game: Game) -> Drawing:
    """Return a forest without the cells for the next tile."""
    drawing = game.draw()
    fragments = {key: fragment for key, fragment in drawing.fragments.items() if not key.startswith("spot-")}
    return replace(drawing, fragments=fragments)


@picture
def feurio_crew() -> str:
    """A preview of firefighters."""
    return example("feurio", 60).svg(1, preview="crew 2 blue -7,3")


@picture
def feurio_regions() -> str:
    """A finished match with its regions, light or dark like the page around it."""
    return example("feurio").svg(regions=True)


@picture
def feurio_firebreak() -> str:
    """A firebreak, for the seat that laid it and for everybody else."""
    moves = [move for turn in _TURNS[:3] for move in turn]
    game = worked_example(*moves, "break 1,-2 red", options=("firebreak",))
    panels = [("what Red sees", game.draw(3)), ("what everyone else sees", game.draw(0))]
    return sheet("A firebreak", panels, columns=2).svg()


# Vulkan! --------------------------------------------------------------------------------------------------------------


@picture
def vulkan_volcano() -> str:
    """Tiles that are shut in on all sides, and one of them as the volcano."""
    game = funkenflug.new("vulkan", players=4, seed=8)
    fit = {move.removeprefix("volcano ") for move in game.legal_moves()}
    veils = {name("veil", cell): on(cell, forest.VEIL) for cell in laid(game) if cell_text(cell) not in fit}
    panels = [
        ("one of these erupts", with_more(without_cards(game), veils)),
        ("volcano 1,1", without_cards(played(game, "volcano 1,1"))),
    ]
    return sheet("Choosing the volcano", panels, columns=2).svg()


def flown(game: Game, flight: str, part: Sequence[Hex], margin: float) -> list[Panel]:
    """Return the preview of a flight and its result, in a part of the forest."""
    box = forest.bounds(part, margin=margin)
    colour = flight.split()[1]
    return [
        (f"{colour} considers this flight", replace(without_cards(game, flight), box=box)),
        (f"{colour} has flown", replace(without_cards(played(game, flight)), box=box)),
    ]


@picture
def vulkan_out() -> str:
    """An extinguished tile that extinguishes others."""
    game = funkenflug.new("vulkan", players=4, seed=1)
    game = played(game, "volcano 1,1", "fly green -3,3 1,-1", "fly blue -3,3 3,-3")
    return sheet("Putting fires out", flown(game, "fly yellow 0,-3 0,2", laid(game), 78), columns=2).svg()


@picture
def vulkan_cut() -> str:
    """An extinguished tile that isolates others."""
    game = funkenflug.new("vulkan", players=4, seed=8)
    game = played(game, "volcano 1,1", "fly green -3,3 1,3", "fly blue -4,4 0,0")
    south_west = [(q, r) for q, r in laid(game) if q <= 1 and q + 2 * r >= 0]
    return sheet("Cutting tiles off", flown(game, "fly yellow -2,3 -2,3", south_west, 14), columns=2).svg()


@picture
def vulkan_shapes() -> str:
    """The two layouts that have a name."""
    games = {shape: funkenflug.new("vulkan", players=4, seed=1, layout=shape) for shape in ("hexagon", "parallelogram")}
    return sheet("Named layouts", [(shape, without_cards(game)) for shape, game in games.items()], columns=2).svg()


@picture
def vulkan_layouts() -> str:
    """Ten random forests."""
    panels = [
        (f"seed {seed}", without_cards(funkenflug.new("vulkan", players=4, seed=seed), margin=40))
        for seed in range(1, 11)
    ]
    return sheet("Ten layouts by chance", panels, columns=5).svg()


# Feuer & Wasser -------------------------------------------------------------------------------------------------------


def duel(green: Sequence[tuple[int, int]], blue: Sequence[tuple[int, int]], elementals: str, *moves: str) -> Game:
    """Return a match of two on the small board, given their first tiles, three elementals and further moves."""
    game = funkenflug.new("feuer-wasser", players=2, piles=piles_of(green, blue))
    return played(game, *(f"elemental {cell}" for cell in elementals.split()), *moves)


@picture
def feuer_wasser_boards() -> str:
    """The boards for two, and for three and four."""
    small, large = (funkenflug.new("feuer-wasser", players=players, seed=1).draw() for players in (2, 4))
    panels = [("two players", close_up(small, "a1", "h8")), ("three or four", close_up(large, "a1", "l8"))]
    return sheet("The boards", panels, columns=2).svg()


@picture
def feuer_wasser_influence() -> str:
    """One influence tile, and where it counts."""
    game = duel([(4, 3)], [(1, 1)], "f7 g4 f2", "tile 11 h1 h2", "tile 43 c6 c5")
    panels = [
        ("tile 43 c6 c5", game.draw(0)),
        ("fire counts on d6 and c5, water on d5 and c4", with_crests(game, 0, "d6", "c5", "d5", "c4")),
    ]
    return sheet("Influence", [(text, close_up(part, "a3", "e7")) for text, part in panels], columns=2).svg()


def contested(*moves: str) -> Game:
    """Return a corner where blue can take one cell, and then another."""
    tiles = ("tile 24 c3 b3", "tile 11 b2 a2", "tile 12 d2 e2", "tile 13 c1 c2", "tile 31 g8 g7", "tile 32 a1 b1")
    return duel([(1, 1), (1, 3), (3, 2)], [(2, 4), (1, 2), (3, 1)], "e6 g3 c6", *tiles, *moves)


@picture
def feuer_wasser_stone() -> str:
    """A cell out of reach, a stone that covers the half guarding it, and the cell taken."""
    before, between, after = contested(), contested("stone c2"), contested("stone c2", "tile 14 h6 h5", "stone b2")
    panels = [
        ("b2: green 6, blue 4", with_crests(before, 1, "b2")),
        ("c2: blue 3, green 2", with_crests(before, 1, "c2")),
        ("stone c2; b2: blue 4, green 3", with_crests(between, 1, "b2")),
        ("stone b2", after.draw(1)),
    ]
    return sheet("Taking cells", [(text, close_up(part, "a1", "e4")) for text, part in panels], columns=2).svg()


@picture
def feuer_wasser_tame() -> str:
    """An elemental that the smaller sum tames."""
    tiles = ("tile 41 d3 e3", "tile 12 b3 a3", "tile 21 b4 c4", "tile 32 c1 c2", "tile 33 g8 h8", "leader e5")
    game = duel([(1, 2), (3, 2)], [(4, 1), (2, 1), (3, 3), (4, 4)], "c3 g6 g3", *tiles, "tile 44 g1 h1")
    panels = [("green 1 + 2, blue 4 + 1", game.draw(0)), ("tame c3", played(game, "tame c3").draw(0))]
    return sheet("Taming", [(text, close_up(part, "a1", "e5")) for text, part in panels], columns=2).svg()


@picture
def feuer_wasser_leader() -> str:
    """A leader, and how it is lost."""
    moves = ("leader c4", "tile 14 a4 b4", "tile 12 d5 d4", "tile 23 c2 c3", "tile 43 c5 b5")
    game = duel([(1, 4), (2, 3)], [(1, 2), (4, 3)], "f7 g4 f2", *moves)
    panels = [
        ("c4: green 4 + 3, blue 2", game.draw(0)),
        ("stone c4: the leader is lost", played(game, "stone c4").draw(0)),
    ]
    return sheet("Leaders", [(text, close_up(part, "a2", "e6")) for text, part in panels], columns=2).svg()


@picture
def solitaire() -> str:
    """How long it takes to decide a solitaire deal."""
    return solitaire_plot.plot(FOLDER.parent / "bench" / "results")


if __name__ == "__main__":
    main()
