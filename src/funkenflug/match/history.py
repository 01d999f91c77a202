"""The moves of a match so far, and the positions before them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from funkenflug.core.moves import Move
from funkenflug.core.shared_list import SharedList
from funkenflug.kernel import State, copy_state

_Ply = tuple[int, Move, bool]
"""The number of a move, the move, and whether it began a turn."""
_APART = 16
"""Keep the last position, and every one whose ply is a multiple of this number."""


class History:
    """The moves played, and the positions to go back to.

    The last position is kept, and a few of those before: a long match would need half a megabyte for all of them. One
    that is missing is found again by replaying fewer than `_APART` moves, so taking back takes the same time however
    long the match is.
    """

    __slots__ = ("_before", "_checkpoints", "_plies")

    def __init__(self) -> None:
        self._plies = SharedList[_Ply]()
        self._checkpoints = SharedList[State]()
        """The positions before the moves 0, `_APART`, 2 * `_APART`, …, as far as they are known: the first always is.
        Do not change them: events and other histories refer to them."""
        self._before: State | None = None
        """The position before the last move, if it is known."""

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
        return self._checkpoints[0] if self._plies else now

    def push(self, before: State, number: int, move: Move, begins_turn: bool) -> None:
        """Add a move."""
        if len(self._plies) == len(self._checkpoints) * _APART:
            self._checkpoints.append(before)
        self._plies.append((number, move, begins_turn))
        self._before = before

    def pop(self, play: Callable[[State, int], None]) -> tuple[State, Move]:
        """Take the last move off, and return the position before it and the move. `play` plays a move by number."""
        ply = len(self._plies) - 1
        _, move, _ = self._plies[ply]
        before = self._find_again(ply, play) if self._before is None else self._before
        self._plies.shorten(ply)
        self._checkpoints.shorten(min(len(self._checkpoints), -(-ply // _APART)))
        self._before = None
        return before, move

    def _find_again(self, ply: int, play: Callable[[State, int], None]) -> State:
        """Return the position before a move, and note the checkpoints on the way to it."""
        while True:
            known = (len(self._checkpoints) - 1) * _APART
            numbers = [number for number, _, _ in self._plies[known : min(ply, known + _APART)]]
            state = replayed(self._checkpoints[-1], numbers, play)
            if known + len(numbers) == ply:
                return state
            self._checkpoints.append(state)

    def copy(self) -> History:
        """Return an independent copy."""
        other = History.__new__(History)
        other._plies, other._checkpoints = self._plies.copy(), self._checkpoints.copy()
        other._before = self._before
        return other

    def beginning_with(self, first: State) -> History:
        """Return the same moves after another first position."""
        other = History()
        other.__setstate__((list(self._plies), [first]))
        return other

    def __getstate__(self) -> tuple[list[_Ply], list[State]]:
        """Return the state for pickling: of the positions the first alone."""
        return list(self._plies), self._checkpoints[:1]

    def __setstate__(self, kept: tuple[list[_Ply], list[State]]) -> None:
        plies, first = kept
        self._plies, self._checkpoints, self._before = SharedList(plies), SharedList(first if plies else ()), None


def replayed(first: State, numbers: Iterable[int], play: Callable[[State, int], None]) -> State:
    """Return the position after moves."""
    state = copy_state(first)
    for number in numbers:
        play(state, number)
    return state
