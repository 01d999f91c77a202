"""Bots, hints, reviews and replays at a site: who has to wait, and what is computed at all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from funkenflug.bots.review import judge
from funkenflug.core.thinking import Budget, Stop
from funkenflug.match.game import Game
from funkenflug.site.app import create_app
from funkenflug.site.boards.position import Position
from funkenflug.site.infra.cache import Cache
from funkenflug.site.infra.queues import FairQueue
from funkenflug.site.site import Site
from funkenflug.site.tables import replays
from funkenflug.site.tables.bots import Slots
from funkenflug.site.tables.live import LiveTable
from tests.waiting import LONG, wait_until
from tests.web.conftest import GENEROUS, in_a_loop, serving_app
from tests.web.matches import table as table_of
from tests.web.people import Person

BOTS_ALONE = [{"kind": "bot", "level": "spark"}] * 2
HERE = [{"kind": "me"}, {"kind": "me"}]


class Served:
    """A site, with what the process that serves it knows."""

    def __init__(self, app: Starlette, url: str) -> None:
        self.url = url
        self._app = app
        self._end = threading.Event()

    @property
    def site(self) -> Site:
        site: Site = self._app.state.site
        return site

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._app.state.loop).result(LONG)

    def live(self, table: str) -> LiveTable:
        live: LiveTable = self.run(self.site.tables.get(table))
        return live

    def count(self, name: str) -> float:
        return self.site.counts()[name]

    def fill(self, queue: FairQueue, jobs: int) -> None:
        """Let a queue be busy with jobs of others until `empty`."""

        def wait(stop: Stop, seconds: float | None) -> None:
            self._end.wait(LONG)

        for number in range(jobs):
            work = queue.run(wait, f"owner {number}", f"person {number}")
            asyncio.run_coroutine_threadsafe(work, self._app.state.loop)
        wait_until(lambda: self.count(f"{queue.name}_waiting") + self.count(f"{queue.name}_running") == jobs)

    def empty(self) -> None:
        self._end.set()


@pytest.fixture(scope="module")
def app_and_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Starlette, str]]:
    database: Path = tmp_path_factory.mktemp("thinking") / "site.sqlite"
    app = create_app(f"sqlite:///{database}", 0.02, GENEROUS)
    with serving_app(app) as url:
        yield app, url


@pytest.fixture
def served(app_and_url: tuple[Starlette, str]) -> Iterator[Served]:
    served = Served(*app_and_url)
    yield served
    served.empty()


@pytest.fixture
def ann(served: Served, person_at: Callable[..., Person]) -> Person:
    return person_at(served.url, "Ann")


def finished(person: Person) -> str:
    """Return a table whose match is over, after a few moves."""
    table = person.new_table("vulkan", seats=HERE)
    for _ in range(4):
        person.play(table)
    person.do(table, "resign")
    return table


# Nobody watching, nobody thinking


def test_bots_think_when_somebody_needs_them() -> None:
    for who, clock, needed in (
        (("ann", "ember"), "none", False),
        (("ann", "ember"), "a day a move", True),
        (("ember", "ember"), "5 minutes", False),
    ):
        live = LiveTable(table_of(who=who, clock=clock))
        assert live.needs_bots() == needed, (who, clock)
        live.elsewhere = frozenset({"eve"})
        assert live.needs_bots(), "somebody watches at another process"


def test_bots_wait_until_somebody_comes_back(served: Served, ann: Person) -> None:
    table = ann.new_table("feuer-wasser", seats=BOTS_ALONE)
    live = served.live(table)
    number = forget(live)
    assert live.table.to_move is not None, "the match goes on"
    ann.see(table)
    wait_until(lambda: live.table.number > number)
    number = forget(live)
    with ann.watch(table):
        live.visited_at = float("-inf")
        wait_until(lambda: live.table.number > number + 2)
    forget(live)


def forget(live: LiveTable) -> int:
    """Let the last visit be long ago, wait until the bots have stopped, and return the number of the last event."""
    wait_until(lambda: not live.connections)
    live.visited_at = float("-inf")
    wait_until(lambda: live.thinking is None)
    return live.table.number


def test_the_bots_of_one_host_share_a_pace() -> None:
    slots = Slots(pace=0.8)
    assert [round(slots.take("ann", 5.0), 3) for _ in range(4)] == [5.0, 5.1, 5.2, 5.3]
    assert slots.take("ben", 5.0) == 5.0
    assert slots.take("ann", 6.0) == 6.0


def test_a_move_that_is_not_needed_any_more_is_not_computed(served: Served, ann: Person) -> None:
    table = ann.new_table("feurio")
    served.fill(served.site.queues.bots, 2)
    while ann.see(table)["to_move"] == 0:
        ann.play(table)
    wait_until(lambda: served.count("bots_waiting") == 1)
    ann.do(table, "resign")
    wait_until(lambda: served.count("bots_waiting") == 0)


# Whether it can be won


def test_players_can_ask_whether_a_solitaire_can_still_be_won(
    served: Served, ann: Person, person_at: Callable[..., Person]
) -> None:
    table = ann.new_table("vulkan", 1, [{"kind": "me"}], mode="solitaire")
    assert ann.see(table)["can"]["outlook"]
    assert ann.do(table, "outlook")["words"] == "This can still be won."
    eve = person_at(served.url, "Eve")
    assert not eve.see(table)["can"]["outlook"]
    assert eve.refused(403, table, "outlook") == "Only players of a solitaire or cooperative game can ask this"
    assert ann.get(f"/api/tables/{table}/turning-point").status_code == 403
    ann.do(table, "resign")
    lost = ann.get(f"/api/tables/{table}/turning-point", params={"words": "en"}).json()
    assert lost == {"ply": 0, "words": "This could still have been won at the end."}
    assert not ann.see(table)["can"]["outlook"]


def test_with_a_hidden_deck_the_outlook_is_a_chance(ann: Person) -> None:
    table = ann.new_table("feurio", 1, [{"kind": "me"}], mode="solitaire")
    assert ann.do(table, "outlook")["words"].startswith("This can still be won. The chance is about ")


def test_a_competitive_match_has_no_outlook(ann: Person) -> None:
    table = finished(ann)
    assert ann.refused(403, table, "outlook")
    assert ann.get(f"/api/tables/{table}/turning-point").status_code == 404


# Hints


def test_a_hint_is_dropped_when_its_reader_disconnects(
    served: Served, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, stopped = threading.Event(), threading.Event()

    def consider(guess: Game, budget: Budget, stop: Stop) -> list[Any]:
        began.set()
        while not stop.wanted:
            stopped.wait(0.001)
        stopped.set()
        return []

    monkeypatch.setattr("funkenflug.site.tables.bots.consider", consider)
    table = ann.new_table("feurio")
    leaving = threading.Thread(target=ask_and_leave, args=(ann, f"/api/tables/{table}/hint", began))
    leaving.start()
    assert stopped.wait(LONG)
    leaving.join()
    wait_until(lambda: served.count("hints_running") == 0)


def ask_and_leave(person: Person, path: str, leave: threading.Event) -> None:
    """Send a request, and disconnect before the answer."""

    async def ask() -> None:
        async with httpx.AsyncClient(base_url=person.base_url, cookies=person.cookies, timeout=LONG) as client:
            request = asyncio.create_task(client.post(path))
            await asyncio.to_thread(leave.wait, LONG)
            request.cancel()
            await asyncio.gather(request, return_exceptions=True)

    in_a_loop(ask)


def test_a_hint_that_waits_is_dropped_when_its_reader_disconnects(served: Served, ann: Person) -> None:
    table = ann.new_table("feurio")
    served.fill(served.site.queues.hints, 1)
    leave = threading.Event()
    leaving = threading.Thread(target=ask_and_leave, args=(ann, f"/api/tables/{table}/hint", leave))
    leaving.start()
    wait_until(lambda: served.count("hints_waiting") == 1)
    assert ann.refused(429, table, "hint").startswith("Still working on your last request")
    leave.set()
    wait_until(lambda: served.count("hints_waiting") == 0)
    leaving.join()


def test_whoever_asks_a_busy_site_for_a_hint_is_told_so(served: Served, ann: Person) -> None:
    table = ann.new_table("feurio")
    refused = served.count("hints_refused_total")
    served.fill(served.site.queues.hints, 21)
    answer = ann.post(f"/api/tables/{table}/hint", headers={"Accept-Language": "de"})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    assert answer.json()["error"].startswith("Der Computer ist gerade ausgelastet")
    assert served.count("hints_refused_total") == refused + 1
    assert f"funkenflug_hints_refused_total {refused + 1}" in ann.get("/metrics").text


def test_bots_move_while_hints_reviews_and_replays_wait(served: Served, ann: Person) -> None:
    queues = served.site.queues
    for queue in (queues.hints, queues.reviews, queues.replays, queues.solving):
        served.fill(queue, 20)
    table = ann.new_table("feurio")
    for _ in range(3):
        ann.wait_for_turn(table)
        ann.play(table)
    assert served.count("hints_waiting") == 19


# Looking back


def test_a_replay_is_computed_once(served: Served, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[int] = []
    at_ply = Position.at_ply

    def counted(position: Position, ply: int) -> Position:
        computed.append(ply)
        return at_ply(position, ply)

    monkeypatch.setattr(Position, "at_ply", counted)
    table = finished(ann)
    answers = [ann.board(table, "position", ply=ply) for ply in (2, 3, 2, 2)]
    assert computed == [2, 3]
    assert answers[0] == answers[2] != answers[1]
    ann.do(table, "chat", text="Well played!")
    assert ann.board(table, "text", ply=2)
    assert computed == [2, 3]


def test_a_decision_is_judged_once(served: Served, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def counted(game: Any, ply: int, seconds: float, stop: Stop) -> Any:
        judged.append(ply)
        return judge(game, ply, None, simulations=8, stop=stop)

    monkeypatch.setattr(replays, "judge", counted)
    table = finished(ann)
    first, second = (ann.get(f"/api/tables/{table}/review/1").json() for _ in range(2))
    assert first == second
    assert len(judged) == 1


def test_what_was_computed_is_forgotten_in_the_order_of_its_use() -> None:
    cache: Cache[str, int] = Cache(2)
    cache.keep("a", 1)
    cache.keep("b", 2)
    assert cache.get("a") == 1
    cache.keep("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]
