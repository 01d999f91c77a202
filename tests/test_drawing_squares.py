"""The pictures of Feuer & Wasser, from views built by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from funkenflug.core.drawing import Drawing, Preview
from funkenflug.core.view import COLOURS, Event
from funkenflug.games.feuer_wasser.rules.view import (
    Domino,
    DominoLaid,
    ElementalPlaced,
    ElementalTamed,
    FeuerWasserView,
    Influence,
    Leader,
    LeaderPlaced,
    Passed,
    Stone,
    StoneLaid,
)
from funkenflug.games.feuer_wasser.show.drawing import draw, territory

CHESS_8 = ("FWFWFWFW", "WFWFWFWF") * 4
CHESS_12_BY_8 = ("FWFWFWFWFWFW", "WFWFWFWFWFWF") * 4


def match(players: int = 2, **changes: Any) -> FeuerWasserView:
    """Return a match in its middle: each seat has laid a tile; a leader is lost, an elemental tamed."""
    view = FeuerWasserView(
        game="feuer_wasser",
        players=players,
        mode="",
        options=(),
        names=("Agnes", "Bruno", "Clara", "Dario")[:players],
        colours=tuple((colour,) for colour in COLOURS[:players]),
        seat=0,
        to_move=0,
        moves=("elemental d4", "tile 43 a1 b1"),
        scores=(5, -2, 0, 3)[:players],
        step="action",
        board=CHESS_8 if players == 2 else CHESS_12_BY_8,
        elementals=("d4", "f6"),
        dominoes=tuple(
            Domino(seat=seat, fire=4, water=3, fire_cell=f"a{2 * seat + 1}", water_cell=f"b{2 * seat + 1}")
            for seat in range(players)
        ),
        leaders=(Leader(seat=0, cell="c3", lost=False), Leader(seat=1, cell="e2", lost=True)),
        stones=(
            Stone(seat=0, cell="e2", count=2),
            Stone(seat=1, cell="f6", count=1),
            Stone(seat=0, cell="b3", count=1),
        ),
        open_tiles=(((1, 2), (2, 1), (3, 3)),) * players,
        face_down=(6,) * players,
        unseen=(((1, 1), (4, 4)),) * players,
        stones_left=(17,) * players,
        influence=(Influence(cell="c1", by_seat=(12, 4, 0, 7)[:players]),),
        takeable=(("h8", "a1"), *((("g7",),) * (players - 1))),
        tameable=(("d4",), *(((),) * (players - 1))),
    )
    return msgspec.structs.replace(view, **changes)


def considering(view: FeuerWasserView, *events: Event, **after: Any) -> Preview:
    return Preview(move="", events=events, after=msgspec.structs.replace(view, **after))


DOMINO_LAID = DominoLaid(seat=0, fire=2, water=1, fire_cell="g5", water_cell="g4")

EVENTS: tuple[tuple[Event, set[str]], ...] = (
    (DOMINO_LAID, {"ghost-domino-g5-g4", "selection"}),
    (LeaderPlaced(seat=0, cell="h1"), {"ghost-leader-green"}),
    (StoneLaid(seat=0, cell="h8", count=1, covered=None, leader=False), {"ghost-stone-h8"}),
    (ElementalTamed(seat=0, cell="d4", count=2), {"ghost-stone-d4"}),
    (ElementalPlaced(seat=0, cell="b6"), {"ghost-elemental-b6"}),
    (Passed(seat=0), set()),
)


def _pictures() -> Iterator[Drawing]:
    for players in (2, 3, 4):
        view = match(players)
        yield draw(view, influence="c1")
        yield draw(msgspec.structs.replace(view, seat=None), preview=considering(view, DOMINO_LAID))
    for event, _ in EVENTS:
        yield draw(match(), preview=considering(match(), event, scores=(7, -2), influence=()))


PICTURES = tuple(_pictures())


def shapes(drawing: Drawing) -> dict[str, str]:
    return {id: fragment.shape for id, fragment in drawing.fragments.items()}


def elements(shape: str, href: str) -> int:
    return shape.count(f'href="#{href}"')


@pytest.mark.parametrize("drawing", PICTURES)
def test_each_fragment_is_one_element_in_its_place(drawing: Drawing) -> None:
    for name, fragment in drawing.fragments.items():
        shape, element = ElementTree.fromstring(fragment.shape), ElementTree.fromstring(fragment.svg(name))
        assert not {"id", "transform", "data-cell"} & shape.attrib.keys()
        assert element.get("id") == name
        assert element.get("transform") == f"translate({fragment.x:g} {fragment.y:g})"


def test_what_looks_the_same_has_the_same_shape_in_every_cell() -> None:
    shown = shapes(draw(match(moves=("stone a1",))))
    assert len({shape for id, shape in shown.items() if id.startswith("cell-")}) == 2
    assert shown["elemental-d4"] == shown["elemental-f6"]
    assert shown["last-move"] == shapes(draw(match(moves=("stone h8",))))["last-move"]


@pytest.mark.parametrize("drawing", PICTURES)
def test_colours_come_from_the_style_sheet_alone(drawing: Drawing) -> None:
    drawn = "".join(shapes(drawing).values()) + drawing.symbols
    assert "style=" not in drawn
    assert 'fill="' not in drawn
    assert 'stroke="' not in drawn


@pytest.mark.parametrize("drawing", PICTURES)
def test_the_document_has_everything_it_refers_to(drawing: Drawing) -> None:
    document = ElementTree.fromstring(drawing.svg())
    ids = [element.get("id") for element in document.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    wanted = {element.get("href", "#")[1:] for element in document.iter() if element.get("href")}
    wanted |= {element.get("clip-path", "")[5:-1] for element in document.iter() if element.get("clip-path")}
    assert wanted <= set(ids)


@pytest.mark.parametrize("drawing", PICTURES)
def test_every_class_is_styled(drawing: Drawing) -> None:
    document = ElementTree.fromstring(drawing.svg())
    classes = {name for element in document.iter() for name in element.get("class", "").split()}
    assert {name for name in classes if name.startswith("fw-") and f".{name} " not in drawing.style} <= {"fw-long"}


def test_equal_views_give_equal_bytes() -> None:
    assert draw(match(4)).svg() == draw(match(4)).svg()


def test_what_is_not_shown_changes_nothing() -> None:
    other = match(options=("x",), mode="y", moves=("elemental f6", "tile 43 a1 b1"))
    assert draw(other) == draw(match())


def test_the_frame_begins_at_the_origin_and_the_box_holds_everything() -> None:
    left, top, width, height = draw(match()).box
    assert left < -200
    assert top < 0
    assert (left + width, top + height) > (8 * 88, 8 * 88)


def test_cells_know_their_names_and_elements() -> None:
    fragments = draw(match()).fragments
    assert sum(name.startswith("cell-") for name in fragments) == 64
    assert fragments["cell-a8"].cell == "a8"
    assert elements(fragments["cell-a8"].shape, "fw-fire") == 1
    assert elements(fragments["cell-a1"].shape, "fw-water") == 1


@pytest.mark.parametrize("size", [6, 12])
def test_small_and_large_boards(size: int) -> None:
    fragments = draw(match(board=("FW" * (size // 2),) * size)).fragments
    assert sum(name.startswith("cell-") for name in fragments) == size * size
    assert f">{size}</text>" in fragments["frame"].shape


def test_numbers_stand_on_the_shape_of_their_owner() -> None:
    fragments = shapes(draw(match(4, stones=())))
    for seat, colour in enumerate(COLOURS):
        domino = fragments[f"domino-a{2 * seat + 1}-b{2 * seat + 1}"]
        for shape in (f"fw-fire-{colour}", f"fw-water-{colour}", f"fw-rivet-{colour}"):
            assert elements(domino, shape) == 1
        assert domino.index(">4</text>") < domino.index(">3</text>")


def test_a_stone_replaces_the_number_below_it() -> None:
    fragments = shapes(draw(match()))
    assert elements(fragments["domino-a3-b3"], "fw-fire-blue") == 1
    assert elements(fragments["domino-a3-b3"], "fw-water-blue") == 0
    assert elements(fragments["domino-a3-b3"], "fw-rivet-blue") == 1
    assert elements(fragments["stone-b3"], "fw-stone-green") == 1


def test_stones_lie_at_the_feet_of_leaders_and_elementals() -> None:
    fragments = shapes(draw(match()))
    assert elements(fragments["stone-e2"], "fw-stone-green") == 2
    assert elements(fragments["stone-f6"], "fw-stone-blue") == 1
    assert "scale(.5)" in fragments["stone-f6"]
    assert "fw-lost" in fragments["leader-blue"]
    assert "fw-lost" not in fragments["leader-green"]


def test_cells_to_take_are_those_of_the_viewer() -> None:
    def hints(view: FeuerWasserView, all_hints: bool = False) -> set[str]:
        return {name for name in draw(view, all_hints=all_hints).fragments if name.startswith("take-")}

    assert hints(match()) == {"take-0-h8", "take-0-a1", "take-0-d4"}
    assert hints(match(seat=1)) == {"take-1-g7"}
    assert hints(match(seat=None, to_move=1)) == {"take-1-g7"}
    assert hints(match(), all_hints=True) == hints(match()) | hints(match(seat=1))
    assert hints(match(to_move=None)) == set()


def test_the_last_move_is_marked_where_there_is_one() -> None:
    assert "last-move" in draw(match()).fragments
    assert "last-move" not in draw(match(moves=())).fragments
    assert "last-move" not in draw(match(moves=("stone e2", "pass"))).fragments


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_crest_shows_the_influence_of_every_seat(players: int) -> None:
    crest = draw(match(players), influence="c1").fragments["crest"].shape
    for colour, power in zip(COLOURS, (12, 4, 0, 7)[:players], strict=False):
        assert f"{power}</text>" in crest
        assert f'"fw-mark {colour}"' in crest
    assert elements(crest, "fw-badge-W") == 1


def test_a_cell_without_influence_has_a_crest_of_noughts() -> None:
    assert draw(match(), influence="h8").fragments["crest"].shape.count(">0</text>") == 2


@pytest.mark.parametrize("cell", ["i1", "a9", "z0", ""])
def test_a_crest_needs_a_cell_of_the_board(cell: str) -> None:
    with pytest.raises(ValueError, match="no cell"):
        draw(match(), influence=cell)


@pytest.mark.parametrize(("event", "added"), EVENTS)
def test_a_preview_adds_only_what_the_move_puts_there(event: Event, added: set[str]) -> None:
    view = match()
    plain = draw(view).fragments
    considered = draw(view, preview=considering(view, event)).fragments
    assert considered.keys() - plain.keys() == added
    assert {name: considered[name] for name in plain} == plain


def test_a_preview_shows_gains_and_shifts_of_influence() -> None:
    view = match()
    after = (Influence(cell="c1", by_seat=(12, 1)), Influence(cell="g3", by_seat=(1, 0)))
    fragments = shapes(draw(view, preview=considering(view, DOMINO_LAID, scores=(7, -2), influence=after)))
    assert ">+2</text>" in fragments["gain-0"]
    assert "gain-1" not in fragments
    assert ">−3</text>" in fragments["shift-c1"]
    assert ">+1</text>" in fragments["shift-g3"]


def test_open_tiles_know_what_they_are() -> None:
    fragments = shapes(draw(match()))
    assert 'data-tile="21"' in fragments["open-0-21"]
    assert {"open-1-12", "open-1-21", "open-1-33", "tray"} <= fragments.keys()
    assert "tray" not in draw(match(seat=None)).fragments


def test_cards_show_stones_tiles_scores_and_whose_turn_it_is() -> None:
    fragments = shapes(draw(match()))
    assert elements(fragments["card-0"], "fw-pip-green") == 17
    assert elements(fragments["card-0"], "fw-gone") == 3
    assert ">5</text>" in fragments["card-0"]
    assert ">−2</text>" in fragments["card-1"]
    assert ">6</text>" in fragments["card-1"]
    assert '"card turn"' in fragments["card-0"]
    assert '"card turn"' not in fragments["card-1"]


def test_tiles_that_are_face_down_are_told_by_what_is_missing() -> None:
    one, other = draw(match()).fragments, draw(match(unseen=(((1, 1), (4, 4)), ((1, 1), (4, 3))))).fragments
    assert {name for name in one if one[name] != other[name]} == {"card-1"}


def test_a_leader_not_yet_played_waits_on_its_card() -> None:
    fragments = shapes(draw(match(leaders=(Leader(seat=1, cell="e2", lost=True),))))
    assert elements(fragments["card-0"], "fw-leader-green") == 1
    assert elements(fragments["card-1"], "fw-leader-blue") == 0


def test_names_are_escaped_and_long_ones_shortened() -> None:
    drawing = draw(match(names=('<b>&"Ann"', "Wilhelmine von und zu Trotha")))
    assert "&lt;b&gt;&amp;&quot;Ann&quot;" in drawing.fragments["card-0"].shape
    assert "<b>" not in drawing.svg()
    assert "Wilhelmine von…" in drawing.fragments["card-1"].shape
    ElementTree.fromstring(drawing.svg())


def test_before_tiles_are_turned_up_their_places_are_empty() -> None:
    fragments = shapes(draw(match(open_tiles=((), ()), face_down=(16, 16))))
    assert fragments["tray"].count("fw-slot") == 3
    assert fragments["card-1"].count("fw-slot") == 3


def test_the_territory_of_a_seat_is_its_stones_and_where_its_influence_is_greatest() -> None:
    view = match()
    for seat in range(view.players):
        claimed = {f"claimed-{stone.cell}" for stone in view.stones if stone.seat == seat}
        taken = {*(stone.cell for stone in view.stones), *view.elementals}
        best = {known.cell for known in view.influence if known.by_seat[seat] == max(known.by_seat)}
        shared = {known.cell for known in view.influence if known.by_seat.count(max(known.by_seat)) > 1}
        assert territory(view, seat).keys() == claimed | {f"led-{cell}" for cell in best - shared - taken}
    assert any(territory(view, seat) for seat in range(view.players))
