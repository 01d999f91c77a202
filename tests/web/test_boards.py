"""One resource for every board: of a table or a record, from pages of any origin; and how often positions are built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import funkenflug
from funkenflug.match import game as match
from tests.web.people import Person

People = Callable[..., Person]
ELSEWHERE = {"origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"}


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games of all matches of Ann that are set up with a deal that is made up, in order."""
    built: list[str] = []
    start = match._possible_start

    def counted(view: Any) -> funkenflug.Game:
        if "Ann" in view.names:  # the site warms up with matches of its own
            built.append(view.game)
        return start(view)

    monkeypatch.setattr(match, "_possible_start", counted)
    return built


@pytest.mark.parametrize("game", ["feurio", "vulkan", "feuer-wasser"])
def test_a_match_is_made_up_once_for_a_preview_and_once_for_a_hint(
    person: People, game: str, made_up: list[str]
) -> None:
    ann = person("Ann")
    table = ann.new_table(game, 1, [{"kind": "me"}]) if game == "vulkan" else ann.new_table(game)
    seen = ann.wait_for_turn(table)
    made_up.clear()
    assert ann.board(table, "preview", number=seen["number"], move=seen["choices"][0])["difference"]
    assert len(made_up) == 1
    assert len(ann.board(table, "preview", number=seen["number"])["choices"]) == len(seen["choices"])
    assert len(made_up) == 1, "the position is still known"
    ann.play(table)
    ann.wait_for_turn(table)
    made_up.clear()
    assert ann.do(table, "hint")["moves"]
    assert len(made_up) == 1


def test_a_record_is_a_board_for_pages_of_every_origin(person: People) -> None:
    stranger, game = person(), funkenflug.new("feurio", players=2, seed=7)
    board = {"kind": "record", "record": game.record()}
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    for what, more in (
        ("position", {}),
        ("preview", {"move": game.legal_moves()[0]}),
        ("explain", {"move": "tile 9,9"}),
        ("text", {}),
        ("territory", {"seat": 0}),
    ):
        before = stranger.options(f"/api/board/{what}", headers=ELSEWHERE | asked)
        assert before.status_code in (200, 204)
        assert before.headers["access-control-allow-methods"] == "POST"
        assert before.headers["access-control-allow-headers"] == "content-type"
        answer = stranger.post(f"/api/board/{what}", headers=ELSEWHERE, json={"board": board, **more})
        assert answer.status_code == 200, answer.text
        refused = stranger.post(f"/api/board/{what}", headers=ELSEWHERE, json={"board": board, "odd": 1, **more})
        assert (refused.status_code, refused.json()["error"]) == (422, "Invalid request: odd")
        for each in (before, answer, refused):
            assert each.headers["access-control-allow-origin"] == "*"
            assert each.headers["cross-origin-resource-policy"] == "cross-origin"
            assert "set-cookie" not in each.headers
            assert "access-control-allow-credentials" not in each.headers


def test_pages_of_other_origins_have_no_identity_and_change_nothing(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table("feuer-wasser", seats=[{"kind": "me"}, {"kind": "here"}])
    board = {"kind": "table", "id": table}
    own = ann.post("/api/board/position", json={"board": board}).json()
    others = ann.post("/api/board/position", headers=ELSEWHERE, json={"board": board}).json()
    assert (own["looking"], others["looking"]) == (0, None), "a page elsewhere sees what a spectator sees"
    assert ann.post("/api/board/preview", headers=ELSEWHERE, json={"board": board}).status_code == 403
    for path in (f"/api/tables/{table}/moves", "/api/study", "/api/me", f"/api/tables/{table}/hint"):
        answer = ann.post(path, headers=ELSEWHERE, json={})
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers
    for path in (f"/api/tables/{table}", "/api/me", "/"):
        assert "access-control-allow-origin" not in ann.get(path, headers=ELSEWHERE).headers


def test_scripts_can_be_loaded_by_pages_of_other_origins(person: People) -> None:
    answer = person().get("/static/any/infra/scripts/words.js", headers=ELSEWHERE)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"


@pytest.mark.parametrize("language", ["en", "de"])
def test_texts_of_a_board_come_rendered_in_a_language(person: People, language: str) -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    body = {"board": {"kind": "record", "record": game.record()}}
    answer = person().post(f"/api/board/position?words={language}", json=body).json()
    assert isinstance(answer["task"], str)
    assert (answer["task"] == str(game.type.task(game.view(0)))) == (language == "en")


@pytest.mark.parametrize(
    ("board", "field"),
    [
        ({"kind": "lamp"}, "board.kind"),
        ({"record": "x"}, "board.kind"),
        ({"kind": "record"}, "board.record"),
        ({"kind": "record", "record": "x", "path": ["", "y"]}, "board.path.0"),
        ({"kind": "table", "id": "!"}, "board.id"),
        ({"kind": "table", "id": "abcd", "ply": -1}, "board.ply"),
        ({"kind": "table", "id": "abcd", "record": "x"}, "board.record"),
    ],
)
def test_an_invalid_board_is_refused_with_its_field(person: People, board: dict[str, Any], field: str) -> None:
    answer = person().post("/api/board/position", json={"board": board})
    assert answer.status_code == 422
    assert answer.json()["error"] == f"Invalid request: {field}"
