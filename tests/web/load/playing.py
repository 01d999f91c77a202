"""Matches that are played as fast as the server answers, or at a pace; whose server it is does not matter here."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from tests.web.load.socket import Socket

_STALL = 60.0
"""Seconds after which a move is given up."""
_AT_ONCE = 8


class Match(ABC):
    """A table with everybody who looks at it."""

    viewers: Sequence[Socket]

    @abstractmethod
    def send_move(self) -> bool:
        """Let whose turn it is send a move; False if the match is over."""

    @abstractmethod
    async def seen(self, viewer: int) -> None:
        """Wait until a viewer is told of that move."""

    def leave(self) -> None:
        """End all connections."""
        for viewer in self.viewers:
            viewer.close()


class Hall:
    """Matches that have begun and wait to be played: to set up tables is not what is measured."""

    def __init__(self, open_match: Callable[[int], Awaitable[Match]]) -> None:
        self._open = open_match
        self._opened = 0
        self._ready: deque[Match] = deque()

    async def fill(self, matches: int) -> None:
        """Have so many ready."""
        while (missing := matches - len(self._ready)) > 0:
            self._ready.extend(await asyncio.gather(*(self._next() for _ in range(min(missing, _AT_ONCE)))))

    async def take(self) -> Match:
        """Return one that is ready, or begin one if there is none."""
        return self._ready.popleft() if self._ready else await self._next()

    async def _next(self) -> Match:
        self._opened += 1
        return await self._open(self._opened)

    def close(self) -> None:
        """Leave all of them."""
        while self._ready:
            self._ready.popleft().leave()


@dataclass
class Measured:
    """How long moves took, from sending one to its arrival at the last viewer."""

    tables: int
    wanted: float | None = None
    """Moves a second, if they were not played as fast as it went."""
    seconds: float = 0.0
    delays: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.delays) / self.seconds

    def delay(self, share: float) -> float:
        """Return the milliseconds within which that share of all moves arrived."""
        return 1000 * sorted(self.delays)[min(int(share * len(self.delays)), len(self.delays) - 1)]


async def play(hall: Hall, tables: int, seconds: float, rate: float | None = None) -> Measured:
    """Play at many tables at once: at `rate` moves a second, or each next move as soon as all have seen the last."""
    await hall.fill(tables)
    matches = [await hall.take() for _ in range(tables)]
    measured = Measured(tables, rate)
    waiting: dict[int, float] = {}
    """By table: since when its viewers wait for a move."""
    begin = time.perf_counter()
    end = begin + seconds

    async def sit(number: int) -> None:
        match = matches[number]
        due = begin + (number / rate if rate else 0.0)
        while (now := time.perf_counter()) < end or not measured.delays:
            if due > now:
                await asyncio.sleep(min(due, end) - now)
                continue
            waiting[number] = time.perf_counter()
            if not match.send_move():
                match.leave()
                match = matches[number] = await hall.take()
                continue
            for viewer in range(len(match.viewers)):
                await match.seen(viewer)
            measured.delays.append(time.perf_counter() - waiting.pop(number))
            due += tables / rate if rate else 0.0

    async def watch() -> None:
        while True:
            await asyncio.sleep(min(_STALL, 1.0))
            stalled = [number for number, since in waiting.items() if time.perf_counter() - since > _STALL]
            if stalled:
                raise TimeoutError(f"at {len(stalled)} of {tables} tables a move has not arrived within {_STALL:.0f} s")

    async with asyncio.TaskGroup() as group:
        watching = group.create_task(watch())
        await asyncio.gather(*(group.create_task(sit(number)) for number in range(tables)))
        watching.cancel()
    measured.seconds = time.perf_counter() - begin
    for match in matches:
        match.leave()
    return measured
