"""The register of games. A fourth game is a fourth folder and one line at the end of this file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import cast

from funkenflug.core.moves import declare_ways, forget_ways
from funkenflug.core.plugins import load_class
from funkenflug.core.view import View
from funkenflug.core.words import Message, clipped
from funkenflug.games.base import FollowUp, GameType
from funkenflug.games.default_arrays import DefaultArrays
from funkenflug.games.feuer_wasser import FeuerWasser
from funkenflug.games.feurio import Feurio
from funkenflug.games.vulkan import Vulkan
from funkenflug.kernel import Arrays

_games: dict[str, GameType] = {}
_listeners: list[Callable[[GameType], None]] = []
_failures: list[str] = []
"""Why games of other packages could not be registered."""

_VARIABLE = "FUNKENFLUG_GAMES"

GAMES: Mapping[str, GameType] = MappingProxyType(_games)
"""The games by their ids. It is a live view: look games up when you need them, and copy nothing at import."""


def register(game_type: GameType) -> None:
    """Make a game known to everything: the library, the records, the command line, the bots and the site."""
    if game_type.id in _games:
        raise ValueError(f"a game {game_type.id!r} already exists")
    if not hasattr(game_type, "arrays"):
        type(game_type).arrays = cast(Arrays, DefaultArrays(game_type))
    _games[game_type.id] = game_type
    declare_ways(game_type.id, game_type.clicks)
    for listener in _listeners:
        listener(game_type)


def unregister(game_id: str) -> None:
    """Forget a game."""
    del _games[game_id]
    forget_ways(game_id)


def on_register(listener: Callable[[GameType], None]) -> None:
    """Call a function for every game, those to come included."""
    _listeners.append(listener)
    for game_type in list_games():
        listener(game_type)


def register_plugins() -> None:
    """Register the games of other packages: entry points `funkenflug.games`, and the variable FUNKENFLUG_GAMES.

    Both name classes derived from `GameType` as `package.module:Class`; in the variable commas separate them, and
    modules of the current folder come first. Every process finds them in this way, workers of the arena and the server
    among them. A game that fails does not keep the others from being played: see `check_plugins`.
    """
    for entry in entry_points(group="funkenflug.games"):
        _register_plugin(f"entry point {entry.name}", entry.value, None)
    for name in filter(None, map(str.strip, os.environ.get(_VARIABLE, "").split(","))):
        _register_plugin(_VARIABLE, name, Path.cwd())


def _register_plugin(source: str, description: str, folder: Path | None) -> None:
    try:
        register(load_class(description, GameType, folder)())
    except (TypeError, ValueError) as error:
        _failures.append(f"{source}: {error}")


def check_plugins() -> None:
    """Raise a `ValueError` if a game of another package could not be registered."""
    if _failures:
        raise ValueError(_failures[0])


def list_games() -> tuple[GameType, ...]:
    """Return the games: each describes its players, modes, options and choices, enough to build a lobby from.

    >>> [(game.id, [mode.id for mode in game.modes]) for game in list_games()][-1]
    ('feuer-wasser', ['competitive'])
    """
    return tuple(_games.values())


def find_game(game_id: str) -> GameType:
    """Return a game by its id. If there is none, the reason may be that a game of another package has failed."""
    if not isinstance(game_id, str) or game_id not in _games:
        check_plugins()
        known, wanted = ", ".join(_games), repr(clipped(str(game_id)))
        raise ValueError(Message("there is no game {game}; there are {games}", game=wanted, games=known))
    return _games[game_id]


def follow_ups(view: View) -> dict[str, FollowUp]:
    """Return which games offer to go on from a finished match, as a spectator sees it, each with its offer."""
    offers = {game_type.id: game_type.follow_up(view) for game_type in list_games()}
    return {game_id: offer for game_id, offer in offers.items() if offer is not None}


register(Feurio())
register(Vulkan())
register(FeuerWasser())
