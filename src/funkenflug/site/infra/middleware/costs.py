"""What requests cost: the processor time that they take, on the event loop and in threads."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from funkenflug.core.words import Message
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.limits import REQUEST_COST, Client, RateLimiter

_THREAD_COST = 0.02
"""Seconds that are paid in advance for work in a thread."""

LEFT = "funkenflug.left"
"""The ASGI extension of a request with a `future` that is done when the client has gone."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Payer:
    """Who pays for what is done now."""

    limiter: RateLimiter
    client: Client
    left: asyncio.Future[None] | None = None
    """Done when the client of a request has gone."""
    task: asyncio.Task[Any] | None = None
    """Answers the request."""

    @contextmanager
    def reserved(self, seconds: float) -> Iterator[list[float]]:
        """Pay in advance; in the end, pay what was noted instead. Whoever leaves gets nothing back."""
        spent: list[float] = []
        self.charge(seconds)
        try:
            yield spent
        except asyncio.CancelledError:
            spent = [seconds]
            raise
        finally:
            self.charge(sum(spent) - seconds)

    def charge(self, seconds: float) -> None:
        """Pay for processor time."""
        self.limiter.charge(self.client, seconds)

    def metered(self, work: Awaitable[None], free: bool = False) -> Awaitable[None]:
        """Return work that is done and paid for step by step, if there are limits. `free`: it only takes its turns."""
        return work if self.limiter.limits is None else Metered(work, self, free)

    async def pay_for_message(self) -> None:
        """Pay for a message on a WebSocket; wait as long as there is nothing left to pay with."""
        self.charge(REQUEST_COST)
        await self.limiter.wait_for_allowance(self.client)


payer: ContextVar[Payer | None] = ContextVar("payer", default=None)
"""Who pays for the current request; None: the site itself."""


class Metered:
    """Something to await that pays for the processor time of each of its steps on the event loop.

    A step is what runs until it waits again, so the time in which others run is not counted. Addresses that use much of
    the loop take turns.
    """

    def __init__(self, work: Awaitable[None], paying: Payer, free: bool = False) -> None:
        self._work = work
        self._paying = paying
        self._free = free

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        resume: Callable[[Any], Any] = steps.send
        value: Any = None
        limiter, client = self._paying.limiter, self._paying.client
        while True:
            if (turn := limiter.turn_of_loop(client)) is not None:
                try:
                    yield from turn.__await__()
                except BaseException as error:
                    resume, value = steps.throw, error
            began = time.thread_time()
            try:
                awaited = resume(value)
            except StopIteration:
                return
            finally:
                took = time.thread_time() - began
                limiter.charge_loop(client, took)
                if not self._free:
                    self._paying.charge(took)
            try:
                value = yield awaited
                resume = steps.send
            except BaseException as error:
                resume, value = steps.throw, error


@contextmanager
def while_client_waits() -> Iterator[None]:
    """Give up what a request awaits in this block if its client leaves. Tasks that others need, too, go on."""
    paying = payer.get()
    task = asyncio.current_task()
    if paying is None or paying.left is None or task is None or task is not paying.task:
        yield
        return

    def give_up(left: asyncio.Future[None]) -> None:
        task.cancel()

    paying.left.add_done_callback(give_up)
    try:
        yield
    except asyncio.CancelledError:
        if not paying.left.done() or task.uncancel():
            raise
        raise Refused(400, Message("Your request arrived incomplete")) from None  # nobody reads it
    finally:
        paying.left.remove_done_callback(give_up)


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run something in a thread, and charge the client for it; each address does one such thing at a time."""
    paying = payer.get()
    if paying is None:
        return await asyncio.to_thread(work, *args, **kwargs)

    with while_client_waits(), paying.reserved(_THREAD_COST) as spent:

        def measured() -> T:
            began = time.thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                spent.append(time.thread_time() - began)

        async with paying.limiter.turn(paying.client):
            return await asyncio.to_thread(measured)
