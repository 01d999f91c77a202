"""Ratings of players and puzzles by Glicko-2: a try is a match between the two, and one of them wins."""

from __future__ import annotations

from typing import NamedTuple

START = 1500.0
CERTAIN = 110.0
"""Above this deviation a rating is uncertain."""
_LEAST_DEVIATION = 45.0
"""However many tries there were: a player may learn, and a rating must follow."""


_MOST_CHANGE = 100.0
"""A single try says little about a player, however uncertain the rating is."""


class PuzzleRating(NamedTuple):
    """How strong a player is, or how difficult a puzzle."""

    value: float = START
    deviation: float = 350.0
    """How uncertain the value is: with 95% probability the truth is within two deviations."""
    volatility: float = 0.06


def of_puzzle(value: float) -> PuzzleRating:
    """Return the rating of a puzzle that nobody has tried: mining has an idea of how difficult it is."""
    return PuzzleRating(value, 150.0)


def after_try(player: PuzzleRating, puzzle: PuzzleRating, solved: bool) -> tuple[PuzzleRating, PuzzleRating]:
    """Return the ratings of a player and a puzzle after a try.

    >>> player, puzzle = after_try(PuzzleRating(), of_puzzle(1500.0), solved=True)
    >>> round(player.value), round(puzzle.value)
    (1600, 1460)
    """
    return _after(player, puzzle, solved), _after(puzzle, player, not solved)


def _after(one: PuzzleRating, other: PuzzleRating, won: bool) -> PuzzleRating:
    import glicko2  # imported here, so that the site starts quickly

    rated = glicko2.Player(one.value, one.deviation, one.volatility)
    rated.update_player([other.value], [other.deviation], [1.0 if won else 0.0])
    value = min(max(rated.rating, one.value - _MOST_CHANGE), one.value + _MOST_CHANGE)
    return PuzzleRating(value, max(rated.rd, _LEAST_DEVIATION), rated.vol)
