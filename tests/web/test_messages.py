"""What is shown tells nothing that the viewer may not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from typing import Any

import msgspec
import pytest

from funkenflug.core.drawing import Assembly, Drawing, Fragment, Part
from funkenflug.games import register, unregister
from funkenflug.games.base import GameType
from funkenflug.match.game import determinize
from funkenflug.match.replay import at_ply
from funkenflug.site.boards.drawings import difference, picture
from funkenflug.site.boards.preview import preview
from funkenflug.site.infra.words import encode
from funkenflug.site.tables.events import Created, Entry
from funkenflug.site.tables.position import TablePosition, Viewer
from funkenflug.site.tables.snapshot import LiveState, snapshot, update
from tests.morels import Morels
from tests.web.matches import TestTable, table
from tests.web.people import changed

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("feurio", {"options": ["firebreak"]}),
    ("feurio", {}),
    ("vulkan", {}),
    ("feuer-wasser", {}),
]


@pytest.fixture
def morels() -> Iterator[None]:
    register(Morels())
    yield
    unregister("morels")


def paths_to(game_type: GameType, move: str) -> set[tuple[str, ...]]:
    """Return the ways to choose a move on the page, as static/choosing.js finds them."""
    words = move.split()

    def value(step: str) -> str:
        kind, _, name = step.partition(":")
        return f"{kind}:{words[int(name)] if name.isdecimal() else name}"

    ways = game_type.clicks.get(words[0], ())
    return {tuple(map(value, way.split())) for way in ways} or {(f"verb:{move}",)}


def dealt_otherwise(here: TestTable, seat: int | None) -> TestTable:
    """Return a table that looks the same to a seat; what it cannot see is dealt in another way."""
    first = here.entries[0].event
    assert isinstance(first, Created)
    other = msgspec.structs.replace(first, record=at_ply(determinize(here.game.view(seat)), 0).record())
    return TestTable(here.id, [Entry(number=0, at=here.entries[0].at, event=other), *here.entries[1:]])


def state_of(here: TestTable) -> LiveState:
    return LiveState(TablePosition(here), frozenset(), now=5000.0, invitations={})


def viewer(here: TestTable, seat: int | None) -> Viewer:
    who = None if seat is None else here.seats[seat].who
    return Viewer(who, () if seat is None else (seat,), seat, cover=False)


def sent(here: TestTable, seat: int | None) -> bytes:
    """Return what is sent. In which order tiles were turned up everybody has seen, but a view does not keep it."""
    shown = snapshot(state_of(here), viewer(here, seat))
    del shown["fair"]  # type: ignore[misc]  # whether a deal was drawn or given is known
    shown["log"] = [line for line in shown["log"] if "revealed" not in line["text"]]
    return encode(shown)


@pytest.mark.parametrize(("game", "setup"), KINDS)
def test_what_is_sent_is_the_same_byte_for_byte_however_the_hidden_is_dealt(game: str, setup: dict[str, Any]) -> None:
    here = table(game, ("ann", "bob", "cid"), **setup)
    differed = 0
    for plies in range(8):
        for seat in (None, 0, 1, 2):
            other = dealt_otherwise(here, seat)
            differed += determinize(here.game.view(seat)).setup.deal != here.game.setup.deal
            assert sent(here, seat) == sent(other, seat)
            if seat is not None and here.to_move == seat:
                move = here.game.legal_moves()[-1]
                previews = (preview(TablePosition(at), seat, [], move) for at in (here, other))
                first, second = map(encode, previews)
                assert first == second
        here.play_on(2 + plies % 3, seed=plies)
    assert differed or game == "vulkan", "something is hidden at all"


@pytest.mark.parametrize(("game", "setup"), KINDS)
def test_an_update_tells_no_more_than_the_next_snapshot(game: str, setup: dict[str, Any]) -> None:
    here = table(game, **setup)
    for ply in range(10):
        before, number = TablePosition(here.copy()), here.number
        here.play_on(1, seed=ply)
        for seat in (None, 0, 1):
            state, onlooker = state_of(here), viewer(here, seat)
            views = before.shared_view(seat), state.position.shared_view(seat)
            told = msgspec.json.decode(encode(update(state, *views)))
            shown = msgspec.json.decode(encode(snapshot(state, onlooker)))
            fragments = {id: (shape, *place) for id, shape, *place in shown["drawing"]["fragments"]}
            inserted = [placed for run in told["difference"].get("inserted", {}).values() for placed in run]
            assert all(fragments[id] == (shape, *place) for id, shape, *place in inserted)
            assert all(fragments[id][0] == shape for id, shape in told["difference"].get("reshaped", {}).items())
            assert told["difference"].get("shapes", {}).items() <= shown["drawing"]["shapes"].items()
            assert told["panel"].items() <= shown["panel"].items()
            for part in set(told) & set(shown) - {"log", "panel"}:
                assert told[part] == shown[part]
            assert [line for line in shown["log"] if line["number"] > number] == told["log"]


@pytest.mark.parametrize(("game", "setup"), [*KINDS, ("morels", {})])
def test_updates_add_up_to_a_snapshot_made_from_scratch(game: str, setup: dict[str, Any], morels: None) -> None:
    here = table(game, **setup)
    seats = (None, 0, 1)
    pages = {seat: shown_from_scratch(here, seat) for seat in seats}
    before = TablePosition(here.copy())
    while here.to_move is not None:
        here.play_on(1, seed=here.number)
        now = state_of(here.copy())
        for seat in seats:
            told = update(now, before.shared_view(seat), now.position.shared_view(seat))
            pages[seat] = updated(pages[seat], msgspec.json.decode(encode(told)))
        before = now.position
        if here.number % 6 == 0 or here.to_move is None:
            assert pages == {seat: shown_from_scratch(here, seat) for seat in seats}


def shown_from_scratch(here: TestTable, seat: int | None) -> dict[str, Any]:
    """Return what a page shows of a table that has just been read, with nothing left of what was made before."""
    fresh = TestTable(here.id, here.entries)
    whole = msgspec.json.decode(encode(snapshot(state_of(fresh), viewer(fresh, seat))))
    parts = ("box", "fragments", "shapes")
    drawing = {part: whole["drawing"][part] for part in parts}
    return {
        "drawing": drawing | {"shapes": {shape: drawing["shapes"][shape] for _, shape, *_ in drawing["fragments"]}},
        "holdings": [seat["holdings"] for seat in whole["seats"]],
        "scores": [seat["score"] for seat in whole["seats"] if seat["score"] is not None],
        **{part: whole[part] for part in ("task", "panel", "log", "goals", "state", "to_move", "plies", "outcome")},
    }


def updated(page: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """Return what a page shows after an update."""
    drawing = changed(page["drawing"], told["difference"])
    shapes = page["drawing"]["shapes"] | told["difference"].get("shapes", {})
    drawing["shapes"] = {shape: shapes[shape] for _, shape, *_ in drawing["fragments"]}
    return page | {
        "drawing": drawing,
        "holdings": [told.get("holdings", {}).get(str(seat), old) for seat, old in enumerate(page["holdings"])],
        "panel": page["panel"] | told["panel"],
        "log": page["log"] + told["log"],
        **{name: value for name, value in told.items() if name in page.keys() - {"holdings", "panel", "log"}},
    }


def test_fragments_of_all_parts_have_ids_of_their_own() -> None:
    for game, setup in KINDS:
        here = table(game, **setup)
        while here.to_move is not None:
            fragments = TablePosition(here).shared_view(None).drawing.fragments
            assert isinstance(fragments, Assembly)
            assert sum(len(part.fragments) for part in fragments.parts) == len(fragments)
            here.play_on(1, seed=here.number)


def test_nothing_is_sent_for_a_drawing_that_stays() -> None:
    drawing = TablePosition(table()).shared_view(None).drawing
    assert difference(drawing, drawing) == {}


def test_differences_lead_from_any_drawing_to_any_other() -> None:
    one, other = Fragment("<g/>", 1.04, 2), Fragment("<path/>", 3, 4, "a1")
    drawings = [
        Drawing("", box, dict(zip(ids, cycle(parts), strict=False)), "", "")
        for ids in ("", "abc", "acb", "cde", "bxyc")
        for parts in ((one, other), (other, one), (one, one))
        for box in ((0, 0, 9, 9), (1, 1, 9, 9))
    ]
    a, b, c, d = (Part({id: one}) for id in "abcd")
    drawings += [
        Drawing("", (0, 0, 9, 9), Assembly(parts), "", "")
        for parts in (
            [a, b, c],
            [a, Part({"b": other}), c],
            [c, a, b],
            [a, Part({}), Part({"x": one, "b": one})],
            [d, Part({"b": one, "c": other}), a],
            [b, Part({"a": one, "x": one}), c, d],
        )
    ]
    for before, after in product(drawings, repeat=2):
        told = msgspec.json.decode(encode([picture(before), difference(before, after), picture(after)]))
        assert changed(told[0], told[1]) == {part: told[2][part] for part in ("box", "fragments")}


@pytest.mark.parametrize(("game", "setup"), KINDS)
def test_every_move_can_be_clicked_and_no_path_leads_to_two(game: str, setup: dict[str, Any]) -> None:
    here = table(game, ("ann", "bob", "cid", "dan"), **setup)
    while here.to_move is not None:
        ways = [(path, move) for move in here.game.legal_moves() for path in paths_to(here.game.type, move)]
        paths = dict(ways)
        assert len(paths) == len(ways)
        for path in paths:
            assert not any(path[:steps] in paths for steps in range(len(path))), "a click ends a move or goes on"
        here.play_on(1, seed=here.number)


def test_clicks_lead_to_what_the_drawing_shows() -> None:
    """Every cell that may be clicked is an element of the drawing with that cell."""
    for game, setup in KINDS:
        here = table(game, **setup)
        while here.to_move is not None and len(here.game.moves) < 20:
            position = TablePosition(here)
            drawn = {fragment.cell for fragment in position.shared_view(here.to_move).drawing.fragments.values()}
            for move in here.game.legal_moves():
                for step in (step for path in paths_to(here.game.type, move) for step in path):
                    kind, _, name = step.partition(":")
                    assert kind != "cell" or name in drawn, (game, move)
            here.play_on(1, seed=here.number)
