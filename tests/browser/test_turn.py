"""Understanding a turn: who plays, what has happened, and where the points come from."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Opener
from .playing import ME, WIDE, create, wait_for

FRIEND = {"kind": "friend"}
FLAME = {"kind": "bot", "level": "flame"}


def _api(page: Page) -> str:
    return "/api/tables/" + page.url.split("/t/")[-1].split("#")[0]


def _told(page: Page) -> dict[str, Any]:
    known: dict[str, Any] = page.request.get(_api(page)).json()
    return known


def _play_now(page: Page, game: str) -> list[str]:
    """Press *Play now*, and return the names at the table."""
    page.goto("/")
    page.locator(f'[data-game="{game}"] .play').click()
    page.wait_for_url("**/t/*")
    wait_for(page, "choosing", "waiting")
    return page.locator(".seat-name").all_inner_texts()


def _win_one(page: Page, guest: Page, game: str) -> None:
    """Let somebody win: the guest sits down and resigns."""
    url = create(page, game, ME, FRIEND)
    table = f"/api{url.replace('/t/', '/tables/')}"
    key = page.request.get(table).json()["seats"][1]["invite"].split("key=")[1]
    assert guest.request.post(f"{table}/seats/1", data={"key": key}).ok
    assert guest.request.post(f"{table}/resign").ok


def test_play_now_starts_the_game_of_the_rulebook_and_later_the_last_settings(opened: Opener) -> None:
    page, guest = opened("Mara", **WIDE, locale="de"), opened("Jonas")
    assert _play_now(page, "feurio") == ["Mara", "Funke", "Funke 2", "Funke 3"]
    expect(page.locator(".log-lines li b").first).to_have_text("Funke 3")  # who sits last lays out the first tiles
    expect(page.locator(".log-lines")).not_to_contain_text("Geheimnis")  # the seal is told where one asks for it
    create(page, "feuer-wasser", ME, FLAME, FLAME)
    assert _play_now(page, "feuer-wasser") == ["Mara", "Funke"], "nothing is won yet"
    _win_one(page, guest, "vulkan")
    create(page, "vulkan", ME, FLAME)
    assert _play_now(page, "vulkan") == ["Mara", "Flamme"]
