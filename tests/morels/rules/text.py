"""Moves of Morels as text: `pick b3`, `look b3`."""

from collections.abc import Iterable

from funkenflug.core.words import IllegalMove, Message, clipped
from funkenflug.games.base import hook
from funkenflug.kernel import State
from tests.morels.rules.rules import CELLS, LOOK_MOVES, SIDE

NAMES = tuple(f"{'abcd'[cell % SIDE]}{SIDE - cell // SIDE}" for cell in range(CELLS))
"""The cells, row by row from the upper left."""


@hook
def move_texts(state: State, moves: Iterable[int]) -> list[str]:
    return [f"{'pick' if move < LOOK_MOVES else 'look'} {NAMES[move % CELLS]}" for move in moves]


@hook
def parse_move(state: State, text: str) -> int:
    verb, _, cell = text.partition(" ")
    if verb not in ("pick", "look") or cell not in NAMES:
        raise IllegalMove(Message("“{text}” is not a move; moves are written like pick b3", text=clipped(text)))
    return NAMES.index(cell) + (0 if verb == "pick" else LOOK_MOVES)


@hook
def explain_refusal(state: State, text: str) -> Message:
    verb, cell = text.split()
    return Message("you cannot {verb} {cell} now", verb=verb, cell=cell)
