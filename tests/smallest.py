"""The smallest game: take one or two of seven matches; whoever takes the last one wins. Nothing is dealt or hidden."""

import sys
from collections.abc import Iterable
from typing import Any, Final, cast

import numpy as np

from funkenflug.core.view import View
from funkenflug.core.words import IllegalMove, Message
from funkenflug.games.base import GameType, Mode, Setup
from funkenflug.kernel import Array, Rules, State, award, compiled, record, register

STATE: Final = record([("left", np.int8), ("seat", np.int8), ("players", np.int8)])
MOVES: Final = 2
MOST_MOVES: Final = 2


@compiled
def to_move(state: State) -> int:
    return int(state.seat) if state.left > 0 else -1


@compiled
def legal(state: State, moves: Array) -> int:
    moves[0], moves[1] = 0, 1
    return int(min(2, state.left))


@compiled
def play(state: State, move: int) -> None:
    state.left -= move + 1
    state.seat = 1 - state.seat


@compiled
def scores(state: State, points: Array) -> None:
    points[:] = 0.0
    if state.left == 0:
        points[1 - state.seat] = 1.0


@compiled
def utilities(state: State, values: Array) -> None:
    scores(state, values)
    award(values, 2)


class SmallestView(View, frozen=True, kw_only=True):
    left: int


class Smallest(GameType):
    id = "smallest"
    title = "Smallest"
    designer = "Nobody"
    year = 2026
    summary = "Take one or two."
    modes = (Mode("competitive", range(2, 3), "Competitive", "The last match wins."),)
    rules = cast(Rules, sys.modules[__name__])

    def start(self, setup: Setup) -> State:
        return np.array([(7, 0, 2)], STATE)[0]

    def move_texts(self, state: State, moves: Iterable[int]) -> list[str]:
        return [f"take {move + 1}" for move in moves]

    def read_move(self, state: State, text: str) -> int:
        if text not in ("take 1", "take 2")[: int(state["left"])]:
            raise IllegalMove(Message("take 1 or 2"))
        return int(text[-1]) - 1

    def view(self, state: State, seat: int | None, **common: Any) -> SmallestView:
        return SmallestView(seat=seat, left=int(state["left"]), scores=(0, 0), **common)


register(__name__, STATE)
