"""Players: the five levels, and the base class for your own bots.

A player chooses from a view, so it knows only what its seat may know.

>>> import funkenflug
>>> class Hasty(funkenflug.Player):
...     def choose(self, view, legal_moves, clock):
...         return legal_moves[0]
>>> game = funkenflug.new("feurio", players=2, seed=7)
>>> Hasty().choose(game.view(game.to_move), game.legal_moves(), funkenflug.Clock()) in game.legal_moves()
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from funkenflug.bots.foresight import considered
from funkenflug.bots.search import DEFAULTS, Settings
from funkenflug.core.thinking import Budget, Stop
from funkenflug.core.view import View
from funkenflug.core.words import Message
from funkenflug.kernel import below, chance, choose_best_scored
from funkenflug.match.game import Move, determinize


@dataclass(frozen=True, slots=True)
class Clock:
    """The time a player has; None means unlimited.

    >>> Clock(seconds_left=60.0).seconds_for_move is None
    True
    """

    seconds_left: float | None = None
    """For the rest of the match."""
    stop: Stop | None = None
    """Lets another thread end the thinking at once."""
    seconds_for_move: float | None = None
    """For this move; in the arena a player that takes longer forfeits."""

    def within(self, seconds: float) -> float:
        """Return the thinking time, at most `seconds`.

        >>> Clock(seconds_left=40.0).within(5.0), Clock(seconds_for_move=2.0).within(5.0), Clock().within(5.0)
        (1.0, 1.6, 5.0)
        >>> Clock(seconds_left=-0.1).within(5.0)
        0.0
        """
        if self.seconds_left is not None:
            seconds = min(seconds, self.seconds_left / _MOVES_TO_COME)
        if self.seconds_for_move is not None:
            seconds = min(seconds, self.seconds_for_move * _IN_TIME)
        return max(0.0, seconds)


_MOVES_TO_COME = 40
"""A player spends this fraction (1 / n) of its remaining time on a move."""
_IN_TIME = 0.8
"""The share of the time for a move to spend on thinking; the rest is for the answer."""


class Player(ABC):
    """Chooses moves. Subclasses write `choose` and can play in the arena.

    >>> import funkenflug
    >>> class Last(Player):
    ...     def choose(self, view, legal_moves, clock):
    ...         return legal_moves[-1]
    >>> game = funkenflug.new("vulkan", players=2, seed=7)
    >>> game.play(Last().choose(game.view(game.to_move), game.legal_moves(), Clock()))[0].seat
    1
    """

    @abstractmethod
    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return one of the legal moves."""


class RandomPlayer(Player):
    """Plays random legal moves."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return a random legal move."""
        return legal_moves[below(chance(seed_for(view, self._seed)), len(legal_moves))]


def seed_for(view: View, seed: int) -> int:
    """Return a seed for one decision, derived from a seed, the seat and the moves so far."""
    text = f"{seed}/{view.seat}/{'/'.join(view.moves)}"
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")


class GreedyPlayer(Player):
    """Plays the most promising of all moves, or of the few random ones that it `sees`."""

    def __init__(self, seed: int = 0, sees: int | None = None) -> None:
        self._seed = seed
        self._sees = sees

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return the most promising of the moves it sees."""
        game = determinize(view)
        number = choose_best_scored(game.state, game.type.rules, chance(seed_for(view, self._seed)), self._sees)
        return game.type.move_texts(game.state, [number])[0]


class SearchPlayer(Player):
    """Searches for a time or a number of simulations."""

    def __init__(self, budget: Budget, threads: int = 1, seed: int = 0, settings: Settings = DEFAULTS) -> None:
        self.budget = budget
        self.threads = threads
        self.settings = settings
        self._seed = seed

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return the best move of the search."""
        if len(legal_moves) == 1:
            return legal_moves[0]
        if view.seat is None:
            raise ValueError("a player chooses from the view of the seat to move: game.view(game.to_move)")
        game = determinize(view)
        state, budget, seed = game.state, self._in_time(clock), seed_for(view, self._seed)
        best, *_ = considered(
            game.type,
            game.mode,
            state,
            view.seat,
            budget,
            seed=seed,
            threads=self.threads,
            stop=clock.stop,
            settings=self.settings,
        )
        return game.type.move_texts(game.state, [best.move])[0]

    def _in_time(self, clock: Clock) -> Budget:
        return self.budget if self.budget.seconds is None else Budget(seconds=clock.within(self.budget.seconds))


RANDOM = "random"
DEFAULT_LEVEL = "ember"
LEVELS: MappingProxyType[str, Callable[[int], Player]] = MappingProxyType(
    {
        "spark": lambda seed: GreedyPlayer(seed, sees=3),
        "ember": lambda seed: GreedyPlayer(seed),
        "flame": lambda seed: SearchPlayer(Budget(seconds=0.3), seed=seed),
        "blaze": lambda seed: SearchPlayer(Budget(seconds=1.5), seed=seed),
        "inferno": lambda seed: SearchPlayer(Budget(seconds=5.0), threads=2, seed=seed),
    }
)
"""The bots by strength, each created from a seed."""
LEVEL_TITLES: MappingProxyType[str, Message] = MappingProxyType(
    {
        "spark": Message("Spark, plays by feel"),
        "ember": Message("Ember, careful"),
        "flame": Message("Flame, thinks ahead"),
        "blaze": Message("Blaze, strong"),
        "inferno": Message("Inferno, merciless"),
    }
)
"""How pages call them."""


def without_search(name: str) -> str:
    """Return the level that plays instead of this one as long as its search is not compiled.

    >>> without_search("spark"), without_search("inferno")
    ('spark', 'ember')
    """
    return name if name in (RANDOM, "spark") else DEFAULT_LEVEL


def level(name: str, seed: int = 0) -> Player:
    """Return the bot of a level, or `random`.

    >>> level("ember")  # doctest: +ELLIPSIS
    <funkenflug.bots.players.GreedyPlayer object at ...>
    """
    if name == RANDOM:
        return RandomPlayer(seed)
    if name not in LEVELS:
        raise ValueError(f"there is no level {name!r}; there are {RANDOM}, {', '.join(LEVELS)}")
    return LEVELS[name](seed)
