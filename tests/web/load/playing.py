"""Matches that are played as fast as the server answers, or at a given rate, whichever server it is."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from tests.web.load.socket import Socket

_MOVE_TIMEOUT = 60.0
_CONCURRENT_OPENS = 8


class Match(ABC):
    """A table with all its viewers."""

    viewers: Sequence[Socket]

    @abstractmethod
    def send_move(self) -> bool:
        """Send a move of the player to move; return False if the match is over."""

    @abstractmethod
    async def seen(self, viewer: int) -> None:
        """Wait until a viewer has received that move."""

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
        return 1000 * sorted(self.delays)[min(int(share * len(self.delays)), len(self.delays) - 1)]

    def per_move(self, seconds: float) -> float:
        """Return microseconds a move."""
        return 1_000_000 * seconds / len(self.delays)


async def play(pool: MatchPool, tables: int, seconds: float, rate: float | None = None) -> Measured:
    """Play at many tables at once: at `rate` moves a second, or each next move as soon as all have seen the last."""
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
        while (now := time.perf_counter()) < end or not measured.delays:
            if due > now:
                await asyncio.sleep(min(due, end) - now)
                continue
            sent[number] = time.perf_counter()
            if not match.send_move():
                match.close()
                match = matches[number] = await pool.take()
                continue
            for viewer in range(len(match.viewers)):
                await match.seen(viewer)
            measured.delays.append(time.perf_counter() - sent.pop(number))
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
