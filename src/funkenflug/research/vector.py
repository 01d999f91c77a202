"""Many matches at once, for learners: n matches in one array of records, stepped by one call.

>>> env = vector("feurio", 3, players=2)
>>> seen = env.reset(seed=7)
>>> seen.observations.shape, seen.masks.shape, seen.to_move.tolist()
((3, 693), (3, 649), [0, 0, 0])
>>> seen = env.step(env.random_actions())
>>> seen.rewards.shape, seen.terminations.tolist()
((3, 2), [False, False, False])

`Encoding` defines the numbering of actions and the layout of observations, for all adapters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from funkenflug.core.seeds import as_int, random_seed, seed_text
from funkenflug.core.words import clipped
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    State,
    allows,
    below,
    chance,
    chances,
    compiled,
    legal,
    observe,
    play,
    sample,
    scores,
    settle,
    to_move,
    utilities,
)
from funkenflug.match.game import Game, new
from funkenflug.match.position import position, write_position
from funkenflug.research.encoding import Encoding as Encoding
from funkenflug.research.encoding import Look


class Seen(NamedTuple):
    """What n matches look like after a step. When a match has ended, all but its result is of the next match."""

    observations: Array
    """(n, size), int8: the observation of the seat to move."""
    masks: Array
    """(n, actions), bool: its legal actions."""
    to_move: Array
    """(n,), int8: the seat to move."""
    rewards: Array
    """(n, players), float32: zeros until a match ends; then 1 for the winner, with sum 0."""
    terminations: Array
    """(n,), bool: whether this step ended the match; without automatic reset, whether it is over."""
    scores: Array
    """(n, players), float32: zeros until a match ends; then its final points, 0 where all win or lose together."""


class Vector:
    """n matches of one kind; created by `vector`.

    The next deal follows immediately when a match ends: the step that ends it returns its rewards with the observation
    of the new match. The seed decides all chance.

    Without automatic reset a match that is over stays as it is: its action is not read, nobody is to move, no action is
    legal, and what is observed is the end as the first seat sees it. `reset(where=seen.terminations)` deals the next.
    """

    def __init__(self, games: list[Game], n: int, seed: int | str | None = None, autoreset: bool = True) -> None:
        self.n = n
        self.autoreset = autoreset
        self._start = games[0]
        self.encoding = Encoding(self._start)
        self.players = self.encoding.players
        rules, arrays = self.encoding.type.rules, self.encoding.type.arrays
        self.states: Array = np.zeros(n, rules.STATE)
        """The positions. They can be copied and put back (`env.states[:] = kept`)."""
        self.final_states: Array = np.zeros(n, rules.STATE)
        """The last position of the match that ended last, for each; `look` shows it to any seat."""
        self._deals = np.array([game.state for game in games], rules.STATE)
        self._places = 0 if self._start.setup.seed is None else arrays.OWNERS * arrays.PILE
        self._counts = np.zeros(arrays.OUTCOMES, np.int64)
        self._moves = np.zeros(rules.MOST_MOVES, np.int64)
        self._played = np.zeros((n, arrays.LONGEST), np.int32)
        self._plies = np.zeros(n, np.int64)
        self._seen = self.empty()
        self._begun = False
        self._seed(random_seed() if seed is None else seed)

    def _seed(self, seed: int | str) -> None:
        self._dealing, self._choosing = (chance(f"{seed_text(seed)}/{what}") for what in ("deals", "choices"))

    def empty(self) -> Seen:
        """Return arrays for `out`."""
        return Seen(
            np.zeros((self.n, self.encoding.size), np.int8),
            np.zeros((self.n, self.encoding.actions), bool),
            np.zeros(self.n, np.int8),
            np.zeros((self.n, self.players), np.float32),
            np.zeros(self.n, bool),
            np.zeros((self.n, self.players), np.float32),
        )

    def reset(self, seed: int | str | None = None, out: Seen | None = None, where: Any = None) -> Seen:
        """Deal all matches, or those `where` n booleans say so; without a seed, chance continues where it was."""
        seen = self._checked(out)
        if where is not None:
            self._must_have_begun()
        dealt = self._chosen_matches(where)
        if seed is not None:
            self._seed(seed)
        seen.rewards[:] = 0
        seen.scores[:] = 0
        _deal_some(self.states, dealt, self._deals, self._places, self._counts, self._dealing, self._plies)
        _note_ends(self.states, seen.terminations)
        self._begun = True
        self._look(seen)
        return seen

    def step(self, actions: Array, out: Seen | None = None, where: Any = None) -> Seen:
        """Play one action in each match, or in those `where` n booleans say so.

        An illegal one raises a `ValueError`, and nothing is played. Without `out`, the arrays of the previous step are
        overwritten.
        """
        self._must_have_begun()
        seen = self._checked(out)
        chosen = checked_actions(actions, self.n)
        playing = self._chosen_matches(where)
        refused = _refused(self.states, playing, chosen, self.encoding.move_of)
        if refused >= 0:
            raise ValueError(f"action {chosen[refused]} is not legal in game {refused}")
        _play_some(
            self.states,
            playing,
            chosen,
            self.encoding.move_of,
            seen.rewards,
            seen.terminations,
            seen.scores,
            self._played,
            self._plies,
            self.final_states,
        )
        if self.autoreset:  # deal those that have just ended
            _deal_some(self.states, playing, self._deals, self._places, self._counts, self._dealing, self._plies)
        self._look(seen)
        return seen

    def _look(self, seen: Seen) -> None:
        _look_at_all(self.states, self.encoding.action_of, self._moves, seen.observations, seen.masks, seen.to_move)

    def look(self, seats: Any = None, *, canonical: bool = False) -> Look:
        """Return what the matches look like to a seat, or to one of each; see `Encoding.look` for other positions."""
        self._must_have_begun()
        return self.encoding.look(self.states, seats, canonical=canonical)

    def random_actions(self) -> Array:
        """Return a random legal action for each match, all equally likely; 0 if it is over."""
        self._must_have_begun()
        actions = np.empty(self.n, np.int64)
        _sample_all(self.states, self.encoding.action_of, self._choosing, actions)
        return actions

    def game(self, i: int) -> Game:
        """Return match i as a `Game`, for its text, pictures, views and record.

        If its position was put into `states`, the moves are not known: it is a match that was set up in that position.

        >>> env = vector("vulkan", 2, players=2, layout="hexagon", seed=7)
        >>> seen = env.step(env.reset().masks.argmax(axis=1))
        >>> env.game(1).moves
        (Move('volcano -2,0'),)
        """
        self._must_have_begun()
        state, game_type = self.states[i], self.encoding.type
        game = new(
            game_type.id,
            players=self.players,
            mode=self._start.mode,
            options=self._start.options,
            names=self._start.names,
            **game_type.deal_of(state),
        )
        for move in self._played[i, : self._plies[i]].tolist():
            if allows(game.state, move):
                game.play(game_type.move_texts(game.state, [move])[0])
        if game.state.tobytes() != state.tobytes():
            return position(write_position(game_type, self._start.setup, state), names=self._start.names)
        return game

    # Compiled code does not check its arguments, so they are checked here

    def _must_have_begun(self) -> None:
        if not self._begun:
            raise ValueError("reset first: nothing has been dealt yet")

    def _checked(self, out: Seen | None) -> Seen:
        if self.states.shape != (self.n,) or self.states.dtype != self._deals.dtype:
            raise ValueError(
                f"states must be {self.n} positions of {self.encoding.type.title}; write them into the array"
            )
        if out is None:
            return self._seen
        if not isinstance(out, Seen):
            raise ValueError(f"out must be what empty() returns, not {type(out).__name__}")
        for name, ours, theirs in zip(Seen._fields, self._seen, out, strict=True):
            if not isinstance(theirs, np.ndarray) or theirs.shape != ours.shape or theirs.dtype != ours.dtype:
                raise ValueError(f"the {name} of out must be an array of {ours.dtype} {ours.shape}: use empty()")
            if not (theirs.flags.c_contiguous and theirs.flags.writeable):
                raise ValueError(f"the {name} of out must be contiguous and writeable: use empty()")
        return out

    def _chosen_matches(self, where: Any) -> Array:
        chosen = np.ones(self.n, bool) if where is None else np.array(where)
        if chosen.shape != (self.n,) or chosen.dtype != bool:
            raise ValueError(f"where must be {self.n} booleans, one per game, not {where!r}")
        return chosen


def checked_actions(actions: Any, n: int) -> Array:
    """Return actions as an array; raise a `ValueError` unless they are n whole numbers."""
    chosen = np.asarray(actions)
    if chosen.shape != (n,) or chosen.dtype.kind not in "iu":
        raise ValueError(
            f"actions must be {n} whole numbers, one per game, not an array of {chosen.dtype} {chosen.shape}"
        )
    return chosen.astype(np.int64)


_MOST_DEALS = 256


def vector(
    game_id: str,
    n: int,
    *,
    players: int,
    options: Iterable[str] = (),
    seed: int | str | None = None,
    autoreset: bool = True,
    **words: Any,
) -> Vector:
    """Return n matches to be stepped together; the arguments are those of `new`, and `reset` starts from the seed.

    A deal given in full is the deal of all matches. What is not shuffled here (the cells of a random layout) is taken
    in turn from up to 256 deals. Without `autoreset`, matches that are over wait for `reset`.

    >>> env = vector("feurio", 4, players=2)
    >>> seen = env.reset(seed=7)
    >>> seen = env.step(env.random_actions())
    >>> seen.masks.shape, seen.rewards.shape
    ((4, 649), (4, 2))
    """
    count = as_int(n)
    if count is None or count < 1:
        raise ValueError(f"there must be at least one game to step, a whole number, not {clipped(repr(n))}")
    n = count
    options = (options,) if isinstance(options, str) else tuple(options)
    first = new(game_id, players=players, options=options, seed=0, **words)
    others = range(1, 1 if first.setup.seed is None else min(n, _MOST_DEALS))
    games = [first, *(new(game_id, players=players, options=options, seed=i, **words) for i in others)]
    return Vector(games, n, seed, autoreset)


# Compiled -----------------------------------------------------------------------------------------------------------


@compiled
def _deal(state: State, places: int, counts: Array, rng: Array) -> None:
    """Shuffle the deal of a first position."""
    for place in range(places):
        for outcome in range(len(counts)):
            counts[outcome] = 0
        chances(state, place, counts)
        total = 0
        for outcome in range(len(counts)):
            total += counts[outcome]
        if total > 0:
            pick = below(rng, total)
            outcome = 0
            while pick >= counts[outcome]:
                pick -= counts[outcome]
                outcome += 1
            settle(state, place, outcome)


@compiled(nogil=True)
def _deal_some(states: Array, where: Array, deals: Array, places: int, counts: Array, rng: Array, plies: Array) -> None:
    for i in range(len(states)):
        if where[i]:
            plies[i] = 0
            states[i] = deals[i % len(deals)]
            _deal(states[i], places, counts, rng)


@compiled
def _note_ends(states: Array, terminations: Array) -> None:
    for i in range(len(states)):
        terminations[i] = to_move(states[i]) < 0


@compiled
def _refused(states: Array, where: Array, actions: Array, move_of: Array) -> int:
    """Return the first match whose action is illegal, -1 if there is none."""
    for i in range(len(states)):
        action = actions[i]
        if (
            where[i]
            and to_move(states[i]) >= 0
            and not (0 <= action < len(move_of) and allows(states[i], move_of[action]))
        ):
            return i
    return -1


@compiled(nogil=True)
def _play_some(
    states: Array,
    where: Array,
    actions: Array,
    move_of: Array,
    rewards: Array,
    terminations: Array,
    points: Array,
    played: Array,
    plies: Array,
    final_states: Array,
) -> None:
    """Play in some matches; write which of them this has ended into `where`."""
    players = rewards.shape[1]
    values = np.zeros(MOST_SEATS)
    for i in range(len(states)):
        for seat in range(players):
            rewards[i, seat] = 0.0
            points[i, seat] = 0.0
        if where[i] and to_move(states[i]) >= 0:
            move = move_of[actions[i]]
            played[i, plies[i] % played.shape[1]] = move
            plies[i] += 1
            play(states[i], move)
            where[i] = to_move(states[i]) < 0
        else:
            where[i] = False
        terminations[i] = to_move(states[i]) < 0
        if where[i]:
            utilities(states[i], values)
            for seat in range(players):
                rewards[i, seat] = values[seat]
            scores(states[i], values)
            for seat in range(players):
                points[i, seat] = values[seat]
            final_states[i] = states[i]


@compiled(nogil=True)
def _look_at_all(
    states: Array, action_of: Array, moves: Array, observations: Array, masks: Array, movers: Array
) -> None:
    observations[:] = 0
    masks[:] = False
    for i in range(len(states)):
        mover = to_move(states[i])
        movers[i] = mover
        observe(states[i], max(mover, 0), observations[i])
        for k in range(legal(states[i], moves)):
            masks[i, action_of[moves[k]]] = True


@compiled(nogil=True)
def _sample_all(states: Array, action_of: Array, rng: Array, actions: Array) -> None:
    for i in range(len(states)):
        actions[i] = action_of[sample(states[i], rng)] if to_move(states[i]) >= 0 else 0
