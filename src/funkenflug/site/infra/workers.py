"""Several processes behind one port: a WebSocket goes to the process that its table belongs to.

Then one process serves all viewers of a table, and makes their messages once. The system gives a new connection to any
of the processes. When that process has read which table a WebSocket is for, it passes the connection on, with the head
of the request, through a Unix socket. If it cannot, it serves the connection itself: any process can serve any table.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import logging
import os
import re
import socket
import time
import zlib
from collections.abc import Callable, Iterator, MutableSequence

_log = logging.getLogger(__name__)

_EVENTS = re.compile(rb"/api/tables/([^/?]+)/events")
_LARGEST_HEAD = 65536
_BEAT_SECONDS = 0.1
_LONGEST_PAUSE = 0.5
"""Seconds without a turn of its event loop after which a process is given no connections."""


class Workers:
    """The processes that share a port, as one of them sees them. Their sockets are in a folder of their own."""

    def __init__(self, folder: str, count: int, number: int, beats: MutableSequence[float]) -> None:
        """`beats`: shared by all processes, when each of them last had a turn of its event loop."""
        self.folder = folder
        self._beats = beats
        self._addresses = [os.path.join(folder, str(worker)) for worker in range(count)]
        self._number = number
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)

    def hand_over(self, connection: int, url: bytes, head: bytes) -> bool:
        """Give a WebSocket to the process of its table; return False if this process should serve it.

        `connection` is a file descriptor, which the caller closes.
        """
        if (found := _EVENTS.search(url)) is None:
            return False
        home = zlib.crc32(found[1]) % len(self._addresses)
        if home == self._number or time.monotonic() > self._beats[home] + _LONGEST_PAUSE:
            return False
        passed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection]))]
        try:
            self._socket.sendmsg([head], passed, 0, self._addresses[home])
        except OSError:  # the other process does not run, or is too busy
            return False
        return True

    @contextlib.contextmanager
    def receiving(self, accept: Callable[[socket.socket, bytes], None]) -> Iterator[None]:
        """Take over connections of this process's tables, within the running event loop."""
        loop, address = asyncio.get_running_loop(), self._addresses[self._number]
        with contextlib.closing(self._socket):
            try:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(address)  # of a process that has ended
                self._socket.bind(address)
            except OSError as error:
                _log.warning("this process takes over no WebSockets of others: %s", error)
            loop.add_reader(self._socket, self._receive, accept)
            self._beat(loop)
            try:
                yield
            finally:
                loop.remove_reader(self._socket)
                self._timer.cancel()

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._beats[self._number] = time.monotonic()
        self._timer = loop.call_later(_BEAT_SECONDS, self._beat, loop)

    def _receive(self, accept: Callable[[socket.socket, bytes], None]) -> None:
        with contextlib.suppress(BlockingIOError):
            head, connections, _, _ = socket.recv_fds(self._socket, _LARGEST_HEAD, 1)
            for connection in connections:
                accept(socket.socket(fileno=connection), head)
