"""Observations and chance for games without an `arrays.py`.

An observation is the bytes of a position whose hidden parts are determinized, always with the same random numbers. It
depends on nothing but what the seat knows. The deal is a single chance event with equally likely outcomes: each
redeals what a spectator does not know of the first position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import numpy as np

from funkenflug.games.meaning import Places
from funkenflug.kernel import MOST_SEATS, Array, Arrays, State, chance, compiled, determinize, register, to_move

if TYPE_CHECKING:
    from funkenflug.games.base import GameType

_DEALS: Final = 256
_SEEDS: Final = np.concatenate([chance(f"deal {number}") for number in range(_DEALS)])
_OBSERVING: Final = chance("observe")
_SPECTATOR: Final = -1


class DefaultArrays:
    """What a game's `arrays.py` provides, made for a game that has none."""

    OWNERS = 1
    PILE = 1
    OUTCOMES = _DEALS
    MEANING: ClassVar[dict[str, Any]] = {}
    BOARD = None
    __file__ = __file__

    def __init__(self, game_type: GameType) -> None:
        rules = game_type.rules
        self.PARTS = (("seat", (MOST_SEATS,)), ("to_move", (MOST_SEATS,)), ("position", (rules.STATE.itemsize,)))
        self.LONGEST = game_type.longest
        self.observe = _observer(rules.STATE)
        self.due = _due if game_type.deal_words else _nothing_due
        self.chances, self.settle, self.known_deal = _chances, _settle, _known_deal
        self.possible = lambda state: np.arange(rules.MOVES)
        self.recoloured = lambda image: np.arange(rules.MOVES)
        self.symmetries: Callable[[State], list[Any]] = lambda state: []
        self.places = lambda: _no_places(rules.MOVES)
        register(cast(Arrays, self), rules.STATE)


def _no_places(moves: int) -> Places:
    """Return a channel of the whole board for each move."""
    return Places(np.full((moves, 2), -1), np.stack([np.arange(moves), np.zeros(moves, np.int64)], axis=1), 0, moves)


def _observer(state_type: np.dtype[np.void]) -> Any:
    @compiled
    def observe(state: State, seat: int, out: Array) -> None:
        out[seat] = 1
        mover = to_move(state)
        if mover >= 0:
            out[MOST_SEATS + mover] = 1
        guess = np.zeros(1, state_type)
        guess[0] = state
        determinize(guess[0], seat, _OBSERVING.copy())
        numbers = guess.view(np.int8)
        for i in range(len(numbers)):
            out[2 * MOST_SEATS + i] = numbers[i]

    return observe


@compiled
def _due(state: State, dealt: Array) -> int:
    return 0 if dealt[0] == 0 else -1


@compiled
def _nothing_due(state: State, dealt: Array) -> int:
    return -1


@compiled
def _chances(state: State, place: int, counts: Array) -> None:
    for outcome in range(_DEALS):
        counts[outcome] = 1


@compiled
def _settle(state: State, place: int, outcome: int) -> None:
    determinize(state, _SPECTATOR, _SEEDS[outcome : outcome + 1].copy())


@compiled
def _known_deal(state: State, seat: int, dealt: Array, out: Array) -> None:
    pass
