"""Let searches count processor time, so that other work on the machine does not shorten them."""

from __future__ import annotations

import time
from types import SimpleNamespace

import funkenflug.bots.search


def of_the_process() -> None:
    """Count what all threads take together."""
    vars(funkenflug.bots.search)["time"] = SimpleNamespace(perf_counter=time.process_time)


def of_each_thread() -> None:
    """Count what the searching thread takes: a level with two threads has twice as much."""
    vars(funkenflug.bots.search)["time"] = SimpleNamespace(perf_counter=time.thread_time)
