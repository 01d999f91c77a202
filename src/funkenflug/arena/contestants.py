"""Contestants of an arena: levels, OpenSpiel's bots, Python classes, and programs in any language."""

from __future__ import annotations

import importlib
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import cast

from funkenflug.arena.plan import Plan
from funkenflug.arena.program import WINDOWS, running_program
from funkenflug.bots.players import LEVELS, RANDOM, Player, SearchPlayer, level
from funkenflug.core.plugins import CLASS_NAME, load_class
from funkenflug.core.thinking import Budget

_OPENSPIEL = "openspiel:"
CONTESTANTS = f"{RANDOM}, {', '.join(LEVELS)}, module:Class, ./program or openspiel:…"


def check_contestant(description: str, folder: Path) -> None:
    """Raise a `ValueError` if there is no such contestant."""
    command = _command(description)
    if command is None:
        _built_in(description, 0, 1.0, None)
    elif sys.platform == "win32":
        raise ValueError(f"{description}: {WINDOWS}, and classes are started as programs")
    elif CLASS_NAME.fullmatch(description):
        load_class(description, Player, folder)  # type: ignore[type-abstract]
    elif shutil.which(folder / command[0]) is None:
        raise ValueError(f"{command[0]} cannot be started as a program")


def create_contestant(description: str, plan: Plan, folder: Path, copy: int, seed: int) -> Player:
    """Return the player of a description.

    `copy` distinguishes players with the same description at a table; programs are started in `folder`.
    """
    command = _command(description)
    if command is None:
        return _built_in(description, seed, plan.scale, plan.simulations)
    return running_program((description, copy), command, folder, plan.seconds)


def _command(description: str) -> list[str] | None:
    """Return the command that starts a program; None for players in our own process."""
    if description == RANDOM or description in LEVELS or description.startswith(_OPENSPIEL):
        return None
    if CLASS_NAME.fullmatch(description):
        return [sys.executable, "-m", "funkenflug.arena.bot", description]
    command = shlex.split(description)
    if not command or os.sep not in command[0]:
        raise ValueError(f"there is no player {description!r}; there are {CONTESTANTS}")
    return command


def _built_in(description: str, seed: int, scale: float, simulations: int | None) -> Player:
    if description.startswith(_OPENSPIEL):
        try:
            adapter = importlib.import_module("funkenflug.research.openspiel")
        except ImportError:
            raise ValueError(f"{description} needs pip install 'funkenflug[research]'") from None
        return cast(Player, adapter.player(description.removeprefix(_OPENSPIEL), seed))
    return scaled_level(description, seed, scale, simulations)


def scaled_level(name: str, seed: int, scale: float, simulations: int | None) -> Player:
    """Return the bot of a level with its time scaled, or converted to simulations."""
    bot = level(name, seed)
    if not isinstance(bot, SearchPlayer) or bot.budget.seconds is None:
        return bot
    seconds = bot.budget.seconds * scale
    budget = Budget(seconds=seconds) if simulations is None else Budget(simulations=max(1, int(seconds * simulations)))
    return SearchPlayer(budget, bot.threads, seed)
