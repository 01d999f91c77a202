"""The end of a match, exactly: which moves win whatever the others do, where nothing is hidden.

A search of all continuations asks of each move whether a seat can force a result after it: the seat needs one good
answer, the others are thought to play together against it. It gives up after a number of positions, or before it has
begun if the end is too far away.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    Rules,
    State,
    chance,
    compiled,
    int64,
    legal,
    move_scores,
    play,
    sample,
    to_move,
    utilities,
)

_DEEPEST: Final = 64
_TABLE: Final = 1 << 16
"""Positions whose result is remembered."""
_UNSEEN: Final = -1
_YES: Final = 1
_NO: Final = -1
_OPEN: Final = 0
_WIN: Final = 0.99
_DRAW: Final = -0.01
"""The least utility of a win, and of a draw of two."""
_CHUNK: Final = 512
_WORTH_A_TRY: Final = 50.0
"""How many times larger than the limit the tree may look."""


class _Memory(NamedTuple):
    """The memory of a search, for one position; all but the last four have a row for each depth."""

    stack: Array
    words: Array
    """The same, as numbers."""
    moves: Array
    scores: Array
    left: Array
    """How many moves are left to try; or _UNSEEN."""
    keys: Array
    table: Array
    scratch: Array
    values: Array
    depth: Array


def _memory(rules: Rules) -> _Memory:
    stack = np.zeros(_DEEPEST, rules.STATE)
    return _Memory(
        stack=stack,
        words=stack.view(np.int64 if rules.STATE.itemsize % 8 == 0 else np.uint8).reshape(_DEEPEST, -1),
        moves=np.zeros((_DEEPEST, rules.MOST_MOVES), np.int64),
        scores=np.zeros((_DEEPEST, rules.MOST_MOVES)),
        left=np.zeros(_DEEPEST, np.int64),
        keys=np.zeros(_DEEPEST, np.int64),
        table=np.zeros(_TABLE, np.int64),
        scratch=np.zeros(1, rules.STATE),
        values=np.zeros(MOST_SEATS),
        depth=np.zeros(1, np.int64),
    )


@compiled(nogil=True)
def _force(seat: int, least: float, alone: bool, positions: int, memory: _Memory) -> int:
    """Look at some more positions; return whether a seat can force a utility, _OPEN if that is not known yet."""
    left = memory.left
    here = memory.depth[0]
    answer = _OPEN
    while here >= 0:
        if left[here] == _UNSEEN:
            if positions == 0:
                break
            positions -= 1
            answer = _look(here, seat, least, memory)
        if answer == _OPEN and left[here] > 0:
            _play_next(here, memory)
            here += 1
            continue
        if answer == _OPEN:
            answer = _NO if alone or to_move(memory.stack[here]) == seat else _YES
        here, answer = _back_up(here, answer, seat, alone, memory)
    memory.depth[0] = here
    return answer


@compiled(inline=True)
def _look(here: int, seat: int, least: float, memory: _Memory) -> int:
    """Return the answer of a position that is seen for the first time; if that is _OPEN, list its moves."""
    state = memory.stack[here]
    if to_move(state) < 0:
        utilities(state, memory.values)
        return _YES if memory.values[seat] >= least else _NO
    key = _key(memory.words[here])
    memory.keys[here] = key
    known = memory.table[key & (_TABLE - 1)]
    if known >> 1 == key >> 1 and known != 0:
        return _YES if known & 1 else _NO
    if here == _DEEPEST - 1:
        return _NO  # it is not forced within reach
    memory.left[here] = legal(state, memory.moves[here])
    move_scores(state, memory.moves[here], memory.left[here], memory.scores[here], memory.scratch)
    return _OPEN


@compiled(inline=True)
def _play_next(here: int, memory: _Memory) -> None:
    """Write the position after the most promising move that is left."""
    move = _take_best(memory.moves[here], memory.scores[here], memory.left[here])
    memory.left[here] -= 1
    memory.stack[here + 1] = memory.stack[here]
    play(memory.stack[here + 1], move)
    memory.left[here + 1] = _UNSEEN


@compiled(inline=True)
def _back_up(here: int, answer: int, seat: int, alone: bool, memory: _Memory) -> tuple[int, int]:
    """Return the position whose answer is still open after the answer of one below it; -1 if there is none."""
    while answer != _OPEN and here >= 0:
        if memory.left[here] != _UNSEEN:
            memory.table[memory.keys[here] & (_TABLE - 1)] = (memory.keys[here] >> 1 << 1) | (answer == _YES)
        here -= 1
        if here >= 0:
            ours = alone or to_move(memory.stack[here]) == seat
            if (answer == _YES) != ours:
                answer = _OPEN
    return here, answer


@compiled
def _take_best(moves: Array, merits: Array, count: int) -> int:
    """Return the most promising of the moves left, and put the last one in its place."""
    best = 0
    for i in range(1, count):
        if merits[i] > merits[best]:
            best = i
    move = moves[best]
    moves[best] = moves[count - 1]
    merits[best] = merits[count - 1]
    return int(move)


@compiled
def _key(words: Array) -> int:
    """Return a number for a position; different positions hardly ever share one."""
    key = np.int64(-7046029254386353131)
    for i in range(len(words)):
        key = (key ^ words[i]) * np.int64(-4417276706812531889)
        key ^= key >> np.int64(29)
    return int64(key | np.int64(2))


def proven_moves(
    rules: Rules, state: State, seat: int, *, together: bool, limit: int, stopped: Callable[[], bool]
) -> dict[int, int]:
    """Return the moves of the seat to move that are proven: 1 wins, -1 loses.

    Moves that win at once are always found. After other moves at most `limit` positions are visited, or none if the
    end is out of reach.
    """
    moves, count = _choices(rules, state)
    wins = np.zeros(count, np.bool_)
    _note_wins(state, seat, moves, np.zeros(1, rules.STATE), np.zeros(MOST_SEATS), wins)
    if wins.any():
        return dict.fromkeys(moves[wins].tolist(), _YES)
    if not _is_near(rules, state, limit):
        return {}
    prover = _Prover(rules, seat, together, limit, stopped)
    found: dict[int, int] = {}
    for move in moves[:count].tolist():
        answer = prover.ask(state, move, _WIN)
        if answer == _OPEN:
            return found
        if answer == _YES or together:
            found[move] = answer
    if not found and int(state["players"]) == 2:
        prover = _Prover(rules, seat, together, prover.left, stopped)
        for move in moves[:count].tolist():
            answer = prover.ask(state, move, _DRAW)
            if answer == _NO:
                found[move] = _NO
            elif answer == _OPEN:
                return found
    return found


def prepare(rules: Rules, state: State) -> None:
    """Compile what an exact search needs, or load it: the first one may otherwise come late in a match."""
    memory = _memory(rules)
    memory.stack[0] = state
    memory.left[0] = _UNSEEN
    _force(0, _WIN, False, 0, memory)
    _note_wins(state, 0, memory.moves[0, :0], memory.scratch, memory.values, np.zeros(0, np.bool_))


class _Prover:
    """Asks one question after another about the same position, within a common limit."""

    def __init__(self, rules: Rules, seat: int, together: bool, limit: int, stopped: Callable[[], bool]) -> None:
        self._memory = _memory(rules)
        self._seat, self._together, self._stopped = seat, together, stopped
        self.left = limit

    def ask(self, state: State, move: int, least: float) -> int:
        """Return whether the seat can force a utility of at least `least` after a move."""
        memory = self._memory
        memory.stack[0] = state
        play(memory.stack[0], move)
        memory.left[0], memory.depth[0] = _UNSEEN, 0
        while self.left > 0 and not self._stopped():
            chunk = min(_CHUNK, self.left)
            answer = int(_force(self._seat, least, self._together, chunk, memory))
            self.left -= chunk
            if answer != _OPEN:
                return answer
        return _OPEN


@compiled(nogil=True)
def _note_wins(state: State, seat: int, moves: Array, after: Array, values: Array, wins: Array) -> None:
    """Note which moves win at once."""
    for i in range(len(moves)):
        after[0] = state
        play(after[0], moves[i])
        if to_move(after[0]) < 0:
            utilities(after[0], values)
            wins[i] = values[seat] >= _WIN


def _choices(rules: Rules, state: State) -> tuple[Array, int]:
    """Return the legal moves, the most promising first."""
    moves, merits = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_MOVES)
    count = legal(state, moves)
    move_scores(state, moves, count, merits, np.zeros(1, rules.STATE))
    order = np.argsort(-merits[:count], kind="stable")
    return moves[:count][order], count


def _is_near(rules: Rules, state: State, limit: int) -> bool:
    """Whether the end may be within reach, by the choices along one playout: of these a proof needs about the root."""
    here = np.array([state], rules.STATE)
    moves = np.zeros(rules.MOST_MOVES, np.int64)
    rng = chance("how far is the end")
    size = 0.0
    most = 2 * math.log(limit * _WORTH_A_TRY + 1)
    while to_move(here[0]) >= 0 and size <= most:
        size += math.log(legal(here[0], moves))
        play(here[0], sample(here[0], rng))
    return size <= most
