"""The time during which a site can store moves: the time that players' clocks count."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

_LONGEST_PAUSE = 5.0
"""Seconds between two looks at the clocks after which the process, or the machine, must have stood still."""
_STEP = 0.5
"""Seconds by which the wall clock may run ahead of the monotonic one, or behind, between two looks."""


class ServiceClock:
    """Tells how much of the time was lost: the site could not store moves, or the wall clock was set.

    Stored events have wall times. What passed between two of them, without what was lost, is the time that counts.
    All times are in seconds; threads may share it.
    """

    def __init__(
        self, wall: Callable[[], float] = lambda: time.time(), monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.now = wall
        """Returns the wall time."""
        self.up_since = wall()
        """Since which wall time at least one process has been serving the site."""
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._seen = wall(), monotonic()
        self._lost = 0.0
        self._unsure = 0.0
        """Time served since the last write: it does not count if the next write fails."""
        self._stopped_at: float | None = None
        self._gaps: list[tuple[float, float]] = []
        """Between which wall times the site could not store moves."""

    @property
    def stopped(self) -> bool:
        """Whether the last write failed."""
        return self._stopped_at is not None

    @property
    def unsure(self) -> float:
        """How long no write has told whether writes work."""
        return self._unsure

    def lost(self) -> float:
        """Return how much time was lost until now; negative if the wall clock was set back by more."""
        with self._lock:
            self._look()
            return self._lost

    def lost_since(self, at: float) -> float:
        """Return how much time was lost since a wall time: all of it if the site was started later."""
        with self._lock:
            self._look()
            if at < self.up_since:
                return self._seen[0] - at  # nobody could play before the rules were compiled
            gaps = list(self._gaps)
            if self._stopped_at is not None:
                gaps.append((self._stopped_at, self._seen[0]))
            return sum(max(0.0, end - max(begin, at)) for begin, end in gaps)

    def write_worked(self) -> None:
        """Note that something was stored."""
        with self._lock:
            self._look()
            if self._stopped_at is not None:
                self._note_gap(self._stopped_at)
                self._stopped_at = None
            self._unsure = 0.0

    def write_failed(self) -> None:
        """Note that something could not be stored: nothing counts since the last write that worked."""
        with self._lock:
            self._look()
            if self._stopped_at is None:
                self._stopped_at = self._seen[0] - self._unsure
                self._lost += self._unsure
                self._unsure = 0.0

    def _look(self) -> None:
        """Count the time since the last look."""
        before, (wall, monotonic) = self._seen, (self.now(), self._monotonic())
        self._seen = wall, monotonic
        passed, ran = wall - before[0], monotonic - before[1]
        if self._stopped_at is not None:
            self._lost += passed
            self._stopped_at += min(0.0, passed)
            self._set_back(passed)
        elif ran > _LONGEST_PAUSE:
            self._lost += passed
            self._note_gap(before[0])
        elif abs(passed - ran) > _STEP:
            self._lost += passed - ran
            self._unsure += ran
            self._set_back(passed - ran)
            self._note_gap(before[0] + ran)
        else:
            self._unsure += passed

    def _set_back(self, step: float) -> None:
        """Keep what is past in the past if the wall clock was set back."""
        if step < 0.0:
            self.up_since += step
            self._gaps = [(begin + step, end + step) for begin, end in self._gaps]

    def _note_gap(self, begin: float) -> None:
        """Note that nothing was served until now; one gap for several with nothing between them."""
        end = self._seen[0]
        if self._gaps and 0.0 <= begin - self._gaps[-1][1] <= _STEP:
            begin = self._gaps.pop()[0]
        if end > begin:
            self._gaps.append((begin, end))
