"""What the processes of a server use."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import psutil


class ProcessorTime:
    """A callable that returns the processor time, in seconds, of processes and of all that they started."""

    def __init__(self, *pids: int) -> None:
        self._processes = [psutil.Process(pid) for pid in pids]

    def __call__(self) -> float:
        """Return user and system time together, with the times of children that have ended."""
        total = 0.0
        for process in self._all():
            with suppress(psutil.NoSuchProcess):  # it has just ended: its parent has its time
                total += sum(process.cpu_times()[:4])
        return total

    def _all(self) -> Iterable[psutil.Process]:
        for process in self._processes:
            yield process
            yield from process.children(recursive=True)
