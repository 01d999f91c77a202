"""Matches that play themselves by plan, side by side with the slow restatement of their rules."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, cast

import numba
import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

import funkenflug
from funkenflug import Game, IllegalMove, Move, kernel
from tests.uniform import assert_uniform

UNCOMPILED = bool(cast(Any, numba).config.DISABLE_JIT)


class AnyOracle(Protocol):
    @property
    def to_move(self) -> int | None: ...

    def legal(self) -> set[str]: ...

    def accepts(self, text: str) -> str | None: ...

    def play(self, text: str) -> None: ...

    def scores(self) -> tuple[int, ...]: ...

    def winners(self) -> tuple[int, ...]: ...


O_co = TypeVar("O_co", bound=AnyOracle, covariant=True)


class Match(Protocol[O_co]):
    """What is settled before the first move."""

    def start(self) -> Game: ...

    def oracle(self) -> O_co: ...


# Playing by itself ----------------------------------------------------------------------------------------------------

Taste = Callable[[Game], list[Move]]
"""Which of the legal moves are liked."""
_MOST_PLIES = 400


def prefer(*beginnings: str) -> Taste:
    """Like the moves that begin in the first of these ways that there is, or else all."""

    def taste(game: Game) -> list[Move]:
        legal = game.legal_moves()
        for beginning in beginnings:
            if liked := [move for move in legal if move.startswith(beginning)]:
                return liked
        return legal

    return taste


@dataclass(frozen=True)
class Plan(Generic[O_co]):
    """How a match plays itself: two bytes choose each move among those of a taste, which changes once."""

    match: Match[O_co]
    first: Taste
    then: Taste
    change: int
    choices: bytes

    def choose(self, ply: int, game: Game) -> Move:
        liked = (self.first if ply < self.change else self.then)(game)
        place = 2 * ply % len(self.choices)
        return liked[int.from_bytes(self.choices[place : place + 2]) % len(liked)]

    def moves(self, game: Game, most: int = _MOST_PLIES) -> Iterator[Move]:
        """Play on to the end, or for this many moves; yield each move before it is played."""
        for ply in range(most):
            if game.over:
                return
            move = self.choose(ply, game)
            yield move
            game.play(move)
        assert game.over or most < _MOST_PLIES, "this match does not end"

    def played(self, most: int = _MOST_PLIES) -> Game:
        game = self.match.start()
        for _ in self.moves(game, most):
            pass
        return game

    def position(self, plies: int) -> tuple[Game, O_co]:
        """The match after this many moves, and the slow restatement of it."""
        game, oracle = self.played(plies), self.match.oracle()
        for move in game.moves:
            oracle.play(move)
        return game, oracle


def plans(matches: st.SearchStrategy[Match[O_co]], tastes: tuple[Taste, ...]) -> st.SearchStrategy[Plan[O_co]]:
    return st.builds(
        Plan,
        match=matches,
        first=st.sampled_from(tastes),
        then=st.sampled_from(tastes),
        change=st.integers(0, 60),
        choices=st.binary(min_size=200, max_size=200),
    )


def thoroughly(share: float) -> settings:
    """Look at so large a share of the usual number of examples: some are slow."""
    return settings(max_examples=max(6, round(settings().max_examples * share)))


# What holds in every game -------------------------------------------------------------------------------------------


def trace(game: Game) -> tuple[object, ...]:
    """Everything that a move could change."""
    return game._state.tobytes(), game.moves, game.legal_moves(), game.record(), game.to_move


def assert_refused(game: Game, text: str) -> None:
    """The text is no move here, and trying it leaves no trace."""
    before = trace(game)
    with pytest.raises(IllegalMove) as refused:
        game.play(text)
    reason = refused.value.reason
    assert str(refused.value) == reason == game.explain(text)
    assert reason not in ("", "this move is legal")
    assert trace(game) == before


def assert_treated_as(game: Game, canonical: str | None, text: str) -> None:
    """The text is played under its canonical form, or refused if it has none."""
    if canonical is None:
        assert_refused(game, text)
        return
    assert game.explain(text) == "this move is legal"
    played, straight = game.copy(), game.copy()
    assert played.play(text) == straight.play(canonical)
    assert played.moves == (*game.moves, canonical)
    assert played == straight


def assert_undo_restores_the_very_bytes(plan: Plan[AnyOracle], most: int) -> None:
    game = plan.match.start()
    before = [(trace(game), move) for move in plan.moves(game)]
    for traced, move in before[: -most - 1 : -1]:
        assert game.undo() == move
        assert trace(game) == traced


def assert_the_record_gives_an_equal_match(game: Game) -> None:
    again = funkenflug.load(game.record())
    assert again == game
    assert trace(again) == trace(game)
    assert again.outcome() == game.outcome()


def numbers_of(game: Game) -> list[int]:
    """The legal moves as the kernel lists them."""
    numbers = np.full(game.type.rules.MOST_MOVES, -1, np.int64)
    count = kernel.legal(game._state, numbers)
    assert (numbers[count:] == -1).all()
    legal: list[int] = numbers[:count].tolist()
    return legal


def assert_numbers_of_moves_fit(game: Game) -> None:
    """The legal moves fill the kernel's list, each number once; and no other number is allowed."""
    rules, numbers = game.type.rules, numbers_of(game)
    assert len(numbers) == len(set(numbers)) == len(game.legal_moves())
    for number, text in list(zip(numbers, game.legal_moves(), strict=True))[::40]:
        assert game.type.read_move(game._state, text) == number
    before = game._state.tobytes()
    assert {number for number in range(rules.MOVES) if kernel.allows(game._state, number)} == set(numbers)
    assert game._state.tobytes() == before


def assert_utilities_follow_from_winners(game: Game) -> None:
    outcome = game.outcome()
    assert outcome is not None
    values = np.full(kernel.MOST_SEATS, 7.0)
    kernel.utilities(game._state, values)
    players, winners = game.players, outcome.winners
    if outcome.scores:
        won = (players / len(winners) - 1) / (players - 1)
        expected = [won if seat in winners else -1 / (players - 1) for seat in range(players)]
    else:
        expected = [1.0 if winners else -1.0] * players
    assert np.allclose(values[:players], expected)
    assert (values[players:] == 7.0).all()
    points = np.zeros(kernel.MOST_SEATS)
    kernel.scores(game._state, points)
    assert points[:players].tolist() == list(outcome.scores or [0] * players)
    kernel.shape_reward(game._state, points, values)
    assert ((values[:players] >= -1) & (values[:players] <= 1)).all()


def assert_samples_are_uniform(game: Game, seed: int) -> None:
    """Draw many moves: all the legal ones come, and about equally often."""
    tally = dict.fromkeys(numbers_of(game), 0)
    before = game._state.tobytes()
    rng = kernel.chance(seed)
    for _ in range(len(tally) * (12 if UNCOMPILED else 40)):
        tally[int(kernel.sample(game._state, rng))] += 1
    assert game._state.tobytes() == before
    assert_uniform(tally, len(tally))
