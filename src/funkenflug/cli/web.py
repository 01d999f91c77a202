"""`funkenflug serve`: the site, in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from rich.console import Console

from funkenflug.cli.commands import UsageError
from funkenflug.match.words import printable

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

USUAL_HOST = "127.0.0.1"
USUAL_PORT = 8080


def serve(arguments: Namespace, console: Console) -> None:
    """Serve the site until it is interrupted."""
    with contextlib.closing(_listener(arguments.host, arguments.port)) as listener, _in_haste():
        host, port = listener.getsockname()[:2]
        url = f"http://{'[' + host + ']' if ':' in host else host}:{port}"
        with opened(arguments.database):
            pass  # what is wrong with it is said here, once
        console.print(f"Funkenflug is at {url} (Ctrl-C ends it; what was played is kept)")
        shown = None if arguments.no_browser else url
        if arguments.workers == 1:
            _serve_here(arguments.database, listener, shown)
        else:
            _supervise(arguments.workers, arguments.database, listener, shown)


@contextlib.contextmanager
def _in_haste() -> Iterator[None]:
    """Look for no garbage until the site is there: what is made before stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _serve_here(database: str | None, listener: socket.socket, url: str | None, shared: bool = False) -> None:
    """Serve in this process until it is interrupted."""
    from uvicorn.loops.auto import auto_loop_factory  # here, for the other commands to start quickly

    try:
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            runner.run(_run(database, listener, url, shared=shared))
    finally:
        if any(thread.name.startswith("chore") for thread in threading.enumerate()):
            sys.stdout.flush()
            os._exit(_INTERRUPTED)  # a compiler cannot be interrupted, and everything else has ended


_INTERRUPTED = 130


@contextlib.contextmanager
def opened(database: str | None) -> Iterator[Engine]:
    """Open the database of a site for a command; it is brought up to date."""
    from funkenflug.web.db.engine import Unavailable, connected, default_database
    from funkenflug.web.db.schema import Incompatible
    from funkenflug.web.db.storage import prepare

    url = database or default_database()
    try:
        engine = connected(url)
        prepare(engine)
    except ModuleNotFoundError:
        raise UsageError('PostgreSQL needs one more package: pip install "funkenflug[postgresql]"') from None
    except (ValueError, Incompatible) as wrong:
        raise UsageError(str(wrong)) from None
    except Unavailable as error:
        raise UsageError(f"The database does not answer: {error}") from None
    try:
        yield engine
    finally:
        engine.dispose()


_GARBAGE = (20_000, 20, 50)
"""When garbage is looked for: less often than usual, for what a move makes is hardly ever a circle."""
_WAITING = 2048
"""Connections that may wait to be accepted."""


async def _run(database: str | None, listener: socket.socket, url: str | None, shared: bool = False) -> None:
    """Serve in this process, and show the site in the browser once it is there."""
    import uvicorn  # here, for the other commands to start quickly

    from funkenflug.web.app import create_app
    from funkenflug.web.messages.packets import settings

    server = uvicorn.Server(settings(create_app(database, shared=shared), log_level="warning"))
    gc.freeze()  # what is there now stays, and need not be looked at again and again
    gc.set_threshold(*_GARBAGE)
    gc.enable()
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if url is not None and not serving.done():
            await asyncio.to_thread(webbrowser.open, url)
        await asyncio.shield(serving)
    except asyncio.CancelledError:  # interrupted before the server listened to signals: it ends as it would then
        server.should_exit = True
        await serving
        raise


# Several processes --------------------------------------------------------------------------------------------------


def _supervise(workers: int, database: str | None, listener: socket.socket, url: str | None) -> None:
    """Serve in several processes that share the listening socket; one that ends is replaced."""
    context = multiprocessing.get_context("spawn")

    def start(url: str | None = None) -> BaseProcess:
        worker = context.Process(target=_work, args=(database, listener, url))
        worker.start()
        return worker

    ended, end = context.Pipe(duplex=False)
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, lambda *_: end.send_bytes(b"now"))
    running = [start(url if number == 0 else None) for number in range(workers)]
    while ended not in wait([ended, *(worker.sentinel for worker in running)]):
        if not ended.poll(_BREATH):  # one that cannot even start is not started all the time
            running = [worker if worker.is_alive() else start() for worker in running]
    for worker in running:
        worker.terminate()
    for worker in running:
        worker.join()
    raise KeyboardInterrupt


_BREATH = 0.5


def _work(database: str | None, listener: socket.socket, url: str | None) -> None:
    """Serve as one of several processes, as long as the first one is there."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        await_database(database)
        _serve_here(database, listener, url, shared=True)


def await_database(database: str | None) -> None:
    """Wait until a database answers that did before: one that is away for a while comes back."""
    while True:
        try:
            with opened(database):
                return
        except UsageError as away:
            print(f"funkenflug: {printable(str(away))}; trying again", file=sys.stderr, flush=True)
            time.sleep(_PATIENCE)


_PATIENCE = 2.0


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _listener(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; if no port is asked for and the usual one is taken, on any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = (USUAL_PORT, 0) if port is None else (port,)
    for wanted in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(_WAITING)  # at once: until then another process can bind the same port
        except OSError as error:
            listener.close()
            if wanted == ports[-1]:
                raise OSError(error.errno, error.strerror, f"{host}:{wanted}") from None
        else:
            return listener
    raise AssertionError("the last port was bound, or refused")
