"""The board on a page of another origin: the example of the documentation, as it is."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Server

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "board.html"
WRITTEN = "http://localhost:8080"
"""The address of the site in the example."""


@pytest.fixture
def example(browser: Browser, server: Server, tmp_path: Path) -> Iterator[Page]:
    """Return the example, served from another origin than the site that it uses; nothing may go wrong on it."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert WRITTEN in text
    (tmp_path / "index.html").write_text(text.replace(WRITTEN, server.url), encoding="utf-8")
    (tmp_path / "favicon.ico").touch()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=tmp_path)) as elsewhere:
        threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
        context = browser.new_context(reduced_motion="reduce")
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"http://127.0.0.1:{elsewhere.server_port}/")
        yield page
        context.close()
        elsewhere.shutdown()
    assert complaints == []


def _tiles(board: Locator) -> int:
    return board.locator('[data-id^="tile-"]').count()


def test_a_record_is_stepped_through(example: Page) -> None:
    board = example.locator("#replay")
    expect(board.locator(".moment")).to_have_text("Move 4 of 8")
    expect(board.locator('[data-id^="tile-"]').first).to_be_visible()
    expect(board.locator(".target")).to_have_count(0)
    before = _tiles(board)
    for _ in range(4):
        board.locator(".step-on").click()
    expect(board.locator(".moment")).to_have_text("Move 8 of 8")
    assert _tiles(board) < before, "the tiles that were put out and cut off are gone"
    board.locator(".step-back").click()
    expect(board.locator(".moment")).to_have_text("Move 7 of 8")
    example.evaluate("document.querySelector('#replay').goTo(0)")
    expect(board.locator(".moment")).to_have_text("Move 0 of 8")


def test_a_position_is_played_on_and_refuses_in_words(example: Page) -> None:
    board, told = example.locator("#position"), example.locator("#told")
    expect(board.locator(".tray-title")).to_have_text("Green’s turn")
    board.locator('[data-id="cell-a1"]').click(force=True)
    expect(board.locator(".why")).to_contain_text("edge")
    expect(told).to_contain_text("Not possible: ")
    board.locator('[data-token="cell:c5"]').click()
    board.locator(".send").click()
    expect(told).to_contain_text("You played: ")
    expect(board.locator(".tray-title")).to_have_text("Blue’s turn")
    expect(board.locator('[data-id^="elemental"]')).to_have_count(1)
    expect(example.locator("#replay .moment")).to_have_text("Move 4 of 8")


def test_each_board_has_its_own_keys_and_options(example: Page) -> None:
    replay, position = example.locator("#replay"), example.locator("#position")
    expect(position.locator(".tray-title")).to_have_text("Green’s turn")
    expect(replay.locator(".moment")).to_have_text("Move 4 of 8")
    replay.locator(".step-on").focus()
    example.keyboard.press(".")
    expect(replay.locator(".moment")).to_have_text("Move 5 of 8")
    example.evaluate("document.querySelector('#replay').setAttribute('ply', '2')")
    expect(replay.locator(".moment")).to_have_text("Move 2 of 8")
    example.evaluate("document.querySelector('#replay').setAttribute('theme', 'dark')")
    dark, light = (
        example.evaluate("which => getComputedStyle(document.querySelector(which)).backgroundColor", which)
        for which in ("#replay", "#position")
    )
    assert dark != light


def test_axe_finds_nothing_on_the_boards(example: Page, axe: str) -> None:
    expect(example.locator("#position .tray-title")).to_have_text("Green’s turn")
    expect(example.locator("#replay .moment")).to_have_text("Move 4 of 8")
    example.evaluate(axe)
    for scheme in ("light", "dark"):
        example.emulate_media(color_scheme=scheme)
        found = example.evaluate("axe.run('funkenflug-board', { preload: false })")
        assert [(problem["id"], problem["help"]) for problem in found["violations"]] == [], scheme
