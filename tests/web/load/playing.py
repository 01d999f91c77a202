"""Matches that are played as fast as the server answers, or at a given rate, whichever server it is."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from funkenflug.site.infra.dictionary import Dictionary
from tests.web.load.connection import Connection

_MOVE_TIMEOUT = 60.0
_CONCURRENT_OPENS = 8


class Match(ABC):
    """A table with all its viewers. A task is woken once a move, not for every text that a viewer receives."""

    def __init__(self) -> None:
        self.viewers: list[Connection] = []
        self._arrived: asyncio.Future[None] | None = None
        self._error: Exception | None = None

    async def connect(
        self, port: int, path: str, cookie: str = "", compressed: bool = False, dictionary: Dictionary | None = None
    ) -> None:
        """Connect one more viewer."""
        viewer = Connection(partial(self.receive, len(self.viewers)), dictionary)
        self.viewers.append(viewer)
        await viewer.open(port, path, cookie, compressed)

    @abstractmethod
    def send_move(self) -> bool:
        """Send a move of the player to move; return False if the match is over."""

    @abstractmethod
    def read(self, viewer: int, text: bytes) -> None:
        """Remember what a viewer has received."""

    @abstractmethod
    def has_arrived(self) -> bool:
        """Return whether all viewers have received the last move, and the next player what is needed to go on."""

    async def arrival(self) -> None:
        """Wait until the last move has arrived."""
        if self._error is not None:
            raise self._error
        if not self.has_arrived():
            self._arrived = asyncio.get_running_loop().create_future()
            await self._arrived

    def receive(self, viewer: int, text: bytes | None) -> None:
        """Read a text that a viewer has received; None is the end of its connection."""
        try:
            if text is None:
                raise ConnectionError("the server has closed a connection")
            self.read(viewer, text)
        except Exception as error:
            self._error = error
        waiting = self._arrived
        if waiting is None or waiting.done():
            return
        if self._error is not None:
            waiting.set_exception(self._error)
        elif self.has_arrived():
            waiting.set_result(None)

    def close(self) -> None:
        """Close all connections."""
        for viewer in self.viewers:
            viewer.close()


class MatchPool:
    """Matches that are ready to be played: setting up tables is not measured."""

    def __init__(
        self, open_match: Callable[[int], Awaitable[Match]], processor_time: Callable[[], float] = lambda: 0.0
    ) -> None:
        self._open = open_match
        self._opened = 0
        self._ready: deque[Match] = deque()
        self.processor_time = processor_time
        """Returns the processor time that the server has used."""

    async def fill(self, matches: int) -> None:
        """Have that many matches ready."""
        while (missing := matches - len(self._ready)) > 0:
            self._ready.extend(await asyncio.gather(*(self._next() for _ in range(min(missing, _CONCURRENT_OPENS)))))

    async def take(self) -> Match:
        """Return a match that is ready, or a new one if there is none."""
        return self._ready.popleft() if self._ready else await self._next()

    async def _next(self) -> Match:
        self._opened += 1
        return await self._open(self._opened)

    def close(self) -> None:
        """Close all of them."""
        while self._ready:
            self._ready.popleft().close()


@dataclass
class Measured:
    """The moves of one run."""

    tables: int
    target: float | None = None
    """Moves a second, if they were not played at full speed."""
    viewers: int = 1
    """Viewers a table."""
    seconds: float = 0.0
    delays: list[float] = field(default_factory=list)
    """Seconds from sending a move to its arrival at the last viewer."""
    sizes: list[int] = field(default_factory=list)
    """Bytes that a viewer received for a move."""
    server_seconds: float = 0.0
    """Processor time of the server."""
    client_seconds: float = 0.0
    """Processor time of this process, which plays and watches."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.delays) / self.seconds

    def delay(self, share: float) -> float:
        """Return the milliseconds within which that share of all moves arrived."""
        return 1000 * quantile(self.delays, share)

    @property
    def server_time(self) -> float:
        """Processor time of the server for a move, in microseconds."""
        return 1_000_000 * self.server_seconds / len(self.delays)

    @property
    def client_time(self) -> float:
        """Processor time of this process for a move, in microseconds."""
        return 1_000_000 * self.client_seconds / len(self.delays)


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which that share of all values is."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


async def play(
    pool: MatchPool, tables: int, seconds: float, rate: float | None = None, least_moves: int = 1
) -> Measured:
    """Play at many tables at once: at `rate` moves a second, or each next move as soon as all have seen the last.

    On a busy machine it goes on after `seconds` until there are enough moves to measure.
    """
    await pool.fill(tables)
    matches = [await pool.take() for _ in range(tables)]
    measured = Measured(tables, rate, len(matches[0].viewers))
    sent: dict[int, float] = {}
    """By table: when the move was sent that has not arrived everywhere yet."""
    server_before, client_before = pool.processor_time(), time.process_time()
    begin = time.perf_counter()
    end = begin + seconds

    async def play_at(number: int) -> None:
        match = matches[number]
        due = begin + (number / rate if rate else 0.0)
        while (now := time.perf_counter()) < end or len(measured.delays) < least_moves:
            if due > now:
                await asyncio.sleep(due - now)
                continue
            sizes = [viewer.bytes_received for viewer in match.viewers]
            sent[number] = time.perf_counter()
            if not match.send_move():
                match.close()
                match = matches[number] = await pool.take()
                continue
            await match.arrival()
            measured.delays.append(time.perf_counter() - sent.pop(number))
            measured.sizes += [viewer.bytes_received - size for viewer, size in zip(match.viewers, sizes, strict=True)]
            due += tables / rate if rate else 0.0

    async def check_for_lost_moves() -> None:
        while True:
            await asyncio.sleep(min(_MOVE_TIMEOUT, 1.0))
            lost = [number for number, since in sent.items() if time.perf_counter() - since > _MOVE_TIMEOUT]
            if lost:
                raise TimeoutError(
                    f"at {len(lost)} of {tables} tables a move has not arrived within {_MOVE_TIMEOUT:.0f} s"
                )

    async with asyncio.TaskGroup() as group:
        checking = group.create_task(check_for_lost_moves())
        await asyncio.gather(*(group.create_task(play_at(number)) for number in range(tables)))
        checking.cancel()
    measured.seconds = time.perf_counter() - begin
    measured.server_seconds = pool.processor_time() - server_before
    measured.client_seconds = time.process_time() - client_before
    for match in matches:
        match.close()
    return measured
