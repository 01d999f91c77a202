"""Positions as text: one line for any position of any game, as FEN is for chess.

    vulkan 2 competitive - 1 fly 0,0=4;0,1=5gb;… 12,11,0,0/0,0,12,12

First the game, the number of players, the mode and the options (joined by commas, - for none). What follows is the
game's own: see `position.py` in its folder. Equal positions have equal texts, however they came about.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from funkenflug.core.words import clipped
from funkenflug.games import find_game
from funkenflug.games.base import GameType, Setup
from funkenflug.kernel import State

if TYPE_CHECKING:
    from funkenflug.match.game import Game

_LONGEST = 1900
"""A position fits on a line of a record."""


def write_position(game_type: GameType, setup: Setup, state: State, known: int | None = None) -> str:
    """Return a position as text; `known` limits it to what somebody knows of what is hidden."""
    options = ",".join(setup.options) or "-"
    return f"{game_type.id} {setup.players} {setup.mode} {options} {game_type.position_text(state, known)}"


def position(text: str, *, names: Iterable[str] | None = None) -> Game:
    """Return a match set up in a position, which is given as `Game.position` writes it. No moves come before it.

    Unknown parts of a text (see `Game.seen_position`) are filled in at random. A `ValueError` says why a position
    is impossible.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    >>> again = funkenflug.position(game.position())
    >>> again.position() == game.position(), again.moves
    (True, ())
    """
    from funkenflug.match.game import Game, checked_names, checked_options

    game_type, setup, rest = _read_setup(text)
    setup = replace(setup, options=checked_options(game_type, setup.mode, setup.options))
    state = game_type.read_position(setup, rest)
    deal = game_type.deal(setup.players, None, game_type.deal_of(state)) if game_type.deal_words else None
    setup = replace(setup, deal=deal, position=write_position(game_type, setup, state))
    return Game(game_type, setup, checked_names(game_type, names, setup.players), datetime.date.today())


def start(game_type: GameType, setup: Setup) -> State:
    """Return the first position of a match: after the deal, or as it was set up."""
    if setup.position is None:
        return game_type.start(setup)
    return game_type.read_position(setup, _read_setup(setup.position)[2])


def _read_setup(text: str) -> tuple[GameType, Setup, str]:
    if not isinstance(text, str):
        raise ValueError(f"a position must be text, not {type(text).__name__}")
    words = text.split(maxsplit=4)
    if len(words) < 5 or len(text) > _LONGEST:
        raise ValueError(
            f"a position has a game, players, mode, options and what is on the table, not {clipped(text)!r}"
        )
    game_id, players, mode, options, rest = words
    game_type = find_game(game_id)
    if not (players.isascii() and players.isdigit() and len(players) < 4):
        raise ValueError(f"players must be a whole number, not {clipped(players)!r}")
    mode = game_type.mode(mode, int(players)).id
    wanted = () if options == "-" else tuple(options.split(","))
    return game_type, Setup(int(players), mode, wanted, None, None), " ".join(rest.split())
