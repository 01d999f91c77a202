"""Response bodies and messages of studies."""

from __future__ import annotations

from typing import TypedDict

from funkenflug.site.boards.responses import Hint


class StudyNode(TypedDict):
    """A move of a study. `parent`: the index of the move before it; -1: the beginning.

    Of the moves with the same parent, the first continues the main line.
    """

    parent: int
    move: str
    seat: int
    begins_turn: bool
    nag: str
    comment: str


class StudyTree(TypedDict):
    """A study. `record`: the deal; `comment`: what is said before the first move."""

    game: str
    record: str
    comment: str
    nodes: list[StudyNode]


class Thought(Hint):
    """A move that the computer has considered. `visits`: in how many simulations."""

    visits: int


class Thoughts(TypedDict):
    """What the computer thinks of a position, the best move first. `seconds`: how long it has thought."""

    moves: list[Thought]
    simulations: int
    seconds: float


class StudyDeal(TypedDict):
    """The whole deal of a study, as the tags of a record have it, by its words."""

    players: int
    mode: str
    options: tuple[str, ...]
    names: tuple[str, ...]
    deal: dict[str, str]


class WhatIf(TypedDict):
    """A copy of a running match, in which what the viewer does not know is made up. `engine`: do they play alone?"""

    tree: StudyTree
    engine: bool
