"""`funkenflug serve`, and `funkenflug` alone."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from funkenflug.cli import main, serve
from tests.waiting import LONG, wait_until


@contextlib.contextmanager
def running(home: Path, *arguments: str, complaints: str = "", **environment: str) -> Iterator[str]:
    """Start the command, yield the address it tells, and end it as people do.

    `complaints`: what it writes to standard error, as a regular expression.
    """
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
    if found is None:
        process.kill()
        pytest.fail(f"no address in {told!r}; {process.communicate()[1]}")
    try:
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        _, written = process.communicate(timeout=LONG)
    assert re.fullmatch(complaints, written, re.DOTALL), written


def answer(url: str) -> httpx.Response:
    """Return the answer of a site that is being started."""
    answers: list[httpx.Response] = []

    def ask() -> bool:
        with contextlib.suppress(httpx.TransportError):
            answers.append(httpx.get(url, timeout=LONG))
        return bool(answers)

    wait_until(ask)
    return answers[0]


def test_alone_it_serves_and_opens_the_browser(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    with running(tmp_path, BROWSER=f"{browser} %s") as url:
        assert answer(f"{url}/api/games").status_code == 200
        wait_until(lambda: opened.exists() and opened.read_text().endswith("\n"))
        assert opened.read_text().strip() == url
    assert (tmp_path / "funkenflug" / "site.sqlite").exists()


def test_on_all_addresses_it_tells_one_that_others_can_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    connected: list[str] = []

    def visited(_database: str, _listener: socket.socket, url: str) -> None:
        host, port = url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), LONG):
            connected.append(url)

    monkeypatch.setattr(serve, "_serve_here", visited)
    assert main(["--host", "0.0.0.0", "--port", "0", "--database", f"sqlite:///{tmp_path}/site.sqlite"]) == 0
    (url,) = connected
    assert "//0.0.0.0:" not in url, "in a browser of another computer this is that computer"
    assert f"Funkenflug is at {url} for everyone in your network" in capsys.readouterr().out


def test_a_worker_waits_for_a_database_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "site.sqlite"
    database.mkdir()  # so that it cannot be opened
    monkeypatch.setattr(serve, "_RETRY_DELAY", 0.0)

    def told(text: str) -> str:
        database.rmdir()
        return text

    monkeypatch.setattr(serve, "printable", told)
    serve.await_database(f"sqlite:///{database}")
    complaint = capsys.readouterr().err
    assert re.fullmatch(r"funkenflug: Cannot reach the database: .*; retrying\n", complaint)
    assert database.is_file()


def test_a_second_site_finds_a_port_of_its_own(tmp_path: Path) -> None:
    with running(tmp_path / "a", "serve", "--no-browser") as first:
        assert answer(f"{first}/api/me").status_code == 200
        with running(tmp_path / "b", "serve", "--no-browser") as second:
            assert first != second
            assert answer(f"{second}/api/me").status_code == 200


def test_options_without_a_command_are_those_of_serve(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--workers", "2", "--database", "sqlite:///site.sqlite", "--port", "0"]) == 2
    assert "--workers above 1 needs PostgreSQL" in capsys.readouterr().err
    assert main(["--prot", "8000"]) == 2
    assert "unrecognized arguments: --prot 8000; see funkenflug --help" in capsys.readouterr().err


def test_a_wrong_setting_is_said_in_a_sentence_before_anything_is_served(tmp_path: Path) -> None:
    refused = subprocess.run(
        [
            sys.executable,
            "-m",
            "funkenflug",
            "serve",
            "--no-browser",
            "--database",
            f"sqlite:///{tmp_path / 'site.sqlite'}",
        ],
        env=os.environ | {"FUNKENFLUG_LOG": "loud"},
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "funkenflug: FUNKENFLUG_LOG must be text or json, not “loud”\n"


def test_a_port_that_was_asked_for_and_is_taken_is_said_so(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--no-browser") as url:
        port = url.rpartition(":")[2]
        refused = subprocess.run(
            [sys.executable, "-m", "funkenflug", "serve", "--no-browser", "--port", port],
            capture_output=True,
            text=True,
            timeout=LONG,
        )
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"funkenflug: 127.0.0.1:{port}: Address already in use\n"


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("mysql://localhost/site", "SQLite or PostgreSQL"),
        ("site.sqlite", "not the address of a database"),
        ("postgresql://127.0.0.1:1/site", "Cannot reach the database: connection"),
        ("sqlite:////dev/null/site.sqlite", "/dev/null"),
        ("sqlite:////proc/site.sqlite", "Cannot reach the database: /proc/site.sqlite: "),
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
