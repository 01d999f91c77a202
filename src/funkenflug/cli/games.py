"""Commands about the games: `funkenflug games`, `game`, `bench` and `completion`."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import shtab
from rich.console import Console
from rich.text import Text

from funkenflug import kernel
from funkenflug.cli.command import UsageError, actions, command, json_option, option, print_json
from funkenflug.core.plugins import load_class
from funkenflug.core.words import clipped, counted
from funkenflug.games import GAMES
from funkenflug.games.base import GameType
from funkenflug.match.game import new


@command(json_option())
def games_command(arguments: Namespace, console: Console) -> None:
    """List the games with their modes and options."""
    if arguments.json:
        print_json([_description(game_type) for game_type in GAMES.values()])
        return
    for game_type in GAMES.values():
        about = f"({game_type.designer}, {game_type.year}): funkenflug play {game_type.id}"
        console.print(Text(game_type.title, "bold"), about)
        console.print(f"  {game_type.summary}", soft_wrap=True)
        for mode in game_type.modes:
            span = f"{mode.players[0]}-{mode.players[-1]}" if len(mode.players) > 1 else f"{mode.players[0]}"
            players = "player " if mode.players[-1] == 1 else "players"
            console.print(f"  {span:>3} {players}  --mode {mode.id}: {mode.summary}", soft_wrap=True)
        for rule in game_type.options:
            console.print(f"  --option {rule.id}: {rule.summary}", soft_wrap=True)
        for choice in game_type.choices:
            names = ", ".join(name for name, _ in choice.values)
            console.print(f"  --{choice.word}: {names}", soft_wrap=True)


def _description(game_type: GameType) -> dict[str, Any]:
    facts = ("id", "title", "designer", "year", "summary", "deal_words")
    return {
        **{name: getattr(game_type, name) for name in facts},
        "modes": [{**asdict(mode), "players": list(mode.players)} for mode in game_type.modes],
        "options": [asdict(option) for option in game_type.options],
        "choices": [asdict(choice) for choice in game_type.choices],
    }


# A game of one's own ------------------------------------------------------------------------------------------------


@command(
    actions(
        new=(
            "write a small game that runs",
            "Write a small game that runs, with comments on what to change. docs/write-a-game.md explains it.",
            (
                option("name", metavar="NAME", help="its name: letters, digits and _"),
                option("--folder", type=Path, default=Path(), metavar="F", help="write it here (default: this folder)"),
            ),
        ),
        check=(
            "play a game through everything",
            "Play a game at random through the library, records, pictures, interfaces and pages; name what is wrong.",
            (option("game", metavar="GAME", help="a game, or its class as module:Class"),),
        ),
    )
)
def game_command(arguments: Namespace, console: Console) -> int:
    """Write a game, or check one."""
    if arguments.action == "new":
        return _write(arguments.name, arguments.folder, console)
    return _check(arguments.game, console)


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


def _check(name: str, console: Console) -> int:
    from funkenflug.cli.game_check import check_game

    try:
        game_type = GAMES[name] if name in GAMES else load_class(name, GameType, Path.cwd())()
    except ValueError as error:
        console.print(f"- {error}", soft_wrap=True)
        return 1
    problems = check_game(game_type)
    for problem in problems:
        console.print(f"- {problem}", soft_wrap=True)
    if problems:
        console.print(f"{game_type.title}: {counted(len(problems), 'problem')}")
        return 1
    console.print(f"{game_type.title}: nothing is wrong")
    return 0


# Speed --------------------------------------------------------------------------------------------------------------


@command(
    option("game", metavar="GAME", nargs="?", help="measure only this game"),
    option("--seconds", type=float, default=0.5, metavar="S", help="time per line (default: 0.5)"),
    json_option("print one JSON object per line"),
)
def bench_command(arguments: Namespace, console: Console) -> None:
    """Measure how many random matches and moves a second the rules play on one core."""
    if arguments.game is not None and arguments.game not in GAMES:
        raise UsageError(f"there is no game {clipped(repr(arguments.game))}; there are {', '.join(GAMES)}")
    if not 0 < arguments.seconds <= 600:
        raise UsageError(f"--seconds must be more than 0 and at most 600, not {arguments.seconds:g}")
    for game_type in GAMES.values():
        if arguments.game not in (None, game_type.id):
            continue
        for players in game_type.modes[0].players:
            matches, moves = _measure(game_type, players, arguments.seconds)
            if arguments.json:
                print_json(
                    {"game": game_type.id, "players": players, "games_per_second": matches, "moves_per_second": moves}
                )
            else:
                console.print(f"{game_type.title:15} {players} players {matches:12,.0f} games/s {moves:14,.0f} moves/s")


def _measure(game_type: GameType, players: int, seconds: float) -> tuple[float, float]:
    """Return matches and moves a second, played from 64 deals in turn."""
    starts = np.empty(64, game_type.rules.STATE)
    for seed in range(len(starts)):
        starts[seed] = game_type.start(new(game_type.id, players=players, seed=seed).setup)
    scratch, rng = starts[:1].copy(), kernel.chance(0)
    kernel.play_many(starts, 1, rng, scratch)  # compile, or load from the cache
    matches, moves, begin = 0, 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        moves += kernel.play_many(starts, len(starts), rng, scratch)
        matches += len(starts)
    return matches / passed, moves / passed


# Completion ---------------------------------------------------------------------------------------------------------


@command(option("shell", choices=shtab.SUPPORTED_SHELLS), epilog='In bash: eval "$(funkenflug completion bash)"')
def completion_command(arguments: Namespace, console: Console) -> None:
    """Print a script that completes commands in a shell."""
    from funkenflug.cli.parser import create_parser  # imported here because the parser imports the commands

    parser = create_parser()
    for action in _actions(parser):
        if action.metavar == "GAME":
            action.choices = list(GAMES)
        elif action.metavar in _COMPLETE:
            action.complete = _COMPLETE[action.metavar]  # type: ignore[attr-defined]
    print(shtab.complete(parser, arguments.shell))


_COMPLETE = {"FILE": shtab.FILE, "SITE": shtab.FILE, "FOLDER": shtab.DIRECTORY}


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
