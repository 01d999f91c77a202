"""The JSON API: what is asked, what is answered, what is refused."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

import funkenflug
from funkenflug.bots.review import decisions
from funkenflug.core.thinking import Stop
from funkenflug.games import GAMES
from funkenflug.kernel import State
from funkenflug.kernel.solving import Solution
from funkenflug.locale.translate import LANGUAGES, translate
from funkenflug.match.game import Suggestion
from funkenflug.match.replay import at_ply
from funkenflug.site.daily import storage as daily_storage
from funkenflug.site.daily.daily import game_of_day, winnable_seed
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.middleware.identity import hashed
from funkenflug.site.infra.words import read
from funkenflug.site.tables import table as tables
from funkenflug.site.tables.bots import good_moves
from funkenflug.site.tables.responses import Snapshot, Update
from tests.touching import assert_explains, cells_of, touch
from tests.waiting import wait_until
from tests.web.conftest import serving
from tests.web.people import BOTS, Person, Screen, hear, inserted

People = Callable[..., Person]
FRIEND = [{"kind": "me"}, {"kind": "friend"}]
HERE = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]


# People and the lobby


def test_a_name_is_kept_with_a_cookie_that_nobody_can_guess(person: People) -> None:
    mara = person("Mara")
    assert mara.get("/api/me").json()["name"] == "Mara"
    assert re.fullmatch("[0-9a-f]{32}", mara.cookies["who"])
    for forged in (mara.cookies["who"][:-1] + "x", hashed(mara.cookies["who"]), "0" * 32, "x" * 5000):
        stranger = person()
        stranger.cookies.set("who", forged)
        assert stranger.get("/api/me").json()["name"] == ""


@pytest.mark.parametrize(
    "name", ["\u200b", "\u202e\u2066", "\u3164\u3164", "\u2800", "\u0301\u0301", "\ufe0f", "\u200d \u2060", "\u115f"]
)
def test_a_name_of_invisible_letters_is_refused(person: People, name: str) -> None:
    mara = person("Mara")
    answer = mara.post("/api/me", json={"name": name}, headers={"accept-language": "de"})
    assert (answer.status_code, answer.json()["error"]) == (422, "Ein Name braucht mindestens ein sichtbares Zeichen")
    assert mara.get("/api/me").json()["name"] == "Mara"


def test_a_name_keeps_what_can_be_seen(person: People) -> None:
    mara = person()
    for name, kept in {"Ma\u3164ra\u202e": "Mara", "Zoe\u0308": "Zoe\u0308", "李": "李", "🔥": "🔥", "  ": ""}.items():
        assert mara.post("/api/me", json={"name": name}).json()["name"] == kept


def test_the_cookie_is_kept_from_scripts(person: People) -> None:
    answer = person().get("/api/me")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=Lax" in answer.headers["set-cookie"]


def test_a_private_link_moves_an_identity_once(person: People) -> None:
    mara, phone, thief = person("Mara"), person(), person()
    token = mara.post("/api/me/link").json()["url"].removeprefix("/me#")
    assert phone.post("/api/me/arrive", json={"token": token}).json() == {"name": "Mara"}
    assert phone.get("/api/me").json()["name"] == "Mara"
    assert thief.post("/api/me/arrive", json={"token": token}).status_code == 404
    table = mara.new_table()
    assert phone.see(table)["mine"] == [0]


def test_the_games_describe_themselves(person: People) -> None:
    games = person().get("/api/games").json()
    assert [game["id"] for game in games] == [game_type.id for game_type in funkenflug.list_games()]
    for game in games:
        for mode in game["modes"]:
            for players in mode["players"]:
                seats = [*BOTS, *BOTS][:players]
                person().new_table(game["id"], players, seats, mode=mode["id"])


@pytest.mark.parametrize(
    "wish",
    [
        {"players": 5},
        {"game": "chess"},
        {"seats": BOTS * 2},
        {"options": ["wet"]},
        {"choices": {"deck": "1 2 3"}},
        {"choices": {"layout": "heap"}, "game": "vulkan"},
        {"mode": "solitaire"},
        {"seats": [{"kind": "me", "name": "x" * 61}, BOTS[1]]},
        {"seats": [{"kind": "bot", "level": "hell"}, BOTS[0]]},
        {"seed": "7"},
        {"clock": "an hour"},
        {"after": "nosuchtable"},
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(person: People, wish: dict[str, Any]) -> None:
    answer = person().post("/api/tables", json={"game": "feurio", "players": 2, "seats": BOTS} | wish)
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]


def test_tables_are_listed_for_those_whom_they_concern(person: People) -> None:
    ann, eve = person("Ann"), person("Eve")
    private, public = ann.new_table(seats=FRIEND), ann.new_table(seats=FRIEND, public=True)
    mine = {table["id"] for table in ann.get("/api/tables").json()["mine"]}
    assert {private, public} <= mine
    lists = eve.get("/api/tables").json()
    assert public in {table["id"] for table in lists["open"]}
    assert private not in {table["id"] for tables in lists.values() for table in tables}


def test_finished_tables_are_listed_for_those_who_played_there(person: People) -> None:
    ann, eve = person("Ann"), person("Eve")
    first, second = (ann.new_table(seats=HERE, public=True) for _ in range(2))
    for table in (first, second):
        ann.do(table, "resign")
    lists = ann.get("/api/tables").json()
    assert [table["id"] for table in lists["finished"]] == [second, first], "the last one first"
    assert lists["finished"][0] | {"winners": [1], "scores": [0, 0], "state": "over"} == lists["finished"][0]
    assert lists["mine"] == []
    assert eve.get("/api/tables").json()["finished"] == []


# Playing


@pytest.mark.slow
@pytest.mark.parametrize("site", ["sqlite"], indirect=True)
@pytest.mark.parametrize("game", [game_type.id for game_type in funkenflug.list_games()])
def test_a_whole_match_against_a_bot(person: People, game: str) -> None:
    mara = person("Mara")
    table = mara.new_table(game)
    count = 0
    while not (seen := mara.wait_for_turn(table))["outcome"]:
        mara.play(table, count := count + 7)
    record = funkenflug.load(mara.get(f"/api/tables/{table}/record").text)
    assert record.over
    assert record.names == ("Mara", "Spark")
    assert list(record.outcome().winners) == seen["outcome"]["winners"]  # type: ignore[union-attr]
    assert len(seen["outcome"]["lines"]) == 2
    last = mara.board(table, "position", ply=len(record.moves))
    assert last["drawing"] == seen["drawing"]
    assert mara.get(f"/api/tables/{table}/score-lines").json()[-1] == seen["outcome"]["scores"]
    assert mara.board(table, "position", ply=len(record.moves) + 1, status=404)
    *earlier, decided = decisions(record)
    told = mara.get(f"/api/tables/{table}/review/{decided}").json()
    assert (told["judged"]["ply"], told["judged"]["move"], told["next"]) == (decided, record.moves[decided], None)
    assert told["judged"]["best"] in at_ply(record, decided).legal_moves()
    assert told["judged"]["words"]
    assert mara.get(f"/api/tables/{table}/review/{earlier[-1]}").json()["next"] == decided
    assert mara.get(f"/api/tables/{table}/review/{len(record.moves)}").json() == {"judged": None, "next": None}
    assert mara.get(f"/api/tables/{table}/picture.svg").text.startswith("<svg")


@pytest.mark.parametrize(
    ("game", "seats"), [("feuer-wasser", HERE), ("vulkan", [{"kind": "me"}])], ids=["at one device", "alone"]
)
def test_an_update_leads_to_what_a_snapshot_shows(person: People, game: str, seats: Any) -> None:
    ann = person("Ann")
    table = ann.new_table(game, len(seats), seats=seats)
    with ann.watch(table) as connection:
        screen = Screen(connection)
        for place in range(12):
            ann.play(table, place * 13)
            screen.hear()
            assert screen.shows(ann)
            if not screen.table["choices"]:
                break  # a solitaire may be lost by then


def test_the_same_request_again_changes_nothing(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    seen = ann.see(table)
    request = {"number": seen["number"], "seat": 0, "moves": [seen["choices"][0]]}
    answers = [ann.post(f"/api/tables/{table}/moves", json=request) for _ in range(2)]
    assert [answer.json() for answer in answers] == [{"number": 1}] * 2
    assert ann.see(table)["plies"] == 1


def test_a_late_request_is_refused(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    ann.play(table)
    error = ann.refused(409, table, "moves", number=0, seat=0, moves=["pass"])
    assert error == "The table has changed. Please try again."


def test_several_moves_are_one_event(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    tile = ann.see(table)["choices"][0]
    assert ann.refused(422, table, "moves", number=0, seat=0, moves=[tile, "crew 3 red 0,0"])
    assert ann.see(table)["plies"] == 0
    update = ann.do(table, "moves", number=0, seat=0, moves=[tile, "pass"])
    assert (update["number"], update["plies"]) == (1, 2)


def test_a_draft_is_looked_at_and_nothing_happens(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    seen = ann.see(table)
    tile = seen["choices"][0]
    assert seen["draftable"]
    look = ann.board(table, "preview", number=0, draft=[tile])
    crew = next(move for move in look["choices"] if move.startswith("crew"))
    preview = ann.board(table, "preview", number=0, draft=[tile], move=crew)
    assert "÷" in preview["gain"]
    assert preview["words"].startswith("Ann placed")
    assert any(id.startswith("ghost-crew") for id in inserted(preview["difference"]))
    assert ann.see(table) == seen


def test_a_draft_stops_where_something_would_be_revealed(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    tile = ann.see(table)["choices"][0]
    assert "Send your move to see" in ann.board(table, "preview", status=409, number=0, draft=[tile, "pass"])
    assert ann.board(table, "preview", status=422, number=0, move="tile 9,9")
    ann.play(table)
    assert ann.board(table, "preview", status=409, number=0)


def test_an_illegal_move_is_explained(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    assert ann.board(table, "explain", move="tile 9,9") == {"words": "v4 does not touch the forest"}
    tile = ann.see(table)["choices"][0]
    after = ann.board(table, "explain", move="crew 1 red 0,0", draft=[tile])
    assert after == {"words": "red is not yours"}


@pytest.mark.parametrize("game_id", ["feurio", "vulkan", "feuer-wasser"])
def test_a_touch_is_explained_from_what_was_chosen(person: People, game_id: str) -> None:
    ann, chance, game_type = person("Ann"), random.Random(f"touches in {game_id}"), GAMES[game_id]
    table = ann.new_table(game_id, seats=HERE)
    for _ in range(8):
        seen = ann.see(table)
        touched = touch(game_type, seen["choices"], cells_of(game_id), chance)
        told = ann.board(table, "explain", steps=touched.steps, cell=touched.cell)
        assert_explains(told["words"], touched, game_type)
        ann.play(table, chance.randrange(1000))
    assert ann.board(table, "explain", status=422, steps=["verb:dance"], cell="a1") == "no move begins like this"
    assert ann.board(table, "explain", status=422, steps=[])


def test_a_name_that_nobody_chose_is_said_in_the_language_of_who_reads_it(person: People) -> None:
    host = person("")
    here = [{"kind": "me"}, {"kind": "here", "name": "Verde"}, {"kind": "here"}]
    table = host.new_table("vulkan", players=3, seats=here, public=True)
    host.wait_for_turn(table)
    host.play(table)
    host.do(table, "chat", text="Hallo")
    colours = {"green": ("Grün", "Verde"), "blue": ("Blau", "Blu"), "yellow": ("Gelb", "Giallo")}
    for number, language in enumerate(("de", "it")):
        seen = host.see(table, language)
        names = [colours[seat["colours"][0]][number] for seat in seen["seats"]]
        names[1] = "Verde"
        assert [seat["name"] for seat in seen["seats"]] == names
        assert seen["log"][-1]["text"].startswith(names[seen["log"][-1]["seat"]])
        assert seen["chat"][0]["name"] == names[0]


@pytest.mark.parametrize("site", ["sqlite"], indirect=True)
def test_texts_are_sent_as_words_or_in_a_language(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table("vulkan", seats=HERE)
    address = f"/api/tables/{table}"
    sent = ann.get(address).json()
    task, name = sent["task"], sent["seats"][0]["name"]
    assert name == "Ann"
    for language in LANGUAGES:
        told = ann.get(address, params={"words": language}).json()
        assert told == sent | {part: told[part] for part in ("task", "log", "seats", "clock")}
        assert told["task"] == translate(read(task), language)
    assert ann.get(address, params={"words": "xx"}).status_code == 422


@pytest.mark.parametrize("site", ["sqlite"], indirect=True)
def test_a_table_names_the_symbols_of_its_game_which_browsers_keep(person: People) -> None:
    ann = person("Ann")
    for game in GAMES:
        page = ann.get(f"/t/{ann.new_table(game)}").text
        link = re.search(r'<link rel="preload" as="fetch" crossorigin href="([^"]+)">', page)
        assert link
        answer = ann.get(link[1])
        assert "immutable" in answer.headers["cache-control"]
        ids = {element.get("id") for element in ElementTree.fromstring(answer.text).iter()}
        shapes = ann.see(page.partition('data-table="')[2].partition('"')[0])["drawing"]["shapes"].values()
        assert {name for shape in shapes for name in re.findall(r'href="#([^"]+)"', shape)} <= ids


@pytest.mark.parametrize("site", ["sqlite"], indirect=True)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_names_the_catalogue_of_its_language_which_browsers_keep(person: People, language: str) -> None:
    ann = person("Ann")
    ann.cookies.set("language", language)
    for page in ("/", f"/t/{ann.new_table()}"):
        link = re.search(
            r'<link rel="preload" as="fetch" crossorigin href="(/words/[^"]+)" id="words"', ann.get(page).text
        )
        assert link
        answer = ann.get(link[1])
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-encoding"] == "gzip"
        catalogue = answer.json()
        assert catalogue["table"]["yes"] == translate("Yes", language)
        assert catalogue["games"].keys() == GAMES.keys()
    assert "no-cache" in ann.get(f"/words/{language}-0123456789.json").headers["cache-control"]
    assert ann.get("/words/xx-0123456789.json").status_code == 404


def test_hints_stand_in_the_order_of_the_chances_that_are_shown() -> None:
    tried = [("a", 400, 0.49), ("b", 120, 0.52), ("c", 110, 0.523), ("d", 100, 0.1), ("e", 6, 0.83)]
    found = [
        Suggestion(move=move, visits=visits, chances=(1 - chance, chance), points=(0, 0))
        for move, visits, chance in tried
    ]
    assert [suggestion.move for suggestion in good_moves(found, 1)] == ["b", "c", "a"]
    assert good_moves([], 0) == []


def test_hints_are_for_those_who_play_alone_or_against_bots(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table("vulkan")
    ann.wait_for_turn(table)
    best = ann.do(table, "hint")["moves"][0]
    assert best["move"] in ann.see(table)["choices"]
    assert sum(best["chances"]) == pytest.approx(1)
    assert best["words"].startswith(("Fly from", "Drop 1"))
    assert person("Eve").refused(403, table, "hint")
    assert ann.refused(403, ann.new_table(seats=FRIEND), "hint")


# Seats


def test_an_invitation_works_once(person: People) -> None:
    ann, bob, eve = person("Ann"), person("Bob"), person("Eve")
    table = ann.new_table(seats=FRIEND)
    link = ann.see(table)["seats"][1]["invite"]
    key = link.partition("key=")[2]
    assert link.startswith(f"/t/{table}#seat=1&key=")
    assert eve.see(table)["seats"][1]["invite"] is None
    assert eve.refused(403, table, "seats/1")
    assert eve.refused(403, table, "seats/1", key="A" * 24)
    assert bob.do(table, "seats/1", key=key)["mine"] == [1]
    assert eve.refused(409, table, "seats/1", key=key)
    bob.delete(f"/api/tables/{table}/seats/1").raise_for_status()
    assert eve.refused(403, table, "seats/1", key=key), "the key was used"
    again = ann.see(table)["seats"][1]["invite"].partition("key=")[2]
    assert again != key
    assert bob.do(table, "seats/1", key=again)["mine"] == [1]
    bob.delete(f"/api/tables/{table}/seats/1").raise_for_status()
    assert [seat["name"] for seat in ann.see(table)["seats"]] == ["Ann", "Bob"]


def test_another_persons_seat_is_refused(person: People) -> None:
    ann, eve = person("Ann"), person("Eve")
    table = ann.new_table(seats=HERE)
    move = ann.see(table)["choices"][0]
    assert eve.see(table)["choices"] == []
    assert eve.refused(403, table, "moves", number=0, seat=0, moves=[move]) == "This is not your seat"
    assert eve.board(table, "preview", status=403, number=0)
    assert eve.refused(403, table, "ready", seat=0)
    assert eve.refused(403, table, "resign")
    assert eve.refused(403, table, "undo", number=0)
    assert eve.refused(403, table, "chat", text="hi")
    assert eve.delete(f"/api/tables/{table}/seats/0").status_code == 403


def test_a_bot_takes_the_seat_of_somebody_who_left(person: People) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = ann.new_table(seats=FRIEND, public=True)
    bob.do(table, "seats/1")
    bob.delete(f"/api/tables/{table}/seats/1").raise_for_status()
    assert ann.see(table)["can"]["bot"]
    ann.do(table, "seats/1/bot", level="ember")
    ann.play(table)
    ann.play(table)
    assert ann.wait_for_turn(table)["seats"][1]["name"] == "Ember"


def test_undo_and_its_consent(person: People) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = ann.new_table(seats=FRIEND, public=True)
    bob.do(table, "seats/1")
    ann.play(table)
    assert not bob.see(table)["can"]["undo"]
    seen = ann.do(table, "undo", number=ann.see(table)["number"])
    assert seen["plies"] == 0
    assert [line.get("undone", False) for line in seen["log"]] == [False, True, False], "sat, a move, undone"
    assert [len(line["cells"]) for line in seen["log"]] == [0, 1, 0]
    ann.play(table)
    ann.play(table)
    assert ann.see(table)["can"]["undo_asks"]
    ann.do(table, "undo", number=ann.see(table)["number"])
    assert bob.see(table)["wishes"]["undo"] == {"seat": 0, "asked": True}
    assert bob.do(table, "undo/answer", yes=True)["plies"] == 1


def test_resigning_rematch_and_the_same_rematch_for_both(person: People) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = ann.new_table("vulkan", seats=FRIEND, public=True, choices={"layout": "hexagon"})
    bob.do(table, "seats/1")
    assert ann.refused(409, table, "rematch")
    seen = ann.do(table, "resign")
    assert seen["outcome"]["winners"] == [1]
    assert seen["outcome"]["words"] == "Ann resigned: Bob wins"
    again = bob.do(table, "rematch")["id"]
    assert ann.see(table)["wishes"]["rematch"] == again
    assert ann.do(table, "rematch")["id"] == again
    assert (bob.see(again)["mine"], ann.see(again)["mine"]) == ([0], [1])


def test_vulkan_is_played_on_the_forest_of_feurio(person: People) -> None:
    ann = person("Ann")
    feurio = ann.new_table("feurio", 1, [{"kind": "me"}])
    assert (
        "finished game"
        in ann.post("/api/tables", json={"game": "vulkan", "players": 2, "seats": HERE, "after": feurio}).text
    )
    while not (seen := ann.see(feurio))["outcome"]:
        ann.play(feurio)
    try:
        layout = funkenflug.vulkan_layout(funkenflug.load(ann.get(f"/api/tables/{feurio}/record").text))
    except ValueError:  # this forest has no place for a volcano
        assert not seen["follow_ups"]
        return
    assert [offer["game"] for offer in seen["follow_ups"]] == ["vulkan"]
    vulkan = ann.see(ann.new_table("vulkan", seats=HERE, after=feurio))
    assert sum(id.startswith("tile-") for id, *_ in vulkan["drawing"]["fragments"]) == len(layout)


def test_talk_is_short_and_not_too_much(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table()
    assert ann.refused(422, table, "chat", text="x" * 501)
    for _ in range(8):
        ann.do(table, "chat", text="<b>hot</b>")
    assert ann.refused(429, table, "chat", text="more")
    assert ann.see(table)["chat"][0]["text"] == "<b>hot</b>"


# One device, and what is hidden


def test_the_covered_screen_holds_nothing_hidden(person: People) -> None:
    ann, eve = person("Ann"), person("Eve")
    table = ann.new_table(seats=HERE, options=["firebreak"])
    covered = ann.see(table)
    assert covered["cover"]
    assert covered["choices"] == []
    stranger = eve.see(table)
    for part in ("drawing", "task", "panel", "log", "outcome"):
        assert covered[part] == stranger[part]
    assert ann.text(table) == eve.text(table)
    assert covered["panel"]["drawn"] is None
    assert ann.board(table, "preview", status=403, number=0)
    seen = ann.do(table, "ready", seat=0)
    assert (seen["cover"], seen["looking"]) == (False, 0)
    assert seen["panel"]["drawn"] is not None
    ann.play(table)
    assert not ann.see(table)["cover"], "the turn of the same player goes on"
    update = ann.do(table, "moves", number=2, seat=0, moves=["pass"])
    assert update["cover"]
    assert update["panel"]["drawn"] is None
    assert ann.see(table)["drawing"] == eve.see(table)["drawing"]


def test_without_hidden_things_no_screen_is_covered(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    for looking in (0, 0, 1, 1):
        seen = ann.see(table)
        assert (seen["cover"], seen["looking"]) == (False, looking)
        ann.play(table)


def test_the_record_waits_for_the_end_where_it_would_tell_the_deal(person: People) -> None:
    ann = person("Ann")
    feurio, vulkan = (ann.new_table(game, 1, [{"kind": "me"}]) for game in ("feurio", "vulkan"))
    assert ann.get(f"/api/tables/{feurio}/record").status_code == 403
    assert ann.get(f"/api/tables/{feurio}/review/0").status_code == 403
    assert ann.get(f"/api/tables/{vulkan}/record").status_code == 200
    assert person("Eve").get(f"/api/tables/{vulkan}/record").status_code == 403
    assert "seed" not in ann.get(f"/api/tables/{feurio}").text.lower()


# Errors and restarts


@pytest.mark.parametrize("path", ["nosuchtable", "x", "..%2f..%2fetc", "a" * 50])
def test_no_such_table(person: People, path: str) -> None:
    answer = person().get(f"/api/tables/{path}")
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]


def test_everything_survives_a_restart(database: str, person_at: People) -> None:
    with serving(database) as url:
        ann = person_at(url, "Ann")
        table = ann.new_table(seats=HERE)
        ann.play(table)
        ann.do(table, "chat", text="hello")
        before = ann.see(table)
    with serving(database) as url:
        again = person_at(url)
        again.cookies = ann.cookies
        assert again.see(table) == before
        again.play(table)
        assert again.get("/api/tables").json()["mine"][0]["id"] == table
        assert again.get("/api/me").json()["name"] == "Ann"


def test_a_bot_goes_on_after_a_restart(database: str, person_at: People) -> None:
    with serving(database, pace=60) as url:
        ann = person_at(url, "Ann")
        table = ann.new_table()
        ann.play(table)
        ann.play(table)
        assert not ann.see(table)["choices"]
    with serving(database) as url:
        again = person_at(url)
        again.cookies = ann.cookies
        assert again.wait_for_turn(table)["plies"] == 4


# Clocks and the solitaire of the day


def test_whose_time_is_up_loses(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person("Ann")
    assert ann.see(ann.new_table(seats=HERE, clock="5 minutes"))["clock"]["left"] == [300, 300]
    monkeypatch.setitem(tables.CLOCKS, "5 minutes", 0.5)
    table = ann.new_table(seats=HERE, clock="5 minutes")
    wait_until(lambda: ann.see(table)["outcome"])
    seen = ann.see(table)
    assert seen["outcome"]["winners"] == [1]
    assert seen["task"] == "Ann’s time is up: Bob wins"


def test_the_solitaire_of_the_day_is_the_same_for_everybody(database: str, person_at: People) -> None:
    today = datetime.date.today().isoformat()
    storage = Storage(database)
    daily_storage.keep_day(storage, today, "vulkan", f"daily-{today}-7").result(60)
    storage.close()
    with serving(database) as url:
        ann, bob = person_at(url, "Ann"), person_at(url, "Bob")
        assert ann.get("/api/daily").json() | {"goal": "", "seal": ""} == {
            "day": today,
            "ready": True,
            "tried": 0,
            "won": 0,
            "table": None,
            "ended": None,
            "game": "vulkan",
            "title": "Vulkan!",
            "goal": "",
            "seal": "",
            "before": None,
        }
        anns, bobs = (who.post("/api/daily").json()["id"] for who in (ann, bob))
        assert anns != bobs
        assert ann.see(anns)["choices"] == bob.see(bobs)["choices"]
        assert ann.post("/api/daily").json()["id"] == anns, "one try a day"
        ann.play(anns)
        assert (ann.get("/api/daily").json()["tried"], ann.get("/api/daily").json()["won"]) == (1, 0)
        assert ann.get("/api/daily").json()["ended"] is None
        ann.do(anns, "resign")
        assert ann.get("/api/daily").json()["ended"] == "lost"
        assert ann.refused(409, anns, "rematch") == "There is only one daily solitaire"


def test_the_solitaire_of_a_day_is_the_first_deal_that_the_solver_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[bytes] = []

    def solve(state: State, budget: object, seed: int = 0, progress: object = None, stop: object = None) -> Solution:
        dealt.append(state.tobytes())
        return Solution("won" if len(dealt) == 3 else "cannot be won", (), 0.0, 1, "")

    day = datetime.date(2026, 11, 15)
    secrets_of_it = iter("abcd")
    monkeypatch.setattr("funkenflug.site.daily.daily.secrets.token_hex", lambda _: next(secrets_of_it))
    assert (game_of_day(day), game_of_day(day + datetime.timedelta(days=1))) == ("vulkan", "feurio")
    monkeypatch.setattr(GAMES["vulkan"], "solve", solve, raising=False)
    assert winnable_seed("vulkan", day, Stop()) == "daily-2026-11-15-c"
    seeds = [f"daily-2026-11-15-{secret}" for secret in "abc"]
    assert dealt == [funkenflug.new("vulkan", players=1, seed=seed).state.tobytes() for seed in seeds]
    monkeypatch.setattr(GAMES["vulkan"], "solve", None)
    assert winnable_seed("vulkan", day, Stop()) is None, "nothing is offered that was not solved"


def test_a_move_that_cannot_be_kept_has_not_happened(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    move = ann.see(table)["choices"][0]
    full = OperationalError("insert", {}, Exception("database or disk is full"))

    def fail(*_: object) -> None:
        raise full

    with monkeypatch.context() as broken:
        broken.setattr("funkenflug.site.infra.db.storage.Storage._run_batch", fail)
        assert "Not saved" in ann.refused(503, table, "moves", number=0, seat=0, moves=[move])
        assert ann.see(table)["plies"] == 0
    assert ann.do(table, "moves", number=0, seat=0, moves=[move])["plies"] == 1


def test_what_is_sent_is_what_the_document_says(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=FRIEND, clock="5 minutes")
    ann.do(table, "seats/1/bot", level="spark")
    ann.do(table, "chat", text="hello")
    snapshot = ann.see(table)
    assert set(snapshot) == Snapshot.__required_keys__
    msgspec.convert(snapshot, Snapshot)
    with ann.watch(table) as connection:
        hear(connection, "snapshot")
        ann.play(table)
        update = hear(connection, "update")
    del update["type"]
    optional = {"patience", "goals", "holdings", "outcome", "follow_ups", "fair"}
    assert set(update) - {"holdings"} == Update.__annotations__.keys() - optional
    update["task"] = read(update["task"])
    update["holdings"] = {seat: read(words) for seat, words in update.get("holdings", {}).items()}
    update["log"] = [line | {"text": read(line["text"])} for line in update["log"]]
    msgspec.convert(update, Update)
    paths = ann.get("/api/openapi.json").json()["paths"]
    assert {"get", "post"} <= set(paths["/api/tables"])
    assert ann.get("/api/docs").status_code == 200


@pytest.mark.parametrize("path", ["/t/%00", "/t/" + "x" * 5000, f"/rules/pictures/en/{'x' * 300}.svg", "/rules/%00"])
def test_addresses_that_cannot_exist_are_not_found(person: People, path: str) -> None:
    assert person("Ann").get(path).status_code == 404
