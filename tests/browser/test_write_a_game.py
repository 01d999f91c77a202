"""A game outside the package in the browser: a site finds it, with no page module and no pictures of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.tutorial import write_hex
from tests.waiting import LONG

from .conftest import Opener, Server
from .playing import BOT, ME, WIDE, play_turns, sit, step, wait_for

ROOT = Path(__file__).parents[2]
REGISTER = f"""
sys.path.insert(0, {str(ROOT)!r})
from funkenflug.games import register
from tests.morels import Morels
register(Morels())
"""
TO_THE_END = 1000


@pytest.fixture(scope="module")
def wood(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site with Morels, registered when it starts."""
    server = Server(tmp_path_factory.mktemp("wood"), REGISTER)
    yield server
    server.stop()


@pytest.mark.slow
def test_it_is_set_up_from_home_and_played_by_mouse_and_looked_at_again(opened: Opener, wood: Server) -> None:
    page = opened(site=wood, **WIDE)
    page.goto("/")
    card = page.locator('[data-game="morels"]')
    expect(card).to_contain_text("Morels grow where the forest burnt.")
    card.get_by_role("button", name="Set up…").click()
    dialog = page.locator(".set-up-dialog")
    dialog.get_by_role("radio", name="3").check()
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    wait_for(page, "choosing", "waiting")
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator(".aim-text")).to_have_text(re.compile("Pick morels"))
    expect(page.locator(".seat-note").first).to_have_text(re.compile("looks? left"))
    play_turns(page, TO_THE_END)
    wait_for(page, "over")
    expect(page.locator(".rank")).to_have_count(3)
    _look_again(page)


def _look_again(page: Page) -> None:
    page.get_by_role("button", name="Go to the start").click()
    expect(page.locator(".replay-count b")).to_have_text("0")
    expect(page.locator(".plain-cell")).to_have_count(16)
    page.get_by_role("button", name="Analysis").click()
    judged = re.compile("Better moves were missed here|No mistakes found")
    expect(page.locator(".remark")).to_have_text(judged, timeout=1000 * LONG)


@pytest.mark.slow
def test_it_is_played_by_keyboard_while_others_watch(opened: Opener, wood: Server) -> None:
    page, other = opened("Mara", site=wood, **WIDE), opened("Lena", site=wood, **WIDE)
    other.goto(sit(page, "morels", ME, BOT, public=True))
    wait_for(other, "waiting")
    while wait_for(page, "choosing", "over") != "over":
        now = step(page)
        if not page.locator(".option:focus, .send:focus").count():
            page.keyboard.press("n")
            expect(page.locator(".target:focus, .option:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        page.locator(f'main:not([data-step="{now}"]), main:not([data-state="choosing"])').wait_for()
        wait_for(page, "choosing", "waiting", "over")
    wait_for(other, "over")
    assert other.locator(".target").count() == 0
    assert other.locator(".log-lines").inner_text() == page.locator(".log-lines").inner_text()


@pytest.mark.slow
def test_its_rules_page_has_at_least_its_summary(opened: Opener, wood: Server) -> None:
    page = opened(site=wood, **WIDE)
    page.goto("/rules/morels")
    expect(page.locator(".rules-text h1")).to_have_text("Morels")
    expect(page.locator(".rules-text")).to_contain_text("pick the good ones")
    expect(page.locator('.rules-tabs [aria-current="page"]')).to_have_text("Morels")


# The game of the page


@pytest.fixture(scope="module")
def hexes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site with the game of docs/write-a-game.md."""
    folder = tmp_path_factory.mktemp("page")
    write_hex(folder)
    register = f"""
sys.path.insert(0, {str(folder)!r})
from funkenflug.games import register
from hex import Hex
register(Hex())
"""
    server = Server(tmp_path_factory.mktemp("hexes"), register)
    yield server
    server.stop()


@pytest.mark.slow
def test_a_move_that_is_one_button_is_shown_before_it_is_sent(opened: Opener, hexes: Server) -> None:
    page = opened(site=hexes, **WIDE)
    sit(page, "hex", ME, {"kind": "here"})
    page.locator('.target[data-token="cell:b5"]').click(force=True)
    page.locator(".send").click()
    page.get_by_role("button", name="Take over the first stone").click()
    expect(page.locator(".send")).to_have_text("Take it over")
    expect(page.locator('[data-id="cell-a4"] .emblem')).to_have_count(1)
    expect(page.locator(".log-lines")).not_to_contain_text("over the first stone")
    page.locator(".send").click()
    expect(page.locator(".log-lines")).to_contain_text("takes over the first stone")


@pytest.mark.slow
def test_a_match_without_points_has_a_winner_and_no_points(opened: Opener, hexes: Server) -> None:
    page = opened("", site=hexes, **WIDE)
    sit(page, "hex", ME, BOT)
    page.locator('.target[data-token="cell:c3"]').click(force=True)
    page.locator(".send").click()
    expect(page.locator(".log-lines")).to_contain_text("You lay a stone on c3")
    wait_for(page, "choosing")
    play_turns(page, TO_THE_END)
    wait_for(page, "over")
    expect(page.locator(".result h2")).to_have_text(re.compile("You won|wins$"))
    expect(page.locator(".result p").first).not_to_have_text(re.compile("point"))
    expect(page.locator(".rank, .score-line")).to_have_count(0)
