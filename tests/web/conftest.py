"""A site on a free port, for all tests of a process; and databases, SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
import uvicorn
from starlette.applications import Starlette

from funkenflug.site.app import create_app
from funkenflug.site.infra.middleware.limits import Limits, Rate
from funkenflug.site.infra.server import server_config
from tests.waiting import LONG
from tests.web.people import Person
from tests.web.servers import PostgreSQL

T = TypeVar("T")

MUCH = Rate(10**9, 10**9)
GENEROUS = Limits(cost=MUCH, address_cost=MUCH, per_address=1000)
"""All tests come from one address, and as fast as they can."""


@contextlib.contextmanager
def serving(database: Path | str, pace: float = 0.02, **wishes: Any) -> Iterator[str]:
    """Serve a site in a thread, and yield its address."""
    url = f"sqlite:///{database}" if isinstance(database, Path) else database
    with serving_app(create_app(url, pace, **{"limits": GENEROUS} | wishes)) as address:
        yield address


@contextlib.contextmanager
def serving_app(app: Starlette) -> Iterator[str]:
    """Serve an application in a thread, and yield its address; its state has the loop of that thread."""
    config = server_config(app, port=0, log_level="error")
    server = uvicorn.Server(config)

    async def serve() -> None:
        app.state.loop = asyncio.get_running_loop()
        await server.serve()

    def run() -> None:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(LONG)  # a first compilation cannot be interrupted
        assert not thread.is_alive()


def in_a_loop(deed: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run something asynchronous, in another thread: a browser of other tests may have a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(asyncio.wait_for(deed(), 300))).result()


@pytest.fixture(scope="session", autouse=True)
def _no_solver() -> Iterator[None]:
    """Let no site look for the solitaire of the day: how long that keeps a core busy depends on the date."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("funkenflug.site.daily.daily.winnable_seed", lambda *_: None)
        yield


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgreSQL]:
    """Start PostgreSQL."""
    with contextlib.closing(PostgreSQL()) as server:
        # it is never cut off from the current
        server.execute("alter system set fsync = off", "select pg_reload_conf()")
        yield server


@pytest.fixture(scope="session")
def postgresql(postgresql_server: PostgreSQL) -> Callable[[], str]:
    """Return a maker of databases in PostgreSQL: each has an address of its own."""
    return postgresql_server.new_database


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'folder' / 'site.sqlite'}"
    make: Callable[[], str] = request.getfixturevalue("postgresql")
    return make()


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site, once over each kind of database."""
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'site.sqlite'}"
    else:
        database = request.getfixturevalue("postgresql")()
    with serving(database) as url:
        yield url


@pytest.fixture
def person_at() -> Iterator[Callable[..., Person]]:
    """Return a maker of people with browsers of their own, at the site of an address."""
    with contextlib.ExitStack() as stack:
        yield lambda url, name="": stack.enter_context(contextlib.closing(Person(url, name)))


@pytest.fixture
def person(site: str, person_at: Callable[..., Person]) -> Callable[..., Person]:
    """Return a maker of people at the site."""
    return lambda name="": person_at(site, name)
