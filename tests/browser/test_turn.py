"""Understanding a turn: who plays, what has happened, and where the points come from."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener
from .playing import BOT, ME, PHONE, WIDE, create, play_turns, settled, sit, wait_for

FRIEND = {"kind": "friend"}
FLAME = {"kind": "bot", "level": "flame"}


def _api(page: Page) -> str:
    return "/api/tables/" + page.url.split("/t/")[-1].split("#")[0]


def _told(page: Page) -> dict[str, Any]:
    known: dict[str, Any] = page.request.get(_api(page)).json()
    return known


def _scores_at(page: Page, ply: int) -> list[int]:
    """Return the points of all seats after some moves, as the server tells them."""
    board = {"kind": "table", "id": _api(page).rpartition("/")[2], "ply": ply}
    told = page.request.post("/api/board/position", data={"board": board}).json()
    return [seat["score"] for seat in told["seats"]]


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


@pytest.mark.slow
def test_who_has_no_name_is_called_you(opened: Opener) -> None:
    page = opened("", **WIDE, locale="de")
    sit(page, "vulkan", ME, BOT, BOT, BOT)
    play_turns(page)
    expect(page.locator(".seat-name")).to_have_text(["Du", "Funke", "Funke 2", "Funke 3"])
    own = page.locator(".log-lines li", has=page.locator("b", has_text="Du")).first
    expect(own).to_contain_text(re.compile(r"^Du (fliegst|wirfst|machst)"))
    expect(page.locator(".log-lines li b", has_text="Funke").first).to_be_visible()
    expect(page.locator("#tray-title")).to_have_text("Dein Zug")
    expect(page.get_by_text("Grün", exact=True)).to_have_count(0)


def _scores(page: Page) -> list[str]:
    return page.locator(".seat-score").all_inner_texts()


def test_one_looks_back_at_a_running_match_and_catches_up(opened: Opener) -> None:
    page = opened("Mara", **WIDE)
    sit(page, "feurio", ME, BOT, BOT)
    play_turns(page, 2)
    known = settled(page)
    since = [line for line in known["log"] if "ply" in line]
    while since[-1]["seat"] != known["looking"]:
        since.pop()
    doers = {line["seat"] for line in known["log"] if line.get("ply", 0) > since[-1]["ply"]}
    assert page.locator(".since-mark").count() == known["plies"] - since[-1]["ply"] - 1
    assert len(doers) == 2, "both bots have moved"
    page.locator(".seat").nth(1).hover()
    outlines = page.locator('.territory [class*="region"]')
    expect(outlines.first).to_be_visible()
    expect(page.locator(".since-mark").first).not_to_be_visible()
    page.mouse.move(700, 5)
    expect(outlines).to_have_count(0)
    now, tiles = _scores(page), page.locator('.fragments [data-id^="tile-"]').count()
    earlier = page.locator(".log-lines li[data-ply='2']").first
    earlier.click()
    moment = page.locator(".moment")
    expect(moment).to_have_text(f"Move 3 of {known['plies']}")
    expect(earlier).to_have_attribute("aria-current", "step")
    assert _scores(page) == list(map(str, _scores_at(page, 3)))
    assert page.locator('.fragments [data-id^="tile-"]').count() < tiles
    expect(page.locator(".target, .since-mark")).to_have_count(0)
    for key, ply in (("ArrowRight", 4), ("ArrowLeft", 3), ("Home", 0), (".", 1), (",", 0)):
        page.keyboard.press(key)
        expect(moment).to_have_text(f"Move {ply} of {known['plies']}")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".looking-back")).to_be_hidden()
    earlier.click()
    expect(moment).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".looking-back")).to_be_hidden()
    wait_for(page, "choosing")
    assert _scores(page) == now
    page.locator(".log-back").click()
    expect(moment).to_have_text(f"Move {known['plies'] - 1} of {known['plies']}")
    page.keyboard.press("End")
    play_turns(page)


def _led(known: dict[str, Any]) -> list[str]:
    """Return the cells that the first seat leads and cannot take yet."""
    there = known["panel"]["influence"]
    led = [at["cell"] for at in there if at["by_seat"][0] > at["by_seat"][1]]
    return [
        cell for cell in led if cell not in known["panel"]["elementals"] and f"stone {cell}" not in known["choices"]
    ]


@pytest.mark.slow
def test_a_tap_tells_whose_points_and_whose_influence(opened: Opener) -> None:
    page = opened("Mara", **PHONE)
    sit(page, "feuer-wasser", ME, BOT)
    play_turns(page, 2)
    while not (led := _led(settled(page))):
        play_turns(page)
    rings = page.locator('[data-id^="territory-led-"]')
    page.locator(".seat").first.tap()
    expect(rings.first).to_be_attached()
    assert {f"territory-led-{cell}" for cell in led} <= {ring.get_attribute("data-id") for ring in rings.all()}
    page.locator(".seat").first.tap()
    expect(rings).to_have_count(0)
    cell = led[-1]
    page.locator(f'[data-id="cell-{cell}"]').tap(force=True)
    expect(page.locator(".inspected .power")).to_be_visible()


_LISTENING = """
window.heard = 0; window.early = 0; window.rates = []; window.waiting = [];
for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const { start } = kind.prototype;
  kind.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
}
const rate = Object.getOwnPropertyDescriptor(Animation.prototype, "playbackRate");
const set = function (value) { window.rates.push(value); rate.set.call(this, value); };
Object.defineProperty(Animation.prototype, "playbackRate", { ...rate, set });
addEventListener("DOMContentLoaded", () => {
  const main = document.querySelector("main");
  const runs = (motion) => motion.playState === "running" && !(motion instanceof CSSTransition);
  new MutationObserver(() => {
    const moves = document.querySelector("svg.board").getAnimations({ subtree: true }).some(runs);
    if (moves && main.dataset.state === "choosing") window.early += 1;
    const told = ["#tray-title", ".task-text"].map((part) => document.querySelector(part).textContent);
    if (main.dataset.state === "waiting") window.waiting.push(told);
  }).observe(main, { attributeFilter: ["data-state"] });
});
"""


@pytest.mark.slow
def test_the_turn_waits_for_motion_which_has_three_speeds_and_sounds(opened: Opener) -> None:
    page = opened("Mara", **WIDE, reduced_motion="no-preference")
    page.add_init_script(_LISTENING)
    sit(page, "vulkan", ME, BOT, BOT)
    play_turns(page)
    settled(page)
    assert page.evaluate("[window.early, window.heard]") == [0, 0], "sounds are off until one wants them"
    waiting = page.evaluate("window.waiting")
    assert waiting
    assert all(task.startswith(title.replace("to move", "flies")) for title, task in waiting), waiting
    assert set(page.evaluate("window.rates")) == {1}
    menu, slow = page.locator("details.more summary"), page.get_by_role("button", name="Slow")
    menu.click()
    slow.click()
    expect(slow).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Turn sounds on").click()
    assert page.evaluate("window.heard") > 0
    page.evaluate("window.heard = 0; window.rates = []")
    play_turns(page)
    settled(page)
    assert set(page.evaluate("window.rates")) == {0.5}
    assert page.evaluate("window.early") == 0
    assert page.evaluate("window.heard") > 3


@pytest.mark.slow
def test_the_log_follows_the_replay(opened: Opener) -> None:
    page = opened("Mara", **WIDE)
    sit(page, "vulkan", ME, BOT)
    play_turns(page, 2)
    wait_for(page, "choosing")
    assert page.request.post(f"{_api(page)}/resign").ok
    wait_for(page, "over")
    plies = _told(page)["plies"]
    page.get_by_role("button", name="Start replay").click()
    page.keyboard.press("Home")  # keys end the playing
    expect(page.get_by_role("button", name="Start replay")).to_be_visible()
    count = page.locator(".replay-count")
    expect(count).to_have_text(f"Move 0 of {plies}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".log-lines [aria-current]")).to_have_attribute("data-ply", "0")
    page.get_by_role("tab", name="Log").click()
    page.locator(".log-lines li[data-ply='1']").first.click()
    expect(count).to_have_text(f"Move 2 of {plies}")
    expect(page.locator(".looking-back")).to_be_hidden()
    assert sorted(map(int, page.locator(".line-end").all_inner_texts())) == sorted(_scores_at(page, 2))
    page.keyboard.press("End")
    expect(count).to_have_text(f"Move {plies} of {plies}")
    expect(page.locator(".log-lines [aria-current]")).to_have_count(0)
