"""The end of a match, exactly: what every move leads to if all play on as well as possible, where nothing is hidden.

All continuations are searched, up to a number of positions. With two seats, or if all win or lose together, only the
share of the victory counts, and alpha-beta search finds it. With three or four each seat wants the larger share, and
with equal shares the larger lead, as in the other search (max^n). A seat with equal choices may take any of them; so
a move has a least and a greatest share, and is only certain where these are the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from funkenflug.core.thinking import chance_of
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
    scores,
    shape_reward,
    to_move,
    utilities,
)

_DEEPEST: Final = 128
_LARGEST_TABLE: Final = 20
"""The positions whose results are remembered, as a power of two."""
_UNSEEN: Final = -1
_SOLVED: Final = 1
_OPEN: Final = 0
_TOO_DEEP: Final = -1
_CHUNK: Final = 512
_WORTH_A_TRY: Final = 50.0
"""How many times larger than the limit the tree may look."""
_LEAD: Final = 1e-3
"""How much the lead counts beside the share of the victory."""
_SHARES: Final = 12
"""Every share of one to four winners is a multiple of 1/12."""


class Shares(NamedTuple):
    """The share of the victory that each seat gets: the least and the most that it can be. 1 is a win alone."""

    least: tuple[float, ...]
    most: tuple[float, ...]


class _Memory(NamedTuple):
    """The memory of a search; those with rows have one for each depth."""

    stack: Array
    words: Array
    """The same, as numbers."""
    moves: Array
    order: Array
    left: Array
    """How many moves are left to try; or _UNSEEN."""
    keys: Array
    windows: Array
    """Two seats: between which values the result matters."""
    results: Array
    """The least and the most of each seat; of two seats only those of one."""
    table: Array
    known: Array
    """The results in the table."""
    cutoffs: Array
    """Two seats: how often a move of a seat made all others needless."""
    scratch: Array
    values: Array
    points: Array
    depth: Array


def _memory(rules: Rules, limit: int, seats: int) -> _Memory:
    stack = np.zeros(_DEEPEST, rules.STATE)
    table = 1 << min(_LARGEST_TABLE, max(8, (2 * limit).bit_length()))
    return _Memory(
        stack=stack,
        words=stack.view(np.int64 if rules.STATE.itemsize % 8 == 0 else np.uint8).reshape(_DEEPEST, -1),
        moves=np.zeros((_DEEPEST, rules.MOST_MOVES), np.int64),
        order=np.zeros((_DEEPEST, rules.MOST_MOVES)),
        left=np.zeros(_DEEPEST, np.int64),
        keys=np.zeros(_DEEPEST, np.int64),
        windows=np.zeros((_DEEPEST, 2)),
        results=np.zeros((_DEEPEST, 2, MOST_SEATS)),
        table=np.zeros(table, np.int64),
        known=np.zeros((table, 2, seats)),
        cutoffs=np.zeros((MOST_SEATS, rules.MOVES)),
        scratch=np.zeros(1, rules.STATE),
        values=np.zeros(MOST_SEATS),
        points=np.zeros(MOST_SEATS),
        depth=np.zeros(1, np.int64),
    )


# Two seats, or all together -------------------------------------------------------------------------------------------


@compiled(nogil=True)
def _solve_pair(seat: int, together: bool, positions: int, memory: _Memory) -> int:
    """Look at some more positions; return whether the result of the first one is known."""
    left, windows = memory.left, memory.windows
    here = memory.depth[0]
    while True:
        if left[here] == _UNSEEN:
            if positions == 0:
                memory.depth[0] = here
                return _OPEN
            if here == _DEEPEST - 1:
                return _TOO_DEEP
            positions -= 1
            done = _look_for_one(here, seat, memory)
        else:
            done = left[here] == 0
        if not done:
            _play_next(here, memory)
            windows[here + 1, 0] = windows[here, 0]
            windows[here + 1, 1] = windows[here, 1]
            here += 1
            continue
        if here == 0:
            return _SOLVED
        here -= 1
        _fold_into(here, together or to_move(memory.stack[here]) == seat, memory)
        if left[here] == 0:
            _remember(here, 1, memory)


@compiled(inline=True)
def _look_for_one(here: int, seat: int, memory: _Memory) -> bool:
    """Note the result of a position that is seen for the first time, or list its moves if it is not known."""
    state, result, window = memory.stack[here], memory.results[here], memory.windows[here]
    mover = to_move(state)
    if mover < 0:
        utilities(state, memory.values)
        result[0, 0] = memory.values[seat]
        result[1, 0] = memory.values[seat]
        return True
    recalled = _recall(here, 1, memory)
    if recalled and (result[0, 0] == result[1, 0] or result[0, 0] >= window[1] or result[1, 0] <= window[0]):
        return True
    count = legal(state, memory.moves[here])
    memory.left[here] = count
    move_scores(state, memory.moves[here], count, memory.order[here], memory.scratch)
    for i in range(count):
        memory.order[here, i] += 1e3 * memory.cutoffs[mover, memory.moves[here, i]]
    result[0, 0] = np.inf  # none yet
    return False


@compiled(inline=True)
def _fold_into(here: int, ours: bool, memory: _Memory) -> None:
    """Take the result of a move into account; no moves are left if the others do not matter."""
    result, after, window = memory.results[here], memory.results[here + 1], memory.windows[here]
    if result[0, 0] == np.inf:
        result[0, 0] = after[0, 0]
        result[1, 0] = after[1, 0]
    elif ours:
        result[0, 0] = max(result[0, 0], after[0, 0])
        result[1, 0] = max(result[1, 0], after[1, 0])
    else:
        result[0, 0] = min(result[0, 0], after[0, 0])
        result[1, 0] = min(result[1, 0], after[1, 0])
    if ours:
        window[0] = max(window[0], result[0, 0])
    else:
        window[1] = min(window[1], result[1, 0])
    if window[0] >= window[1]:
        memory.cutoffs[to_move(memory.stack[here]), memory.moves[here, memory.left[here]]] += 1.0
        if memory.left[here] > 0:
            result[1 if ours else 0, 0] = 1.0 if ours else -1.0
        memory.left[here] = 0


# Three and four seats -------------------------------------------------------------------------------------------------


@compiled(nogil=True)
def _solve_table(players: int, positions: int, memory: _Memory) -> int:
    """Look at some more positions; return whether the results of the first one are known."""
    left = memory.left
    here = memory.depth[0]
    while True:
        if left[here] == _UNSEEN:
            if positions == 0:
                memory.depth[0] = here
                return _OPEN
            if here == _DEEPEST - 1:
                return _TOO_DEEP
            positions -= 1
            done = _look_for_all(here, players, memory)
        else:
            done = left[here] == 0
            if done:
                _remember(here, players, memory)
        if not done:
            _play_next(here, memory)
            here += 1
            continue
        if here == 0:
            return _SOLVED
        here -= 1
        _choose(memory.results[here], memory.results[here + 1], to_move(memory.stack[here]), players)


@compiled(inline=True)
def _look_for_all(here: int, players: int, memory: _Memory) -> bool:
    """Note the results of a position that is seen for the first time, or list its moves if they are not known."""
    state, result, values = memory.stack[here], memory.results[here], memory.values
    if to_move(state) < 0:
        utilities(state, values)
        scores(state, memory.points)
        for seat in range(players):
            result[0, seat] = values[seat]
        shape_reward(state, memory.points, values)
        for seat in range(players):
            result[0, seat] += _LEAD * values[seat]
            result[1, seat] = result[0, seat]
        return True
    if _recall(here, players, memory):
        return True
    memory.left[here] = legal(state, memory.moves[here])
    for i in range(memory.left[here]):
        memory.order[here, i] = 0.0
    result[0, 0] = np.inf  # none yet
    return False


@compiled
def _choose(result: Array, after: Array, mover: int, players: int) -> None:
    """Take the results of a move into account: a seat need not accept less than the surest of its choices."""
    if result[0, 0] == np.inf or after[0, mover] > result[1, mover]:
        for seat in range(players):
            result[0, seat] = after[0, seat]
            result[1, seat] = after[1, seat]
    elif after[1, mover] >= result[0, mover]:
        surest = max(result[0, mover], after[0, mover])
        for seat in range(players):
            result[0, seat] = min(result[0, seat], after[0, seat])
            result[1, seat] = max(result[1, seat], after[1, seat])
        result[0, mover] = surest


# Both -----------------------------------------------------------------------------------------------------------------


@compiled(inline=True)
def _play_next(here: int, memory: _Memory) -> None:
    """Write the position after the most promising move that is left; the move stays behind those that are left."""
    moves, order, left = memory.moves[here], memory.order[here], memory.left[here]
    best = 0
    for i in range(1, left):
        if order[i] > order[best]:
            best = i
    move = moves[best]
    moves[best] = moves[left - 1]
    order[best] = order[left - 1]
    moves[left - 1] = move
    memory.left[here] -= 1
    memory.stack[here + 1] = memory.stack[here]
    play(memory.stack[here + 1], move)
    memory.left[here + 1] = _UNSEEN


@compiled(inline=True)
def _recall(here: int, players: int, memory: _Memory) -> bool:
    """Note what is remembered of a position; return whether anything is."""
    key = _key(memory.words[here])
    memory.keys[here] = key
    place = key & (len(memory.table) - 1)
    if memory.table[place] != key:
        return False
    for seat in range(players):
        memory.results[here, 0, seat] = memory.known[place, 0, seat]
        memory.results[here, 1, seat] = memory.known[place, 1, seat]
    return True


@compiled(inline=True)
def _remember(here: int, players: int, memory: _Memory) -> None:
    place = memory.keys[here] & (len(memory.table) - 1)
    memory.table[place] = memory.keys[here]
    for seat in range(players):
        memory.known[place, 0, seat] = memory.results[here, 0, seat]
        memory.known[place, 1, seat] = memory.results[here, 1, seat]


@compiled
def _key(words: Array) -> int:
    """Return a number for a position, not 0; different positions hardly ever share one."""
    key = np.int64(-7046029254386353131)
    for i in range(len(words)):
        key = (key ^ words[i]) * np.int64(-4417276706812531889)
        key ^= key >> np.int64(29)
    return int64(key) if key != 0 else int64(1)


# For callers ----------------------------------------------------------------------------------------------------------


def outcomes(
    rules: Rules,
    state: State,
    *,
    together: bool,
    limit: int,
    stopped: Callable[[], bool] = lambda: False,
    first: Sequence[int] = (),
) -> Iterator[tuple[int, Shares]]:
    """Yield legal moves with what they lead to, as far as `limit` positions show it; the moves `first` come early.

    Moves that end the match are always found, and come before all others. Of other moves none is solved if the end is
    out of reach. Nothing may be hidden.
    """
    seat, players = int(to_move(state)), int(state["players"])
    moves = _choices(rules, state)
    ends = np.full((len(moves), MOST_SEATS), np.nan)
    _note_ends(state, moves, np.zeros(1, rules.STATE), np.zeros(MOST_SEATS), ends)
    open_moves = []
    for move, values in zip(moves.tolist(), ends[:, :players].tolist(), strict=True):
        if math.isnan(values[0]):
            open_moves.append(move)
        else:
            shares = tuple(_share(value, players, together) for value in values)
            yield move, Shares(shares, shares)
    if not open_moves or not _is_near(rules, state, limit):
        return
    solver = _Solver(rules, seat, players, together, limit, stopped)
    for move in sorted(open_moves, key=lambda each: each not in first):
        found = solver.after(state, move)
        if found is None:
            return
        yield move, found


def prepare(rules: Rules, state: State) -> None:
    """Compile what an exact search needs, or load it: the first one may otherwise come late in a match."""
    memory = _memory(rules, 1, MOST_SEATS)
    memory.stack[0] = state
    memory.left[0] = _UNSEEN
    _solve_pair(0, False, 0, memory)
    _solve_table(3, 0, memory)
    _note_ends(state, memory.moves[0, :0], memory.scratch, memory.values, memory.results[0, :0])


class _Solver:
    """Solves the moves of a position one after the other, within a common limit."""

    def __init__(
        self, rules: Rules, seat: int, players: int, together: bool, limit: int, stopped: Callable[[], bool]
    ) -> None:
        self._one = together or players <= 2
        self._memory = _memory(rules, limit, 1 if self._one else players)
        self._seat, self._players, self._together = seat, players, together
        self._left, self._stopped = limit, stopped

    def after(self, state: State, move: int) -> Shares | None:
        """Return what a move leads to; None if that takes too long."""
        memory = self._memory
        memory.stack[0] = state
        play(memory.stack[0], move)
        memory.left[0], memory.depth[0] = _UNSEEN, 0
        memory.windows[0] = -1.0, 1.0
        while self._left > 0 and not self._stopped():
            chunk = min(_CHUNK, self._left)
            self._left -= chunk
            if self._one:
                status = _solve_pair(self._seat, self._together, chunk, memory)
            else:
                status = _solve_table(self._players, chunk, memory)
            if status != _OPEN:
                return self._shares() if status == _SOLVED else None
        return None

    def _shares(self) -> Shares:
        low, high = self._memory.results[0, :, : self._players].tolist()
        if self._one:
            signs = [1 if self._together or seat == self._seat else -1 for seat in range(self._players)]
            low = high = [sign * low[0] for sign in signs]
        least, most = (
            tuple(_share(value, self._players, self._together) for value in values) for values in (low, high)
        )
        return Shares(least, most)


def _share(utility: float, players: int, together: bool) -> float:
    """Return the share of the victory that a utility stands for, with or without a lead."""
    share: float = chance_of(utility, players, together=together or players == 1)
    return round(_SHARES * share) / _SHARES


@compiled(nogil=True)
def _note_ends(state: State, moves: Array, after: Array, values: Array, ends: Array) -> None:
    """Write the utilities after the moves that end the match."""
    for i in range(len(moves)):
        after[0] = state
        play(after[0], moves[i])
        if to_move(after[0]) < 0:
            utilities(after[0], values)
            for seat in range(MOST_SEATS):
                ends[i, seat] = values[seat]


def _choices(rules: Rules, state: State) -> Array:
    """Return the legal moves, the most promising first."""
    moves, merits = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(rules.MOST_MOVES)
    count = legal(state, moves)
    move_scores(state, moves, count, merits, np.zeros(1, rules.STATE))
    order = np.argsort(-merits[:count], kind="stable")
    return moves[:count][order]


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
