"""Matches that are played as fast as the server answers, or at a pace; whose server it is does not matter here."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bench.load.socket import Socket


class Match(ABC):
    """A table with everybody who looks at it."""

    viewers: list[Socket]

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


@dataclass
class Measured:
    """How long moves took, from sending one to its arrival at the last viewer."""

    tables: int
    seconds: float = 0.0
    delays: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.delays) / self.seconds

    def delay(self, share: float) -> float:
        """Return the milliseconds within which that share of all moves arrived."""
        return 1000 * sorted(self.delays)[min(int(share * len(self.delays)), len(self.delays) - 1)]


async def play(
    open_match: Callable[[int], Awaitable[Match]], tables: int, seconds: float, rate: float | None = None
) -> Measured:
    """Play at many tables at once: at `rate` moves a second, or each next move as soon as all have seen the last."""
    matches = [await open_match(number) for number in range(tables)]
    measured = Measured(tables)
    begin = time.perf_counter()
    end = begin + seconds

    async def sit(number: int) -> None:
        match = matches[number]
        due = begin + (number / rate if rate else 0.0)
        while (now := time.perf_counter()) < end:
            if due > now:
                await asyncio.sleep(min(due, end) - now)
                continue
            sent = time.perf_counter()
            if not match.send_move():
                match.leave()
                match = matches[number] = await open_match(number)
                continue
            for viewer in range(len(match.viewers)):
                await match.seen(viewer)
            measured.delays.append(time.perf_counter() - sent)
            due += tables / rate if rate else 0.0

    await asyncio.gather(*map(sit, range(tables)))
    measured.seconds = time.perf_counter() - begin
    for match in matches:
        match.leave()
    return measured
