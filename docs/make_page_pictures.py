"""Take the screenshots of the README: `python docs/make_page_pictures.py` writes them to docs/pages/.

This needs the dev extra, Chromium, and Pillow, which reduces the files to a quarter. Deals are random, so the
screenshots differ each time.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.conftest import Server, find_chromium
from tests.browser.playing import ME, PHONE, WIDE, play_turns, settled, sit, wait_for

TARGET = Path(__file__).parent / "pages"
DARK: dict[str, Any] = WIDE | {"color_scheme": "dark"}
BOTS = [{"kind": "bot", "level": level} for level in ("ember", "flame", "spark")]
TO_THE_END = 10_000


def main() -> None:
    """Take all screenshots."""
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        try:
            home(opened(browser, server, **WIDE))
            feurio(opened(browser, server, **DARK), "table-dark")
            feurio(opened(browser, server, **PHONE, device_scale_factor=2), "table-phone")
            vulkan(opened(browser, server, **WIDE))
            dominoes(opened(browser, server, **DARK))
            result(opened(browser, server, **DARK))
        finally:
            browser.close()
            server.stop()


def opened(browser: Browser, server: Server, **device: Any) -> Page:
    """Return a page of a player with a name."""
    context = browser.new_context(base_url=server.url, reduced_motion="reduce", locale="en", **device)
    context.request.post("/api/me", data={"name": "Mara"})
    return context.new_page()


def home(page: Page) -> None:
    """The home page with running games and a solitaire."""
    sit(page, "feurio", ME, *BOTS[:1])
    sit(page, "vulkan", ME, *BOTS[:2])
    page.goto("/", wait_until="networkidle")
    keep(page, "home-light")


def feurio(page: Page, name: str) -> None:
    """The choice of how many firefighters go to a tile."""
    sit(page, "feurio", ME, *BOTS)
    play_turns(page, 5)
    settled(page)
    page.locator(".target").first.click(force=True)
    page.locator(".steps li").first.wait_for(state="attached")
    counts = page.locator('.option[data-token^="count"]:visible')
    for target in page.locator(".target").all():
        target.click(force=True)
        page.locator('main[data-state="choosing"]').wait_for()
        if counts.count() > 1:
            counts.last.click()
            break
    page.locator(".crew.ghost").first.wait_for()
    keep(page, name)


def vulkan(page: Page) -> None:
    """A flight in preview."""
    sit(page, "vulkan", ME, *BOTS)
    play_turns(page, 4)
    known = settled(page)
    flights = [choice["path"] for choice in known["choices"]]
    first, last, *_ = max(flights, key=lambda path: _length(*path[:2]))
    for token in (first, last):
        page.locator(f'.target[data-token="{token}"]').click(force=True)
    page.locator("#course").wait_for(state="attached")
    keep(page, "vulkan-light")


def _length(first: str, last: str) -> int:
    (q, r), (s, t) = (map(int, token.removeprefix("cell:").split(",")) for token in (first, last))
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def dominoes(page: Page) -> None:
    """Dominoes, stones and elementals."""
    sit(page, "feuer-wasser", ME, *BOTS[:2])
    play_turns(page, 13)
    settled(page)
    page.locator(".choices .option").first.click()
    page.locator(".target:not(.plain)").first.wait_for()
    keep(page, "feuer-wasser-dark")


def result(page: Page) -> None:
    """The end of a match, with all regions."""
    sit(page, "feurio", ME, *BOTS)
    play_turns(page, TO_THE_END)
    wait_for(page, "over")
    page.locator(".replay svg").first.wait_for()
    keep(page, "result-dark")


def keep(page: Page, name: str) -> None:
    """Save a screenshot with few colours and few bytes."""
    page.mouse.move(2, 400)
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(400)
    shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shown.save(TARGET / f"{name}.webp", quality=82, method=6)


if __name__ == "__main__":
    main()
