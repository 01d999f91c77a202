"""The functions that every game's rules provide, and how code that knows no game calls them.

A position is one NumPy record; a move is a small integer with a fixed meaning (a few refer to the order in which tiles
were laid, so they need the position to be read). The modules in the rooms `rules` and `learn` of
a game implement functions of this file for the game's record type and call `register`. Code written
against these functions, the search for example, is then compiled once for each record type.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol, TypeVar, cast

import numpy as np

from funkenflug.kernel.compiling import include_source
from funkenflug.kernel.records import Array, State

_F = TypeVar("_F", bound=Callable[..., Any])


class Rules(Protocol):
    """A game's `rules.py`: its record type, two sizes, and functions of this file.

    A game may also provide `sample` and `allows`, which otherwise list the legal moves. It must provide `determinize`
    if something is hidden, and `revealed` if moves do not name what chance reveals. A game without points has no
    `scores`.
    """

    STATE: np.dtype[np.void]
    """The record type of a position; the field `players` is the number of seats."""
    MOVES: int
    """Every move is a number below this one."""
    MOST_MOVES: int
    """No position has more legal moves."""

    to_move: Callable[[State], int]
    legal: Callable[[State, Array], int]
    play: Callable[[State, int], None]
    scores: Callable[[State, Array], None]
    utilities: Callable[[State, Array], None]
    determinize: Callable[[State, int, Array], None]


class Arrays(Protocol):
    """A game's `learn/arrays.py`: observations for learners, and the deal as a sequence of chance events."""

    PARTS: tuple[tuple[str, tuple[int, ...]], ...]
    """The parts of an observation in order: names and shapes."""
    OWNERS: int
    """The number of owners chance deals to: one deck, or a pile for each seat."""
    PILE: int
    """The tiles of each owner; the place of a tile in the deal is owner * PILE + its turn."""
    OUTCOMES: int
    """The most outcomes of a chance event."""
    LONGEST: int
    """The most moves of a match."""

    observe: Callable[[State, int, Array], None]
    due: Callable[[State, Array], int]
    chances: Callable[[State, int, Array], None]
    settle: Callable[[State, int, int], None]
    known_deal: Callable[[State, int, Array, Array], None]
    possible: Callable[[State], Array]
    """First position -> the moves that can ever be legal in such a match, in order (not compiled)."""
    MEANING: Mapping[str, Any]
    """What the parts of an observation mean, by name: see `games/meaning.py`; a part without a meaning stays as it is
    whoever looks at it."""
    BOARD: Any
    """The `Board` of `games/meaning.py`; None if no part has cells."""
    recoloured: Callable[[Array], Array]
    """Image of each colour -> image of each move (not compiled)."""
    symmetries: Callable[[State], list[Any]]
    """First position -> the symmetries of its board but for the identity, each a `Symmetry` (not compiled)."""
    places: Callable[[], Any]
    """Return the `Places` of all moves (not compiled)."""


_modules: dict[np.dtype[np.void], list[Any]] = {}
_defaults: dict[str, Callable[[Rules], Callable[..., Any]]] = {}


def register(module: str | Arrays, state_type: np.dtype[np.void]) -> None:
    """Make the functions of this file that a module provides work on the records of its game.

    At the end of a module of the rooms `rules` or `learn`: `register(__name__, STATE)`.
    """
    provider: Any = sys.modules[module] if isinstance(module, str) else module
    known = next((key for key in _modules if key == state_type), state_type)
    if known is not state_type:  # another file has made an equal one, or an earlier import of the same file
        if _name(_modules[known][0]) != _name(provider):
            names = f"{_name(_modules[known][0])} and {_name(provider)}"
            raise TypeError(f"{names} have equal records STATE: give a field another name")
        del _modules[known]
    _modules.setdefault(state_type, []).append(provider)
    include_source(Path(provider.__file__ or ""), _name(provider), state_type)


def _name(module: Any) -> str:
    return str(getattr(module, "__name__", ""))


def default_for(name: str) -> Callable[[_F], _F]:
    """Use the decorated function to make a function of this file for games that provide none."""

    def note(make: _F) -> _F:
        _defaults[name] = make
        return make

    return note


def provided(state_type: np.dtype[np.void], name: str) -> Any:
    """Return the function of a game, by its record type and the name of the function."""
    modules = _modules[state_type]
    for module in modules:
        if hasattr(module, name):
            return getattr(module, name)
    if name not in _defaults:
        file = Path(getattr(modules[0], "__file__", None) or "").name
        raise LookupError(f"{file} has no function {name}")
    function = _defaults[name](modules[0])
    modules.append(SimpleNamespace(**{name: function}))
    return function


def state_types() -> tuple[np.dtype[np.void], ...]:
    """Return the record types of the games."""
    return tuple(_modules)


PROVIDED: list[Callable[..., Any]] = []
"""The functions that the rules provide, for Numba to learn: see `kernel.numba_types`."""


def provided_by_rules(declared: _F) -> _F:
    """Make a declared function call the game's function of that name, compiled or not; the record tells the game."""
    name = declared.__name__

    @wraps(declared)
    def function(state: State, *rest: Any) -> Any:
        return provided(state.dtype, name)(state, *rest)

    PROVIDED.append(function)
    return cast(_F, function)


@provided_by_rules
def to_move(state: State) -> int:
    """Return the seat that decides next, -1 when the match is over."""
    raise NotImplementedError


@provided_by_rules
def legal(state: State, moves: Array) -> int:
    """Write the legal moves, each distinct choice once, into `moves`; return their number."""
    raise NotImplementedError


@provided_by_rules
def sample(state: State, rng: Array) -> int:
    """Return a random legal move, all with the same probability."""
    raise NotImplementedError


@provided_by_rules
def play(state: State, move: int) -> None:
    """Play a legal move."""


@provided_by_rules
def scores(state: State, points: Array) -> None:
    """Write the points of each seat if the match ended now; 0 where all win or lose together."""


@provided_by_rules
def utilities(state: State, values: Array) -> None:
    """Write the value of a finished match for each seat: 1 for the winner, sum 0.

    Where all win or lose together, every seat has 1 or -1.
    """


@provided_by_rules
def determinize(state: State, seat: int, rng: Array) -> None:
    """Redeal whatever `seat` (-1: a spectator) may not know, consistent with what it knows.

    The result depends only on `rng` and on what the seat knows.
    """


@provided_by_rules
def revealed(state: State) -> int:
    """Return what chance has revealed to the seat to move since the last move, as a number above 0; 0 if nothing."""
    raise NotImplementedError


@provided_by_rules
def allows(state: State, move: int) -> bool:
    """Return whether a move is legal; `move` may be any number below `MOVES`."""
    raise NotImplementedError


@provided_by_rules
def move_scores(state: State, moves: Array, count: int, weights: Array, scratch: Array) -> None:
    """Write how promising each of `count` legal moves looks to the seat to move, roughly in points.

    A heuristic for bots; `scratch` is an array of one record to try moves on.
    """


@provided_by_rules
def shape_reward(state: State, points: Array, values: Array) -> None:
    """Adjust the utilities of a finished match by how clearly it was won or lost.

    A heuristic for bots; the values stay between -1 and 1.
    """


@provided_by_rules
def features(state: State, seat: int, out: Array) -> None:
    """Write a position of a competitive match as a seat sees it, in numbers around 1; `out` starts as zeros.

    A learned value of the position is computed from them for each seat, so the seats are not compared here. Most are 0.
    The constant `FEATURES` of the same module says how many numbers this and `features_ahead` write.
    """


@provided_by_rules
def extrapolate(state: State, ahead: Array) -> None:
    """Write into `ahead`, an array of one record, how a position develops by itself.

    This uses what is hidden: a search redeals it first, and averages over many deals.
    """


@provided_by_rules
def features_ahead(state: State, ahead: State, seat: int, out: Array) -> None:
    """Write more features into the same array, of a position and of what `extrapolate` made of it."""


@provided_by_rules
def move_parts(state: State, move: int, out: Array) -> int:
    """Write the parts of a legal move, at most 60; return their number.

    A learned policy rates a move by the sum of its parts. Moves share parts, and each is rated once in a position.
    Parts are numbers below `MOVE_PARTS`, and traits below `MOVE_TRAITS`, two constants of the same module.
    """
    raise NotImplementedError


@provided_by_rules
def part_traits(state: State, part: int, out: Array) -> int:
    """Write the traits of a part in this position, at most 60; return their number. Their weights rate the part."""
    raise NotImplementedError


@provided_by_rules
def observe(state: State, seat: int, out: Array) -> None:
    """Write what a seat may know as numbers; `out` starts as zeros."""


@provided_by_rules
def due(state: State, dealt: Array) -> int:
    """Return the place of the deal that chance has to settle before the next move, -1 if there is none.

    `dealt` has the number of settled tiles of each owner; the others are in the record in any order.
    """
    raise NotImplementedError


@provided_by_rules
def chances(state: State, place: int, counts: Array) -> None:
    """Write how many of the tiles not yet settled have each outcome; `counts` starts as zeros."""


@provided_by_rules
def settle(state: State, place: int, outcome: int) -> None:
    """Put a tile of the given outcome at a place of the deal."""


@provided_by_rules
def known_deal(state: State, seat: int, dealt: Array, out: Array) -> None:
    """Write 1 + outcome for each place of the deal that a seat knows; `out` starts as zeros."""
