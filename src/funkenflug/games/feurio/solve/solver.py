"""The solver of solitaire and cooperative matches of Feurio!. It knows the deck.

Two searches take turns. One tries random courses of the fire: new ones, and variations of the best so far. The other
walks through all courses and so finds out whether all of them are lost. Both look for a plan that mans the forest,
unless a quick test refutes the forest. If they find nothing soon and the end is near, all ways to play on are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple, cast

import numpy as np

from funkenflug.core.thinking import Budget, Stop
from funkenflug.games.base import hook
from funkenflug.games.feurio.rules import rules
from funkenflug.games.feurio.rules.text import move_texts
from funkenflug.games.feurio.solve.courses import HOPE, MOST_CHOICES, NO_HOPE, Courses, follow
from funkenflug.games.feurio.solve.forest import FOREST, hopeless, survey, turn_of
from funkenflug.games.feurio.solve.posts import POSTS, man
from funkenflug.games.hexes import ALL_NUMBERS, TILES
from funkenflug.kernel import Rules, State, allows, below, chance
from funkenflug.kernel.endgame import outcomes
from funkenflug.kernel.solving import Solution, Spending, Verdict, solution_of_ended

_TILES_A_STEP: Final = 300
_ROUNDS_A_STEP: Final = 300
"""A step takes a few milliseconds, so that the solver can be stopped quickly."""
_NO_PLAN: Final = 99
_SOON: Final = 10
"""Steps before the solver tries every way to play on."""
_MOST_POSITIONS: Final = 50_000
"""The most positions that this may visit, in about a tenth of a second."""


@hook
def solve(
    state: State,
    budget: Budget,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> Solution:
    """Return a winning line, or that there is none, or leave it open; a step is a random course and 300 tiles laid.

    >>> import funkenflug
    >>> from funkenflug.core.thinking import Budget
    >>> game = funkenflug.new("feurio", players=1, seed=7)
    >>> solution = solve(game.state, Budget(simulations=100))
    >>> for move in solution.moves:
    ...     events = game.play(move)
    >>> solution.verdict, game.outcome().winners
    ('won', (0,))
    """
    if state["mode"] == rules.COMPETITIVE:
        raise ValueError("only solitaire and cooperative matches can be solved")
    if state["step"] == rules.OVER:
        return solution_of_ended(bool(rules.won(state)))
    _compile()
    spending = Spending(budget, stop)
    search = _Search(state, seed, stop)
    while search.verdict == "open" and spending.lasts():
        search.step()
        if progress is not None:
            progress(spending.part())
    moves = search.moves() if search.verdict == "won" else None
    return Solution(search.verdict, moves, spending.seconds, search.tries, search.reason)


@cache
def _compile() -> None:
    """Solve an easy deal, so that the time to compile does not count for the deal asked for."""
    search = _Search(rules.new(1, together=True, firebreak=False, hotter=False, deck=ALL_NUMBERS), 0)
    while search.verdict == "open":
        search.step()
    search.moves()


class _Post(NamedTuple):
    """A tile to send some of a crew to; the most urgent sorts first."""

    last_turn: int
    tile: int
    seat: int
    move: int


class _Search:
    """What is known about a deal so far."""

    def __init__(self, start: State, seed: int, stop: Stop | None = None) -> None:
        self.verdict: Verdict = "open"
        self.tries = 0
        self._fewest = _NO_PLAN
        self._all_tried = False
        self._stop = stop
        self._rng = chance(seed)
        self._start = start
        self._courses = Courses(start)
        self._hope = False
        self._state = np.zeros(1, rules.STATE)
        self._forest = np.zeros(1, FOREST)
        self._forest["now"] = turn_of(start)
        self._to_place = int(rules.left_in_stock(start))
        self._plans = np.zeros(2, POSTS)
        self._line = np.zeros(MOST_CHOICES, np.int64)
        self._best_line = self._line.copy()

    @property
    def reason(self) -> str:
        """The reason for the verdict."""
        if self.verdict == "won":
            return f"found at try {self.tries}"
        if self._all_tried:
            return "all ways to play on were tried"
        if self.verdict == "cannot be won":
            later = self._start["laid"] > self._start["players"]
            return (
                "whatever course the fire takes, too few 1s stay open, or too few ways lead from them into the forest"
                + (", or it is too late to place and join everybody" if later else "")
            )
        if self._fewest == _NO_PLAN:
            return "no course of the fire was met that is not lost, but not all were looked at"
        return f"the best of the plans that were tried fails by {self._fewest} of {self._to_place} firefighters"

    def step(self) -> None:
        """Try a random course, then the next of all courses."""
        self.tries += 1
        self._try_variation()
        if self.verdict == "open":
            self._try_next()
        if self.verdict == "open" and self.tries == _SOON:
            self._try_all()

    def _try_variation(self) -> None:
        varied = self._fewest < _NO_PLAN and below(self._rng, 4) > 0
        self._line[:] = self._best_line
        self._state[0] = self._start
        follow(self._state[0], self._line, below(self._rng, MOST_CHOICES) if varied else 0, self._rng)
        survey(self._state[0], self._forest[0])
        if not hopeless(self._forest[0]):
            self._man()

    def _try_next(self) -> None:
        met = self._courses.walk(_TILES_A_STEP)
        if met == HOPE:
            self._hope = True
            self._courses.note_line(self._line)
            self._forest[0] = self._courses.forest[0]
            self._man()
        elif met == NO_HOPE and self._hope:
            self._courses = Courses(self._start)
        elif met == NO_HOPE:
            self.verdict = "cannot be won"

    def _try_all(self) -> None:
        moves = rules.legal(self._start, np.zeros(rules.MOST_MOVES, np.int64))
        stop = self._stop or Stop()
        found = outcomes(
            cast(Rules, rules), self._start, together=True, limit=_MOST_POSITIONS, stopped=lambda: stop.wanted
        )
        if [shares.most[0] for _, shares in found] == [0.0] * moves:
            self.verdict, self._all_tried = "cannot be won", True

    def _man(self) -> None:
        left = man(self._forest[0], self._plans, _ROUNDS_A_STEP, self._rng)
        if left <= self._fewest:
            self._fewest = left
            self._best_line[:] = self._line
        if left == 0:
            self.verdict = "won"

    def moves(self) -> tuple[str, ...]:
        """Return the winning line: the last course with the last plan."""
        state = self._start.copy()
        course = iter(self._line.tolist())
        posts = sorted(self._posts())
        texts = []
        while state["step"] != rules.OVER:
            if state["step"] == rules.CREW:
                ready = (post for post in posts if post.seat == state["seat"] and post.tile < state["laid"])
                post = next(ready, None)
                move = rules.PASS if post is None else post.move
                posts = [other for other in posts if other is not post]
            else:
                move = next(course)
            assert allows(state, move)
            texts += move_texts(state, [move])
            rules.play(state, move)
        assert rules.won(state)
        return tuple(texts)

    def _posts(self) -> Iterator[_Post]:
        forest, plan = self._forest[0], self._plans[0]
        for crew, tile in np.argwhere(plan["sent"] > 0).tolist():
            kind = (int(plan["sent"][crew, tile]) - 1) * 4 + int(forest["crew_colour"][crew])
            move = rules.CREW_MOVES + kind * TILES + tile
            yield _Post(int(forest["last_turn"][tile, plan["crowd"][tile]]), tile, int(forest["crew_seat"][crew]), move)
