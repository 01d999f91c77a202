"""Measure waiting times and transfer sizes in the browser: moves, pages, cold and warm starts.

pip install -e ".[dev]" && python -m bench.browser
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as BrowserError

from tests.browser.conftest import find_chromium
from tests.browser.playing import ME, WIDE, click_on, create, wait_for

GAMES = ("feurio", "vulkan", "feuer-wasser")
_CLICKED = """
    addEventListener("click", (event) => { window.clicked = performance.timeOrigin + event.timeStamp; }, true);
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => {
        const step = document.querySelector("main").dataset.step?.split(" ")[0];
        if (step === window.step) return;
        window.step = step;
        requestAnimationFrame(() => setTimeout(() => {
          window.drawn = performance.timeOrigin + performance.now();
          window.drawnStep = step;
        }));
      }).observe(document.querySelector("main"), { attributeFilter: ["data-step"] });
    });
"""


@contextmanager
def serving(home: str | None = None) -> Iterator[tuple[str, float]]:
    """Run a site, fresh or with the data and compiled code in `home`; yield its address and its start time."""
    with tempfile.TemporaryDirectory() if home is None else nullcontext(home) as folder:
        environment = os.environ | ({} if home is None else {"XDG_CACHE_HOME": home})
        command = [sys.executable, "-um", "funkenflug", "serve", "--port", "0", "--no-browser"]
        begun = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/site.sqlite"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
            assert found is not None, "the site did not print its address"
            yield found.group(), begun
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def arrived(page: Page, path: str) -> None:
    """Open a page of a site that may still be starting."""
    while True:
        try:
            page.goto(path, wait_until="load")
            return
        except BrowserError:
            time.sleep(0.02)


def first_start(browser: Browser, home: str, game: str) -> dict[str, float]:
    """Return the seconds from the start of a site to its first page, and from there to a bot's first move."""
    with serving(home) as (url, begun):
        context = browser.new_context(base_url=url, **WIDE)
        context.set_default_timeout(180_000)
        page = context.new_page()
        arrived(page, "/")
        seen = time.perf_counter()
        page.goto(create(page, game, {"kind": "bot", "level": "flame"}, ME))
        while not page.locator('.log-lines li:has-text("Flame")').count():
            if wait_for(page, "choosing", "waiting") == "choosing":
                click_on(page)
        moved = time.perf_counter()
        context.close()
    return {"page": round(seen - begun, 2), "bot": round(moved - seen, 2)}


def compressed_size(text: str) -> int:
    """Return the approximate size of a message on the compressed connection."""
    return len(zlib.compress(text.encode(), 1))


def first_view(browser: Browser, url: str) -> dict[str, int]:
    """Return the bytes transferred for the home page, and then for the first table of each game."""
    context = browser.new_context(base_url=url, **WIDE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    loaded: list[float] = []
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda text: loaded.append(compressed_size(str(text))))
    )
    sizes = {}
    page.goto("/", wait_until="networkidle")
    sizes["home"] = round(sum(loaded))
    for game in GAMES:
        loaded.clear()
        page.goto(create(page, game, ME, {"kind": "here"}), wait_until="networkidle")
        wait_for(page, "choosing")
        sizes[game] = round(sum(loaded))
    context.close()
    return sizes


def moves(browser: Browser, url: str, count: int) -> tuple[list[float], dict[str, list[str]]]:
    """Play in two browsers; return milliseconds from click to redraw in the other one, and the updates by game."""
    pages = []
    sent: dict[str, list[str]] = {game: [] for game in GAMES}
    game = GAMES[0]
    for name in ("Mara", "Jonas"):
        context = browser.new_context(base_url=url, **WIDE)
        context.add_init_script(_CLICKED)
        context.request.post("/api/me", data={"name": name})
        page = context.new_page()
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: sent[game].append(str(text))))
        pages.append(page)
    waits: list[float] = []
    while len(waits) < count:
        for game in GAMES:
            _two_sit_down(pages, game)
            waits += _match(pages, count // 3 + 1)
    updates = {id: [text for text in texts if '"type":"update"' in text[:40]] for id, texts in sent.items()}
    return waits, updates


def _two_sit_down(pages: list[Page], game: str) -> None:
    host, guest = pages
    host.goto(create(host, game, ME, {"kind": "friend"}))
    address = host.url.replace("/t/", "/api/tables/")
    guest.goto(host.request.get(address).json()["seats"][1]["invite"])
    guest.get_by_role("button", name="Take this seat").click()
    host.locator(".seat", has_text="Jonas").wait_for()


def _match(pages: list[Page], most: int) -> list[float]:
    """Play, and return for every move the milliseconds until the other browser has drawn it."""
    waits: list[float] = []
    while len(waits) < most:
        states = [page.locator("main").get_attribute("data-state") for page in pages]
        if "over" in states:
            break
        if "choosing" not in states:
            time.sleep(0.005)
            continue
        mover, other = pages if states[0] == "choosing" else pages[::-1]
        before = mover.locator("main").get_attribute("data-step") or ""
        click_on(mover)
        state = wait_for(mover, "choosing", "waiting", "over")
        after = mover.locator("main").get_attribute("data-step") or ""
        if after.split(" ")[0] == before.split(" ")[0] and state != "over":
            continue
        while other.evaluate("window.drawnStep") != after.split(" ")[0]:
            time.sleep(0.005)
        waits.append(other.evaluate("window.drawn") - mover.evaluate("window.clicked"))
    return waits


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=120)
    asked = parser.parse_args()
    chromium = find_chromium()
    assert chromium is not None, "Chromium is not installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        report: dict[str, Any] = {"load": os.getloadavg()[0], "cores": os.cpu_count()}
        for game in GAMES:
            with tempfile.TemporaryDirectory() as home:
                for kind in ("cold", "warm"):
                    report[f"{kind} start, {game}, s"] = first_start(browser, home, game)
        with serving() as (url, _):
            page = browser.new_page(base_url=url)
            arrived(page, "/")
            page.close()
            report["first view, bytes"] = first_view(browser, url)
            waits, sent = moves(browser, url, asked.moves)
        browser.close()
    waits.sort()
    report["click to redraw, ms"] = {
        "moves": len(waits),
        "median": round(statistics.median(waits), 1),
        "p99": round(waits[min(len(waits) - 1, int(0.99 * len(waits)))], 1),
    }
    report["update, bytes: median and maximum, then compressed"] = {
        game: [
            (statistics.median_low(sizes), max(sizes))
            for sizes in ([len(text) for text in texts], [compressed_size(text) for text in texts])
        ]
        for game, texts in sent.items()
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
