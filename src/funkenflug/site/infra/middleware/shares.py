"""How the time of the event loop is shared: addresses that use much of it take turns, and leave half to the others.

The work of a request is cut into steps, each of which runs until it waits for something. The steps of most people run
at once. When an address uses more than its share, its steps queue up: of all such addresses the one that has used
least is next, and its people take turns. They run for a few milliseconds, then others have as long.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

_SLICE = 0.005
"""Seconds for the steps that wait; then nobody waits for them for as long."""


class LoopShares:
    """The steps that wait for their turn."""

    def __init__(self, used: Callable[[str], float]) -> None:
        """`used` returns how much more than its share an address has used."""
        self._used = used
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """By address, then by person: the one whose turn is next comes first."""
        self._spent = 0.0
        """Seconds of the present slice."""
        self._timer: asyncio.Handle | None = None

    def turn(self, address: str, person: str) -> asyncio.Future[None]:
        """Return a future that is done when a step may run."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(address, {}).setdefault(person, deque()).append(turn)
        if self._timer is None:
            self._timer = loop.call_soon(self._let_one_run)
        return turn

    def spend(self, seconds: float) -> None:
        """Note what a step took that had to wait."""
        self._spent += seconds

    def waiting(self) -> int:
        """Return how many addresses wait."""
        return len(self._waiting)

    def _let_one_run(self) -> None:
        loop = asyncio.get_running_loop()
        if self._spent >= _SLICE:
            pause, self._spent = self._spent, 0.0
            self._timer = loop.call_later(pause, self._let_one_run)
        elif (turn := self._next()) is not None:
            turn.set_result(None)
            self._timer = loop.call_soon(self._let_one_run)  # in the next turn of the loop, after that step
        else:
            self._timer = None

    def _next(self) -> asyncio.Future[None] | None:
        """Return the next turn that somebody still waits for."""
        while self._waiting:
            address = min(self._waiting, key=self._used)
            people = self._waiting[address]
            person = next(iter(people))
            turns = people.pop(person)
            turn = turns.popleft()
            if turns:
                people[person] = turns  # as the last one
            if not people:
                del self._waiting[address]
            if not turn.done():
                return turn
        return None
