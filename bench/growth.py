"""Measure the memory of a site that thousands of visitors use and leave.

    python -m bench.growth --rounds 4 --tables 1000

Every visitor comes from a new address, creates a table, watches it, plays a move, chats, sends junk and never returns.
A site keeps the most recently used tables and rate-limit counters in memory: usually thousands, here `--live` of each.
So its size must be stable after the first round, in which everything is compiled and drawings of pieces are cached.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.faults import HERE
from tests.web.servers import Server

GAMES = ("feurio", "vulkan", "feuer-wasser")
JUNK = ("nonsense", "[" * 900, '{"type":"look","number":"7"}', '{"type":' * 300, b"\x00\xff" * 40, "x" * 5000)
_PINGS = 20
_MOST_GROWTH = 8.0
"""Megabytes that a round may add, for fragmentation."""
_SMALL = """
from funkenflug.site.infra.middleware import limits
from funkenflug.site.tables import registry
registry._MOST_LIVE = limits._MOST_BUCKETS = {live}
from funkenflug.cli import main
main()
"""


class SmallSite(Server):
    """A site that keeps few tables in memory."""

    def __init__(self, database: str, live: int) -> None:
        self.live = live
        super().__init__(database)

    def start(self) -> None:
        arguments = ["serve", "--no-browser", "--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen(
            [sys.executable, "-c", _SMALL.format(live=self.live), *arguments],
            stdout=subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if name != "FUNKENFLUG_LIMITS"},
        )

    def wait(self) -> None:
        """Wait until everything is compiled."""
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/readyz").status_code == 200:
                    return
            time.sleep(0.1)

    def megabytes(self) -> float:
        """Return the resident memory of the process."""
        size: int = psutil.Process(self.process.pid).memory_info().rss
        return size / 2**20


def visit(url: str, number: int) -> None:
    """Visit from a new address: play, watch, send junk and leave."""
    guest = {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
    with httpx.Client(base_url=url, headers=guest, timeout=60) as client:
        wish = {"game": GAMES[number % len(GAMES)], "players": 2, "seats": HERE, "public": True}
        id = client.post("/api/tables", json=wish).raise_for_status().json()["id"]
        path = f"/api/tables/{id}"
        guest |= {"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}
        with connect(f"{url.replace('http', 'ws', 1)}{path}/events", additional_headers=guest) as watching:
            seen = json.loads(watching.recv(timeout=60))
            move = {"number": seen["number"], "seat": seen["to_move"], "moves": [seen["choices"][0]]}
            client.post(f"{path}/moves", json=move).raise_for_status()
            client.post(f"{path}/chat", json={"text": f"I am number {number}"}).raise_for_status()
            for _ in range(_PINGS):
                watching.send('{"type":"ping"}')
            with contextlib.suppress(ConnectionClosed):
                watching.send(JUNK[number % len(JUNK)])
                while True:
                    watching.recv(timeout=60)
        client.post(f"{path}/moves", content=b"{" * 200)
        client.get(f"/api/tables/{number:012}")
        client.get(f"/made-up/{number}")


def measure(rounds: int, tables: int, live: int) -> list[float]:
    """Return the memory of a site after each round, in megabytes."""
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        site = SmallSite(f"sqlite:///{Path(folder) / 'site.sqlite'}", live)
        numbers = itertools.count()
        try:
            site.wait()
            with ThreadPoolExecutor(4) as crowd:
                for _ in range(rounds):
                    list(crowd.map(lambda number: visit(site.url, number), itertools.islice(numbers, tables)))
                    sizes.append(site.megabytes())
                    print(f"{len(sizes) * tables} tables: {sizes[-1]:.1f} MB", flush=True)
        finally:
            site.kill()
    return sizes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--tables", type=int, default=1000, help="in each round")
    parser.add_argument(
        "--live", type=int, default=100, help="tables and rate-limit counters that the site keeps in memory"
    )
    asked = parser.parse_args()
    sizes = measure(asked.rounds, asked.tables, asked.live)
    growth = max(after - before for before, after in itertools.pairwise(sizes[1:]))
    print(f"after the second round at most {growth:+.1f} MB a round")
    return 1 if growth > _MOST_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
