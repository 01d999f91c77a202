"""A process for heavy work: it shares no lock with the event loop, and it can be ended at any time."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeVar, cast

from funkenflug.core.thinking import Stop
from funkenflug.site.infra.errors import Busy

T = TypeVar("T")

_LOOK_SECONDS = 0.1
"""How often a thread that waits for the process looks whether anybody still does."""
_NICENESS = 10


class Helper:
    """A process that does one thing at a time. It is started when it is first needed, and again if it has ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def run(self, work: Callable[[], T], stop: Stop) -> tuple[T, float]:
        """Return the result of something that can be pickled, and the processor time that it took.

        If it is stopped, the process ends at once. The calling thread waits without the global interpreter lock.
        """
        with self._lock:
            try:
                line = self._started()
                line.send_bytes(pickle.dumps(work))
                while not line.poll(_LOOK_SECONDS):
                    if stop.wanted:
                        raise Busy
                result, error, seconds = pickle.loads(line.recv_bytes())
            except (Busy, OSError, EOFError) as error:
                self._end()
                raise Busy from error
        if error is not None:
            raise error
        return cast(T, result), seconds

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _started(self) -> Connection:
        if self._line is None:
            context = multiprocessing.get_context("spawn")
            self._line, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._line

    def _end(self) -> None:
        if self._process is not None and self._line is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
        self._process = self._line = None


def _serve(line: Connection) -> None:
    """Do what is asked for, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    while True:
        try:
            work = pickle.loads(line.recv_bytes())
        except EOFError:
            return
        began = time.process_time()
        result = error = None
        try:
            result = work()
        except Exception as failed:
            error = failed
        line.send_bytes(pickle.dumps((result, error, time.process_time() - began)))
