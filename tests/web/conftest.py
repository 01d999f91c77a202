"""A site on a free port, for all tests of a process."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn

from funkenflug.web.api import create_app
from tests.web.people import Person


@contextlib.contextmanager
def serving(database: Path, pace: float = 0.02) -> Iterator[str]:
    """Serve a site in a thread, and yield its address."""
    settings = uvicorn.Config(create_app(f"sqlite:///{database}", pace), port=0, log_level="error")
    server = uvicorn.Server(settings)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(60)  # a first compilation cannot be interrupted
        assert not thread.is_alive()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("site") / "site.sqlite") as url:
        yield url


@pytest.fixture
def person(site: str) -> Iterator[Callable[..., Person]]:
    """Return a maker of people with browsers of their own."""
    with contextlib.ExitStack() as stack:
        yield lambda name="", at=site: stack.enter_context(contextlib.closing(Person(at, name)))
