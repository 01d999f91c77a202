"""Studies on a site: positions, trees and records, without anything being stored."""

from __future__ import annotations

import base64
import html
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

import funkenflug
from funkenflug.site.infra import previews
from tests.web.people import Person

People = Callable[..., Person]


def board(person: Person, what: str, record: str, path: Sequence[str] = (), **body: Any) -> Any:
    shown = {"kind": "record", "record": record, "path": path}
    answer = person.post(f"/api/board/{what}", json={"board": shown, **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


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
        seen = board(anna, "position", record=record, path=path, since=max(0, len(path) - 1))
        assert seen["choices"] == list(expected.choices())
        assert (seen["to_move"], seen["looking"], seen["ply"]) == (expected.to_move, expected.to_move, len(path))
        assert (len(seen["events"]) > 0) == (len(path) > 0)
        move = seen["choices"][-1]
        assert "difference" in board(anna, "preview", record=record, path=path, move=move)
        assert board(anna, "text", record=record, path=path)["cells"]
        assert board(anna, "explain", record=record, path=path, move=move)["words"] == ["this move is legal"]
        assert "fragments" in board(anna, "territory", record=record, path=path, seat=0)
        seats.add(seen["to_move"])
        path.append(move)
        expected.play(move)
    assert seats == {0, 1}
    assert expected.record() != record
    assert board(anna, "position", record=expected.record())["ply"] == 6


def test_a_tree_becomes_a_record_and_a_record_a_tree(person: People) -> None:
    anna = person("Anna")
    record = post(anna, "", game="feurio", players=2, seed="7")["record"]
    first, second = board(anna, "position", record=record)["choices"][:2]
    nodes = [
        {"parent": -1, "move": first, "nag": "!", "comment": "hot [%clock 5]"},
        {"parent": 0, "move": "pass"},
        {"parent": -1, "move": second, "nag": "?!"},
    ]
    written = anna.post("/api/study/record", json={"record": record, "comment": "Sunday", "nodes": nodes}).text
    assert funkenflug.load(written).moves == (first, "pass")
    tree = post(anna, "/open", record=written)
    assert (tree["game"], tree["comment"], tree["record"]) == ("feurio", "Sunday", record)
    assert tree["nodes"][0]["comment"] == "hot [%clock 5]"
    assert [(node["parent"], node["move"], node["nag"], node["seat"]) for node in tree["nodes"]] == [
        (-1, first, "!", 0),
        (0, "pass", "", 0),
        (-1, second, "?!", 0),
    ]


def test_a_study_may_begin_in_the_midst_of_a_turn(person: People) -> None:
    anna, game = person("Anna"), funkenflug.new("feurio", players=2, seed="7")
    game.play(game.legal_moves()[0])
    record = funkenflug.position(game.position()).record()
    nodes = [{"parent": -1, "move": "pass"}]
    written = anna.post("/api/study/record", json={"record": record, "nodes": nodes})
    assert written.status_code == 200
    assert [node["move"] for node in post(anna, "/open", record=written.text)["nodes"]] == ["pass"]


def test_bad_studies_are_refused_in_words(person: People) -> None:
    anna = person("Anna")
    record = post(anna, "", game="feurio", players=2, seed="7")["record"]
    assert refusal(anna, "/redeal", record="hello", seed="1") == (
        "Line 1 of the record can’t be read: a record begins with tags, Game among them"
    )
    german = {"accept-language": "de"}
    far = anna.post("/api/study/open", json={"record": record + "1. tile 9,9"}, headers=german).json()["error"]
    assert far.endswith(" der Mitschrift ist nicht lesbar: tile 9,9 (v4): v4 grenzt nicht an den Wald")
    few = anna.post("/api/study", json={"game": "feurio", "deal": {"deck": "1 2 3"}}, headers=german).json()["error"]
    assert few.endswith(": ein Stapel hat 36 Waldstücke, dieser hat 3")
    assert "tile 9,9" not in refusal(anna, "/redeal", record=record, path=["tile 9,9"], seed="1")
    assert refusal(anna, "/record", record=record, nodes=[{"parent": 3, "move": "pass"}]) == (
        "This study contains moves that can’t follow each other"
    )
    assert refusal(anna, "", game="feurio", players=2, deal={"deck": "1 2 3"}).startswith(
        "Feurio! can’t be set up like this: "
    )
    assert refusal(anna, "", game="feurio", players=2, options=["lava"]).startswith("Feurio! can’t be set up like")


def test_the_computer_thinks_about_a_position_of_a_study(person: People) -> None:
    anna = person("Anna")
    record = post(anna, "", game="feurio", players=3, seed="7")["record"]
    first, again = (post(anna, "/think", record=record, round=number) for number in (0, 1))
    legal = board(anna, "position", record=record)["choices"]
    for thoughts in (first, again):
        assert {move["move"] for move in thoughts["moves"]} <= set(legal)
        assert thoughts["simulations"] >= sum(move["visits"] for move in thoughts["moves"]) > 0
        assert all(sum(move["chances"]) == pytest.approx(1) for move in thoughts["moves"])
        assert thoughts["moves"][0]["words"]
    finished = funkenflug.load(record)
    while not finished.over:
        finished.play(finished.legal_moves()[0])
    assert post(anna, "/think", record=finished.record())["moves"] == []


def study_of(tree: dict[str, Any]) -> funkenflug.Game:
    """The main line of a tree as a match."""
    game = funkenflug.load(tree["record"])
    for node in tree["nodes"]:
        game.play(node["move"])
    return game


def test_what_is_hidden_is_dealt_anew(person: People) -> None:
    anna = person("Anna")
    record = post(anna, "", game="feuer-wasser", players=2, seed="7")["record"]
    path = board(anna, "position", record=record)["choices"][:1]
    game = funkenflug.load(record)
    game.play(path[0])
    trees = [post(anna, "/redeal", record=record, path=path, seed=str(seed)) for seed in range(3)]
    assert len({tree["record"] for tree in trees}) == 3
    assert all(study_of(tree).view(game.to_move) == game.view(game.to_move) for tree in trees)
    begun = funkenflug.position(game.position())
    path = [begun.legal_moves()[0]]
    tree = post(anna, "/redeal", record=begun.record(), path=path, seed="1")
    begun.play(path[0])
    assert study_of(tree).view(begun.to_move) == begun.view(begun.to_move)
    assert study_of(tree) != begun
    deal = post(anna, "/deal", record=record)
    again = post(anna, "", game="feuer-wasser", **{word: deal[word] for word in ("players", "mode", "names", "deal")})
    assert funkenflug.load(again["record"]) == funkenflug.load(record)


def test_what_if_is_a_copy_that_tells_nothing_new(person: People) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    table = anna.new_table(players=2, seats=[{"kind": "me"}, {"kind": "friend"}])
    invite = anna.see(table)["seats"][1]["invite"]
    bruno.do(table, "seats/1", key=invite.rpartition("key=")[2])
    mover = anna if anna.see(table)["choices"] else bruno
    mover.play(table)
    answer = anna.get(f"/api/tables/{table}/what-if").json()
    assert answer["engine"] is False
    seen = anna.get(f"/api/tables/{table}/view").json()
    guess = study_of(answer["tree"])
    assert msgspec.json.decode(msgspec.json.encode(guess.view(0))) == seen
    decks = {anna.get(f"/api/tables/{table}/what-if").json()["tree"]["record"] for _ in range(3)}
    assert len(decks) == 3  # chance fills in what nobody knows
    alone = anna.new_table(players=2)
    assert anna.get(f"/api/tables/{alone}/what-if").json()["engine"] is True


def test_studies_are_shared_as_pictures_and_links(person: People) -> None:
    anna = person("Anna")
    record = post(anna, "", game="vulkan", players=2, seed="7", names=["Agnes", "Bruno"])["record"]
    path = board(anna, "position", record=record)["choices"][:1]
    for what, part in (("picture", "Agnes"), ("film", "<animate ")):
        answer = anna.post(f"/api/study/{what}", json={"record": record, "path": path, "theme": "dark"})
        assert (answer.headers["content-type"], part in answer.text) == ("image/svg+xml", True)
    packed = base64.urlsafe_b64encode(zlib.compress(record.encode(), wbits=-15)).decode().rstrip("=")
    page = anna.get(f"/analysis/vulkan?s={packed}").text
    (address,) = re.findall('property="og:image" content="([^"]+)"', page)
    picture = anna.get(html.unescape(address))
    assert picture.headers["content-type"] in ("image/png", "image/svg+xml")
    assert picture.content[:4] in (b"\x89PNG", b"<svg")
    damaged = anna.get(f"/analysis/vulkan/picture.{previews.KIND}?s=%21{packed[2:]}")
    assert damaged.status_code == 422


def test_the_link_to_a_table_shows_its_board_and_nothing_hidden(person: People) -> None:
    anna = person("Anna")
    table = anna.new_table(players=2)
    page = anna.get(f"/t/{table}").text
    assert 'property="og:title" content="Feurio!: Anna and ' in page
    picture = anna.get(f"/t/{table}/picture.{previews.KIND}")
    assert picture.status_code == 200
    waiting = anna.new_table(players=2, seats=[{"kind": "me"}, {"kind": "friend"}], fair=True)
    assert anna.get(f"/t/{waiting}/picture.{previews.KIND}").status_code == 404  # nothing is dealt yet


def test_a_set_up_plays_the_moves_that_are_legal(person: People) -> None:
    anna = person("Anna")
    deck = " ".join(map(str, [6, 5, 4] * 6 + [3, 2, 1] * 6))
    tree = post(anna, "", game="feurio", players=2, deal={"deck": deck}, moves=["tile 0,1", "pass", "tile 9,9", "pass"])
    assert [node["move"] for node in tree["nodes"]] == ["tile 0,1", "pass"]
    assert f'[Deck "{deck}"]' in tree["record"]
