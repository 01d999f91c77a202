"""Cells to touch that cannot be chosen, and what an explanation of it must not say."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from funkenflug.games.base import GameType

_NAMES = re.compile(r"\b[a-z]{1,3}-?\d+\b|-?\d+,-?\d+")


class Touch(NamedTuple):
    """Steps of a move that are chosen, and a cell that cannot be chosen next."""

    steps: list[str]
    cell: str


def touch(game_type: GameType, choices: Iterable[str], board: Sequence[str], chance: random.Random) -> Touch:
    """Return a random beginning of a legal move, and a random cell that does not continue it."""
    ways = [way for move in choices for way in game_type.ways(move)]
    way = chance.choice(ways)
    steps = way[: chance.randrange(len(way))]
    next_steps = {other[len(steps)] for other in ways if other[: len(steps)] == steps and len(other) > len(steps)}
    return Touch(steps, chance.choice([cell for cell in board if f"cell:{cell}" not in next_steps]))


def assert_explains(reason: str, touched: Touch, game_type: GameType) -> None:
    """The reason says something, does not contradict itself, and names only cells that were touched."""
    chosen = [step.removeprefix("cell:") for step in touched.steps if step.startswith("cell:")]
    names = {game_type.name_cell(cell) for cell in (*chosen, touched.cell)}
    assert reason, touched
    assert "allowed" not in reason, (reason, touched)
    assert set(_NAMES.findall(reason)) <= names, (reason, touched)


def cells_of(game_id: str) -> list[str]:
    """Return cells on the board of a game and around it, as moves write them."""
    if game_id in ("feurio", "vulkan"):
        return [f"{q},{r}" for q in range(-5, 6) for r in range(-5, 6)]
    return [f"{column}{row}" for column in "abcdefghij" for row in range(1, 9)]
