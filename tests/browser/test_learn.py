"""Learning in a browser: lessons failed and passed by mouse, finger and keyboard, in all languages."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from funkenflug.games import find_game
from funkenflug.lessons import Step, read_course
from funkenflug.locale.translate import LANGUAGES

from .conftest import Opener
from .playing import PHONE, WIDE, wait_for


def lesson(page: Page, game: str, id: str, language: str = "en") -> Step:
    """Open a step of a course, and wait until it is shown."""
    course = read_course(find_game(game))
    assert course is not None
    step = course.step(id)
    page.goto(f"/learn/{game}#{id}")
    expect(page.locator(".lesson-text")).to_contain_text(step.words(language).text)
    return step


def touch(page: Page, cell: str) -> None:
    page.locator(f'[data-token="cell:{cell}"]').dispatch_event("click")


def test_a_lesson_is_failed_and_passed_and_kept(opened: Opener) -> None:
    page = opened(**WIDE)
    step = lesson(page, "feurio", "room")
    page.locator('[data-choice="three"]').click()
    expect(page.locator(".lesson.wrong .lesson-answer")).to_have_text(step.judge("three").words)
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".lesson-why")).to_have_text(step.words().why)
    page.locator('[data-choice="one"]').click()
    expect(page.locator(".lesson.right .lesson-answer")).to_have_text(step.words().right)
    page.locator('[data-lesson="next"]').click()

    wait_for(page, "choosing")  # a legal move that is not the one
    touch(page, "0,1")
    page.locator(".send").click()
    expect(page.locator(".lesson.wrong .lesson-answer")).to_contain_text("That is allowed.")
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("button", name="Try it yourself")).to_be_visible()
    expect(page.locator(".rings > *")).not_to_have_count(0)
    expect(page.locator(".task-text")).not_to_be_visible()
    page.get_by_role("button", name="Try it yourself").click()
    wait_for(page, "choosing")
    touch(page, "1,-1")
    page.locator(".options .option").last.click()
    page.locator(".send").click()
    expect(page.locator(".lesson.right .lesson-answer")).to_contain_text("You hold this 6 alone.")

    page.goto("/learn")
    expect(page.locator('[data-game="feurio"] .course-progress')).to_have_text("2 of 11 steps")
    page.goto("/learn/feurio")
    expect(page.locator(".lesson-dots .passed")).to_have_count(2)


def test_a_step_takes_two_requests_and_one_for_each_thing_that_the_learner_tries(opened: Opener) -> None:
    page = opened(**WIDE)
    asked: list[str] = []

    def count(request: Request) -> None:
        """Count what a step needs. What the learner tries is asked for with a draft or a move."""
        path, body = urlsplit(request.url).path, request.post_data or ""
        if path.startswith("/api/") and not ('"draft":["' in body or '"move":"' in body):
            asked.append(f"{request.method} {path}")

    page.on("request", count)
    lesson(page, "feurio", "hottest")
    wait_for(page, "choosing")
    touch(page, "0,1")
    page.locator(".send").click()
    expect(page.locator(".lesson.right")).to_be_visible()
    assert asked == ["GET /api/lessons/feurio", "POST /api/lessons/feurio/hottest"]
    asked.clear()
    page.locator('[data-lesson="next"]').click()
    wait_for(page, "choosing")
    touch(page, "0,0")
    page.locator(".options .option").first.click()
    page.locator(".send").click()
    expect(page.locator(".lesson.right")).to_be_visible()
    assert asked == ["POST /api/board/position", "POST /api/lessons/feurio/crew"]


def test_a_lesson_is_passed_by_keyboard(opened: Opener) -> None:
    page = opened(**WIDE)
    step = lesson(page, "feurio", "three")
    page.locator('[data-token="cell:1,-2"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lesson-answer")).to_contain_text(step.words().answers["two"])
    page.locator('[data-token="cell:-1,1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lesson-answer")).to_have_text(step.words().right)
    expect(page.locator('[data-lesson="next"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".lesson-text")).to_contain_text("A few turns later.")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_on_a_small_phone_in_every_language(opened: Opener, language: str) -> None:
    page = opened(**(PHONE | {"viewport": {"width": 375, "height": 553}, "locale": language}))
    step = lesson(page, "feuer-wasser", "fire", language)
    touch(page, "c7")
    expect(page.locator(".lesson-answer")).to_have_text(step.judge("c7", language).words)
    page.locator('[data-lesson="why"]').click()
    for button in page.locator(".lesson-acts button:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
    touch(page, "d6")
    expect(page.locator(".lesson.right .lesson-answer")).to_have_text(step.words(language).right)
    expect(page.locator('[data-lesson="next"]')).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
