"""What a page lets nobody do: choose the deal, smuggle in markup, or load from elsewhere."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import Opener
from .playing import BOT, ME, WIDE, create, wait_for

HOSTILE = "<img src=x onerror=alert(1)>"
FRIEND = {"kind": "friend"}


def _deal(page: Page) -> str:
    return f"deal-{page.url.split('/t/')[-1].split('#')[0]}"


def test_the_page_gives_a_value_and_checks_the_deal(opened: Opener) -> None:
    page = opened(**WIDE)
    page.goto(create(page, "vulkan", ME, BOT, fair=True))
    wait_for(page, "choosing")
    kept = json.loads(page.evaluate("key => localStorage.getItem(key)", _deal(page)))
    assert re.fullmatch("[0-9a-f]{32}", kept["value"])
    page.locator("details.more summary").click()
    page.locator('[data-act="fair"]').click()
    expect(page.locator(".fair code").first).to_have_text(kept["seal"])
    expect(page.locator(".fair")).to_contain_text(kept["value"])
    page.locator(".fair-dialog button").click()
    assert page.request.post(f"/api/tables/{_deal(page).removeprefix('deal-')}/resign").ok
    wait_for(page, "over")
    expect(page.locator(".fair-line")).to_have_text("Verified: the deal is fair")
    page.evaluate(
        "([key, seal]) => localStorage.setItem(key, seal)", [_deal(page), json.dumps({**kept, "value": "0" * 32})]
    )
    page.locator(".fair-line").click()
    expect(page.locator(".fair-verdict")).to_have_text("Warning: this is not the deal that was promised")


@pytest.mark.slow
def test_a_friend_who_comes_by_link_gives_a_value_too(opened: Opener) -> None:
    ann, bob = opened("Ann", **WIDE), opened("Bob", **WIDE)
    url = create(ann, "feurio", ME, FRIEND, fair=True)
    ann.goto(url)
    wait_for(ann, "waiting")
    expect(ann.locator(".fragments > *")).to_have_count(0)
    seats = ann.request.get(f"/api{url.replace('/t/', '/tables/')}").json()["seats"]
    bob.goto(seats[1]["invite"])
    bob.get_by_role("button", name="Take this seat").click()
    wait_for(ann, "choosing")
    values = [
        json.loads(page.evaluate("key => localStorage.getItem(key)", _deal(page)))["value"] for page in (ann, bob)
    ]
    assert ann.request.get(f"/api{url.replace('/t/', '/tables/')}").json()["fair"]["values"] == values


def test_names_and_chat_are_text_and_nothing_else(opened: Opener) -> None:
    ann, bob = opened(HOSTILE, **WIDE), opened("</script><script>alert(2)</script>", **WIDE)
    url = create(ann, "feurio", ME, FRIEND, public=True, options=["firebreak"])
    table = f"/api{url.replace('/t/', '/tables/')}"
    assert bob.request.post(f"{table}/seats/1", data={}).ok
    assert ann.request.post(f"{table}/chat", data={"text": HOSTILE}).ok
    for page in (ann, bob):
        page.goto(url)
        wait_for(page, "choosing", "waiting")
        expect(page.locator(".seat-name").first).to_have_text(HOSTILE)
        expect(page.locator(".chat-lines")).to_contain_text(HOSTILE)
        assert page.locator("img[src=x], main script").count() == 0
    assert HOSTILE not in ann.request.get(f"{table}/picture.svg").text()
    assert ann.request.post(f"{table}/resign").ok
    expect(bob.locator(".result")).to_contain_text("You won")
    assert bob.locator("img[src=x], main script").count() == 0
    bob.goto("/")
    expect(bob.locator(".me-name")).to_contain_text("alert(2)")


def test_a_line_that_is_sent_again_after_a_lost_answer_is_said_once(opened: Opener) -> None:
    page = opened(**WIDE)
    page.goto(create(page, "vulkan", ME, FRIEND))
    page.locator(".chat-fold").click()

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionrefused")

    page.route("**/chat", lose_the_answer, times=1)
    line = page.get_by_label("Message the table")
    line.fill("Anybody there?")
    line.press("Enter")
    expect(page.locator(".chat-lines li")).to_have_count(1)
    expect(line).to_have_value("Anybody there?")
    line.press("Enter")
    expect(line).to_have_value("")
    line.fill("Hello!")
    line.press("Enter")
    expect(page.locator(".chat-lines li")).to_have_text(["Mara Anybody there?", "Mara Hello!"])
