"""What strangers could do to others: identities from caches, guessed deals, weak bots, clocks and forged ratings."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import re
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from funkenflug.core.thinking import Stop
from funkenflug.games import GAMES
from funkenflug.puzzles.rating import PuzzleRating, of_puzzle
from funkenflug.site.app import create_app
from funkenflug.site.daily import storage as daily_storage
from funkenflug.site.daily.daily import winnable_seed
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.middleware.limits import Limits, Rate
from funkenflug.site.puzzles import storage as puzzle_storage
from tests.waiting import LONG, wait_until
from tests.web.conftest import serving, serving_app
from tests.web.people import Person

TWO = [{"kind": "me"}, {"kind": "friend"}]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("strangers") / "site.sqlite") as url:
        yield url


# Caches


def test_no_cache_can_hand_out_an_identity(site: str) -> None:
    """A newcomer follows every link of a few pages: what a cache may keep for others sets no cookie."""
    with contextlib.closing(Person(site, "Ann")) as ann:
        table = ann.new_table(seats=[{"kind": "me"}, {"kind": "here"}])
    seen, waiting = (
        set(),
        ["/", "/rules/vulkan", "/analysis/vulkan", f"/t/{table}", "/puzzles", "/api/me", "/api/tables"],
    )
    cookies = 0
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = httpx.get(site + path, timeout=LONG)
        kept = answer.headers.get("cache-control", "")
        if "set-cookie" in answer.headers:
            cookies += 1
            assert "public" not in kept, path
            assert "private" in kept or "no-store" in kept, f"{path}: a cache may keep what says nothing"
        if "text/html" in answer.headers.get("content-type", "") and len(seen) < 40:
            found = re.findall(r'(?:src|href|content)="(?:http://[^/"]+)?(/[^"#]*)"', answer.text)
            waiting += [path for path in dict.fromkeys(found) if path not in seen and path not in waiting]
    assert cookies > 5
    assert any("picture" in path for path in seen)


# The solitaire of the day


def test_nobody_can_guess_the_solitaire_of_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_: object, **__: object) -> object:
        return type("Solution", (), {"verdict": "won"})

    monkeypatch.setattr(GAMES["vulkan"], "solve", solve, raising=False)
    day = datetime.date(2026, 11, 15)
    seeds = {winnable_seed("vulkan", day, Stop()) for _ in range(5)}
    assert len(seeds) == 5
    assert all(seed is not None and len(set(seed)) > 8 and len(seed) > 40 for seed in seeds)


def test_the_solitaire_of_a_day_is_sealed_and_published_the_day_after(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    today = datetime.date.today()
    yesterday = today - datetime.timedelta(days=1)
    storage = Storage(database)
    for day in (yesterday, today):
        daily_storage.keep_day(storage, day.isoformat(), "vulkan", f"secret of {day.isoformat()}").result(LONG)
    storage.close()
    with serving(database) as url, contextlib.closing(Person(url, "Ann")) as ann:
        told = ann.get("/api/daily").json()
        assert told["seal"] == hashlib.sha256(f"secret of {today}".encode()).hexdigest()
        assert told["before"] == {"day": str(yesterday), "game": "vulkan", "seed": f"secret of {yesterday}"}
        table = ann.post("/api/daily").json()["id"]
        ann.do(table, "resign")
        assert ann.get(f"/api/tables/{table}/record").status_code == 403, "others may still play it"
        assert f"secret of {today}" not in ann.get(f"/api/tables/{table}").text


def test_new_tables_for_the_solitaire_of_the_day_are_limited(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    storage = Storage(database)
    daily_storage.keep_day(storage, datetime.date.today().isoformat(), "vulkan", "a deal").result(LONG)
    storage.close()
    with serving(database, limits=Limits(tables=Rate(1, 1e-6), per_address=3)) as url:
        answers = [httpx.post(f"{url}/api/daily", timeout=LONG).status_code for _ in range(5)]
    assert answers == [201, 201, 201, 429, 429]


# Clocks


def test_a_rematch_with_a_clock_waits_for_consent(site: str, person_at: Callable[..., Person]) -> None:
    ann, bob, cem = (person_at(site, name) for name in ("Ann", "Bob", "Cem"))
    table = ann.new_table(seats=TWO, clock="5 minutes", public=True)
    bob.do(table, "seats/1")
    ann.do(table, "resign")
    again = ann.do(table, "rematch")["id"]
    seen = ann.see(again)
    assert seen["state"] == "open"
    assert not seen["clock"]["running"]
    seat = next(number for number, one in enumerate(seen["seats"]) if one["kind"] == "open")
    assert seen["seats"][seat]["name"] == "Bob"
    assert cem.refused(409, again, f"seats/{seat}") == "This seat is taken"
    assert bob.see(again)["seats"][seat]["kept"]
    bob.do(again, f"seats/{seat}")
    assert bob.see(again)["state"] == "running"


# Ratings of puzzles


def test_identities_that_are_thrown_away_do_not_rate_puzzles(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'site.sqlite'}")
    puzzle, prior = "one", of_puzzle(1480.0)

    def give_up(who: str, name: str, solved: bool = False) -> None:
        attempt = puzzle_storage.Attempt("vulkan", name, solved, None)
        puzzle_storage.try_puzzle(storage, who, attempt, prior).result(LONG)

    for number in range(40):
        give_up(f"throw-away {number}", puzzle)
    ratings = puzzle_storage.ratings_of_puzzles(storage).result(LONG)
    assert ratings[f"vulkan/{puzzle}"] == prior
    for number in range(60):
        give_up("regular", f"puzzle {number}", solved=bool(number % 2))
    rating: PuzzleRating = puzzle_storage.attempts_of(storage, "regular").result(LONG)[0]
    give_up("regular", puzzle)
    assert rating.deviation < 110
    assert puzzle_storage.ratings_of_puzzles(storage).result(LONG)[f"vulkan/{puzzle}"].value > 1480.0
    storage.close()


# Bots and memory


def test_tables_and_identities_make_nobody_elses_bots_weaker(tmp_path: Path, person_at: Callable[..., Person]) -> None:
    """Bots take turns by the addresses of those who are connected; tables where nobody is have one turn together."""
    app = create_app(f"sqlite:///{tmp_path / 'site.sqlite'}", limits=None)
    bots = [{"kind": "bot", "level": "inferno"}] * 2
    with serving_app(app) as url, contextlib.ExitStack() as stack:
        owners: Counter[str] = Counter()
        run = app.state.site.queues.bots.run

        async def noted(work: Any, owner: str, **wishes: Any) -> Any:
            owners[owner] += 1
            return await run(work, owner, **wishes)

        app.state.site.queues.bots.run = noted
        for number in range(12):
            person_at(url, f"Throw-away {number}").new_table("vulkan", seats=bots)
        wait_until(lambda: owners.total() >= 12)
        assert owners.keys() == {""}
        for number in range(3):
            ann = person_at(url, f"Ann {number}")
            stack.enter_context(ann.watch(ann.new_table("vulkan", seats=bots), "?as=data"))
        wait_until(lambda: len(owners) > 1)
        assert owners.keys() == {"", "127.0.0.1"}


def test_there_are_never_more_tables_in_memory_than_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("funkenflug.site.tables.registry._MOST_LIVE", 10)
    bots = [{"kind": "bot", "level": "inferno"}] * 4
    with serving(tmp_path / "site.sqlite") as url, contextlib.closing(Person(url, "Ann")) as ann:
        for _ in range(30):
            ann.new_table("vulkan", players=4, seats=bots)

        def told() -> dict[str, float]:
            found = re.findall(r"^funkenflug_(\w+) ([\d.]+)$", ann.get("/metrics").text, re.MULTILINE)
            return {name: float(value) for name, value in found}

        assert told()["tables"] <= 10
        # two may still run; what dropped tables were waiting for leaves the queue in the next turns of the loop
        wait_until(lambda: sum(told()[f"bots_{state}"] for state in ("waiting", "running")) <= 12)
        with contextlib.ExitStack() as stack:
            for _ in range(10):
                stack.enter_context(ann.watch(ann.new_table(seats=[{"kind": "me"}, {"kind": "here"}]), "?as=data"))
            answer = ann.post("/api/tables", json={"game": "vulkan", "players": 4, "seats": bots})
            assert answer.status_code == 503, "a table with people in it is not dropped"


# Names of the site


def ask(url: str, *headers: str, path: str = "/metrics", version: str = "1.1") -> int:
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=LONG) as connection:
        lines = "".join(f"{header}\r\n" for header in headers)
        connection.sendall(f"GET {path} HTTP/{version}\r\n{lines}Connection: close\r\n\r\n".encode())
        return int(connection.recv(65536)[9:12])


@pytest.mark.parametrize("path", ["/metrics", "/api/me"])
def test_a_page_elsewhere_cannot_reach_a_site_at_home_by_a_name_of_its_own(site: str, path: str) -> None:
    for name in ("localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "games.localhost"):
        assert ask(site, f"Host: {name}", path=path) == 200
    for name in ("evil.example", "evil.example:8080", "127.0.0.1.evil.example", ""):
        assert ask(site, f"Host: {name}", path=path) in (403, 404)
    assert ask(site, path=path) in (403, 404)
    assert ask(site, "Host: localhost", "Host: localhost", path=path) in (403, 404)
    assert ask(site, path=path, version="1.0") == 200
    forwarded = ("Host: evil.example", "X-Forwarded-For: 127.0.0.1")
    assert ask(site, *forwarded, path="/metrics") == 404, "not even if it says who it is"
    assert ask(site, "Host: play.example", "X-Forwarded-For: 203.0.113.9", path="/api/me") == 200, "behind a proxy"
