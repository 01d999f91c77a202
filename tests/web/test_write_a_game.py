"""A game outside the package on the site: a whole match, a spectator, replay and analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import funkenflug
from funkenflug.games import register, unregister
from tests.morels import Morels
from tests.tutorial import registered_hex
from tests.web.conftest import serving
from tests.web.people import Person


@pytest.fixture
def morels_site(tmp_path: Path) -> Iterator[str]:
    register(Morels())
    try:
        with serving(tmp_path / "site.sqlite") as url:
            yield url
    finally:
        unregister("morels")


@pytest.mark.slow
def test_a_match_is_played_watched_replayed_and_analysed(morels_site: str, person_at: Callable[..., Person]) -> None:
    ann, eve = person_at(morels_site, "Ann"), person_at(morels_site, "Eve")
    assert [game["id"] for game in ann.get("/api/games").json()][-1] == "morels"
    table = ann.new_table("morels", public=True)
    seen = ann.wait_for_turn(table)
    assert set(seen["choices"]) >= {"pick a1", "look a1"}
    assert seen["clicks"] == {"pick": ["cell:1"], "look": ["verb:look cell:1"]}
    preview = ann.board(table, "preview", number=seen["number"], move="pick a1")
    assert preview["words"] == "Ann played pick a1"
    best = ann.do(table, "hint")["moves"][0]
    assert (best["words"], best["gain"], best["warning"]) == (f"Play {best['move']}", "", "")

    ann.do(table, "moves", number=seen["number"], seat=0, moves=["look b3"])
    seen = ann.wait_for_turn(table)
    drawings = [person.see(table)["drawing"] for person in (ann, eve)]
    shown = [
        drawing["shapes"][shape] for drawing in drawings for id, shape, *_ in drawing["fragments"] if id == "cell-b3"
    ]
    assert ["plain-text" in cell for cell in shown] == [True, False]

    while not seen["outcome"]:
        ann.play(table)
        seen = ann.wait_for_turn(table)
    assert seen["outcome"]["words"]
    record = funkenflug.load(ann.get(f"/api/tables/{table}/record").text)
    assert record.over
    assert "<svg" in eve.get(f"/api/tables/{table}/picture.svg").text
    assert eve.board(table, "position", ply=3)["drawing"]["fragments"]
    assert eve.get(f"/api/tables/{table}/review/1").json()["judged"]


def test_the_game_of_the_page_is_won_without_points(tmp_path: Path, person_at: Callable[..., Person]) -> None:
    with registered_hex(tmp_path / "page"), serving(tmp_path / "site.sqlite") as url:
        ann = person_at(url, "Ann")
        table = ann.new_table("hex")
        seen = ann.wait_for_turn(table)
        preview = ann.board(table, "preview", number=seen["number"], move="stone c3")
        assert preview["words"] == "Ann lays a stone on c3"
        while not seen["outcome"]:
            ann.play(table)
            seen = ann.wait_for_turn(table)
        assert seen["outcome"]["words"].endswith(" wins")
        assert seen["outcome"]["scores"] == []
        assert [seat["score"] for seat in seen["seats"]] == [None, None]
        assert not any(ann.get(f"/api/tables/{table}/score-lines").json())
