"""What the scripts of puzzles say, by id: English texts, or singular and plural for a `{count}`."""

from __future__ import annotations

from collections.abc import Mapping

HOME: Mapping[str, str | tuple[str, str]] = {
    "puzzle-solve": "Solve it",
    "puzzle-solved": "Solved! Look at it again",
    "puzzle-failed": "Look at it again",
    "puzzle-days": ("1 day in a row", "{count} days in a row"),
    "puzzle-more": "More puzzles",
}

TABLE: Mapping[str, str | tuple[str, str]] = {
    "puzzle-again": "Try again",
    "puzzle-show": "Show the answer",
    "puzzle-next": "Next puzzle",
    "puzzle-explore": "Explore",
    "puzzle-compare": "Compare",
    "puzzle-board": "Back to the board",
    "puzzle-chance": "{chance}% to win",
    "puzzle-won": "Can be won",
    "puzzle-lost": "Cannot be won any more",
    "puzzle-expected": "Expected points: {points}",
    "puzzle-scores": "Points after these moves: {points}",
    "puzzle-rating": "Your rating: {rating}",
    "puzzle-uncertain": "Your rating: about {rating}",
    "puzzle-change": "{rating} ({change})",
    "puzzle-streak": ("1 solved in a row", "{count} solved in a row"),
    "puzzle-days": ("1 puzzle of the day in a row", "{count} puzzles of the day in a row"),
    "puzzle-of-puzzle": "Rating of the puzzle: {rating}",
    "puzzle-of-today": "Puzzle of the day",
    "puzzle-tried": "You have tried this puzzle before: it no longer counts.",
}
