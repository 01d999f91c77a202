"""Compile a game, or load what is compiled: its rules, and its bots. A file in the cache marks a game as compiled.

    python -m funkenflug.bots.prepare GAME

compiles a game into the cache of compiled code, and prints the name of each part when it is done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from funkenflug.bots.players import DEFAULT_LEVEL, Clock, SearchPlayer, level
from funkenflug.core.thinking import Budget, Stop
from funkenflug.games import GAMES
from funkenflug.kernel import cache_folder, compiling_here, endgame
from funkenflug.match.game import new

_NICENESS = 5
"""Compiling leaves the processor to a site, which plays meanwhile."""


def use(part: str, game: str, stop: Stop | None = None) -> None:
    """Use a part of a game, so that it is compiled or loaded."""
    with compiling_here():
        PARTS[part](game, stop or Stop())


def use_all(game: str, done: Callable[[str], None] = lambda part: None) -> None:
    """Use all parts of a game, and mark it as compiled; `done` is told each part."""
    for part in PARTS:
        use(part, game)
        done(part)
    marker(game).touch()


def load_compiled() -> None:
    """Load all games that are compiled, so that the first answer does not have to wait for that."""
    for game in GAMES:
        if marker(game).exists():
            use_all(game)


def marker(game: str) -> Path:
    """Return the file that marks a game as compiled."""
    return cache_folder() / f"{game}.ready"


def _use_rules(id: str, stop: Stop) -> None:
    """Play and draw a few moves of each mode."""
    for mode in GAMES[id].modes:
        game = new(id, players=mode.players[-1], mode=mode.id, seed=0)
        for _ in range(8):
            if stop.wanted:
                return
            game.play(game.legal_moves()[0])
        game.draw(game.to_move)


def _use_bots(id: str, stop: Stop) -> None:
    """Have the bots of a game choose a move, in a competitive match and in one of another mode."""
    others = [mode for mode in GAMES[id].modes if mode.id != "competitive"]
    for mode in (GAMES[id].modes[0], *others[:1]):
        game = new(id, players=mode.players[-1], mode=mode.id, seed=0)
        for bot in (SearchPlayer(Budget(simulations=8)), level(DEFAULT_LEVEL), SearchPlayer(Budget(simulations=8))):
            if stop.wanted:
                return
            assert game.to_move is not None
            game.play(bot.choose(game.view(game.to_move), game.legal_moves(), Clock()))
    endgame.prepare(game.type.rules, game.state)


PARTS = {"rules": _use_rules, "bots": _use_bots}


def main(game: str) -> None:
    """Compile a game, and print the name of each part when it is done."""
    use_all(game, partial(print, flush=True))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    main(sys.argv[1])
