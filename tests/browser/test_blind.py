"""Whole matches without looking at the picture: by roles, accessible names, announcements and the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Opener
from .playing import BOT, ME, WIDE, click_on, create, sit, step, wait_for


def _spoken(page: Page) -> Locator:
    """Return where everything is announced."""
    return page.get_by_role("status").first


def _focused(page: Page) -> str:
    """Return the role and the name of what has the focus; nothing if it got lost."""
    focused = page.locator(":focus")
    return focused.aria_snapshot().lstrip("- '") if focused.count() else ""


def _choose(page: Page, chosen: set[tuple[str, str]]) -> None:
    """Choose what has the focus if that may be chosen, else go on to the next thing.

    Nothing is chosen twice at the same step: taking one tile instead of another could go on for ever.
    """
    before, here = step(page), _focused(page)
    assert here, "the focus is lost"
    if not _may_choose(page, here) or (before, here) in chosen:
        page.keyboard.press("n")
        return
    chosen.add((before, here))
    page.keyboard.press("Enter")
    page.locator(f'main:not([data-step="{before}"]), main:not([data-state="choosing"])').wait_for()


def _may_choose(page: Page, here: str) -> bool:
    if "[pressed]" in here or "can be chosen" in here or not here.startswith("button"):
        return "can be chosen" in here and "[pressed]" not in here
    return not page.get_by_role("application").get_by_role("button").and_(page.locator(":focus")).count()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["feurio", "vulkan", "feuer-wasser"])
def test_a_whole_match_by_ear(opened: Opener, game: str) -> None:
    page = opened(**WIDE)
    page.goto(create(page, game, ME, BOT, BOT, BOT))
    wait_for(page, "choosing", "over")
    expect(_spoken(page)).to_contain_text("Your turn")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    chosen: set[tuple[str, str]] = set()
    while wait_for(page, "choosing", "over") != "over":
        _choose(page, chosen)
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    expect(_spoken(page)).to_contain_text(re.compile("win|victory"))

    page.get_by_role("button", name="Go to the start").press("Enter")
    expect(_spoken(page)).to_contain_text("Move 0 of")
    pieces = page.get_by_role("application").get_by_role("button", name=re.compile("green|Mara"))
    expect(pieces).to_have_count(0)  # cells say what was there then
    page.keyboard.press("ArrowRight")
    expect(_spoken(page)).to_contain_text("Move 1 of")


QUESTIONS = {
    "en": ("help", "scores", "last", "legal", "regions", "hottest"),
    "de": ("hilfe", "punkte", "zuletzt", "erlaubt", "flächen", "heiß"),
    "nl": ("help", "punten", "laatst", "toegestaan", "woudgebieden", "heet"),
    "it": ("aiuto", "punti", "ultime", "permesse", "aree", "caldo"),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", QUESTIONS)
def test_questions_are_answered_in_the_language_of_the_player(opened: Opener, language: str) -> None:
    page = opened(**WIDE, locale=language)
    page.goto(create(page, "feurio", ME, BOT))
    wait_for(page, "choosing")
    page.keyboard.press("m")
    listed = _ask(page, QUESTIONS[language][0])
    for question in QUESTIONS[language][1:]:
        assert question in listed
        answer = _ask(page, question)
        assert answer
    cell, words = answer.split(": ", 1)
    assert _ask(page, cell.upper()) == words


def _ask(page: Page, question: str) -> str:
    """Type a question, and return the first line of the answer, which has another heading than the last one."""
    heading = page.get_by_role("status").get_by_role("heading")
    before = heading.all_inner_texts()
    page.get_by_role("combobox").fill(question)
    page.keyboard.press("Enter")
    expect(heading).not_to_have_text(before or [""])
    return page.get_by_role("status").get_by_role("listitem").first.inner_text()


def test_spectators_ask_and_are_not_offered_to_type_moves(opened: Opener) -> None:
    page, guest = opened(**WIDE), opened("Jonas", **WIDE)
    page.goto(create(page, "vulkan", ME, BOT))
    wait_for(page, "choosing")
    guest.goto(page.url)
    wait_for(guest, "waiting")
    guest.keyboard.press("m")
    expect(guest.get_by_role("combobox", name="Ask about the board")).to_be_focused()
    expect(guest.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    assert "help" in _ask(guest, "fly"), "it is told how to ask"
    assert "scores" in _ask(guest, "help")
    assert "volcano" in _ask(guest, _ask(guest, "volcano"))


@pytest.mark.slow
def test_forced_colours_leave_turn_choice_and_bars(opened: Opener) -> None:
    page = opened(**WIDE, forced_colors="active")
    sit(page, "feuer-wasser", ME, BOT)
    assert _border(page, ".seat.turn") > _border(page, ".seat:not(.turn)")
    while not page.locator(".option").count():
        click_on(page)
        wait_for(page, "choosing")
    page.locator(".option").first.click()
    assert _border(page, ".option.on") > _border(page, ".option:not(.on)")
    sit(page, "feurio", ME, mode="solitaire")
    bar, filled = (page.locator(f".tray {part}").first for part in (".goal-bar", ".goal-bar i"))
    assert bar.evaluate(_BACKGROUND) != filled.evaluate(_BACKGROUND)


_BACKGROUND = "(element) => getComputedStyle(element).backgroundColor"


def _border(page: Page, selector: str) -> float:
    width: float = page.locator(selector).first.evaluate(
        "(element) => parseFloat(getComputedStyle(element).borderTopWidth)"
    )
    return width
