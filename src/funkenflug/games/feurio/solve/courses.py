"""The courses that the fire of a known deck can take.

Where tiles may be laid depends on the tiles alone, never on crews. So a match is a course of the fire, a line of
choices among hottest cells, and a plan that mans the forest which grows on it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from funkenflug.games.feurio.rules import rules
from funkenflug.games.feurio.rules.rules import CREW, OVER, PASS, STATE, TILE
from funkenflug.games.feurio.solve.forest import FOREST, hopeless, survey, turn_of
from funkenflug.games.hexes import TILES, TURNS
from funkenflug.kernel import Array, State, compiled, first, int64, size

MOST_CHOICES: Final = TILES + 1
"""The most choices of a course: an arrangement and the cell of every tile."""


@compiled(nogil=True)
def follow(state: State, line: Array, keep: int, rng: Array) -> None:
    """Grow the forest by the first `keep` choices of the line, then by random ones, which are written into the line."""
    choices = 0
    while state.step != OVER:
        if state.step == CREW:
            rules.play(state, PASS)
            continue
        if choices >= keep:
            line[choices] = rules.sample(state, rng)
        rules.play(state, line[choices])
        choices += 1


# All courses --------------------------------------------------------------------------------------------------------

_MOST_CELLS: Final = 4 * TILES + 2
_SYMMETRIES: Final = np.array([np.transpose(turn.matrix) for turn in TURNS], np.int64)
"""The rotations and reflections around 0,0: where 1,0 goes and where 0,1 goes. The first changes nothing."""
_NO_SYMMETRY: Final = 1

ON_THE_WAY: Final = 0
HOPE: Final = 1
NO_HOPE: Final = 2


class Courses:
    """Walks through all courses that the fire can take from a position, except mirror images."""

    def __init__(self, start: State) -> None:
        self._positions = np.zeros(MOST_CHOICES + 1, STATE)
        self._choices = np.zeros((MOST_CHOICES + 1, _MOST_CELLS), np.int64)
        self._left = np.zeros(MOST_CHOICES + 1, np.int64)
        self._symmetries = np.full(MOST_CHOICES + 1, _NO_SYMMETRY, np.int64)
        self._depth = np.zeros(1, np.int64)
        self.forest = np.zeros(1, FOREST)
        """The last forest that was grown."""
        self.forest["now"] = turn_of(start)
        self._positions[0] = start
        if start["step"] == CREW:
            rules.play(self._positions[0], PASS)
        self._grown = self._positions[0]["step"] == OVER
        """Whether no choice is left; there is one course then."""
        self._left[0] = rules.legal(self._positions[0], self._choices[0])
        if self._positions[0]["step"] == TILE:
            self._symmetries[0] = _symmetries_of(self._positions[0], (1 << len(_SYMMETRIES)) - 1)

    def walk(self, tiles: int) -> int:
        """Lay this many tiles. HOPE: found a forest that may be won; NO_HOPE: no course is left; else ON_THE_WAY."""
        if self._grown:
            self._grown = False
            survey(self._positions[0], self.forest[0])
            return NO_HOPE if hopeless(self.forest[0]) else HOPE
        path = (self._positions, self._choices, self._left, self._symmetries, self._depth)
        return int(_walk(*path, self.forest[0], tiles))

    def note_line(self, line: Array) -> None:
        """Write the choices that led to the forest."""
        for depth in range(self._depth[0] + 1):
            line[depth] = self._choices[depth, self._left[depth]]


@compiled(nogil=True)
def _walk(
    positions: Array, choices: Array, left: Array, symmetries: Array, depth: Array, forest: State, tiles: int
) -> int:
    for _ in range(tiles):
        while left[depth[0]] == 0:
            if depth[0] == 0:
                return NO_HOPE
            depth[0] -= 1
        here = depth[0]
        left[here] -= 1
        positions[here + 1] = positions[here]
        state = positions[here + 1]
        rules.play(state, choices[here, left[here]])
        if state.step == CREW:
            rules.play(state, PASS)
        if shut_in(state) or _is_mirror_image(state, symmetries[here]):
            continue
        if state.step != OVER:
            depth[0] += 1
            symmetries[here + 1] = _symmetries_of(state, symmetries[here])
            left[here + 1] = rules.legal(state, choices[here + 1])
            continue
        survey(state, forest)
        if not hopeless(forest):
            return HOPE
    return ON_THE_WAY


@compiled
def shut_in(state: State) -> bool:
    """Whether three 1s are of no use: a 1 has one space, so each of four colours needs an open one of its own."""
    useless = size(state.of_number[1] & ~state.open)
    for colour in range(4):
        useless += max(0, size(state.held[colour] & state.of_number[1] & state.open) - 1)
    return useless > 2


@compiled
def _image(state: State, tile: int, symmetry: int) -> tuple[int, int]:
    east, south = _SYMMETRIES[symmetry]
    q = int64(state.q[tile])
    r = int64(state.r[tile])
    return q * east[0] + r * south[0], q * east[1] + r * south[1]


@compiled
def _symmetries_of(state: State, symmetries: int) -> int:
    """Return which of the symmetries leave every tile where it is."""
    kept = _NO_SYMMETRY
    symmetries &= ~_NO_SYMMETRY
    while symmetries != 0:
        symmetry = first(symmetries)
        symmetries &= symmetries - 1
        fixed = 1
        for tile in range(int64(state.laid)):
            if _image(state, tile, symmetry) != (state.q[tile], state.r[tile]):
                fixed = 0
        kept |= fixed << symmetry
    return kept


@compiled
def _is_mirror_image(state: State, symmetries: int) -> bool:
    """Whether a symmetry maps the last tile to a cell that comes before its own."""
    last = int64(state.laid) - 1
    symmetries &= ~_NO_SYMMETRY
    while symmetries != 0:
        if _image(state, last, first(symmetries)) < (state.q[last], state.r[last]):
            return True
        symmetries &= symmetries - 1
    return False
