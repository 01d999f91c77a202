"""The processor time of a server."""

from __future__ import annotations

import psutil


class ProcessorTime:
    """A callable that returns the processor time, in seconds, of a process and the processes it started."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)

    def __call__(self) -> float:
        """Return user and system time together."""
        everything = [self._process, *self._process.children(recursive=True)]
        times = [process.cpu_times() for process in everything]
        return float(sum(time.user + time.system for time in times))
