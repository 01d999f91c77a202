"""`funkenflug games`: list the games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.text import Text

from funkenflug.cli.output import print_json
from funkenflug.games import GAMES
from funkenflug.games.base import GameType


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(arguments: Namespace, console: Console) -> None:
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
        for option in game_type.options:
            console.print(f"  --option {option.id}: {option.summary}", soft_wrap=True)
        for choice in game_type.choices:
            names = ", ".join(name for name, _ in choice.values)
            console.print(f"  --{choice.word}: {names}", soft_wrap=True)


def _description(game_type: GameType) -> dict[str, Any]:
    return {
        "id": game_type.id,
        "title": game_type.title,
        "designer": game_type.designer,
        "year": game_type.year,
        "summary": game_type.summary,
        "modes": [{**asdict(mode), "players": list(mode.players)} for mode in game_type.modes],
        "options": [asdict(option) for option in game_type.options],
        "choices": [asdict(choice) for choice in game_type.choices],
        "deal_words": game_type.deal_words,
    }
