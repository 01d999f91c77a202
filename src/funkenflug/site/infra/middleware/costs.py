"""What requests cost: the processor time that they take, on the event loop and in threads."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from funkenflug.site.infra.middleware.limits import REQUEST_COST, Client, RateLimiter

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Payer:
    """Who pays for what is done now."""

    limiter: RateLimiter
    client: Client

    def charge(self, seconds: float) -> None:
        """Pay for processor time."""
        self.limiter.charge(self.client, seconds)

    def seconds_to_wait(self) -> float:
        """Return how long a client without anything left to pay with has to wait, at most as long as for a request."""
        limits = self.limiter.limits
        return 0.0 if limits is None else min(self.limiter.seconds_in_debt(self.client), limits.seconds_to_wait)

    def metered(self, work: Awaitable[None]) -> Awaitable[None]:
        """Return work that is paid for step by step, if there are limits."""
        return work if self.limiter.limits is None else Metered(work, self.charge)

    async def pay_for_message(self) -> None:
        """Pay for a message on a WebSocket; wait as long as there is nothing left to pay with."""
        self.charge(REQUEST_COST)
        await self.limiter.wait_for_allowance(self.client)


payer: ContextVar[Payer | None] = ContextVar("payer", default=None)
"""Who pays for the current request; None: the site itself."""


class Metered:
    """Something to await that charges the processor time of each of its steps on the event loop.

    A step is what runs until it waits again, so the time in which others run is not counted.
    """

    def __init__(self, work: Awaitable[None], charge: Callable[[float], None]) -> None:
        self._work = work
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        resume: Callable[[Any], Any] = steps.send
        value: Any = None
        while True:
            began = time.thread_time()
            try:
                awaited = resume(value)
            except StopIteration:
                return
            finally:
                self._charge(time.thread_time() - began)
            try:
                value = yield awaited
                resume = steps.send
            except BaseException as error:
                resume, value = steps.throw, error


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run something heavy in a thread and charge the client for it; each address does one such thing at a time."""
    paying = payer.get()
    if paying is None:
        return await asyncio.to_thread(work, *args, **kwargs)

    spent: list[float] = []

    def measured() -> T:
        began = time.thread_time()
        try:
            return work(*args, **kwargs)
        finally:
            spent.append(time.thread_time() - began)

    async with paying.limiter.turn(paying.client):
        try:
            return await asyncio.to_thread(measured)
        finally:
            paying.charge(sum(spent))
