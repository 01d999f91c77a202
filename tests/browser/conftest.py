"""Real Chromium against a real server: found, or installed where that is allowed, or these tests are skipped loudly."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

_SERVE = (
    "import sys, uvicorn; from funkenflug.web.app import create_app; exec(sys.argv[3]); "
    "uvicorn.run(create_app(f'sqlite:///{sys.argv[1]}', pace=0.05), port=int(sys.argv[2]), log_level='warning')"
)

_PATIENCE = 30_000
"""Milliseconds that a busy machine may take for anything."""
expect.set_options(timeout=_PATIENCE)


class Server:
    """A site of its own, that can be stopped and started again; `before` is done in it before it serves."""

    def __init__(self, folder: Path, before: str = "") -> None:
        self._before = before
        self.database = folder / "site.sqlite"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        arguments = [str(self.database), str(self._port), self._before]
        self._process = subprocess.Popen([sys.executable, "-c", _SERVE, *arguments])
        for _ in range(1200):
            try:
                urllib.request.urlopen(f"{self.url}/api/me", timeout=2).close()
                break
            except OSError:
                time.sleep(0.1)
        wish = b'{"game": "vulkan", "players": 2, "seats": [{"kind": "me"}, {"kind": "friend"}]}'
        ask = urllib.request.Request(f"{self.url}/api/tables", wish, {"content-type": "application/json"})
        urllib.request.urlopen(ask, timeout=180).close()  # the first table waits until the rules are compiled

    def set_daily(self, day: str, game: str, seed: str) -> None:
        """Choose the solitaire of a day, unless the server has."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=30)) as connection, connection:
            connection.execute("insert or ignore into days (day, game, seed) values (?, ?, ?)", (day, game, seed))

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:  # a compiler in the background does not listen
            self._process.kill()
            self._process.wait()


def _missing(why: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(why)
    warnings.warn(f"NO BROWSER TESTS: {why}", pytest.PytestWarning, stacklevel=2)
    pytest.skip(why)


def find_chromium() -> str | None:
    """Return where Chromium is, if it is here."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    return None


@pytest.fixture(scope="session")
def chromium() -> str:
    found = find_chromium()
    if found is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        # another process of the tests may be doing the same
        install = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends", "chromium"]
        subprocess.run(install, check=False)
        found = find_chromium()
    if found is None:
        _missing("there is no Chromium, and it may not be installed here")
    assert found is not None
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("site"))
    yield server
    server.stop()


Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Opener]:
    """Return a function that opens a page of its own person; nothing may be written to any console."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(name: str = "Mara", site: Server = server, **wishes: Any) -> Page:
        context = browser.new_context(**{"base_url": site.url, "reduced_motion": "reduce", **wishes})
        context.set_default_timeout(_PATIENCE)
        contexts.append(context)
        context.request.post("/api/me", data={"name": name})
        page = context.new_page()
        page.on("console", lambda message: complaints.append(_complaint(message)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.append(request.url) if _leaves(request.url, site) else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in complaints if text] == []


def _complaint(message: ConsoleMessage) -> str:
    expected = (
        "ERR_CONNECTION_REFUSED",
        "ERR_INTERNET_DISCONNECTED",
        "WebSocket connection to",
        "status of 404",
    )  # a server or a network that is away, a lost page
    late = "status of 409" in message.text and message.location["url"].endswith("/look")  # the table went on meanwhile
    if message.type not in ("error", "warning") or late or any(part in message.text for part in expected):
        return ""
    return f"{message.type}: {message.text} {message.location}"


def _leaves(url: str, server: Server) -> bool:
    return not url.startswith((server.url, server.url.replace("http", "ws"), "data:", "blob:"))


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the source of axe-core, from npm."""
    npm = shutil.which("npm")
    if npm is None:
        _missing("axe-core comes from npm, and there is no npm")
    folder = tmp_path_factory.mktemp("axe")
    packed = subprocess.run([str(npm), "pack", "axe-core@4", "--silent"], cwd=folder, check=False)
    archives = list(folder.glob("*.tgz"))
    if packed.returncode or not archives:
        _missing("axe-core could not be fetched from npm")
    shutil.unpack_archive(archives[0], folder, filter="data")
    return (folder / "package" / "axe.min.js").read_text(encoding="utf-8")
