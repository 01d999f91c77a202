"""What a seat that does not know the deck can expect in a solitaire or cooperative match of Feurio!.

An attempt redeals the unknown tiles, lets the fire take a random course and looks for a plan that mans the grown
forest. Plans are made with hindsight, so one alone says little. But if most attempts succeed after a move, it leaves
many ways to win, whatever tiles come.

Plans also tell which moves to compare: those that they make now, urgent ones before others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from funkenflug.core.thinking import Budget, Evaluation, Stop, chance_together
from funkenflug.games.base import hook
from funkenflug.games.feurio.rules import rules
from funkenflug.games.feurio.rules.rules import CREW, CREW_MOVES, MOVES, OVER, PASS, STATE
from funkenflug.games.feurio.solve.courses import MOST_CHOICES, follow
from funkenflug.games.feurio.solve.forest import FOREST, hopeless, survey, turn_of
from funkenflug.games.feurio.solve.posts import POSTS, man
from funkenflug.games.hexes import TILES
from funkenflug.kernel import Array, State, chance, compiled, int64
from funkenflug.kernel.solving import Spending

_ROUNDS: Final = 120
"""How often an attempt may tear down a part of its plan; with four seats most plans take more than 30."""
_FAILED: Final = 48
_CANDIDATES: Final = 8
_SHARE_OF_VOTES: Final = 0.25
"""The part of the time that is spent on finding the moves to compare."""
_AT_ONCE: Final = 8
"""Check the time after this many attempts, which take a few milliseconds."""
_ENOUGH: Final = 10_000
"""More attempts tell nothing new."""
_BETWEEN_LOOKS: Final = 32
"""Drop clearly worse moves after this many deals."""
_CLEARLY: Final = 2.5
"""Drop a move that trails the best by this many standard errors in the same deals."""
_DECIDED: Final = 200
"""The attempts of a move when all others are left out."""
_SURE: Final = 100
"""A move needs no more attempts after this many successes without a failure."""


@hook
def expectation(
    state: State,
    seat: int,
    budget: Budget,
    seed: int = 0,
    stop: Stop | None = None,
    root_moves: Sequence[int] = (),
) -> list[Evaluation[int]]:
    """Return the moves worth considering, the best first; none if no attempt succeeds. A step is an attempt.

    If there are `root_moves`, only these are considered.

    >>> import funkenflug
    >>> game = funkenflug.new("feurio", players=1, seed=7)
    >>> best = expectation(game.state, 0, Budget(simulations=100))[0]
    >>> best.chances[0] > 0.5
    True
    """
    attempts = _Attempts(state, seat, Spending(budget.after(0.0, most=_ENOUGH), stop), seed)
    moves = list(root_moves) or attempts.moves()
    return attempts.compare(moves) if moves else []


class _Attempts:
    """The attempts from a position, with their memory."""

    def __init__(self, state: State, seat: int, spending: Spending, seed: int) -> None:
        self._root = np.array([state], STATE)
        self._seat = seat
        self._spending = spending
        self._rng = chance(seed)
        self._memory = (
            np.zeros(3, STATE),
            np.zeros(MOST_CHOICES, np.int64),
            np.zeros(1, FOREST),
            np.zeros(2, POSTS),
        )

    def moves(self) -> list[int]:
        """Return the moves to compare: where crews are placed, those that plans make, the most frequent first."""
        legal = np.zeros(rules.MOST_MOVES, np.int64)
        count = rules.legal(self._root[0], legal)
        if self._root[0]["step"] != CREW:
            return [int(move) for move in legal[:count]]
        votes = np.zeros(MOVES)
        while True:
            _vote(self._root, self._seat, _AT_ONCE, self._rng, votes, *self._memory)
            self._spending.steps += _AT_ONCE
            if self._spending.part() >= _SHARE_OF_VOTES:
                break
        if not votes.any():
            return []
        planned = [int(move) for move in np.argsort(-votes, kind="stable")[:_CANDIDATES] if votes[move] > 0]
        return planned if PASS in planned else [*planned, PASS]

    def compare(self, moves: list[int]) -> list[Evaluation[int]]:
        """Try all moves with the same deals; leave out who is clearly worse, and the worse half from time to time."""
        race = _Race(len(moves))
        until = _SHARE_OF_VOTES
        while not race.decided:
            results = np.zeros((len(race.alive), 2))
            _compare(self._root, self._seat, np.array(moves)[race.alive], self._rng, results, *self._memory)
            self._spending.steps += len(race.alive)
            race.note(results)
            spent = self._spending.part()
            if spent >= 1:
                break
            if spent >= until + (1 - until) / 3:
                until = spent
                race.leave_out_worse_half()
            elif len(race.deals) % _BETWEEN_LOOKS == 0:
                race.leave_out_clearly_worse()
        if not race.won.any():
            return []
        chances = race.won / race.tries
        players = int(self._root[0]["players"])
        return [chance_together(moves[i], int(race.tries[i]), float(chances[i]), players) for i in race.order()]


class _Race:
    """The results of moves that are tried with the same deals."""

    def __init__(self, moves: int) -> None:
        self.alive = np.arange(moves)
        self.won, self.tries, self._failing = (np.zeros(moves) for _ in range(3))
        self.deals: list[Array] = []
        """Which moves won, deal by deal."""

    def note(self, results: Array) -> None:
        """Note for each move in the race whether it won, and by how much it failed."""
        won = np.zeros(len(self.won))
        won[self.alive] = results[:, 0]
        self.deals.append(won)
        self.won += won
        self._failing[self.alive] += results[:, 1]
        self.tries[self.alive] += 1

    @property
    def decided(self) -> bool:
        """Whether more deals would tell nothing new."""
        if len(self.alive) == 1 < len(self.won) and len(self.deals) >= _DECIDED:
            return True
        return len(self.deals) >= _SURE and bool((self.won == self.tries)[self.alive].any())

    def leave_out_worse_half(self) -> None:
        """Keep at least two moves."""
        if len(self.alive) > 2:
            best = np.lexsort((self.alive, self._failing[self.alive], -self.won[self.alive]))
            self.alive = np.sort(self.alive[best[: (len(self.alive) + 1) // 2]])

    def leave_out_clearly_worse(self) -> None:
        """Drop moves that won far fewer of the same deals than the best, more than luck explains."""
        best = self.alive[np.argmax(self.won[self.alive])]
        deals = np.array(self.deals)
        behind = deals[:, [best]] - deals[:, self.alive]
        doubt = behind.std(axis=0) / np.sqrt(len(deals))
        self.alive = self.alive[behind.mean(axis=0) <= _CLEARLY * doubt]

    def order(self) -> list[int]:
        """Return the moves, best first; one that was dropped early never overtakes one that was tried longer."""
        shares = -self.won / self.tries
        order: list[int] = np.lexsort((self._failing / self.tries, shares, -self.tries)).tolist()
        return order


@compiled
def _attempt(root: Array, states: Array, line: Array, forest: Array, plans: Array, rng: Array) -> int:
    """Return by how much a plan fails that is made after a random course of the fire."""
    states[2] = root[0]
    forest[0].now = turn_of(states[2])
    follow(states[2], line, 0, rng)
    survey(states[2], forest[0])
    if hopeless(forest[0]):
        return _FAILED
    return man(forest[0], plans, _ROUNDS, rng)


@compiled(nogil=True)
def _vote(
    root: Array,
    seat: int,
    attempts: int,
    rng: Array,
    votes: Array,
    states: Array,
    line: Array,
    forest: Array,
    plans: Array,
) -> None:
    """Count the votes of successful plans for what a seat's crews should do, weighting urgent moves most."""
    for _ in range(attempts):
        states[0] = root[0]
        rules.determinize(states[0], seat, rng)
        if _attempt(states[:1], states, line, forest, plans, rng) > 0:
            continue
        grown = forest[0]
        plan = plans[0]
        soonest = TILES
        urgent = PASS
        for crew in range(grown.crews):
            if grown.crew_seat[crew] != seat:
                continue
            for tile in range(int64(root[0].laid)):
                count = plan.sent[crew, tile]
                if count > 0:
                    move = CREW_MOVES + ((count - 1) * 4 + grown.crew_colour[crew]) * TILES + tile
                    votes[move] += 0.3
                    last = grown.last_turn[tile, plan.crowd[tile]]
                    if last < soonest:
                        soonest = last
                        urgent = move
        votes[urgent] += 0.7


@compiled(nogil=True)
def _compare(
    root: Array,
    seat: int,
    moves: Array,
    rng: Array,
    results: Array,
    states: Array,
    line: Array,
    forest: Array,
    plans: Array,
) -> None:
    """Try each move once with the same deal and luck; add up victories, and by how much the others fail."""
    states[0] = root[0]
    rules.determinize(states[0], seat, rng)
    luck = rng[0]
    for i in range(len(moves)):
        rng[0] = luck
        states[1] = states[0]
        rules.play(states[1], moves[i])
        if states[1].step == OVER:
            failing = 0 if rules.won(states[1]) else _FAILED
        else:
            failing = _attempt(states[1:2], states, line, forest, plans, rng)
        results[i, 0] += failing == 0
        results[i, 1] += failing
