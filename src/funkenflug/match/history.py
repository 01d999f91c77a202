"""The moves of a match so far, and the positions before them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from funkenflug.kernel import State, copy_state
from funkenflug.match.moves import Move

_Ply = tuple[int, Move, bool]
"""The number of a move, the move, and whether it began a turn."""
_KEPT = 16
"""So many of the last positions are kept, and of the others every one whose ply is a multiple of it."""


class History:
    """What was played, and the positions to go back to.

    The last positions are kept, and a few of those before: a long match would need half a megabyte for all of them.
    One that is missing is found again by replaying at most `_KEPT` moves, so taking back takes the same time however
    long the match is.
    """

    __slots__ = ("_plies", "_states")

    def __init__(self) -> None:
        self._plies: list[_Ply] = []
        self._states: list[State | None] = []
        """The position before each move. It must not be changed: events and other histories refer to it."""

    def __len__(self) -> int:
        return len(self._plies)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return self.moves_after(0)

    def moves_after(self, ply: int) -> tuple[Move, ...]:
        """Return the moves that followed the first `ply` ones."""
        return tuple([move for _, move, _ in self._plies[ply:]])

    @property
    def numbers(self) -> tuple[int, ...]:
        """The moves as the rules number them."""
        return tuple([number for number, _, _ in self._plies])

    @property
    def begins(self) -> tuple[bool, ...]:
        """Whether each move began a turn."""
        return tuple([begins_turn for _, _, begins_turn in self._plies])

    def first(self, now: State) -> State:
        """Return the first position of a match whose position is `now`."""
        return self._states[0] if self._states else now

    def push(self, before: State, number: int, move: Move, begins_turn: bool) -> None:
        """Add a move."""
        ply = len(self._plies)
        self._states.append(before)
        self._plies.append((number, move, begins_turn))
        if ply >= _KEPT and ply % _KEPT:
            self._states[ply - _KEPT] = None

    def pop(self, play: Callable[[State, int], None]) -> tuple[State, Move]:
        """Take the last move off, and return the position before it and the move. `play` plays a move by number."""
        ply = len(self._plies) - 1
        if self._states[ply] is None:
            self._find_again(ply, play)
        _, move, _ = self._plies.pop()
        return self._states.pop(), move

    def _find_again(self, ply: int, play: Callable[[State, int], None]) -> None:
        known = ply
        while self._states[known] is None:
            known -= 1
        for later in range(known, ply):
            number, _, _ = self._plies[later]
            self._states[later + 1] = replayed(self._states[later], (number,), play)

    def copy(self) -> History:
        """Return an independent copy."""
        other = History()
        other._plies, other._states = self._plies.copy(), self._states.copy()
        return other

    def beginning_with(self, first: State) -> History:
        """Return the same moves after another first position."""
        other = History()
        other.__setstate__((self._plies.copy(), [first]))
        return other

    def __getstate__(self) -> tuple[list[_Ply], list[State]]:
        """Return the state for pickling: of the positions the first alone."""
        return self._plies, self._states[:1]

    def __setstate__(self, kept: tuple[list[_Ply], list[State]]) -> None:
        self._plies, first = kept
        self._states = [*first, *[None] * (len(self._plies) - 1)] if self._plies else []


def replayed(first: State, numbers: Iterable[int], play: Callable[[State, int], None]) -> State:
    """Return the position after moves."""
    state = copy_state(first)
    for number in numbers:
        play(state, number)
    return state
