"""How a move is chosen: what is asked, what is taken along, and which way a flight goes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from funkenflug.games.hexes import name_cell

from .conftest import Opener
from .playing import BOT, ME, WIDE, choose_move, play_turns, settled, sit, wait_for


def test_a_firebreak_asks_who_pays_and_a_single_cell_is_taken_along(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT, options=["firebreak"])
    page.locator(".option", has_text="Firebreak").click()
    page.locator(".target").first.click(force=True)
    expect(page.locator("#turn").get_by_text("Who pays for the firebreak?")).to_be_visible()
    page.locator(".option").first.click()
    expect(page.locator(".send")).to_be_visible()

    sit(page, "feurio", ME, BOT)
    while len(choices := settled(page)["choices"]) > 1:
        play_turns(page)
    if not choices:
        return  # the match ended first
    expect(page.locator(".steps li")).to_have_count(1)
    expect(page.locator("[data-id=ghost-tile]")).to_have_count(0)  # it lies there
    page.locator(".take-back:visible, .tab-back:visible").first.click()
    expect(page.locator(".steps li")).to_have_count(0)
    expect(page.locator(".target")).to_have_count(1)


def test_a_flight_goes_the_way_it_was_clicked(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "vulkan", ME, BOT)
    play_turns(page)
    flights = [move.split() for move in settled(page)["choices"]]
    *_, first, last = next(flight for flight in flights if flight[2] != flight[3])
    for cell in (last, first):
        page.locator(f'.target[data-token="cell:{cell}"]').click(force=True)
    choose_move(page)
    with page.expect_request(lambda request: request.url.endswith("/moves")) as sent:
        page.locator(".send").click()
    moves = json.loads(sent.value.post_data or "")["moves"]
    assert [moves[0].split()[0], *moves[0].split()[2:]] == ["fly", last, first]


@pytest.mark.slow
def test_cells_show_their_names_on_request_and_in_print(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT)
    play_turns(page, 2)
    wait_for(page, "choosing")
    names = page.locator(".cell-name")
    expect(names.first).to_be_hidden()
    page.keyboard.press("c")
    expect(names.first).to_be_visible()
    cells = page.evaluate(
        "[...new Set([...document.querySelectorAll('.fragments [data-cell]')].map((e) => e.dataset.cell))]"
    )
    assert sorted(names.all_text_contents()) == sorted(map(name_cell, cells))
    page.reload()
    wait_for(page, "choosing")
    expect(names.first).to_be_visible()
    page.keyboard.press("c")
    expect(names.first).to_be_hidden()
    page.emulate_media(media="print")
    expect(names.first).to_be_visible()


def test_a_move_is_not_previewed_after_itself(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT)
    settled(page)
    page.clock.install()
    asked: list[dict[str, Any]] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        held.append(route)
        if asked[-1]["move"]:
            route.continue_()

    page.route("**/board/preview", hold)
    with page.expect_request(lambda request: '"move":null' in (request.post_data or "")):
        page.locator(".target").first.click(force=True)
    page.mouse.move(0, 0)
    page.clock.pause_at(page.evaluate("Date.now()") + 30_000)
    page.locator(".target.chosen").hover(force=True)  # the page plans a preview
    held[-1].continue_()
    expect(page.locator(".steps li")).to_have_count(1)
    page.clock.run_for(1000)
    assert [look["move"] for look in asked if look["draft"]] == [None]
