"""Lessons and the coach over HTTP: a course in the language of the visitor, answers, progress, notes at a table."""

from typing import Any

from tests.web.people import Person


def test_a_course_is_passed_step_by_step_and_kept_with_the_identity(site: str) -> None:
    with Person(site) as ann, Person(site) as bob:
        assert {entry["passed"] for entry in ann.get("/api/lessons").json()} == {0}
        course = ann.get("/api/lessons/feurio", headers={"Accept-Language": "de"}).json()
        first = course["steps"][0]
        assert (first["id"], first["task"], first["passed"]) == ("hottest", "move", False)
        assert first["text"].startswith("Das Feuer")
        assert "[Deck " in first["record"]

        def answer(step: str, text: str) -> dict[str, Any]:
            return dict(ann.post(f"/api/lessons/feurio/{step}", json={"answer": text}).raise_for_status().json())

        assert answer("hottest", "tile -1,0") == {
            "right": False,
            "words": "heat 9 here; 10 at m12 and o14",
            "move": None,
            "position": None,
        }
        assert answer("room", "three")["right"] is False
        assert {entry["passed"] for entry in ann.get("/api/lessons").json()} == {0}, "wrong answers teach nothing yet"
        assert answer("hottest", "tile 0,1")["move"] == "tile 0,1"
        right = answer("hottest", "tile 2,-1")
        assert right["right"]
        assert (right["position"]["ply"], len(right["position"]["events"])) == (course["position"]["ply"] + 1, 1)
        assert answer("room", "one")["right"]
        assert [entry["passed"] for entry in ann.get("/api/lessons").json()] == [2, 0, 0]
        passed = [step["id"] for step in ann.get("/api/lessons/feurio").json()["steps"] if step["passed"]]
        assert passed == ["hottest", "room"]
        again = ann.get("/api/lessons/feurio").json()
        assert again["step"] == next(step["id"] for step in again["steps"] if not step["passed"])
        asked = ann.get("/api/lessons/feurio", params={"step": "room"}).json()
        assert asked["step"] == "room"
        assert asked["position"] != again["position"]
        assert {entry["passed"] for entry in bob.get("/api/lessons").json()} == {0}, "everybody learns for themselves"


def test_lessons_that_do_not_exist_are_refused_in_words(site: str) -> None:
    with Person(site) as ann:
        assert ann.get("/api/lessons/chess").json() == {"error": "There are no lessons for this game"}
        gone = ann.post("/api/lessons/feurio/nowhere", json={"answer": "pass"})
        assert (gone.status_code, gone.json()) == (404, {"error": "There is no such lesson"})
        assert ann.post("/api/lessons/feurio/hottest", json={"answer": ""}).status_code == 422


def test_a_coach_speaks_to_a_player_among_bots_only(site: str) -> None:
    with Person(site) as ann, Person(site) as bob:
        alone = ann.new_table()
        (note, *_) = ann.get(f"/api/tables/{alone}/coach", params={"words": "de"}).json()["notes"]
        assert note["id"] == "hottest"
        assert note["words"].startswith("Am heißesten ist es bei ")
        assert note["cells"]
        assert bob.get(f"/api/tables/{alone}/coach").json() == {"notes": []}
        together = ann.new_table(seats=[{"kind": "me"}, {"kind": "here"}])
        assert ann.get(f"/api/tables/{together}/coach").json() == {"notes": []}
