"""Our own server."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import httpx
import psutil

from bench.load.processes import ProcessorTime
from tests.web.servers import reserve_port

_START_TIMEOUT = 240.0
_IDLE = 0.1
"""Seconds of processor time that an idle site uses in a second, at most."""


class Server:
    """A site in processes of its own, without limits."""

    def __init__(self, database: str, workers: int, environment: Mapping[str, str]) -> None:
        port = reserve_port()
        self.url = f"http://127.0.0.1:{port}"
        arguments = ["serve", "--no-browser", "--port", str(port), "--database", database]
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "funkenflug", *arguments, "--workers", str(workers)],
            stdout=subprocess.DEVNULL,
            env=os.environ | {"FUNKENFLUG_LIMITS": "off", **environment},
        )
        self.processor_time = ProcessorTime(self._process.pid)

    def wait_for(self, path: str, pause: float = 0.01) -> None:
        """Wait until a page is answered."""
        end = time.monotonic() + _START_TIMEOUT
        while time.monotonic() < end:
            try:
                if httpx.get(self.url + path, timeout=60).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(pause)
        raise TimeoutError(f"the site does not answer {path}")

    def settle(self) -> None:
        """Wait until it is idle: a new site compiles the rules, and solves deals for the solitaire of the day."""
        self.wait_for("/readyz", 0.2)
        end = time.monotonic() + _START_TIMEOUT
        used = self.processor_time()
        while time.monotonic() < end:
            time.sleep(1)
            before, used = used, self.processor_time()
            if used - before < _IDLE:
                return
        raise TimeoutError("the site does not become idle")

    def memory(self) -> float:
        """Return the resident memory of its first process, in kilobytes."""
        return float(psutil.Process(self._process.pid).memory_info().rss) / 1024

    def stop(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.wait(60)


@contextmanager
def served(database: str, workers: int = 1) -> Iterator[Server]:
    """Run a site until it is idle, and stop it in the end."""
    with started(database, workers) as server:
        server.settle()
        yield server


@contextmanager
def started(database: str, workers: int = 1, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Start a site, and stop it in the end."""
    server = Server(database, workers, environment or {})
    try:
        yield server
    finally:
        server.stop()
