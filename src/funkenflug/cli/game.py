"""`funkenflug game`: write a new game, and check one."""

from __future__ import annotations

import keyword
import re
import sys
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from pathlib import Path

from rich.console import Console

from funkenflug.cli.errors import UsageError
from funkenflug.core.plugins import load_class
from funkenflug.core.words import counted
from funkenflug.games import GAMES
from funkenflug.games.base import GameType

_NEW = "Write a small game that runs, with comments on what to change. docs/write-a-game.md explains it."
_CHECK = "Play a game at random through the library, records, pictures, interfaces and pages; name what is wrong."


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    new = actions.add_parser("new", help="write a small game that runs", description=_NEW)
    new.add_argument("name", metavar="NAME", help="its name: letters, digits and _")
    new.add_argument("--folder", type=Path, default=Path(), metavar="F", help="write it here (default: this folder)")
    check = actions.add_parser("check", help="play a game through everything", description=_CHECK)
    check.add_argument("game", metavar="GAME", help="a game, or its class as module:Class")


def run(arguments: Namespace, console: Console) -> int:
    """Write a game, or check one."""
    if arguments.action == "new":
        return _write(arguments.name, arguments.folder, console)
    return _check(arguments.game, console)


# New ----------------------------------------------------------------------------------------------------------------


def _write(name: str, folder: Path, console: Console) -> int:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise UsageError(f"{name!r} is no name for a game: write lower-case letters, digits and _, as in go_moku")
    target = folder / name
    if target.exists():
        raise UsageError(f"{target} exists already")
    if name in sys.stdlib_module_names or name in GAMES:
        raise UsageError(f"{name!r} is taken by Python or by another game")
    title = name.replace("_", " ").title()
    words = {"@name@": name, "@id@": name.replace("_", "-"), "@title@": title, "@Class@": title.replace(" ", "")}
    for source in files("funkenflug.cli").joinpath("skeleton").iterdir():
        text = source.read_text(encoding="utf-8")
        for placeholder, word in words.items():
            text = text.replace(placeholder, word)
        path = target / source.name.removesuffix(".txt").replace("--", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    game = f"{name}:{words['@Class@']}"
    console.print(f"The game is in {target}. It can be played now:", soft_wrap=True)
    console.print(f"  cd {folder}\n  export FUNKENFLUG_GAMES={game}", soft_wrap=True)
    console.print(f"  funkenflug play {words['@id@']}\n  funkenflug game check {game}", soft_wrap=True)
    return 0


# Check --------------------------------------------------------------------------------------------------------------


def _check(name: str, console: Console) -> int:
    from funkenflug.cli.game_check import check_game

    try:
        game_type = GAMES[name] if name in GAMES else load_class(name, GameType, Path.cwd())()
    except ValueError as error:
        console.print(f"- {error}", soft_wrap=True, markup=False, highlight=False)
        return 1
    problems = check_game(game_type)
    for problem in problems:
        console.print(f"- {problem}", soft_wrap=True, markup=False, highlight=False)
    if problems:
        console.print(f"{game_type.title}: {counted(len(problems), 'problem')}", highlight=False)
        return 1
    console.print(f"{game_type.title}: nothing is wrong", highlight=False)
    return 0
