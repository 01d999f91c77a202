"""Whole games and everything around them, by clicks and keys alone, in Chromium."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener, Server
from .playing import BOT, ME, PHONE, WIDE, choose_move, click_on, create, play_turns, settled, sit, wait_for

TO_THE_END = 10_000


@pytest.mark.parametrize(
    ("game", "device"),
    [
        pytest.param("feurio", WIDE, marks=pytest.mark.slow),
        ("vulkan", WIDE | {"color_scheme": "dark"}),
        pytest.param("feuer-wasser", PHONE, marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_by_clicks_alone(opened: Opener, game: str, device: dict[str, Any]) -> None:
    page = opened(**device)
    sit(page, game, ME, BOT)
    assert play_turns(page, TO_THE_END) == "over"
    expect(page.locator(".result h2")).to_be_visible()
    expect(page.locator("#tab-turn")).to_have_text("Result")
    expect(page.locator(".rank")).to_have_count(2)
    assert page.locator(".ranking").evaluate("(list) => list.scrollWidth <= list.clientWidth"), "points are cut off"
    _replay(page)
    record = page.request.get(f"/api{_address(page)}/record")
    assert record.text().startswith("[")
    _go_on(page, "Play Vulkan! in this forest" if game == "feurio" else "Rematch")


def _go_on(page: Page, name: str) -> None:
    ended = page.url
    page.get_by_role("button", name=name).click()
    page.wait_for_url(lambda url: url != ended)
    wait_for(page, "choosing")


def _address(page: Page) -> str:
    return page.url.split("/t/")[-1].join(("/tables/", ""))


def _replay(page: Page) -> None:
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    page.locator("body").press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    page.get_by_role("button", name="Go to the start").click()
    expect(slider).to_have_value("0")
    page.locator("body").press("ArrowDown")
    expect(slider).to_have_value(str(last))


def test_two_clicks_from_home_to_the_board(opened: Opener) -> None:
    page = opened(**WIDE)
    page.goto("/")
    page.get_by_role("button", name="Play now").nth(1).click()
    wait_for(page, "choosing")
    click_on(page)


def test_set_up_asks_what_the_game_says_about_itself_and_remembers(opened: Opener) -> None:
    page = opened(**WIDE)
    page.goto("/")
    page.get_by_role("button", name="Set up…").first.click()
    dialog = page.locator(".set-up-dialog")
    dialog.get_by_role("radio", name="3").check()
    dialog.get_by_role("checkbox", name="Firebreaks").check()
    dialog.get_by_role("button", name="Start").click()
    wait_for(page, "choosing", "waiting", "covered")
    expect(page.locator(".seat")).to_have_count(3)
    page.goto("/")
    page.get_by_role("button", name="Set up…").first.click()
    expect(dialog.get_by_role("radio", name="3")).to_be_checked()
    expect(dialog.get_by_role("checkbox", name="Firebreaks")).to_be_checked()


def test_escape_takes_a_draft_back_step_by_step(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT)
    page.locator(".target").first.click(force=True)
    expect(page.locator(".steps li")).to_have_count(1)
    expect(page.locator(".log-lines li")).to_have_count(0)
    page.locator(".target").first.click(force=True)
    expect(page.locator(".option")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".option")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".steps li")).to_have_count(0)
    expect(page.locator(".spot")).not_to_have_count(0)


def test_a_choice_previews_what_it_brings(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT)
    page.locator(".target").first.click(force=True)
    expect(page.locator(".steps li")).to_have_count(1)
    page.locator(".target").first.click(force=True)
    choose_move(page)
    expect(page.locator(".brings .num")).to_have_text(re.compile(r"\d+\s÷\s\d+\s=\s\d+ \(\+\d+\)"))
    expect(page.locator(".announcer")).to_contain_text("Gain: ")
    expect(page.locator(".announcer")).not_to_contain_text("..")
    divisor = int((page.locator(".brings .num").text_content() or "").split("÷")[1].split("=")[0])
    expect(page.locator(".warning")).to_have_text(f"No water: this region will be divided by {divisor}" * (divisor > 2))
    expect(page.locator(".crew.ghost")).not_to_have_count(0)
    expect(page.locator(".board .gain")).to_have_text(re.compile(r"^\+\d+$"))


@pytest.mark.slow
def test_a_half_lies_there_until_its_domino_does(opened: Opener) -> None:
    page = opened(**PHONE)
    sit(page, "feuer-wasser", ME, BOT)
    while not page.locator(".option.tile").count():
        play_turns(page)
        wait_for(page, "choosing")
    dominoes = [move.split() for move in settled(page)["choices"] if move.startswith("tile ")]
    (tile, cell), ways = Counter((words[1], words[2]) for words in dominoes).most_common(1)[0]
    assert ways > 1, "with only one way for the other half the domino would lie at once"
    page.locator(f'.option[data-token="tile:{tile}"]').click()
    expect(page.locator(".half-ghost")).to_have_count(0)
    page.locator(f'.target[data-token="cell:{cell}"]').click(force=True)
    expect(page.locator(".half-ghost")).to_have_count(1)
    page.locator(".target:not(.plain)").first.click(force=True)
    expect(page.locator("[data-id^=ghost-domino] .fw-selection")).to_have_count(1)
    expect(page.locator(".half-ghost")).to_have_count(0)


@pytest.mark.slow
def test_every_end_of_a_flight_is_marked_and_no_numeral_is_covered(opened: Opener) -> None:
    page = opened(**PHONE)
    sit(page, "vulkan", ME, BOT)
    play_turns(page)
    ends = Counter(cell for move in settled(page)["choices"] for cell in move.split()[2:])
    start = ends.most_common(1)[0][0]
    page.locator(f'.target[data-token="cell:{start}"]').click(force=True)
    expect(page.locator(".target.chosen")).to_have_count(1)
    expect(page.locator(".target.plain")).to_have_count(0)
    expect(page.locator(".targets ~ .above > .badge")).to_have_count(page.locator(".tile").count())


def test_clicking_something_illegal_says_why(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT)
    page.mouse.click(300, 870)  # beside everything on the board
    assert page.evaluate("getComputedStyle(document.querySelector('svg.board')).outlineStyle") == "none"
    page.locator(".tile").first.click(force=True)
    expect(page.locator(".why")).to_contain_text("There is already a tile on")
    page.locator(".target").first.click(force=True)
    expect(page.locator(".why")).to_be_hidden()


def test_a_move_by_typing_it_in_the_language_of_the_player(opened: Opener) -> None:
    page = opened(**WIDE, locale="de")
    sit(page, "feurio", ME, BOT)
    page.keyboard.press("m")
    for question in ("flächen", "Waldflächen?"):
        page.keyboard.type(question)
        expect(page.locator(".answer")).to_be_hidden()
        page.keyboard.press("Enter")
        expect(page.locator(".answer h3")).to_have_text("Waldflächen")
        expect(page.locator(".answer")).to_be_visible()
    move = page.locator("#typed-moves option").first.get_attribute("value") or ""
    assert re.fullmatch(r"legen [a-z]\d+", move)
    page.keyboard.type(move.replace("legen", "LEGE").upper())
    with page.expect_request("**/moves") as sent:
        page.keyboard.press("Enter")
    assert json.loads(sent.value.post_data or "")["moves"] == [move.replace("legen", "tile")]
    expect(page.locator(".log-lines")).to_contain_text(move.split()[1])
    wait_for(page, "choosing")
    crew = page.locator("#typed-moves option").last.get_attribute("value") or ""
    assert re.fullmatch(r"absetzen \d [a-zü]+ [a-z]\d+", crew)
    page.keyboard.type(crew)
    page.keyboard.press("Enter")
    expect(page.locator(".log-lines")).to_contain_text(crew.split()[-1])


@pytest.mark.slow
def test_what_was_typed_stays_if_it_does_not_arrive_and_the_field_is_entered_again(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "vulkan", ME)
    page.route("**/moves", lambda route: route.abort("connectionrefused"))
    page.keyboard.press("m")
    page.keyboard.type("volcano k13")
    with page.expect_request("**/moves"):
        page.keyboard.press("Enter")
    expect(page.locator(".typed input")).to_have_value("volcano k13")
    page.keyboard.press("Escape")
    expect(page.locator(".typed input")).not_to_be_focused()
    page.keyboard.press("m")
    expect(page.locator(".typed input")).to_be_focused()


def test_hints_are_drawn_and_can_be_followed(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "vulkan", ME, BOT)
    play_turns(page)
    wait_for(page, "choosing")
    page.keyboard.press("h")
    expect(page.locator(".hints li")).not_to_have_count(0)
    expect(page.locator(".hint-badge")).not_to_have_count(0)
    expect(page.locator(".announcer")).to_contain_text(re.compile(r"Thinking….*1: (Fly|Drop) .*, \d+%\sto win", re.S))
    for hint in page.locator(".hints li button").all():
        move = r"(Fly from [a-z]\d+ to|Drop 1 \w+ load on the \d at) [a-z]\d+"
        expect(hint).to_have_text(re.compile(move + r".* \d+%\sto win"))
    page.mouse.move(0, 0)
    expect(page.locator("svg.board [data-id=plane]")).to_have_count(0)
    page.locator(".hints li button").first.hover()
    expect(page.locator("svg.board [data-id=plane]")).to_have_count(1)
    page.locator(".hints li button").first.click()
    expect(page.locator(".send:visible")).not_to_have_count(0)


@pytest.mark.slow
def test_hints_are_for_what_comes_next_in_a_turn(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT)
    page.locator(".target").first.click(force=True)
    expect(page.locator(".steps li")).to_have_count(1)  # the tile lies, and is not sent
    page.keyboard.press("h")
    expect(page.locator(".hints li").first).to_contain_text(re.compile("Place|Pass"))
    page.locator(".hints li button").first.click()
    expect(page.locator(".send:visible")).not_to_have_count(0)
    expect(page.locator(".log-lines li")).to_have_count(0)  # all of it can still be taken back


def test_undo_after_the_move_was_sent(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "vulkan", ME, BOT)
    play_turns(page, 2)
    before = settled(page)
    page.keyboard.press("u")
    page.locator(f'main:not([data-step^="{before["number"]} "])').wait_for()
    after = settled(page)
    assert after["plies"] < before["plies"], (before["log"], after["log"])


def test_reload_in_the_middle_goes_on(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feuer-wasser", ME, BOT)
    play_turns(page, 3)
    wait_for(page, "choosing")
    lines = page.locator(".log-lines li").count()
    page.reload()
    wait_for(page, "choosing")
    expect(page.locator(".log-lines li")).to_have_count(lines)
    play_turns(page)


@pytest.mark.slow
def test_a_restarted_server_is_found_again(opened: Opener, server: Server) -> None:
    page = opened(**WIDE)
    sit(page, "vulkan", ME, BOT)
    play_turns(page, 2)
    wait_for(page, "choosing")
    server.stop()
    expect(page.locator(".offline")).to_be_visible()
    server.start()
    expect(page.locator(".offline")).to_be_hidden()
    play_turns(page)


def test_what_fails_is_told_and_can_be_done_again(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT)
    why = page.locator(".why", has_text="That didn’t work. Please try again.")

    def fails(act: Callable[[], None]) -> None:
        page.context.set_offline(True)
        act()
        expect(why).to_be_visible()
        wait_for(page, "choosing")
        page.context.set_offline(False)
        page.evaluate("document.querySelector('.why').hidden = true")

    fails(lambda: page.locator(".target").first.click(force=True))
    expect(page.locator(".steps li")).to_have_count(0)
    page.locator(".target").first.click(force=True)
    expect(page.locator(".steps li")).to_have_count(1)
    page.locator(".target").first.click(force=True)
    choose_move(page)
    fails(lambda: page.locator(".send").click())
    expect(page.locator(".steps li")).to_have_count(1)
    page.locator(".send").click()
    expect(page.locator(".log-lines")).to_contain_text("Mara placed")


def test_two_browsers_by_link(opened: Opener) -> None:
    host, guest = opened("Mara", **WIDE), opened("Jonas", **PHONE)
    host.goto(create(host, "vulkan", ME, {"kind": "friend"}))
    state = host.request.get(f"/api{_address(host)}").json()
    guest.goto(state["seats"][1]["invite"])
    guest.get_by_role("button", name="Take this seat").click()
    first, second = (host, guest) if wait_for(host, "choosing", "waiting") == "choosing" else (guest, host)
    play_turns(first)
    wait_for(second, "choosing")
    expect(second.locator(".log-lines li")).not_to_have_count(0)
    play_turns(second)
    wait_for(first, "choosing")


def test_the_covered_screen_holds_nothing_hidden(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, {"kind": "here", "name": "Jonas"}, options=["firebreak"])
    assert wait_for(page, "covered") == "covered"
    assert page.locator(".hand *").count() == 0
    assert page.locator(".target").count() == 0
    page.click(".ready")
    wait_for(page, "choosing")
    expect(page.locator(".hand svg")).to_be_visible()
    play_turns(page)
    wait_for(page, "covered")
    assert page.locator(".hand *").count() == 0


def test_a_spectator_sees_the_moves_and_has_none(opened: Opener) -> None:
    page, other = opened("Mara", **WIDE), opened("Lena", **WIDE)
    url = sit(page, "vulkan", ME, BOT, public=True)
    other.goto(url)
    wait_for(other, "waiting")
    assert other.locator(".target").count() == 0
    expect(other.locator('[data-act="notify"]')).to_be_hidden()
    other.locator("details.more summary").click()
    expect(other.get_by_role("button", name="Type a move")).to_have_count(0)
    other.get_by_role("button", name="Ask about the board").click()
    expect(other.locator(".typed .label")).to_have_text("Ask about the board")
    play_turns(page)
    expect(other.locator(".log-lines li")).not_to_have_count(0)


@pytest.mark.parametrize("game", [pytest.param("feurio", marks=pytest.mark.slow), "vulkan"])
def test_solitaire(opened: Opener, game: str) -> None:
    page = opened(**PHONE)
    sit(page, game, ME, mode="solitaire")
    play_turns(page, 3)
    assert settled(page)["plies"] >= 3, "every turn is sent, though it is the same player's again"


@pytest.mark.slow
def test_chat_reaches_the_other(opened: Opener) -> None:
    page, other = opened("Mara", **WIDE), opened("Lena", **WIDE)
    url = sit(page, "vulkan", ME, BOT, public=True)
    other.goto(url)
    wait_for(other, "waiting")
    page.locator(".chat-fold").click()
    page.get_by_label("Message the table").fill("Hello <b>there</b>")
    page.keyboard.press("Enter")
    expect(other.locator(".chat-lines")).to_contain_text("Hello <b>there</b>")
    expect(other.locator(".chat-new")).to_be_visible()
    expect(page.get_by_label("Message the table")).to_have_value("")
    play_turns(page)
