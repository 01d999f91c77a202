"""The moves of a match so far, and the positions before them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from funkenflug.core.moves import Move
from funkenflug.core.shared_list import SharedList
from funkenflug.kernel import State, copy_state

_Ply = tuple[int, Move, bool]
"""The number of a move, the move, and whether it began a turn."""
_KEPT = 16
"""Keep this many recent positions, and every older one whose ply is a multiple of this number."""


class History:
    """What was played, and the positions to go back to.

    The last positions are kept, and a few of those before: a long match would need half a megabyte for all of them.
    One that is missing is found again by replaying at most `_KEPT` moves, so taking back takes the same time however
    long the match is.
    """

    __slots__ = ("_checkpoints", "_plies", "_recent")

    def __init__(self) -> None:
        self._plies = SharedList[_Ply]()
        self._checkpoints = SharedList[State | None]()
        """The positions before the moves 0, `_KEPT`, 2 * `_KEPT`, …; None if it was dropped, which the first never is.
        Do not change them: events and other histories refer to them."""
        self._recent: tuple[State, ...] = ()
        """The positions before the last moves, up to `_KEPT` of them."""

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
        if len(self._plies) % _KEPT == 0:
            self._checkpoints.append(before)
        self._plies.append((number, move, begins_turn))
        self._recent = (*self._recent[1 - _KEPT :], before)

    def pop(self, play: Callable[[State, int], None]) -> tuple[State, Move]:
        """Take the last move off, and return the position before it and the move. `play` plays a move by number."""
        ply = len(self._plies) - 1
        if not self._recent:
            self._find_again(ply, play)
        _, move, _ = self._plies[ply]
        before = self._recent[-1]
        self._plies.shorten(ply)
        self._recent = self._recent[:-1]
        if ply % _KEPT == 0:
            self._checkpoints.shorten(ply // _KEPT)
        return before, move

    def _find_again(self, ply: int, play: Callable[[State, int], None]) -> None:
        """Find the positions up to the one before a move, from the last checkpoint that is known."""
        checkpoints = list(self._checkpoints)
        first = max(place for place, state in enumerate(checkpoints) if state is not None) * _KEPT
        found = [checkpoints[first // _KEPT]]
        for later, (number, _, _) in enumerate(self._plies[first:ply], first + 1):
            found.append(replayed(found[-1], (number,), play))
            if later % _KEPT == 0:
                checkpoints[later // _KEPT] = found[-1]
        self._checkpoints, self._recent = SharedList(checkpoints), tuple(found[-_KEPT:])

    def copy(self) -> History:
        """Return an independent copy."""
        other = History.__new__(History)
        other._plies, other._checkpoints = self._plies.copy(), self._checkpoints.copy()
        other._recent = self._recent
        return other

    def beginning_with(self, first: State) -> History:
        """Return the same moves after another first position."""
        other = History()
        other.__setstate__((list(self._plies), [first]))
        return other

    def __getstate__(self) -> tuple[list[_Ply], list[State | None]]:
        """Return the state for pickling: of the positions the first alone."""
        return list(self._plies), self._checkpoints[:1]

    def __setstate__(self, kept: tuple[list[_Ply], list[State | None]]) -> None:
        plies, first = kept
        unknown = [None] * (max(len(plies) - 1, 0) // _KEPT)
        self._plies, self._checkpoints = SharedList(plies), SharedList([*first, *unknown] if plies else ())
        self._recent = ()


def replayed(first: State, numbers: Iterable[int], play: Callable[[State, int], None]) -> State:
    """Return the position after moves."""
    state = copy_state(first)
    for number in numbers:
        play(state, number)
    return state
