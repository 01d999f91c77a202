"""The pictures of Feurio! and Vulkan!, from views built by hand."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import funkenflug
from funkenflug.core.drawing import Drawing, Fragment, Preview
from funkenflug.core.view import COLOURS, Event, Hex
from funkenflug.games import forest, pieces
from funkenflug.games.feurio.rules.view import CrewPlaced, FeurioView, FirebreakLaid, Region, TileLaid
from funkenflug.games.feurio.rules.view import Tile as ForestTile
from funkenflug.games.feurio.show import drawing as feurio
from funkenflug.games.vulkan.rules.view import Collected, Extinguished, Flown, Isolated, VulkanView
from funkenflug.games.vulkan.rules.view import Tile as BurningTile
from funkenflug.games.vulkan.show import drawing as vulkan

SHAPES = {"green": "circle", "blue": "rect", "yellow": "polygon", "red": "polygon"}
SPACES = (0, 1, 1, 2, 2, 3, 3)
NOBODY = (0, 0, 0, 0)


def forest_tile(cell: Hex, number: int | None, crews: tuple[int, int, int, int] = NOBODY, **more: Any) -> ForestTile:
    spaces = 0 if number is None or more.get("firebreak") else SPACES[number]
    known: dict[str, Any] = {
        "firebreak": False,
        "free_edges": 3,
        "room": max(0, min(spaces, 3) - sum(crews)),
    } | more
    return ForestTile(cell=cell, number=number, spaces=spaces, crews=crews, **known)


def a_region(colour: str, *cells: Hex, total: int, divisor: int | None, points: int) -> Region:
    return Region(seat=COLOURS.index(colour), colour=colour, cells=cells, total=total, divisor=divisor, points=points)


BLUE_PAIR = a_region("blue", (0, 0), (1, -1), total=11, divisor=5, points=3)
RED_HUT = a_region("red", (0, 0), total=6, divisor=None, points=0)
GREEN_POND = a_region("green", (2, -1), total=1, divisor=1, points=1)


def feurio_match(**changes: Any) -> FeurioView:
    """Return a match in its middle, with a firebreak whose number the viewer does not know."""
    view = FeurioView(
        game="feurio",
        players=4,
        mode="competitive",
        options=("firebreak",),
        names=("Agnes", "Bruno", "Clara", "Dario"),
        colours=tuple((colour,) for colour in COLOURS),
        seat=0,
        to_move=0,
        moves=("tile 1,0", "crew 1 yellow 1,0"),
        scores=(1, 3, 0, 0),
        step="tile",
        deck=(None,) * 36,
        tiles=(
            forest_tile((0, 0), 6, (0, 1, 0, 1)),
            forest_tile((1, -1), 5, (0, 2, 0, 0)),
            forest_tile((1, 0), 4, (0, 0, 1, 0)),
            forest_tile((2, -1), 1, (1, 0, 0, 0)),
            forest_tile((0, -1), 3),
            forest_tile((-1, 0), None, firebreak=True),
        ),
        drawn=2,
        tiles_left=20,
        unseen=(3, 3, 3, 3, 3, 3),
        heat=11,
        hottest=((-1, 1), (0, 1)),
        stocks=((10, 0, 0, 0),) * 4,
        paid=(0, 0, 0, 0),
        regions=(BLUE_PAIR, RED_HUT, GREEN_POND),
    )
    return msgspec.structs.replace(view, **changes)


def burning(cell: Hex, number: int, loads: tuple[int, int, int, int] = NOBODY, open_side: bool = False) -> BurningTile:
    return BurningTile(cell=cell, number=number, spaces=SPACES[number], loads=loads, open_side=open_side)


def vulkan_match(**changes: Any) -> VulkanView:
    """Return a match in its middle: a tile is gone, loads of all colours lie on the others."""
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    view = VulkanView(
        game="vulkan",
        players=4,
        mode="competitive",
        options=(),
        names=("Agnes", "Bruno", "Clara", "Dario"),
        colours=tuple((colour,) for colour in COLOURS),
        seat=None,
        to_move=3,
        moves=("volcano 0,0", "fly blue -1,1 0,1"),
        scores=(2, 0, 0, 0),
        step="fly",
        volcano=(0, 0),
        layout=(((0, 0), 4), *zip(around, (6, 5, 4, 3, 2, 1), strict=True), ((2, 0), 2)),
        tiles=(
            burning((1, 0), 6, (1, 0, 1, 0), open_side=True),
            burning((0, 1), 5, (0, 1, 0, 0)),
            burning((-1, 1), 4, (0, 1, 0, 1)),
            burning((-1, 0), 3),
            burning((0, -1), 2),
            burning((1, -1), 1),
        ),
        collected=(Collected(cell=(2, 0), number=2, seat=0),),
        stocks=((2, 0, 0, 0), (0, 3, 0, 0), (0, 0, 4, 0), (0, 0, 0, 5)),
    )
    return msgspec.structs.replace(view, **changes)


def considering(after: FeurioView | VulkanView, *events: Event) -> Preview:
    return Preview(move="", events=events, after=after)


LAY = TileLaid(seat=0, cell=(0, 1), number=2, heat=11)
BREAK = FirebreakLaid(seat=0, cell=(0, 1), colour="green")
SEND = CrewPlaced(seat=0, cell=(0, -1), number=3, colour="green", count=2)
FLY = Flown(seat=3, colour="red", cells=((0, 1), (1, 0)), drops=((0, 1), (1, 0)))
REWARDS = (
    Extinguished(seat=3, cell=(1, 0), number=6, winner=3),
    Isolated(seat=3, cell=(0, -1), number=2, winner=None),
)

PICTURES: dict[str, Drawing] = {
    "feurio": feurio.draw(feurio_match()),
    "feurio regions": feurio.draw(feurio_match(step="over", hottest=(), to_move=None), regions=True),
    "feurio lay": feurio.draw(feurio_match(), preview=considering(feurio_match(), LAY)),
    "feurio lay unknown": feurio.draw(feurio_match(drawn=None), preview=considering(feurio_match(), LAY)),
    "feurio break": feurio.draw(feurio_match(), preview=considering(feurio_match(), BREAK)),
    "feurio send": feurio.draw(feurio_match(step="crew"), preview=considering(feurio_match(), SEND)),
    "feurio one tile": feurio.draw(feurio_match(tiles=(forest_tile((0, 0), 4),), regions=(), moves=())),
    "vulkan": vulkan.draw(vulkan_match()),
    "vulkan fly": vulkan.draw(vulkan_match(), preview=considering(vulkan_match(), FLY, *REWARDS)),
    "vulkan set-up": vulkan.draw(vulkan_match(step="volcano", volcano=None, moves=())),
    "vulkan alone": vulkan.draw(
        vulkan_match(names=("Ada",), colours=(COLOURS,), scores=(), stocks=((1, 2, 3, 4),), to_move=0)
    ),
}


@pytest.fixture(params=PICTURES, ids=lambda name: name.replace(" ", "-"))
def picture(request: pytest.FixtureRequest) -> Drawing:
    return PICTURES[request.param]


def test_every_fragment_is_one_element_in_its_place(picture: Drawing) -> None:
    for key, fragment in picture.fragments.items():
        shape, element = ElementTree.fromstring(fragment.shape), ElementTree.fromstring(fragment.svg(key))
        assert not {"id", "transform", "data-cell"} & shape.attrib.keys()
        assert (element.get("id"), element.get("data-cell", "")) == (key, fragment.cell)
        placed = [float(number) for number in re.findall(r"[-\d.]+", element.get("transform", ""))]
        assert placed == pytest.approx([fragment.x, fragment.y], abs=0.06)


def test_what_looks_the_same_has_the_same_shape_in_every_cell() -> None:
    tiles = feurio.draw(feurio_match(tiles=(forest_tile((0, 0), 3), forest_tile((6, 0), 3)))).fragments
    assert tiles["tile-0-0"].shape == tiles["tile-6-0"].shape
    assert tiles["badge-0-0"].shape == tiles["badge-6-0"].shape
    marks = [feurio.draw(feurio_match(moves=(f"tile {cell}",))).fragments["last-tile"] for cell in ("1,0", "0,-1")]
    assert marks[0].shape == marks[1].shape
    flights = [
        vulkan.draw(vulkan_match(moves=(f"fly red {row}",))).fragments["last-flight"]
        for row in ("-1,1 0,1", "1,-1 0,-1")
    ]
    assert flights[0].shape == flights[1].shape


def test_the_picture_stands_alone(picture: Drawing) -> None:
    """Parses, has no id twice, and refers to nothing that it does not contain."""
    svg = picture.svg()
    ElementTree.fromstring(svg)
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)) <= {(name, "") for name in ids} | {
        ("", name) for name in ids
    }
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_colours_come_from_the_style_sheet(picture: Drawing) -> None:
    drawn = picture.symbols + "".join(fragment.shape for fragment in picture.fragments.values())
    assert not re.search(r'style=|(fill|stroke|stop-color)="(?!url\()', drawn)


def test_every_class_that_is_drawn_is_in_the_style_sheet(picture: Drawing) -> None:
    svg = picture.svg()
    used = {name for names in re.findall(r'\bclass="([^"]+)"', svg) for name in names.split()}
    without_look = {"auto", "tile", "volcano", "seat", "back"}
    styled = set(re.findall(r"\.([a-z][\w-]*)", picture.style))
    assert used - without_look <= styled


def test_tiles_and_hints_name_their_cell(picture: Drawing) -> None:
    for key, fragment in picture.fragments.items():
        kind, _, cell = key.partition("-")
        if kind in ("tile", "spot"):
            q, r = re.fullmatch(r"(-?\d+)-(-?\d+)", cell).groups()  # type: ignore[union-attr]
            assert fragment.cell == f"{q},{r}"


def test_everything_is_inside_the_box(picture: Drawing) -> None:
    left, top, width, height = picture.box
    for fragment in picture.fragments.values():
        assert left < fragment.x < left + width
        assert top < fragment.y < top + height


def test_the_same_view_gives_the_same_bytes() -> None:
    assert feurio.draw(feurio_match(), regions=True).svg() == feurio.draw(feurio_match(), regions=True).svg()
    assert vulkan.draw(vulkan_match()).svg() == vulkan.draw(vulkan_match()).svg()


@pytest.mark.parametrize(("game", "kind"), [("feurio", "crew"), ("vulkan", "load")])
def test_the_four_colours_have_four_shapes(game: str, kind: str) -> None:
    shown = PICTURES[game].fragments
    for colour, shape in SHAPES.items():
        piece = next(fragment for key, fragment in shown.items() if key.startswith(kind) and colour in key)
        assert f'<{shape} class="mark {colour}"' in piece.shape
    assert pieces.emblem("yellow", 0, 0, 10).count(",") == 3
    assert pieces.emblem("red", 0, 0, 10).count(",") == 4


def test_names_are_escaped() -> None:
    names = ('<b>"A&B"</b>', "Bruno", "Clara", "Dario")
    for drawing in (feurio.draw(feurio_match(names=names)), vulkan.draw(vulkan_match(names=names))):
        svg = drawing.svg()
        assert "<b>" not in svg
        assert '<b>"A&B"</b>' in (ElementTree.fromstring(svg)[0].text or "")


# Feurio!


def text_of(fragment: Fragment) -> str:
    return "".join(ElementTree.fromstring(fragment.shape).itertext())


def test_a_hidden_firebreak_shows_no_number() -> None:
    shown = PICTURES["feurio"].fragments
    assert "badge--1-0" not in shown
    assert not re.search(r"\d", text_of(shown["tile--1-0"]))


def test_positions_that_differ_in_a_hidden_number_look_the_same() -> None:
    """The drawing gets the number of a firebreak from the view alone: with None there is nothing to show."""
    hidden = feurio.draw(feurio_match())
    for number in range(1, 7):
        tiles = (*feurio_match().tiles[:-1], forest_tile((-1, 0), number, firebreak=True))
        known = feurio.draw(feurio_match(tiles=tiles))
        assert known.fragments["tile--1-0"] == hidden.fragments["tile--1-0"]
        assert text_of(known.fragments["badge--1-0"]) == str(number)


def test_spaces_are_ovals_as_far_as_there_is_room() -> None:
    tile = forest_tile((0, 0), 6, (1, 0, 0, 0), room=1)
    fragment = feurio.draw(feurio_match(tiles=(tile,), regions=())).fragments["tile-0-0"].shape
    assert fragment.count('href="#ff-space"') == 1
    assert fragment.count('href="#ff-closed"') == 1


def test_hints_are_shown_only_while_a_tile_is_laid() -> None:
    assert {"spot--1-1", "spot-0-1"} <= set(PICTURES["feurio"].fragments)
    assert text_of(PICTURES["feurio"].fragments["spot-0-1"]) == "11"
    assert not [key for key in feurio.draw(feurio_match(step="crew")).fragments if key.startswith("spot")]


def test_the_last_turn_is_marked() -> None:
    def marks(*moves: str) -> set[str]:
        return {key for key in feurio.draw(feurio_match(moves=moves)).fragments if key.startswith("last")}

    assert marks("tile 1,0", "crew 1 yellow 1,0") == {"last-tile", "last-crew"}
    assert marks("crew 1 red 0,0", "tile 1,0") == {"last-tile"}
    assert marks("tile 1,0", "pass") == {"last-tile"}
    assert marks("crew 1 red 0,0", "break -1,0 red") == {"last-tile"}
    assert marks("crew 1 red 0,0", "crew 1 green 2,-1") == {"last-crew"}
    assert marks("pass", "pass") == marks() == set()


def test_regions_show_their_division() -> None:
    shown = PICTURES["feurio regions"].fragments
    assert text_of(shown["label-blue-0-0"]) == "11 ÷ 5 = 3"
    assert text_of(shown["label-red-0-0"]) == "6 ÷ – = 0"
    assert "shut-in" in shown["region-red-0-0"].shape
    assert 'class="veil"' in shown["tile-0--1"].shape
    assert 'class="veil"' not in shown["tile-0-0"].shape


def test_a_neutral_region_has_no_label() -> None:
    neutral = msgspec.structs.replace(RED_HUT, seat=None)
    shown = feurio.draw(feurio_match(regions=(neutral,)), regions=True).fragments
    assert "region-red-0-0" in shown
    assert "label-red-0-0" not in shown


def test_alone_no_region_is_labelled_with_points() -> None:
    game = funkenflug.new("feurio", players=1, seed=1)
    while not (view := game.view(0)).regions:
        game.play(game.legal_moves()[-1])  # to send firefighters comes after sending nobody
    shown = feurio.draw(view, regions=True).fragments
    assert any(id.startswith("region-") for id in shown)
    assert not any(id.startswith("label-") for id in shown)


def test_regions_that_share_a_tile_run_in_different_lanes() -> None:
    outlines = tuple(feurio._outline(region, "", counts=True) for region in (BLUE_PAIR, RED_HUT, GREEN_POND))
    assert forest.lanes(outlines) == (0, 1, 0)


@pytest.mark.parametrize("picture_name", ["feurio lay", "feurio lay unknown", "feurio break"])
def test_considering_a_tile_adds_only_its_ghost(picture_name: str) -> None:
    before, after = PICTURES["feurio"].fragments, PICTURES[picture_name].fragments
    assert {key: fragment for key, fragment in after.items() if key != "ghost-tile"} == before
    assert after["ghost-tile"].cell == "0,1"


def test_an_unknown_tile_is_considered_face_down() -> None:
    assert text_of(PICTURES["feurio lay"].fragments["ghost-tile"]) == "2"
    assert not text_of(PICTURES["feurio lay unknown"].fragments["ghost-tile"])


def test_considering_a_crew_shows_it_and_what_its_region_would_be_worth() -> None:
    grown = a_region("blue", (0, -1), (0, 0), (1, -1), total=14, divisor=3, points=5)
    view = feurio_match(step="crew")
    after = feurio_match(regions=(grown, RED_HUT, GREEN_POND))
    event = CrewPlaced(seat=1, cell=(0, -1), number=3, colour="blue", count=2)
    before = feurio.draw(view).fragments
    considered = feurio.draw(view, preview=considering(after, event)).fragments
    added = {"selection", "ghost-crew-0", "ghost-crew-1", "region-blue-0--1", "label-blue-0--1"}
    assert considered.keys() - before.keys() == added
    assert all(considered[key] == fragment for key, fragment in before.items())
    assert text_of(considered["label-blue-0--1"]) == "14 ÷ 3 = 5+2"


def test_a_preview_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="FeurioView"):
        feurio.draw(feurio_match(), preview=considering(vulkan_match(), LAY))


# Vulkan!


def test_considering_a_flight_adds_only_what_it_would_do() -> None:
    before, after = PICTURES["vulkan"], PICTURES["vulkan fly"]
    added = {
        "flight", "course", "plane", "out-1-0", "out-0--1", "chip-1-0", "chip-0--1", "ghost-load-0-1", "ghost-load-1-0"
    }  # fmt: skip
    assert after.fragments.keys() - before.fragments.keys() == added
    changed = {key for key, fragment in before.fragments.items() if after.fragments[key] != fragment}
    assert changed == {"seat-3"}
    assert after.box == before.box
    assert text_of(after.fragments["seat-3"]).startswith("DarioDario+6 0")
    assert after.fragments["seat-3"].shape.count("spent red") == 2


def test_what_is_gone_leaves_a_gap_and_the_volcano_stays() -> None:
    shown = PICTURES["vulkan"].fragments
    assert "gap-2-0" in shown
    assert "volcano" in shown
    assert "tile-0-0" not in shown
    assert "volcano" not in PICTURES["vulkan set-up"].fragments


def test_an_open_side_is_marked_on_its_free_edges() -> None:
    shown = PICTURES["vulkan"].fragments
    line = re.search(r'class="open" d="([^"]+)"', shown["tile-1-0"].shape)
    assert line
    assert line[1].count("M") == 3
    assert 'class="open"' not in shown["tile-0-1"].shape


def test_the_last_flight_is_marked() -> None:
    assert "last-flight blue" in PICTURES["vulkan"].fragments["last-flight"].shape
    assert "last-flight" not in PICTURES["vulkan set-up"].fragments


def test_a_card_lists_all_colours_of_its_seat() -> None:
    card = PICTURES["vulkan alone"].fragments["seat-0"].shape
    for colour, left in zip(COLOURS, (1, 2, 3, 4), strict=True):
        assert card.count(f'class="small {colour}"') == left
        assert f'class="emblem {colour}"' in card


def test_a_neutral_share_is_on_the_card() -> None:
    three = vulkan_match(
        players=3,
        names=("Agnes", "Bruno", "Clara"),
        colours=(("green",), ("blue",), ("yellow",)),
        scores=(0, 0, 0),
        stocks=((12, 0, 0, 4), (0, 12, 0, 4), (0, 0, 12, 0)),
        to_move=0,
    )
    shown = {id: fragment.shape for id, fragment in vulkan.draw(three).fragments.items()}
    assert shown["seat-0"].count('class="small red"') == 4
    assert 'class="emblem red"' not in shown["seat-0"]
    assert "small red" not in shown["seat-2"]


# Geometry


@pytest.mark.parametrize("cell", [(0, 0), (3, -2), (-4, 1), (2, 5)])
def test_the_middle_of_a_cell_lies_in_it(cell: Hex) -> None:
    assert forest.cell_at(*forest.centre(cell)) == cell


def test_directions_go_around_clockwise() -> None:
    angles = [forest.centre(direction) for direction in forest.DIRECTIONS]
    assert all(x * below - y * right > 0 for (x, y), (right, below) in pairwise(angles))


def test_the_outline_of_a_ring_has_a_hole() -> None:
    assert forest.contour(forest.DIRECTIONS, 4).count("M") == 2


def test_labels_do_not_overlap_tiles_or_each_other() -> None:
    cells = frozenset(tile.cell for tile in feurio_match().tiles)
    outlines = tuple(feurio._outline(region, "", counts=True) for region in (BLUE_PAIR, GREEN_POND))
    places = forest.label_places(outlines, cells)
    for outline, (x, y) in zip(outlines, places, strict=True):
        for share in (-0.5, -0.25, 0, 0.25, 0.5):
            assert forest.cell_at(x + share * outline.wide, y) not in cells
    (first, second) = forest.label_boxes(outlines, places)
    assert first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]


# Style


def test_dark_is_the_same_chosen_or_automatic() -> None:
    style = pieces.stylesheet("games/board.css")
    chosen = re.search(r"\.funkenflug\.dark \{(.*?)\}", style)
    automatic = re.search(r"\.funkenflug\.auto \{(.*?)\}", style)
    assert chosen
    assert automatic
    assert chosen[1] == automatic[1]


def test_a_volcano_is_previewed_where_it_would_be() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    shown = game.draw(preview="volcano 1,0").fragments
    assert shown.keys() - game.draw().fragments.keys() == {"ghost-volcano"}
    game.play("volcano 1,0")
    chosen = game.draw().fragments
    assert shown["ghost-volcano"][1:] == chosen["volcano"][1:], "in the same place"
    assert "ghost-volcano" not in chosen


def test_a_flight_is_previewed_the_way_it_is_written() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    game.play("volcano 0,0")
    there, back = (game.draw(preview=f"fly green {row}").fragments for row in ("1,0 2,0", "2,0 1,0"))
    assert there["plane"] != back["plane"]
    assert there.keys() == back.keys()


def test_the_territory_of_a_seat_shows_where_its_points_come_from() -> None:
    game = funkenflug.new("feurio", players=3, seed=4)
    while not game.over:
        game.play(game.legal_moves()[-1])
    view = game.view(0)
    assert view.scores
    for seat, points in enumerate(view.scores):
        shown = feurio.territory(view, seat)
        labels = [text_of(fragment) for id, fragment in shown.items() if id.startswith("label-")]
        regions = [region for region in view.regions if region.seat == seat]
        assert sum(int(label.split("=")[-1]) for label in labels) == points
        assert sum(id.startswith("region-") for id in shown) == len(regions)


def test_the_territory_of_a_flyer_is_the_tiles_won() -> None:
    view = vulkan_match()
    for seat in range(view.players):
        won = [tile for tile in view.collected if tile.seat == seat]
        assert len(vulkan.territory(view, seat)) == len(won)
    assert vulkan.territory(view, view.collected[0].seat or 0)
