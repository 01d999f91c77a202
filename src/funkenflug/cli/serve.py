"""`funkenflug serve`: run the site."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any

from rich.console import Console

from funkenflug.cli.command import UsageError, command, option
from funkenflug.cli.site import DATABASE, migrate, open_database, usage_errors
from funkenflug.core.words import clipped, printable
from funkenflug.site.infra.db.engine import default_database, parse_url

if TYPE_CHECKING:
    import uvicorn

    from funkenflug.site.infra.workers import Workers

_DEFAULT_PORT = 8080


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65_536):
        raise ArgumentTypeError(f"a port is a number from 0 to 65535, not {clipped(text)}")
    return int(text)


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise ValueError
    return count


@command(
    option(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: %(default)s, this computer only; 0.0.0.0: everyone in your network)",
    ),
    option("--port", type=_port, metavar="N", help=f"default: {_DEFAULT_PORT}, or a free one if it is taken"),
    DATABASE,
    option(
        "--workers", type=_count, default=1, metavar="N", help="number of processes (default: 1; more need PostgreSQL)"
    ),
    option("--no-browser", action="store_true", help="do not open the browser"),
)
def serve_command(arguments: Namespace, console: Console) -> None:
    """Serve the site until it is interrupted."""
    from funkenflug.site.infra.middleware.metrics import log_style  # imported here so that other commands start quickly

    with usage_errors():
        log_style()  # before anything is served
    with contextlib.closing(_listener(arguments.host, arguments.port)) as listener, _without_garbage_collection():
        bound, port = listener.getsockname()[:2]
        host = _address_in_network(listener.family) if bound in _EVERY_ADDRESS else bound
        url = f"http://{'[' + host + ']' if ':' in host else host}:{port}"
        _prepare_database(arguments.database, arguments.workers, console)
        whom = " for everyone in your network" if bound in _EVERY_ADDRESS else ""
        console.print(f"Funkenflug is at {url}{whom} (press Ctrl-C to stop; games are saved)")
        shown = None if arguments.no_browser else url
        if arguments.workers == 1:
            _serve_here(arguments.database, listener, shown)
        else:
            _supervise(arguments.workers, arguments.database, listener, shown)


_EVERY_ADDRESS = ("0.0.0.0", "::")


def _address_in_network(family: socket.AddressFamily) -> str:
    """Return the address under which others reach this computer; without a network, one that it reaches itself."""
    outside, here = ("2001:db8::1", "::1") if family == socket.AF_INET6 else ("192.0.2.1", "127.0.0.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((outside, 9))  # sends nothing, but finds the way
        except OSError:
            return here
        return str(probe.getsockname()[0])


def _prepare_database(database: str | None, workers: int, console: Console) -> None:
    """Migrate an older database; raise `UsageError`, before anything is served, if it cannot be used."""
    with usage_errors():
        address = database or default_database()
        if workers > 1 and parse_url(address).get_backend_name() == "sqlite":
            raise UsageError("--workers above 1 needs PostgreSQL: only one process can serve an SQLite database")
        if (migrated := migrate(address)) is not None:
            console.print(migrated, soft_wrap=True)


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Collect no garbage while the site starts: nearly everything that is created then stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _serve_here(database: str | None, listener: socket.socket, url: str | None, workers: Workers | None = None) -> None:
    """Serve in this process until it is interrupted."""
    import uvicorn  # imported here so that other commands start quickly

    from funkenflug.site.app import create_app
    from funkenflug.site.infra.server import server_config

    config = server_config(create_app(database), workers, log_level="warning")
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_run(uvicorn.Server(config), listener, url, workers))
    finally:
        if any(thread.name.startswith("chore") for thread in threading.enumerate()):
            sys.stdout.flush()
            os._exit(_INTERRUPTED)  # a compiler cannot be interrupted; everything else has ended


_INTERRUPTED = 130


_GC_THRESHOLDS = (50_000, 4, 250)
"""Higher than the defaults: a move hardly ever creates reference cycles. The second is low, because nobody is served
meanwhile: a collection of 400,000 objects took 0.4 s."""
_SWITCH_SECONDS = 0.001
"""How long a computing thread may keep the event loop waiting; less than the default of 0.005."""
_BACKLOG = 2048
"""Connections that may wait to be accepted."""


async def _run(
    server: uvicorn.Server, listener: socket.socket, url: str | None, workers: Workers | None = None
) -> None:
    """Serve in this process, and open the browser once the site is up."""
    from funkenflug.site.infra.server import take_over

    gc.freeze()  # what exists now stays: it need not be traversed again and again
    gc.set_threshold(*_GC_THRESHOLDS)
    gc.enable()
    sys.setswitchinterval(_SWITCH_SECONDS)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if url is not None and not serving.done():
            await asyncio.to_thread(webbrowser.open, url)
        with contextlib.nullcontext() if workers is None else workers.receiving(partial(take_over, server)):
            await asyncio.shield(serving)
    except asyncio.CancelledError:  # interrupted before the server installed its signal handlers
        server.should_exit = True
        await serving
        raise


# Several processes --------------------------------------------------------------------------------------------------


def _supervise(workers: int, database: str | None, listener: socket.socket, url: str | None) -> None:
    """Serve in several processes that share the listening socket; replace one that ends or hangs."""
    context = multiprocessing.get_context("spawn")
    folder = tempfile.TemporaryDirectory(prefix="funkenflug-")
    beats = context.Array("d", workers, lock=False)

    def start(number: int, url: str | None = None) -> BaseProcess:
        beats[number] = math.inf  # until it serves
        place = (folder.name, workers, number, beats)
        worker = context.Process(target=_work, args=(database, listener, url, place))
        worker.start()
        return worker

    ended, end = context.Pipe(duplex=False)
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, lambda *_: end.send_bytes(b"now"))
    running = [start(number, url if number == 0 else None) for number in range(workers)]
    deaths = 0
    while ended not in wait([ended, *(worker.sentinel for worker in running)], _WATCH_SECONDS):
        for number, worker in enumerate(running):
            if worker.is_alive() and time.monotonic() > beats[number] + _LONGEST_SILENCE:
                _report(f"worker {number} (process {worker.pid}) does not respond: killed")
                worker.kill()
                worker.join()
            if worker.is_alive():
                continue
            deaths += 1
            _report(f"worker {number} (process {worker.pid}) ended with code {worker.exitcode}; starting another")
            _count_deaths(folder.name, deaths)
            if ended.poll(_RESTART_DELAY):  # so that a worker that cannot start is not started all the time
                break
            running[number] = start(number)
    for worker in running:
        worker.terminate()
    for worker in running:
        worker.join()
    folder.cleanup()
    raise KeyboardInterrupt


def _report(message: str) -> None:
    """Log something about the workers, as they log themselves; without a log, tell standard error."""
    from funkenflug.site.infra.middleware.metrics import log_as_configured

    log_as_configured()
    logging.getLogger("funkenflug").error(message)


def _count_deaths(folder: str, deaths: int) -> None:
    """Add the number of workers that have ended to the metrics of all."""
    from funkenflug.site.infra.middleware.metrics import write_shared

    write_shared(folder, 0, f"# TYPE funkenflug_workers_ended_total counter\nfunkenflug_workers_ended_total {deaths}\n")


_WATCH_SECONDS = 1.0
_LONGEST_SILENCE = 10.0
"""Seconds without a turn of its event loop after which a worker is replaced."""
_RESTART_DELAY = 0.5


def _work(database: str | None, listener: socket.socket, url: str | None, place: tuple[str, int, int, Any]) -> None:
    """Serve as one of several processes, and end with the parent. `place`: see `Workers`."""
    from funkenflug.site.infra.workers import Workers

    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        await_database(database)
        _serve_here(database, listener, url, Workers(*place) if hasattr(socket, "AF_UNIX") else None)


def await_database(database: str | None) -> None:
    """Wait until the database answers: it did when the parent started."""
    while True:
        try:
            with open_database(database, create=True):
                return
        except UsageError as error:
            print(f"funkenflug: {printable(str(error))}; retrying", file=sys.stderr, flush=True)
            time.sleep(_RETRY_DELAY)


_RETRY_DELAY = 2.0


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _listener(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; without `port` on the default one, or on any free one if that is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = (_DEFAULT_PORT, 0) if port is None else (port,)
    for wanted in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(_BACKLOG)  # at once: until then another process can bind the same port
        except OSError as error:
            listener.close()
            if wanted == ports[-1]:
                raise OSError(error.errno, error.strerror, f"{host}:{wanted}") from None
        else:
            return listener
    raise AssertionError("the last port was bound, or refused")
