"""Playing by clicks and keys: what a person does who chooses whatever is offered first."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.waiting import LONG

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
BOT = {"kind": "bot", "level": "spark"}
ME = {"kind": "me"}


def create(page: Page, game: str, *seats: dict[str, str], **wishes: Any) -> str:
    """Set up a table through the API and return its address."""
    wish = {"game": game, "players": len(seats), "seats": list(seats)} | wishes
    answer = page.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    url: str = answer.json()["url"]
    return url


def sit(page: Page, game: str, *seats: dict[str, str], **wishes: Any) -> str:
    """Set up a table, open it, and wait until something may be done."""
    url = create(page, game, *seats, **wishes)
    page.goto(url)
    wait_for(page, "choosing", "covered")
    close_goal(page)
    return url


def close_goal(page: Page) -> None:
    """Close the card that tells the goal, which covers the board of a phone before the first turn."""
    card = page.locator(".aim-close span:visible")
    if card.count():
        card.click()


def wait_for(page: Page, *states: str) -> str:
    """Wait until the table is in one of these states: choosing, waiting, covered, over."""
    page.locator(", ".join(f'main[data-state="{state}"]' for state in states)).wait_for(
        timeout=1000 * LONG
    )  # bots may have to be compiled first
    return page.locator("main").get_attribute("data-state") or ""


def settled(page: Page) -> dict[str, Any]:
    """Wait until it is this person's turn and the page shows all the server knows; return what the server knows.

    If the match ends instead, there are no choices.
    """
    address = "/api/tables/" + page.url.split("/t/")[-1]
    while True:
        wait_for(page, "choosing", "over")
        known: dict[str, Any] = page.request.get(address).json()
        if known["outcome"] is not None:
            return known
        if known["looking"] == known["to_move"] and step(page).startswith(f"{known['number']} "):
            return known
        page.wait_for_timeout(50)


def step(page: Page) -> str:
    return page.locator("main").get_attribute("data-step") or ""


def click_on(page: Page) -> None:
    """Click the next thing of a turn, and wait until the page has taken it."""
    close_goal(page)
    before = step(page)
    choices = ".options:not(:has(.on)) .option:visible"
    fresh = ".target:not(.chosen)"
    for offered in (".send:visible", choices, fresh, ".target", ".foot-verbs .main:visible"):
        found = page.locator(offered)
        if found.count():
            found.first.click(force=offered.startswith(".target"))
            break
    else:
        raise AssertionError("nothing may be clicked")
    page.locator(f'main:not([data-step="{before}"]), main:not([data-state="choosing"])').wait_for()


def choose_move(page: Page) -> None:
    """Click on until a whole move waits to be sent."""
    # the page must have answered the last click: it may be the one that completed the move
    while wait_for(page, "choosing") and not page.locator(".send:visible").count():
        click_on(page)


def play_turns(page: Page, turns: int = 1) -> str:
    """Play this many turns by clicks, or to the end, and return the state of the table."""
    while turns and wait_for(page, "choosing", "over", "covered") != "over":
        if page.locator(".ready:visible").count():
            page.click(".ready")
            page.locator(".cover").wait_for(state="hidden")
            continue
        before = _number(page)
        click_on(page)
        wait_for(page, "choosing", "waiting", "covered", "over")
        turns -= _number(page) != before
    return page.locator("main").get_attribute("data-state") or ""


def play_out(page: Page) -> None:
    """Play a match to its end through the API, which is quicker than by clicks, and wait until the page shows it."""
    address = "/api/tables/" + page.url.split("/t/")[-1]
    known: dict[str, Any] = page.request.get(address).json()
    while not known["outcome"]:
        if known["choices"]:
            move = {"number": known["number"], "seat": known["looking"], "moves": [known["choices"][0]]}
            answer = page.request.post(f"{address}/moves", data=move)
            assert answer.ok, answer.text()
        else:
            page.wait_for_timeout(50)
        known = page.request.get(address).json()
    wait_for(page, "over")


def _number(page: Page) -> int:
    return int(step(page).split(" ")[0])
