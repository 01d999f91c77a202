"""Studies on a site: positions, trees and records, without anything being stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import funkenflug
from tests.web.people import Person

People = Callable[..., Person]


def post(person: Person, what: str, **body: Any) -> Any:
    answer = person.post(f"/api/study{what}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(person: Person, what: str, **body: Any) -> str:
    answer = person.post(f"/api/study{what}", json=body)
    assert answer.status_code == 422
    words: str = answer.json()["error"]
    return words


@pytest.mark.parametrize("game", ["feurio", "vulkan", "feuer-wasser"])
def test_a_study_is_played_for_all_seats(person: People, game: str) -> None:
    anna = person("Anna")
    record = post(anna, "", game=game, players=2, seed="7")["record"]
    path: list[str] = []
    expected = funkenflug.load(record)
    seats = set()
    for _ in range(6):
        seen = post(anna, "/position", record=record, path=path, since=max(0, len(path) - 1))
        assert seen["choices"] == list(expected.choices())
        assert (seen["to_move"], seen["looking"], seen["mine"]) == (expected.to_move, expected.to_move, [0, 1])
        assert (len(seen["events"]) > 0) == (len(path) > 0)
        assert not any(seen["can"][what] for what in ("undo", "resign", "hint", "rematch", "leave", "chat"))
        move = seen["choices"][-1]
        assert "difference" in post(anna, "/look", record=record, path=path, move=move)
        assert post(anna, "/text", record=record, path=path)["cells"]
        assert post(anna, "/explain", record=record, path=path, move=move)["words"] == ["this move is legal"]
        assert "fragments" in post(anna, "/territory", record=record, path=path, seat=0)
        seats.add(seen["to_move"])
        path.append(move)
        expected.play(move)
    assert seats == {0, 1}
    assert expected.record() != record
    assert post(anna, "/position", record=expected.record())["plies"] == 6


def test_a_tree_becomes_a_record_and_a_record_a_tree(person: People) -> None:
    anna = person("Anna")
    record = post(anna, "", game="feurio", players=2, seed="7")["record"]
    first, second = post(anna, "/position", record=record)["choices"][:2]
    nodes = [
        {"parent": -1, "move": first, "nag": "!", "comment": "hot"},
        {"parent": 0, "move": "pass"},
        {"parent": -1, "move": second, "nag": "?!"},
    ]
    written = anna.post("/api/study/record", json={"record": record, "comment": "Sunday", "nodes": nodes}).text
    assert funkenflug.load(written).moves == (first, "pass")
    tree = post(anna, "/open", record=written)
    assert (tree["game"], tree["comment"], tree["record"]) == ("feurio", "Sunday", record)
    assert [(node["parent"], node["move"], node["nag"], node["seat"]) for node in tree["nodes"]] == [
        (-1, first, "!", 0),
        (0, "pass", "", 0),
        (-1, second, "?!", 0),
    ]


def test_bad_studies_are_refused_in_words(person: People) -> None:
    anna = person("Anna")
    record = post(anna, "", game="feurio", players=2, seed="7")["record"]
    assert refusal(anna, "/position", record="hello") == (
        "Line 1 of the record can’t be read: a record begins with tags, Game among them"
    )
    assert "tile 9,9" not in refusal(anna, "/position", record=record, path=["tile 9,9"])
    assert refusal(anna, "/record", record=record, nodes=[{"parent": 3, "move": "pass"}]) == (
        "The moves of this study don’t follow each other"
    )
    assert refusal(anna, "", game="feurio", players=2, deal={"deck": "1 2 3"}).startswith(
        "Feurio! can’t be set up like this: "
    )
    assert refusal(anna, "", game="feurio", players=2, options=["lava"]).startswith("Feurio! can’t be set up like")
