"""What every game's rules provide, and how code that knows no game is compiled against them.

A position is one NumPy record; a move is a small integer with a fixed meaning (a few refer to the order in which tiles
were laid, so they are read together with the position). Each game's `rules.py` implements the functions at the end of
this file for its own record type and calls `register`; its `arrays.py` adds those that learners need. Code written
against these functions, the search for example, is then compiled once for each record type it is called with.
"""

from __future__ import annotations

import hashlib
import math
import os
import tempfile
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, overload

State = Any
"""A position: one record (`numpy.void`) of a game's `STATE` type."""
Array = np.ndarray[Any, np.dtype[Any]]
MOST_SEATS = 4

whole: Callable[[Any], int] = cast(Any, np.int64)
"""Read a small number of a record for arithmetic, which could overflow it, or as an index."""

_numba_settings: Any = numba.config
_F = TypeVar("_F", bound=Callable[..., Any])


@cache
def cache_folder() -> Path:
    """Return where compiled code is kept: a folder of its own for every version of the sources, Numba and NumPy.

    Numba looks only at the file of a function, not at what it calls; a folder named after all of them is never stale.
    """
    fingerprint = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    package = Path(__file__).parent
    for source in sorted(package.rglob("*.py")):
        text = source.read_bytes()
        if b"@compiled" in text:
            fingerprint.update(str(source.relative_to(package)).encode() + b"\0" + text)
    name = fingerprint.hexdigest()[:16]
    homes = (os.environ.get("NUMBA_CACHE_DIR"), platformdirs.user_cache_dir("funkenflug"), tempfile.gettempdir())
    for home in filter(None, homes):
        folder = Path(home, f"funkenflug-kernels-{name}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError("no folder to keep compiled rules in: set NUMBA_CACHE_DIR to one that can be written")


def compiled(function: _F) -> _F:
    """Compile a function of the kernel: no Python objects, no GIL, kept on disk for the next start."""
    theirs = _numba_settings.CACHE_DIR
    _numba_settings.CACHE_DIR = str(cache_folder())
    try:
        return cast(_F, numba.njit(function, cache=True, nogil=True, error_model="numpy"))
    finally:
        _numba_settings.CACHE_DIR = theirs


def record(fields: list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """Return a record type whose fields are attributes, also where the rules run uncompiled."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def twin(state: State) -> State:
    """Return a copy of a position: ten times as fast as that of NumPy, which goes from field to field."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)[0]


# Bit sets -----------------------------------------------------------------------------------------------------------
# Sets of up to 63 things are int64: unsigned and signed numbers do not mix well in Numba.


def size(members: int) -> int:
    """Return how many members a bit set has."""
    return int(members).bit_count()


def first(members: int) -> int:
    """Return the lowest member of a bit set that is not empty."""
    return (int(members) & -int(members)).bit_length() - 1


@intrinsic
def _population_count(typing_context: Any, members: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typing_context: Any, members: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@overload(size, strict=False)
def _size(members: Any) -> Any:
    return lambda members: _population_count(members)  # type: ignore[call-arg]


@overload(first, strict=False)
def _first(members: Any) -> Any:
    return lambda members: _trailing_zeros(members)  # type: ignore[call-arg]


@compiled
def nth(members: int, n: int) -> int:
    """Return the n-th lowest member of a bit set, counted from 0."""
    # halving, without a branch that depends on chance: a processor guesses those wrong
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        low = size(members & ((1 << half) - 1))
        beyond = n >= low
        n -= low * beyond
        place += half * beyond
        members >>= half * beyond
    return place


# Chance -------------------------------------------------------------------------------------------------------------
# Multiply with carry: one multiplication a number, and nothing that overflows an int64, so that the same code runs
# compiled and as plain Python. Good for playouts; deals use SHA-256 (`deal.py`).

_MULTIPLIER = 0x7FFFFDCD


def chance(seed: int | str) -> Array:
    """Return a source of chance for the kernel, a one-element array."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return np.array([int.from_bytes(digest[:8], "big") % (_MULTIPLIER * 2**32 - 2) + 1], np.int64)


@compiled
def below(rng: Array, n: int) -> int:
    """Return a random number from 0 to n - 1; n is at most 2**31."""
    x = rng[0]
    low = x & 0xFFFFFFFF
    carry = x >> 32
    rng[0] = _MULTIPLIER * low + carry
    return int(((low ^ carry) * n) >> 32)


@compiled
def fill(values: Array, players: int, value: float) -> None:
    """Give every seat the same. (Slices would do as well, but take far longer to compile.)"""
    for seat in range(players):
        values[seat] = value


@compiled
def award(ranks: Array, players: int) -> None:
    """Turn numbers that rank the seats into utilities: the winners share 1, the others lose as much together."""
    best = ranks[0]
    for seat in range(1, players):
        best = max(best, ranks[seat])
    winners = 0
    for seat in range(players):
        winners += ranks[seat] == best
    for seat in range(players):
        share = 1.0 / winners if ranks[seat] == best else 0.0
        ranks[seat] = (players * share - 1.0) / (players - 1)


@compiled
def lead(points: Array, players: int, seat: int) -> float:
    """Return how far a seat is ahead of the best other one, negative if behind."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
    return float(points[seat] - best)


@compiled
def temper_by_lead(points: Array, values: Array, players: int, scale: float) -> None:
    """Make values three quarters who won and one quarter by how much; a lead of `scale` points is a good one."""
    for seat in range(players):
        values[seat] = 0.75 * values[seat] + 0.25 * math.tanh(lead(points, players, seat) / scale)


# The protocol -------------------------------------------------------------------------------------------------------


class Rules(Protocol):
    """What a game's `rules.py` has: its record type, two sizes, and the functions below."""

    STATE: np.dtype[np.void]
    MOVES: int
    """Every move is a number below this one."""
    MOST_MOVES: int
    """No position has more legal moves."""

    to_move: Callable[[State], int]
    legal: Callable[[State, Array], int]
    sample: Callable[[State, Array], int]
    play: Callable[[State, int], None]
    scores: Callable[[State, Array], None]
    utilities: Callable[[State, Array], None]
    redeal: Callable[[State, int, Array], None]
    allows: Callable[[State, int], bool]
    weigh: Callable[[State, Array, int, Array, Array], None]
    temper: Callable[[State, Array, Array], None]


class Arrays(Protocol):
    """What a game's `arrays.py` has: the game as learners see it, and its deal chance by chance."""

    PARTS: tuple[tuple[str, tuple[int, ...]], ...]
    """What an observation consists of, in order: names and shapes."""
    OWNERS: int
    """Chance deals to so many owners (one deck, or a pile for each seat) …"""
    PILE: int
    """… so many tiles each; the place of a tile is owner * PILE + its turn."""
    OUTCOMES: int
    """Chance has at most so many outcomes at a time."""
    LONGEST: int
    """No match has more moves."""

    observe: Callable[[State, int, Array], None]
    due: Callable[[State, Array], int]
    chances: Callable[[State, int, Array], None]
    settle: Callable[[State, int, int], None]
    told: Callable[[State, int, Array, Array], None]
    possible: Callable[[State], Array]
    """First position -> the moves that can ever be legal in such a match, in order (not compiled)."""
    deal_of: Callable[[State], dict[str, Any]]
    """Position -> the words of `new` that give its deal outright (not compiled)."""


_rules: dict[np.dtype[np.void], list[Rules | Arrays]] = {}
_rules_by_type: dict[Any, list[Rules | Arrays]] = {}


def register(module: Rules | Arrays, state_type: np.dtype[np.void]) -> None:
    """Make the protocol's functions that a module provides work on the records of its game."""
    modules = _rules.setdefault(state_type, [])
    modules.append(module)
    _rules_by_type[numba.from_dtype(state_type)] = modules


def _provided(modules: list[Rules | Arrays], name: str) -> Any:
    return next(getattr(module, name) for module in modules if hasattr(module, name))


def provided_by_rules(declared: _F) -> _F:
    """Make a declared function call the one of that name of the game whose record it is given, compiled or not."""
    name = declared.__name__

    @wraps(declared)
    def function(state: State, *rest: Any) -> Any:
        return _provided(_rules[state.dtype], name)(state, *rest)

    class FromRules(AbstractTemplate):
        """How Numba finds it: by the type of the record. (`overload` would compile a wrapper for each.)"""

        key = function
        found: ClassVar[dict[Any, Any]] = {}

        def generic(self, arguments: Any, named: Any) -> Any:
            implementation: Any = types.Dispatcher(_provided(_rules_by_type[arguments[0]], name))
            signature = implementation.get_call_type(self.context, arguments, named)
            self.found[signature.args] = implementation.get_impl_key(signature)
            return signature

        def get_impl_key(self, signature: Any) -> Any:
            return self.found[signature.args]

    infer_global(function, types.Function(FromRules))  # type: ignore[no-untyped-call]
    return cast(_F, function)


@provided_by_rules
def to_move(state: State) -> int:
    """Return the seat that decides next, -1 when the match is over."""
    raise NotImplementedError


@provided_by_rules
def legal(state: State, moves: Array) -> int:
    """Write the legal moves, each distinct choice once, into `moves`; return how many there are."""
    raise NotImplementedError


@provided_by_rules
def sample(state: State, rng: Array) -> int:
    """Return one of the legal moves, each with the same probability."""
    raise NotImplementedError


@provided_by_rules
def play(state: State, move: int) -> None:
    """Play a legal move."""


@provided_by_rules
def scores(state: State, points: Array) -> None:
    """Write the points of each seat if the match ended now; in won-or-lost matches 0."""


@provided_by_rules
def utilities(state: State, values: Array) -> None:
    """Write the value of a finished match for each seat: 1 for the winner, sum 0; +1 or -1 for all if won or lost."""


@provided_by_rules
def redeal(state: State, seat: int, rng: Array) -> None:
    """Draw anew whatever `seat` (-1: a spectator) may not know, consistent with what it knows.

    The outcome depends on `rng` and on what the seat knows, on nothing else.
    """


@provided_by_rules
def allows(state: State, move: int) -> bool:
    """Return whether a move is legal: any number below `MOVES` may be asked."""
    raise NotImplementedError


@provided_by_rules
def weigh(state: State, moves: Array, count: int, weights: Array, scratch: Array) -> None:
    """Write for each of `count` legal moves how promising it looks to the seat to move, roughly in points.

    A heuristic for bots; `scratch` is an array of one record to try things out on.
    """


@provided_by_rules
def temper(state: State, points: Array, values: Array) -> None:
    """Change the utilities of a finished match a little by how it was won: a near miss is better than a disaster.

    A heuristic for bots; the values stay between -1 and 1.
    """


@provided_by_rules
def observe(state: State, seat: int, out: Array) -> None:
    """Write what a seat may know, number by number; `out` is full of zeros before."""


@provided_by_rules
def due(state: State, dealt: Array) -> int:
    """Return the place of the deal that chance has to settle before anybody moves, -1 if there is none.

    `dealt` has for each owner how many of its tiles are settled; the others are in the record in any order.
    """
    raise NotImplementedError


@provided_by_rules
def chances(state: State, place: int, counts: Array) -> None:
    """Write for each outcome how many of the tiles not yet settled would be one; `counts` is full of zeros before."""


@provided_by_rules
def settle(state: State, place: int, outcome: int) -> None:
    """Let chance put a tile at a place of the deal."""


@provided_by_rules
def told(state: State, seat: int, dealt: Array, out: Array) -> None:
    """Write for each place of the deal what a seat has been told of it: 1 + outcome; `out` is full of zeros before."""


# What any game can do with them -------------------------------------------------------------------------------------


@compiled
def play_out(state: State, rng: Array, values: Array) -> int:
    """Play to the end, every move uniform over the legal ones, and write the utilities; return the number of moves."""
    moves = 0
    while to_move(state) >= 0:
        play(state, sample(state, rng))
        moves += 1
    utilities(state, values)
    return moves


@compiled
def play_many(starts: Array, games: int, rng: Array, scratch: Array) -> int:
    """Play that many random matches, in turn from each of the starts; return how many moves they had."""
    moves = 0
    values = np.zeros(MOST_SEATS)
    for game in range(games):
        scratch[0] = starts[game % len(starts)]
        moves += play_out(scratch[0], rng, values)
    return moves


def choose_heaviest(state: State, rules: Rules, rng: Array, sees: int | None = None) -> int:
    """Return the most promising legal move, or that of a few drawn by chance; among equals chance decides."""
    if sees is None:
        moves = np.empty(rules.MOST_MOVES, np.int64)
        moves = moves[: rules.legal(state, moves)]
    else:
        moves = np.array([rules.sample(state, rng) for _ in range(sees)], np.int64)
    weights = np.empty(len(moves))
    rules.weigh(state, moves, len(moves), weights, np.empty(1, rules.STATE))
    equals = np.flatnonzero(weights == weights.max())
    return int(moves[equals[below(rng, len(equals))]])
