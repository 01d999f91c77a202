"""Positions as text: what the games share, and the text of games that have none of their own."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from funkenflug.core.words import clipped
from funkenflug.kernel import Rules, State

UNKNOWN = "?"


def fields(text: str, *names: str) -> list[str]:
    """Split the text of a position; a `ValueError` names the fields that it must have."""
    found = text.split(" ")
    if len(found) != len(names):
        raise ValueError(f"a position of this game has {', '.join(names)}; this one has {len(found)} of these fields")
    return found


def read_number(text: str, least: int, most: int, what: str) -> int:
    """Return a number of a position; `what` names it in the error.

    >>> read_number("12", 0, 12, "a stock")
    12
    """
    if not (text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most):
        raise ValueError(f"{what} must be a number from {least} to {most}, not {clipped(text)!r}")
    return int(text)


def read_seat(text: str, players: int, over: bool) -> int:
    """Return the seat to move, 0 for the - of a match that is over."""
    if over:
        if text != "-":
            raise ValueError(f"no seat is to move when the match is over: write -, not {clipped(text)!r}")
        return 0
    return read_number(text, 0, players - 1, "the seat to move")


def read_step(text: str, steps: Iterable[str]) -> str:
    """Return what the seat to move decides."""
    if text not in (known := tuple(steps)):
        raise ValueError(f"the step must be one of {', '.join(known)}, not {clipped(text)!r}")
    return text


# Games without a text of their own ----------------------------------------------------------------------------------


def position_text(state: State, known: int | None) -> str:
    """Return the fields of a record, or none of them if a seat may not know them all."""
    if known is not None:
        return UNKNOWN
    names = state.dtype.names or ()
    return " ".join(f"{name}={','.join(map(str, np.ravel(state[name]).tolist()))}" for name in names)


def read_position(rules: Rules, players: int, text: str) -> State:
    """Return the record of such a text."""
    state = np.zeros(1, rules.STATE)[0]
    names = state.dtype.names or ()
    words = fields(text, *names)
    for name, word in zip(names, words, strict=True):
        label, _, numbers = word.partition("=")
        values = numbers.split(",")
        if label != name or len(values) != np.size(state[name]):
            raise ValueError(
                f"a position of this game has {np.size(state[name])} numbers of {name}, not {clipped(word)!r}"
            )
        try:
            given = np.array([int(value) for value in values]).reshape(np.shape(state[name]))
            state[name] = given
        except (ValueError, OverflowError):
            raise ValueError(f"{name} must be small whole numbers, not {clipped(numbers)!r}") from None
        if not np.array_equal(state[name], given):
            raise ValueError(f"{name} must be small whole numbers, not {clipped(numbers)!r}")
    if int(state["players"]) != players:
        raise ValueError(f"players is {players} before and {int(state['players'])} in the position")
    return state
