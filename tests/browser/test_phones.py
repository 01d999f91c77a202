"""Phones of all sizes, upright and on their sides: the board has room, and everything that may be chosen can be hit."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from .conftest import Opener
from .playing import BOT, ME, PHONE, WIDE, click_on, close_goal, create, play_out, play_turns, settled, sit, wait_for

UPRIGHT = [(320, 533), (360, 616), (375, 553), (390, 664), (390, 844), (820, 1180)]
SIZES = UPRIGHT + [(height, width) for width, height in UPRIGHT] + [(915, 412), (932, 430)]
SMALLEST = SIZES[0]

_MEASURE = """() => {
    const found = [];
    const box = (element) => element.getBoundingClientRect();
    const board = document.querySelector("svg.board");
    const frame = box(board);
    if (frame.height < 0.45 * innerHeight) found.push(`the board has ${Math.round(frame.height)} of ${innerHeight}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    const side = box(document.querySelector(".side"));
    if (side.top < frame.bottom - 1 && side.left < frame.right - 1) found.push("the sheet covers the board");
    for (const target of document.querySelectorAll(".board > .targets > .target")) {
        const { left, right, top, bottom } = box(target.querySelector(".hit"));
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom)
            found.push(`${target.dataset.token} is out of view`);
    }
    for (const button of document.querySelectorAll(".tray button, .handle, .top .more summary")) {
        const { width, height, right, bottom, left } = box(button);
        if (!width || button.closest("[hidden]")) continue;
        if (left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push(`${button.className} is cut`);
        if (height < 40 && !button.matches(".handle")) found.push(`${button.className} is ${height} high`);
    }
    return found;
}"""

_AIM = """async () => {
    const target = document.querySelector(".board > .targets > .target .hit");
    if (!target) return [];
    const { left, top, width, height } = target.getBoundingClientRect();
    if (Math.min(width, height) >= 40) return [];
    const [clientX, clientY] = [left + width / 2, top + height / 2];
    const touch = new Touch({ identifier: 1, target, clientX, clientY });
    target.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [touch], changedTouches: [touch] }));
    for (let frames = 0; frames < 120 && document.querySelector(".loupe").hidden; frames++)
        await new Promise(requestAnimationFrame);
    const helped = !document.querySelector(".loupe").hidden;
    target.dispatchEvent(new TouchEvent("touchcancel", { bubbles: true, changedTouches: [touch] }));
    return helped ? [] : [`no loupe for cells of ${Math.min(width, height)}`];
}"""

_PLACE = """() => {
    const { right, bottom } = document.querySelector(".send").getBoundingClientRect();
    return [Math.round(right), Math.round(bottom)];
}"""


def _resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(
        """async ([width, height]) => {
            for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
            return innerWidth === width && innerHeight === height;
        }""",
        arg=list(size),
    )


def _measure(page: Page, sizes: list[tuple[int, int]]) -> dict[tuple[int, int], list[str]]:
    """Return what is wrong at which size."""
    wrong = {}
    for size in sizes:
        _resize(page, size)
        wrong[size] = page.evaluate(_MEASURE)
    return {size: found for size, found in wrong.items() if found}


def _play_on(page: Page) -> None:
    """Play two turns through the API: it is quicker than by clicks."""
    address = "/api/tables/" + page.url.split("/t/")[-1]
    for _ in range(2):
        wait_for(page, "choosing", "over")
        known = page.request.get(address).json()
        if known["choices"]:
            move = {"number": known["number"], "seat": known["looking"], "moves": [known["choices"][0]]}
            page.request.post(f"{address}/moves", data=move)
    wait_for(page, "choosing", "over")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "language"), [("feurio", "de"), ("vulkan", "it"), ("feuer-wasser", "de")])
def test_the_board_has_room_at_every_size_and_step(opened: Opener, game: str, language: str) -> None:
    page = opened(**PHONE, locale=language)
    sit(page, game, ME, BOT, BOT, BOT)
    for size in SIZES:
        _resize(page, size)
        assert page.evaluate(_AIM) == [], size
    for _ in range(5):
        if page.locator('main[data-state="choosing"]').count():
            assert _measure(page, SIZES) == {}
            click_on(page)
            wait_for(page, "choosing", "waiting", "over")
    _play_on(page)
    settled(page)
    page.evaluate("document.querySelector('.log-back').click()")
    page.locator(".looking-back").wait_for()
    assert _measure(page, SIZES) == {}
    page.evaluate("document.querySelector('#tab-log').click()")
    play_out(page)
    page.locator(".replay").wait_for()
    expect(page.locator(".result")).to_be_visible()
    assert _measure(page, SIZES) == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["feurio", "vulkan", "feuer-wasser"])
def test_the_board_has_room_with_any_number_of_players(opened: Opener, game: str) -> None:
    page = opened(**PHONE, locale="it")
    for others in range(game == "feuer-wasser", 3):
        sit(page, game, ME, *[BOT] * others, mode="competitive" if others else "solitaire")
        _play_on(page)
        assert _measure(page, [SMALLEST, (375, 553), (533, 320)]) == {}


@pytest.mark.slow
def test_the_main_button_keeps_its_place_and_leaves_room_for_log_and_chat(opened: Opener) -> None:
    page = opened(**WIDE)
    for game in ("feurio", "vulkan", "feuer-wasser"):
        sit(page, game, ME, BOT, public=True)  # with a chat
        for size in ((1366, 640), (390, 664), (844, 390)):
            _resize(page, size)
            close_goal(page)
            places: list[list[int]] = []
            while len(places) < 2 and wait_for(page, "choosing", "over") == "choosing":
                if page.locator(".send:visible").count():
                    places.append(page.evaluate(_PLACE))
                    for part in (".log", ".chat-fold") if size[0] == 1366 else ():
                        expect(page.locator(part)).to_be_in_viewport(ratio=1)
                click_on(page)
                wait_for(page, "choosing", "waiting", "over")
            assert len(places) == 2, "no match ends so early"
            assert places[0] == places[1], (game, size)


def test_the_goal_is_a_card_that_is_shown_once(opened: Opener) -> None:
    page = opened(**PHONE | {"viewport": {"width": 320, "height": 533}})
    url = create(page, "feuer-wasser", ME, BOT)
    page.goto(url)
    expect(page.locator(".aim-card")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Got it").click()
    page.reload()
    wait_for(page, "choosing")
    expect(page.locator(".aim-card")).to_be_hidden()


@pytest.mark.slow
def test_the_sheet_folds_away(opened: Opener) -> None:
    page = opened(**PHONE | {"viewport": {"width": 375, "height": 553}})
    sit(page, "feuer-wasser", ME, BOT)
    while not page.locator(".option").count():
        play_turns(page)
        wait_for(page, "choosing")
    handle = page.locator(".handle").bounding_box()
    assert handle is not None
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60)
    page.mouse.up()
    expect(page.locator(".option").first).to_be_hidden()
    page.locator(".handle").click()
    expect(page.locator(".option").first).to_be_visible()
    page.locator(".handle").click()
    expect(page.locator(".player").first).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log-scroll")).to_be_visible()
    page.locator("svg.board").click(position={"x": 4, "y": 4})
    expect(page.locator(".log-scroll")).to_be_hidden()
    page.locator(".seat").first.click()
    expect(page.locator(".seat-name").first).to_be_in_viewport(ratio=1)
    assert page.evaluate("""() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        return box(".seats").bottom <= box("svg.board").top;
    }""")
    page.locator(".more summary").click()
    expect(page.locator(".more .menu-list")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Show whole board").click()
    page.locator(".seat").first.click()
    expect(page.locator(".seat-name").first).not_to_be_in_viewport(ratio=1)


_CENTRES = """() => [...document.querySelectorAll(".board > .targets > .target")].map((target) => {
    const { left, right, top, bottom } = target.querySelector(".hit").getBoundingClientRect();
    return { token: target.dataset.token, x: (left + right) / 2, y: (top + bottom) / 2, size: right - left };
})"""


def _choose_domino(page: Page) -> list[dict[str, Any]]:
    """Choose a domino, and return where its fire half may lie on the screen."""
    while not page.locator(".option.tile").count():
        play_turns(page)
        wait_for(page, "choosing")
    page.locator(".option.tile").first.click()
    expect(page.locator(".option.tile.on")).to_have_count(1)
    centres: list[dict[str, Any]] = page.evaluate(_CENTRES)
    return centres


def _touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


@pytest.mark.slow
def test_a_finger_that_rests_on_small_cells_gets_a_loupe(opened: Opener) -> None:
    page = opened(**PHONE | {"viewport": {"width": 320, "height": 533}})
    sit(page, "feuer-wasser", ME, BOT, BOT, BOT)
    wanted = next(centre for centre in _choose_domino(page) if centre["y"] > 250)
    assert wanted["size"] < 40
    session = page.context.new_cdp_session(page)
    _touch(session, "touchStart", (wanted["x"], wanted["y"] - 90))
    expect(page.locator(".loupe")).to_be_visible()
    _touch(session, "touchMove", (wanted["x"], wanted["y"]))
    glass, below, times = page.evaluate(
        """([x, y]) => {
            const glass = document.querySelector(".loupe").getBoundingClientRect();
            const scale = (selector) => document.querySelector(selector).getScreenCTM().a;
            return [glass.width, y - glass.bottom, scale(".loupe svg") / scale("svg.board")];
        }""",
        [wanted["x"], wanted["y"]],
    )
    assert (round(glass), round(times, 1)) == (120, 2.0)
    assert below > 0, "the finger must not cover it"
    _touch(session, "touchEnd")
    expect(page.locator(".loupe")).to_be_hidden()
    expect(page.locator("main")).to_have_attribute("data-step", re.compile(f" {wanted['token']} "))


@pytest.mark.slow
def test_what_a_pinch_moves_out_of_view_has_a_sign(opened: Opener) -> None:
    page = opened(**PHONE | {"viewport": {"width": 390, "height": 664}})
    sit(page, "feuer-wasser", ME, BOT, BOT, BOT)
    count = len(_choose_domino(page))
    expect(page.locator(".whole-board")).to_be_hidden()
    expect(page.locator(".sign:visible")).to_have_count(0)
    session = page.context.new_cdp_session(page)
    _touch(session, "touchStart", (180, 300), (210, 300))
    for step in range(1, 7):
        _touch(session, "touchMove", (180 - 20 * step, 300), (210 + 20 * step, 300))
    _touch(session, "touchEnd")
    expect(page.locator(".whole-board")).to_be_in_viewport(ratio=1)
    told = sum(int(text) for text in page.locator(".sign:visible").all_inner_texts())
    frame = page.locator("svg.board").bounding_box()
    assert frame is not None
    seen = [
        centre
        for centre in page.evaluate(_CENTRES)
        if 0 <= centre["x"] - frame["x"] <= frame["width"] and 0 <= centre["y"] - frame["y"] <= frame["height"]
    ]
    assert told == count - len(seen) > 0
    page.locator(".sign:visible").first.click()
    expect(page.locator(".sign:visible")).not_to_have_count(0)
    page.locator(".whole-board").click()
    expect(page.locator(".sign:visible")).to_have_count(0)
    expect(page.locator(".whole-board")).to_be_hidden()


@pytest.mark.slow
def test_a_wide_board_stands_upright_where_it_is_larger(opened: Opener) -> None:
    page = opened(**PHONE)
    sit(page, "feuer-wasser", ME, BOT, BOT, BOT)
    centres = _choose_domino(page)
    expect(page.locator("svg.board.turned")).to_have_count(1)
    assert min(centre["size"] for centre in centres) >= 40
    for size in SIZES:
        _resize(page, size)
        shown, other = page.evaluate(
            """() => {
                const board = document.querySelector("svg.board");
                const { width, height } = board.viewBox.baseVal;
                const { clientWidth: wide, clientHeight: tall } = board;
                return [Math.min(wide / width, tall / height), Math.min(wide / height, tall / width)];
            }"""
        )
        assert shown > 0.9 * other, size
    _resize(page, (390, 844))
    expect(page.locator("svg.board.turned")).to_have_count(1)
    centres = _choose_domino(page)
    assert min(centre["size"] for centre in centres) >= 40
    page.keyboard.press("ArrowDown")
    for key, axis, sign in (
        ("ArrowDown", "y", 1),
        ("ArrowUp", "y", -1),
        ("ArrowRight", "x", 1),
        ("ArrowLeft", "x", -1),
    ):
        before = _focused(page)
        page.keyboard.press(key)
        assert (_focused(page)[axis] - before[axis]) * sign >= 0, key
    names = page.evaluate("""() => Object.fromEntries(["a1", "a8", "l1"].map((cell) => {
        const { x, y } = document.querySelector(`[data-id="cell-${cell}"]`).getBoundingClientRect();
        return [cell, { x, y }];
    }))""")
    assert names["a8"]["x"] > names["a1"]["x"]
    assert names["l1"]["y"] > names["a1"]["y"]


def _focused(page: Page) -> dict[str, float]:
    place: dict[str, float] = page.evaluate(
        """() => {
            const { x, y } = document.activeElement.querySelector(".focus-line").getBoundingClientRect();
            return { x, y };
        }"""
    )
    return place


@pytest.mark.slow
def test_nothing_is_cut_on_a_low_wide_screen(opened: Opener) -> None:
    page = opened(viewport={"width": 1024, "height": 768}, locale="de")
    page.goto("/")
    page.locator(".game-card .set-up").first.click()
    dialog = page.locator(".set-up-dialog")
    dialog.get_by_role("radio", name="4").check()
    dialog.locator(".seat-row").last.locator("select").first.select_option("friend")
    expect(dialog.locator("button[type=submit]").last).to_be_in_viewport(ratio=1)
    sit(page, "vulkan", ME, BOT, BOT, BOT)
    play_out(page)
    for size in ((1024, 768), (1440, 900)):
        _resize(page, size)
        expect(page.locator(".rank")).to_have_count(4)
        for shown in (*page.locator(".rank").all(), page.locator(".result-acts .main")):
            assert shown.evaluate("""(shown) => {
                const { left, right, bottom } = shown.getBoundingClientRect();
                return shown.contains(document.elementFromPoint((left + right) / 2, bottom - 3));
            }"""), (size, shown.inner_text())


def test_no_page_scrolls_sideways(opened: Opener) -> None:
    page = opened(**PHONE | {"viewport": {"width": 320, "height": 533}}, locale="de")
    for path in ("/", "/rules", "/rules/feuer-wasser", "/nowhere"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    page.goto("/")
    play = page.locator(".game-card .play").first.bounding_box()
    assert play
    assert play["height"] == 44, "one line"
    page.locator(".game-card .set-up").first.click()
    dialog = page.locator(".set-up-dialog")
    dialog.get_by_role("radio", name="4").check()
    dialog.locator(".seat-row").last.locator("select").first.select_option("friend")
    assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth && dialog.clientWidth <= 320")
    expect(dialog.locator("button[type=submit]").last).to_be_in_viewport(ratio=1)
