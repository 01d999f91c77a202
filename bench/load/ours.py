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

from tests.web.servers import reserve_port

_PATIENCE = 240.0
_IDLE = 0.1
"""Seconds of processor time that a site takes in a second though nobody is there, at most."""


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

    def wait(self) -> None:
        """Wait until all games can be played."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=10).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.2)
        raise TimeoutError("the site is not ready")

    def settle(self) -> None:
        """Wait until it has nothing more to do: a new site compiles, and looks for the solitaire of the day."""
        end = time.monotonic() + _PATIENCE
        worked = self._worked()
        while time.monotonic() < end:
            time.sleep(1)
            before, worked = worked, self._worked()
            if worked - before < _IDLE:
                return
        raise TimeoutError("the site does not come to rest")

    def _worked(self) -> float:
        """Return the seconds of processor time that it and its workers have taken."""
        main = self._process.pid
        workers = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in (main, *workers)]
        return sum(int(tick) for taken in ticks for tick in taken) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the megabytes of memory that it holds."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(60)


@contextmanager
def served(database: str, workers: int = 1) -> Iterator[Server]:
    """Serve a site for a while."""
    server = Server(database, workers)
    try:
        server.wait()
        server.settle()
        yield server
    finally:
        server.stop()
