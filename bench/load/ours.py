"""Our own server."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from bench.load.processes import ProcessorTime
from tests.web.servers import reserve_port

_START_TIMEOUT = 240.0
_IDLE = 0.1
"""Seconds of processor time that an idle site uses in a second, at most."""


class Server:
    """A site in processes of its own, without limits."""

    def __init__(self, database: str, workers: int = 1) -> None:
        port = reserve_port()
        self.url = f"http://127.0.0.1:{port}"
        arguments = ["serve", "--no-browser", "--port", str(port), "--database", database]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "funkenflug", *arguments, "--workers", str(workers)],
            stdout=subprocess.DEVNULL,
            env=os.environ | {"FUNKENFLUG_LIMITS": "off"},
        )
        self.processor_time = ProcessorTime(self._process.pid)

    def wait(self) -> None:
        """Wait until all games can be played."""
        end = time.monotonic() + _START_TIMEOUT
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=10).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.2)
        raise TimeoutError("the site is not ready")

    def settle(self) -> None:
        """Wait until it is idle: a new site compiles the rules, and solves deals for the solitaire of the day."""
        end = time.monotonic() + _START_TIMEOUT
        used = self.processor_time()
        while time.monotonic() < end:
            time.sleep(1)
            before, used = used, self.processor_time()
            if used - before < _IDLE:
                return
        raise TimeoutError("the site does not become idle")

    def memory(self) -> float:
        """Return the resident memory in megabytes."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.wait(60)


@contextmanager
def served(database: str, workers: int = 1) -> Iterator[Server]:
    """Run a site, and stop it in the end."""
    server = Server(database, workers)
    try:
        server.wait()
        server.settle()
        yield server
    finally:
        server.stop()
