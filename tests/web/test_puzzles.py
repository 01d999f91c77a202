"""Puzzles on a site: what is told before a try and after it, what counts, and what is refused."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from funkenflug.match.record import load
from funkenflug.puzzles.puzzle import Puzzle, shipped, withdrawn
from funkenflug.puzzles.rating import PuzzleRating, after_try, of_puzzle
from funkenflug.site.infra import previews
from funkenflug.site.puzzles.puzzles import days_in_a_row, puzzle_of_day
from tests.web.people import Person

People = Callable[..., Person]
GAMES = ["feurio", "vulkan", "feuer-wasser"]
WITHDRAWN = {
    "en": "This puzzle was withdrawn because its solution wasn’t reliable.",
    "de": "Diese Aufgabe wurde zurückgezogen, weil ihre Lösung nicht verlässlich war.",
    "nl": "Deze puzzel is ingetrokken omdat de oplossing niet betrouwbaar was.",
    "it": "Questo problema è stato ritirato perché la soluzione non era affidabile.",
}


def some_puzzle(game: str) -> Puzzle:
    """Return a puzzle with something to tell apart: it is not the puzzle of the day."""
    return next(puzzle for puzzle in shipped(game) if puzzle is not puzzle_of_day(datetime.date.today()))


def attempt(person: Person, puzzle: Puzzle, move: str) -> dict[str, Any]:
    answer = person.post(f"/api/puzzles/{puzzle.game}/{puzzle.id}/tries", json={"move": move})
    assert answer.status_code == 200, answer.text
    judged: dict[str, Any] = answer.json()
    return judged


def get(person: Person, path: str) -> Any:
    return person.get(path).raise_for_status().json()


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_failed_then_solved_and_the_first_try_counts(person: People, game: str) -> None:
    anna, puzzle = person("Anna"), some_puzzle(game)
    seen = get(anna, f"/api/puzzles/{game}/{puzzle.id}")
    assert (seen["first_try"], seen["seat"]) == (None, puzzle.position().to_move)
    failed = attempt(anna, puzzle, puzzle.tempting)
    assert (failed["solved"], failed["solution"]) == (False, None)
    assert failed["change"] < 0
    solved = attempt(anna, puzzle, puzzle.answers[-1])
    assert (solved["solved"], solved["change"]) == (True, 0)
    assert (solved["standing"]["tried"], solved["standing"]["solved"]) == (1, 0)
    assert solved["solution"]["answer"]["moves"] == [puzzle.answers[0], *puzzle.line]
    assert solved["solution"]["tempting"]["moves"] == [puzzle.tempting, *puzzle.tempting_line]
    assert load(solved["solution"]["record"]) == puzzle.position()
    assert get(anna, f"/api/puzzles/{game}/{puzzle.id}")["first_try"] == "failed"
    for which in ("answer", "tempting"):
        assert anna.get(f"/api/puzzles/{game}/{puzzle.id}/pictures/{which}").text.startswith("<svg")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_gives_the_answer_or_hidden_tiles_away_before_a_try(person: People, game: str) -> None:
    anna = person("Anna")
    puzzle = min(shipped(game), key=lambda one: len(one.moves))  # most is hidden early
    told = get(anna, f"/api/puzzles/{game}/{puzzle.id}")
    fields = ("game", "id", "record", "seat", "task", "rating", "first_try", "is_of_today", "standing", "position")
    assert told.keys() == {*fields}
    board = {"kind": "record", "record": told["record"], "looking": told["seat"]}
    same = anna.post("/api/board/position", json={"board": board, "since": told["position"]["ply"]})
    assert same.json() == told["position"], "it comes from what is told"
    position, shown = puzzle.position(), load(told["record"])
    assert shown.moves == position.moves
    assert shown.view(told["seat"]) == position.view(told["seat"])
    assert shown == position.determinize(told["seat"])  # made of the view alone
    page = anna.get(f"/puzzles/{game}/{puzzle.id}").text
    assert not any(move in page for move in (*puzzle.answers, puzzle.tempting))
    assert anna.get(f"/api/puzzles/{game}/{puzzle.id}/pictures/answer").status_code == 403


def test_whoever_gives_up_sees_the_answer_and_has_failed(person: People) -> None:
    anna, puzzle = person("Anna"), some_puzzle("vulkan")
    shown = anna.post(f"/api/puzzles/vulkan/{puzzle.id}/answer").raise_for_status().json()
    assert shown["solution"]["answer"]["moves"][0] == puzzle.answers[0]
    assert (shown["standing"]["tried"], shown["standing"]["solved"]) == (1, 0)
    assert attempt(anna, puzzle, puzzle.answers[0])["standing"]["solved"] == 0


def test_the_next_puzzle_is_a_new_one_of_the_theme(person: People) -> None:
    anna, theme = person("Anna"), some_puzzle("feurio").theme
    addresses = set()
    for _ in range(2):
        sent = anna.get(f"/puzzles/feurio?theme={theme}", follow_redirects=False)
        assert sent.status_code == 303
        id = sent.headers["location"].split("?")[0].rpartition("/")[2]
        puzzle = next(puzzle for puzzle in shipped("feurio") if puzzle.id == id)
        assert puzzle.theme == theme
        attempt(anna, puzzle, puzzle.answers[0])
        addresses.add(id)
    assert len(addresses) == 2 or sum(puzzle.theme == theme for puzzle in shipped("feurio")) == 1
    assert get(anna, "/api/puzzles")["standing"]["streak"] == 2
    assert f"/puzzles/feurio?theme={theme}" in anna.get("/puzzles").text


def test_the_puzzle_of_the_day_counts_for_a_streak_of_days(person: People) -> None:
    anna, puzzle = person("Anna"), puzzle_of_day(datetime.date.today())
    assert puzzle is not None
    assert get(anna, "/api/puzzles")["today"]["first_try"] is None
    assert attempt(anna, puzzle, puzzle.answers[0])["standing"]["days"] == 1
    assert get(anna, "/api/puzzles")["today"]["first_try"] == "solved"


def test_a_streak_of_days_may_end_yesterday_but_has_no_gaps() -> None:
    today = datetime.date(2026, 11, 17)
    assert days_in_a_row(set(), today) == 0
    assert days_in_a_row({"2026-11-17", "2026-11-16", "2026-11-14"}, today) == 2
    assert days_in_a_row({"2026-11-15"}, today) == 0


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/puzzles/vulkan/00000000", 404),
        ("GET", "/api/puzzles/chess/00000000", 404),
        ("GET", "/api/puzzles/vulkan/..%2F..", 404),
        ("GET", "/api/puzzles/next?game=chess", 422),
        ("GET", "/api/puzzles/next?game=vulkan&theme=chess", 404),
        ("GET", "/puzzles/vulkan/00000000", 404),
        ("GET", "/puzzles/chess", 404),
        ("POST", "/api/puzzles/vulkan/00000000/answer", 404),
    ],
)
def test_puzzles_that_do_not_exist_are_refused(person: People, method: str, path: str, status: int) -> None:
    assert person("Anna").request(method, path).status_code == status


def wins_at_once(puzzle: Puzzle, move: str) -> bool:
    after = puzzle.position()
    seat = after.to_move
    after.play(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winners == (seat,)


def test_a_move_that_wins_at_once_solves_a_puzzle_that_does_not_know_it(
    person: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = next(one for one in shipped("feuer-wasser") if wins_at_once(one, one.answers[0]))
    kept = {"answers": (whole.tempting,), "line": whole.tempting_line, "tempting": whole.answers[0]}
    poorer = msgspec.structs.replace(whole, **kept, tempting_line=whole.line)
    monkeypatch.setattr("funkenflug.site.puzzles.puzzles.find_puzzle", lambda *_: poorer)
    judged = attempt(person("Anna"), poorer, whole.answers[0])
    assert judged["solved"]
    assert judged["change"] > 0


def test_an_old_try_at_a_withdrawn_puzzle_is_kept_and_its_link_says_what_happened(
    person: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, puzzle = person("Anna"), some_puzzle("vulkan")
    attempt(anna, puzzle, puzzle.answers[0])
    left = tuple(one for one in shipped("vulkan") if one is not puzzle)
    monkeypatch.setattr("funkenflug.puzzles.puzzle._by_id", lambda _: {one.id: one for one in left})
    monkeypatch.setattr("funkenflug.site.puzzles.puzzles.withdrawn", lambda _: {puzzle.id})
    monkeypatch.setattr("funkenflug.site.puzzles.puzzles.shipped", lambda game: left if game == "vulkan" else ())
    assert get(anna, "/api/puzzles")["standing"]["solved"] == 1
    assert anna.get("/puzzles").status_code == 200
    following = get(anna, "/api/puzzles/next?game=vulkan")["url"]
    assert not following.endswith(puzzle.id)
    path = f"/api/puzzles/vulkan/{puzzle.id}"
    for answer in (anna.get(path), anna.post(f"{path}/answer"), anna.get(f"{path}/pictures/answer")):
        assert (answer.status_code, answer.json()["error"]) == (410, WITHDRAWN["en"])
    assert anna.get(f"/puzzles/vulkan/{puzzle.id}/picture.{previews.KIND}").status_code == 410


@pytest.mark.parametrize("language", ["en", "de", "nl", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_withdrawn_puzzle_says_so(person: People, game: str, language: str) -> None:
    id = min(withdrawn(game))
    page = person("Anna").get(f"/puzzles/{game}/{id}", headers={"Accept-Language": language})
    assert page.status_code == 410
    assert WITHDRAWN[language] in page.text


def test_an_illegal_move_is_no_try(person: People) -> None:
    anna, puzzle = person("Anna"), some_puzzle("vulkan")
    answer = anna.post(f"/api/puzzles/vulkan/{puzzle.id}/tries", json={"move": "fly green 99,99 99,99"})
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert get(anna, f"/api/puzzles/vulkan/{puzzle.id}")["first_try"] is None


def test_ratings_follow_the_example_of_glicko_2() -> None:
    """See Glickman, Example of the Glicko-2 system: three matches there, the first of them here."""
    player, puzzle = after_try(PuzzleRating(1500.0, 200.0), PuzzleRating(1400.0, 30.0), solved=True)
    assert player.value == pytest.approx(1563.6, abs=0.1)
    assert player.deviation == pytest.approx(175.4, abs=0.1)
    assert puzzle.value < 1400.0
    assert puzzle.deviation == 45.0  # never less, so that it can change
    worse, harder = after_try(PuzzleRating(), of_puzzle(1500.0), solved=False)
    assert worse.value < 1500.0 < harder.value


@pytest.mark.parametrize("solved", [False, True])
def test_a_first_try_changes_a_rating_by_at_most_100_points(solved: bool) -> None:
    for rating in (1000.0, 1500.0, 2100.0):
        player, _ = after_try(PuzzleRating(), of_puzzle(rating), solved)
        assert abs(player.value - 1500.0) <= 100.0
        assert (player.value > 1500.0) is solved
