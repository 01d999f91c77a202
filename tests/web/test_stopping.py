"""A site that is stopped while much goes on: it ends quietly, and what was answered is kept."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from funkenflug.site.infra.db.cluster import Notification
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.site import Site
from funkenflug.site.tables import storage as tables_storage
from funkenflug.site.tables.registry import standing_of
from tests.waiting import LONG, wait_until
from tests.web.conftest import in_a_loop
from tests.web.faults import Player, lost
from tests.web.matches import table as fresh_table
from tests.web.people import Person
from tests.web.servers import Server
from tests.web.test_serve import answer


class Served(Server):
    """A server that is started as people do, and can be stopped as with Ctrl-C; with PostgreSQL in two processes."""

    def start(self) -> None:
        workers = "1" if self.database.startswith("sqlite") else "2"
        arguments = ["serve", "--no-browser", "--workers", workers, "--port", "0", "--database", self.database]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "funkenflug", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"FUNKENFLUG_LIMITS": "off", "PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        # nobody can take the port meanwhile that it has found itself
        self.url = self.process.stdout.readline().decode().split()[3]

    def interrupt(self, everybody: bool) -> str:
        """Send an interrupt, to all processes as a terminal does or to the first one; return what they complain of."""
        send = os.killpg if everybody else os.kill
        send(self.process.pid, signal.SIGINT)
        _, complaints = self.process.communicate(timeout=LONG)
        return complaints.decode()


def follow(person: Person, table: str) -> None:
    """Watch a table until the connection ends; a site that stops may refuse it before it begins."""
    with contextlib.suppress(ConnectionClosed, InvalidStatus, OSError), person.watch(table) as connection:
        for _ in connection:
            pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database", "everybody"), [("sqlite", True), ("postgresql", False)], ids=["Ctrl-C", "kill"], indirect=["database"]
)
def test_a_site_under_load_stops_without_a_word(database: str, everybody: bool) -> None:
    site, end = Served(database), threading.Event()
    crowd = [Player([site], 6, seed, end) for seed in range(4)]
    try:
        assert answer(f"{site.url}/api/me").status_code == 200
        for player in crowd:
            player.start()
        wait_until(lambda: all(len(player.matches) >= 6 for player in crowd))
        matches = [match for player in crowd for match in list(player.matches)]
        with contextlib.closing(Person(site.url)) as person:
            watchers = [threading.Thread(target=follow, args=(person, match.id)) for match in matches]
            for watcher in watchers:
                watcher.start()
            before = sum(len(match.acknowledged) for match in matches)
            wait_until(lambda: sum(len(match.acknowledged) for match in matches) > before + 50)
            complaints = site.interrupt(everybody)
            for watcher in watchers:
                watcher.join(LONG)
    finally:
        end.set()
        for player in crowd:
            player.join()
        site.kill()
    assert complaints == ""
    assert [words for player in crowd for words in player.wrong] == []
    matches = [match for player in crowd for match in player.matches]
    assert lost(database, matches) == []
    assert sum(len(match.acknowledged) for match in matches) > 50


def test_what_others_tell_while_a_site_stops_is_not_asked_for(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def stop_while_another_process_writes() -> None:
        storage, loop = Storage(database), asyncio.get_running_loop()
        site, here = Site(storage), fresh_table()
        tables_storage.create(storage, here.id, here.entries[0], standing_of(here)).result(60)
        site.tables._enter(here)
        close = storage.close

        async def tell() -> None:
            site.tables.receive(Notification(tables={here.id: 5}, presences=[here.id], missed=True))
            await asyncio.gather(*site.background._tasks, return_exceptions=True)

        def close_meanwhile() -> None:
            close()
            asyncio.run_coroutine_threadsafe(tell(), loop).result(60)

        monkeypatch.setattr(storage, "close", close_meanwhile)
        await site.stop()

    in_a_loop(stop_while_another_process_writes)
    assert caplog.messages == []
