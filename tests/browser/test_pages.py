"""Every page: in each language, in light and dark, on a phone, for everybody, and light to load."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener
from .playing import BOT, ME, PHONE, WIDE, create, play_out, play_turns, settled, sit, wait_for

LANGUAGES = {"en": "Play now", "de": "Jetzt spielen", "nl": "Nu spelen", "it": "Gioca subito"}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language(opened: Opener, language: str) -> None:
    page = opened(**WIDE, locale=language)
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == language
    heading = page.locator("h1").inner_text()
    assert (heading == "Games of fire and water") == (language == "en")
    page.goto("/rules/vulkan")
    expect(page.locator(".rules-text h2").first).to_be_visible()
    sit(page, "feurio", ME, BOT)
    label = page.locator("#tray-title").inner_text()
    assert (label.lower() == "your turn") == (language == "en")
    play_turns(page)


def test_the_language_can_be_switched(opened: Opener) -> None:
    page = opened(**WIDE, locale="en")
    page.goto("/")
    page.locator(".languages summary").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Deutsch").click()
    assert page.locator("html").get_attribute("lang") == "de"


def test_light_or_dark_is_kept(opened: Opener) -> None:
    page = opened(**WIDE)
    page.goto("/")
    page.locator(".theme").click()
    page.locator(".theme").click()
    page.goto("/rules/feurio")
    assert "dark" in (page.locator("html").get_attribute("class") or "").split()


def test_the_first_view_is_light(opened: Opener) -> None:
    page = opened(**WIDE)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto("/", wait_until="networkidle")
    assert 0 < sum(sizes) < 200_000


def test_a_lost_page_leads_home(opened: Opener) -> None:
    page = opened(**WIDE)
    answer = page.goto("/t/nowhere-at-all")
    assert answer is not None
    assert answer.status == 404
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".game-card")).to_have_count(3)


@pytest.mark.slow
def test_a_phone_shows_what_everybody_has(opened: Opener) -> None:
    page = opened(**PHONE)
    sit(page, "feuer-wasser", ME, BOT, BOT)
    page.click(".handle")
    expect(page.locator(".player .pips:visible")).to_have_count(3)


@pytest.mark.slow
def test_the_board_stays_in_view_on_a_phone(opened: Opener) -> None:
    page = opened(**PHONE)
    sit(page, "feurio", ME, BOT)
    play_turns(page, 5)
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.wait_for_function(
        """() => [...document.querySelectorAll(".fragments .tile")].every((tile) => {
            const { left, right } = tile.getBoundingClientRect();
            return -8 < left && right < 398;
        })"""
    )


@pytest.mark.slow
def test_the_lists_of_home_fit_on_a_phone(opened: Opener) -> None:
    page = opened("Somebody with quite a long name", **PHONE, locale="de")
    for friends in (1, 3):
        create(page, "feurio", ME, *[{"kind": "friend"}] * friends, public=True)
    page.goto("/")
    expect(page.locator(".rows .end").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
def test_the_board_has_room_on_a_phone_that_lies_on_its_side(opened: Opener) -> None:
    page = opened(**PHONE | {"viewport": {"width": 844, "height": 390}})
    sit(page, "feurio", ME, BOT)
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    assert box["height"] > 200
    assert box["y"] + box["height"] <= 390


@pytest.mark.slow
@pytest.mark.parametrize("device", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(opened: Opener, axe: str, device: dict[str, Any]) -> None:
    page = opened(**device, bypass_csp=True)
    page.goto("/", wait_until="networkidle")
    _inspect(page, axe)
    page.get_by_role("button", name="Set up…").first.click()
    _inspect(page, axe)
    for path in ("/rules/feuer-wasser", "/nowhere"):
        page.goto(path)
        _inspect(page, axe)
    sit(page, "feurio", ME, BOT)
    _inspect(page, axe)
    page.locator(".target").first.click(force=True)
    expect(page.locator(".steps li")).to_have_count(1)
    page.locator(".target").first.click(force=True)
    page.locator('main[data-state="choosing"]').wait_for()
    _inspect(page, axe)
    page.keyboard.press("h")
    expect(page.locator(".hints li")).not_to_have_count(0)
    _inspect(page, axe)
    if device is not PHONE:  # it shows the same in less room
        sit(page, "feuer-wasser", ME, BOT)
        _inspect(page, axe)
        play_turns(page, 3)
        wait_for(page, "choosing")
        _inspect(page, axe)
    sit(page, "vulkan", ME, BOT)
    _inspect(page, axe)
    play_out(page)
    page.get_by_role("button", name="Analysis").click()
    page.locator(".review-mark").or_(page.get_by_text("No mistakes found.")).first.wait_for()
    for mark in page.locator(".review-mark").all()[:1]:
        mark.click()
        expect(page.locator(".compared-move")).to_have_count(2)
    _inspect(page, axe)
    if page.locator("#tab-log").is_hidden():  # on a phone the board needs the room
        page.locator(".handle").click()
    page.locator("#tab-log").click()
    _inspect(page, axe)


@pytest.mark.slow
def test_axe_finds_nothing_in_what_opens(opened: Opener, axe: str) -> None:
    page = opened(**WIDE, bypass_csp=True)
    page.goto("/")
    page.locator(".languages summary").click()
    _inspect(page, axe)
    page.locator(".me").click()
    _inspect(page, axe)
    sit(page, "feurio", ME, {"kind": "here", "name": "Jonas"}, options=["firebreak"], public=True)
    _inspect(page, axe)  # the covered screen
    page.click(".ready")
    wait_for(page, "choosing")
    page.locator(".chat-fold").click()
    page.keyboard.press("m")
    page.locator("details.more summary").click()
    _inspect(page, axe)
    page.locator('[data-act="keys"]').click()
    _inspect(page, axe)
    page.keyboard.press("Escape")
    for act in ("fair", "resign"):
        page.locator("details.more summary").click()
        page.locator(f'[data-act="{act}"]').click()
        _inspect(page, axe)
        page.keyboard.press("Escape")
    page.locator(".rules-open").click()
    expect(page.locator(".beside-text h2").first).to_be_visible()
    _inspect(page, axe)
    page.goto(create(page, "feuer-wasser", ME, {"kind": "friend"}))
    page.get_by_role("button", name="Let the computer play").click()
    _inspect(page, axe)


def _inspect(page: Page, axe: str) -> None:
    """Let axe look at the page; in the dark only at the colours, for nothing else differs."""
    page.evaluate(axe)
    for scheme, options in (("dark", {"runOnly": ["color-contrast"]}), ("light", {})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = page.evaluate("(options) => axe.run(options)", options)
        problems = [
            (problem["id"], problem["help"], [node["html"][:120] for node in problem["nodes"][:3]])
            for problem in found["violations"]
        ]
        assert problems == [], (page.url, scheme)
