"""Real Chromium against a real server.

Chromium is found, or installed where that is allowed. Without it these tests fail if CI is set, and are skipped loudly
if it is not.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.waiting import LONG, wait_until
from tests.web.servers import full_disk, keep_solitaires, reserve_port

_SERVE = """
import sys, uvicorn
from funkenflug.site.app import create_app
from funkenflug.site.infra.middleware.limits import Limits, Rate
from funkenflug.site.infra.server import server_config
exec(sys.argv[3])
limits = Limits(address_cost=Rate(10**9, 10**9), per_address=1000)  # all visitors come from one address
app = create_app(f"sqlite:///{sys.argv[1]}", pace=0.05, limits=limits)
uvicorn.Server(server_config(app, port=int(sys.argv[2]), log_level="warning")).run()
"""

CLUB = "club.example"
"""A name under which the browser reaches the sites as others would, from another computer."""

_TIMEOUT = 1000 * LONG
"""Milliseconds that anything on a page may take on a busy machine."""
expect.set_options(timeout=_TIMEOUT)


class Server:
    """A site of its own that can be stopped and started again; it executes the code `before` first."""

    def __init__(self, folder: Path, before: str = "") -> None:
        self._before = before
        self.database = folder / "site.sqlite"
        keep_solitaires(f"sqlite:///{self.database}")
        self._port = reserve_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until all games can be played."""
        arguments = [str(self.database), str(self._port), self._before]
        self._process = subprocess.Popen([sys.executable, "-c", _SERVE, *arguments])
        wait_until(self._is_ready)

    def _is_ready(self) -> bool:
        assert self._process.poll() is None, "the server has ended"
        with contextlib.suppress(OSError):  # nobody answers yet, or answers 503
            urllib.request.urlopen(f"{self.url}/readyz", timeout=LONG).close()
            return True
        return False

    def full_disk(self) -> AbstractContextManager[None]:
        """Let no file grow beyond a few pages."""
        return full_disk(self._process.pid)

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:  # a running compiler ignores the signal
            self._process.kill()
            self._process.wait()


def _missing(why: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(why)
    warnings.warn(f"NO BROWSER TESTS: {why}", pytest.PytestWarning, stacklevel=2)
    pytest.skip(why)


def find_chromium() -> str | None:
    """Return where Chromium is, if it is here: first without windows, which opens a page in half the time."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    return None


@pytest.fixture(scope="session")
def chromium() -> str:
    found = find_chromium()
    if found is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        with one_at_a_time("chromium"):
            if find_chromium() is None:
                subprocess.run(["apt-get", "update"], check=False)
                subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", "chromium"], check=False)
        found = find_chromium()
    if found is None:
        _missing("there is no Chromium, and it could not be installed")
    assert found is not None
    return found


@contextlib.contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Keep other processes of the tests from doing the same at the same time."""
    with open(Path(tempfile.gettempdir()) / f"funkenflug-{what}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        resolve = f"--host-resolver-rules=MAP {CLUB} 127.0.0.1"
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", resolve]
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
        context.set_default_timeout(_TIMEOUT)
        contexts.append(context)
        if "base_url" not in wishes:  # only the browser can resolve another name
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
        "Cross-Origin-Opener-Policy",
    )  # a server or a network that is away, a lost page, a site without https
    asks_ahead = message.location["url"].endswith(("/preview", "/text"))
    late = "status of 409" in message.text and asks_ahead  # the table went on meanwhile
    if message.type not in ("error", "warning") or late or any(part in message.text for part in expected):
        return ""
    return f"{message.type}: {message.text} {message.location}"


def _leaves(url: str, server: Server) -> bool:
    here = url.replace(CLUB, "127.0.0.1", 1)
    return not here.startswith((server.url, server.url.replace("http", "ws"), "data:", "blob:"))


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
