"""Whoever runs a site can mute, ban and close; people can end their own identity."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from funkenflug.cli import main
from funkenflug.site.infra.middleware.identity import hashed
from tests.waiting import wait_until
from tests.web.conftest import serving
from tests.web.people import Person

HERE = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]
People = Callable[..., Person]


def operate(database: str, *words: str) -> None:
    assert main(["site", *words, "--database", database]) == 0


def test_a_running_site_follows_whoever_runs_it(
    database: str,
    person_at: Callable[..., Person],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("funkenflug.site.infra.restrictions._PERIOD", 0.05)
    with serving(database) as url:
        ann, eve = person_at(url, "Ann"), person_at(url, "Eve")
        table = ann.new_table(seats=HERE, public=True)
        ann.do(table, "chat", text="hello")
        operate(database, "people", table)
        assert hashed(ann.cookies["who"]) in capsys.readouterr().out

        def chats() -> int:
            return ann.post(f"/api/tables/{table}/chat", json={"text": "hello"}).status_code

        who = hashed(ann.cookies["who"])
        operate(database, "mute", who)
        wait_until(lambda: chats() == 403)
        assert ann.play(table), "everything else may be done"
        operate(database, "unmute", who)
        wait_until(lambda: chats() == 200)

        assert table in eve.get("/api/tables").text
        operate(database, "close", table)
        wait_until(lambda: eve.get(f"/api/tables/{table}").status_code == 410)
        assert table not in eve.get("/api/tables").text
        operate(database, "reopen", table)
        wait_until(lambda: eve.get(f"/api/tables/{table}").status_code == 200)

        with ann.watch(table) as connection:
            operate(database, "ban", who)
            with pytest.raises(ConnectionClosed):
                list(connection)
        wait_until(lambda: ann.get("/api/me").status_code == 403)
        assert eve.get("/api/me").status_code == 200
        operate(database, "unban", who)
        wait_until(lambda: ann.get("/api/me").status_code == 200)

        operate(database, "ban", "127.0.0.7/8", "--yes")
        wait_until(lambda: eve.get("/api/me").status_code == 403)
        assert eve.get("/healthz").status_code == 200, "the machine itself may still look after it"
        capsys.readouterr()
        operate(database, "list")
        assert capsys.readouterr().out == "banned  127.0.0.0/8\n"
        operate(database, "unban", "127.0.0.0/8")
        wait_until(lambda: eve.get("/api/me").status_code == 200)


def test_it_is_told_who_is_heavy(
    tmp_path: Path, person_at: People, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("funkenflug.site.infra.restrictions._USAGE_PERIOD", 0.05)
    monkeypatch.setattr("funkenflug.site.infra.restrictions._NOTABLE", 0.0)
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    with serving(database) as url:
        ann = person_at(url, "Ann")

        def told() -> str:
            ann.get("/api/games")
            capsys.readouterr()
            operate(database, "heavy")
            return capsys.readouterr().out

        wait_until(lambda: hashed(ann.cookies["who"]) in told())
        assert re.search(r"\d s  address  127\.0\.0\.1\n", told())


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("ban somebody", "neither a person nor an address"),
        ("mute 127.0.0.1", "neither a person nor an address"),
        ("unban 127.0.0.1", "has no such restriction"),
        ("people nowhere", "there is no table nowhere"),
        ("close nowhere", "there is no table nowhere"),
        ("reopen nowhere", "has no such restriction"),
        ("ban 0.0.0.0/0", "0.0.0.0/0 has 4,294,967,296 addresses: to ban all of them, add --yes"),
        ("ban 10.1.2.3/15", "10.0.0.0/15 has 131,072 addresses"),
        ("ban ::/0", "to ban all of them, add --yes"),
    ],
)
def test_what_cannot_be_done_is_told(
    words: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    with serving(database):
        assert main(["site", *words.split(), "--database", database]) == 2
    assert reason in capsys.readouterr().err


def test_an_identity_is_ended_everywhere(site: str, person_at: People) -> None:
    desk, phone = person_at(site, "Ann"), person_at(site)
    token = desk.post("/api/me/link").json()["url"].removeprefix("/me#")
    phone.post("/api/me/arrive", json={"token": token}).raise_for_status()
    identity = desk.cookies["who"]
    assert phone.cookies["who"] == identity
    table = desk.new_table(seats=HERE)
    desk.post("/api/me/end").raise_for_status()
    for device in (desk, phone):
        assert device.get("/api/me").json()["name"] == ""
        assert device.cookies["who"] != identity
        assert device.see(table)["mine"] == []
    phone.cookies.set("who", identity)
    assert phone.see(table)["mine"] == [], "nobody comes back with it"
