"""`funkenflug serve`, and `funkenflug` alone."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from funkenflug.cli import main, web


@contextmanager
def running(home: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """Start the command, yield the address it tells, and end it as people do."""
    process = subprocess.Popen(
        [sys.executable, "-m", "funkenflug", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(home), "PYTHONUNBUFFERED": "1"} | environment,
    )
    assert process.stdout is not None
    told = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", told)
    assert found, told
    try:
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=90)
    assert complaints == ""


def answer(url: str) -> httpx.Response:
    for _ in range(600):
        try:
            return httpx.get(url, timeout=30)
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"{url} does not answer")


def test_alone_it_serves_and_opens_the_browser(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    with running(tmp_path, BROWSER=f"{browser} %s") as url:
        assert answer(f"{url}/api/games").status_code == 200
        for _ in range(600):
            if opened.exists() and opened.read_text():
                break
            time.sleep(0.05)
        assert opened.read_text().strip() == url
    assert (tmp_path / "funkenflug" / "site.sqlite").exists()


def test_a_worker_waits_for_a_database_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "site.sqlite"
    database.mkdir()  # so that it cannot be opened
    monkeypatch.setattr(web, "_RETRY_DELAY", 0.0)

    def told(text: str) -> str:
        database.rmdir()
        return text

    monkeypatch.setattr(web, "printable", told)
    web.await_database(f"sqlite:///{database}")
    complaint = capsys.readouterr().err
    assert re.fullmatch(r"funkenflug: The database does not answer: .*; trying again\n", complaint)
    assert database.is_file()


def test_a_second_site_finds_a_port_of_its_own(tmp_path: Path) -> None:
    with running(tmp_path / "a", "serve", "--no-browser") as first:
        assert answer(f"{first}/api/me").status_code == 200
        with running(tmp_path / "b", "serve", "--no-browser") as second:
            assert first != second
            assert answer(f"{second}/api/me").status_code == 200


def test_a_port_that_was_asked_for_and_is_taken_is_said_so(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--no-browser") as url:
        port = url.rpartition(":")[2]
        refused = subprocess.run(
            [sys.executable, "-m", "funkenflug", "serve", "--no-browser", "--port", port],
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"funkenflug: 127.0.0.1:{port}: Address already in use\n"


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("mysql://localhost/site", "SQLite or PostgreSQL"),
        ("site.sqlite", "not the address of a database"),
        ("postgresql://127.0.0.1:1/site", "The database does not answer: connection"),
        ("sqlite:////dev/null/site.sqlite", "/dev/null"),
    ],
)
def test_a_database_that_cannot_be_had_is_said_so(
    database: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-browser", "--port", "0", "--database", database]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert words in told.err
    assert "Traceback" not in told.err
