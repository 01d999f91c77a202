"""Puzzles in the browser: failed and solved, by keys and on a phone, in four languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from funkenflug.games import GAMES
from funkenflug.puzzles.puzzle import Puzzle, shipped

from .conftest import Opener
from .playing import PHONE, WIDE, wait_for


def typed(puzzle: Puzzle, move: str) -> str:
    """Return a move as a player types it, with the names of cells."""
    name_cell = GAMES[puzzle.game].name_cell
    return " ".join(name_cell(word) if re.fullmatch(r"-?\d+,-?\d+", word) else word for word in move.split(" "))


def type_move(page: Page, puzzle: Puzzle, move: str) -> None:
    wait_for(page, "choosing")
    field = page.locator(".typed input")
    if field.is_hidden():
        page.keyboard.press("m")
    field.fill(typed(puzzle, move))
    field.press("Enter")


def test_a_puzzle_is_failed_and_then_solved_by_keys(opened: Opener) -> None:
    puzzle = next(one for one in shipped("vulkan") if one.players == 2)
    page = opened(**WIDE)
    page.goto(f"/puzzles/vulkan/{puzzle.id}?game=vulkan")
    type_move(page, puzzle, puzzle.tempting)
    expect(page.locator(".study-note")).to_contain_text("Tempting, but there is something better")
    expect(page.locator(".puzzle-change")).to_contain_text("−")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    type_move(page, puzzle, puzzle.answers[0])
    expect(page.locator("main")).to_have_attribute("data-puzzle", "solved")
    pair = page.locator(".puzzle-pair figure")
    expect(pair).to_have_count(2)
    expect(pair.first).to_contain_text(f"{round(100 * puzzle.chances[0])}% to win")
    expect(pair.last).to_contain_text(f"{round(100 * puzzle.chances[1])}% to win")
    assert page.evaluate("[...document.querySelectorAll('.puzzle-pair img')].length") == 2
    expect(page.locator(".puzzle-compare a")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/puzzles/vulkan/(?!{puzzle.id})"))
    wait_for(page, "choosing")


def test_a_puzzle_is_solved_on_a_phone_after_a_look_at_the_answer(opened: Opener) -> None:
    puzzle = next(one for one in shipped("feuer-wasser") if one.answers[0].startswith("stone"))
    page = opened(**PHONE | {"viewport": {"width": 375, "height": 553}})
    page.goto(f"/puzzles/feuer-wasser/{puzzle.id}")
    wait_for(page, "choosing")
    board, note = page.locator("svg.board").bounding_box(), page.locator(".study-note").bounding_box()
    assert board is not None
    assert note is not None
    assert board["y"] + board["height"] <= note["y"] + 1  # it covers nothing
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    cell = puzzle.answers[0].split(" ")[1]
    page.locator(f'[data-token="cell:{cell}"]').click(force=True)
    page.locator(".send").click()
    expect(page.locator("main")).to_have_attribute("data-puzzle", "solved")
    expect(page.locator(".puzzle-pair figure")).to_have_count(2)
    page.get_by_role("button", name="Back to the board").click()
    expect(page.locator(".puzzle-compare")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "title", "show"),
    [
        ("en", "Puzzles", "Show the answer"),
        ("de", "Aufgaben", "Lösung zeigen"),
        ("nl", "Puzzels", "Oplossing tonen"),
        ("it", "Problemi", "Mostra la soluzione"),
    ],
)
def test_puzzles_are_told_in_the_language_of_the_player(opened: Opener, language: str, title: str, show: str) -> None:
    page = opened(**WIDE, locale=language)
    page.goto("/puzzles")
    expect(page.locator("h1")).to_have_text(title)
    page.locator(".puzzle-themes a").first.click()
    page.wait_for_url(re.compile("theme="))
    expect(page.get_by_role("button", name=show)).to_be_visible()
