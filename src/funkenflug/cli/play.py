"""`funkenflug play`: play in the terminal."""

from __future__ import annotations

import random
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from funkenflug.bots.players import LEVELS, RANDOM
from funkenflug.cli.command import UsageError, command, compiling_status, option
from funkenflug.cli.setup import load_match, new_match, refuse_setup_options, setup_options
from funkenflug.cli.terminal import DEFAULT_BOT, PERSON, PLAYER_KINDS, TerminalMatch
from funkenflug.core.words import both, clipped, counted
from funkenflug.games import GAMES
from funkenflug.match.game import Game, new


@command(
    option("game", metavar="GAME", nargs="?", help=f"{', '.join(GAMES)}; or a record to continue (default: ask)"),
    option("--players", type=int, metavar="N", help="number of players (default: 2 if the game allows)"),
    option(
        "--against",
        choices=(RANDOM, *LEVELS),
        default=DEFAULT_BOT,
        help="who takes the other seats (default: %(default)s)",
    ),
    option(
        "--seats",
        metavar="WHO,…",
        help=f"who plays, starting with seat 0: {both(PLAYER_KINDS)} (default: {PERSON}, then bots)",
    ),
    setup_options,
)
def play_command(arguments: Namespace, console: Console) -> None:
    """Play a fresh match, or continue one from a record."""
    if arguments.game is None:
        _ask_and_play(console)
        return
    kinds = _player_kinds(arguments.seats)
    with compiling_status(console):
        if arguments.game in GAMES:
            game = new_match(arguments, arguments.players or len(kinds) or _default_players(arguments))
        else:
            game = _resumed_match(arguments)
        _compile(game)
    kinds = kinds or [PERSON] + [arguments.against] * (game.players - 1)
    if len(kinds) != game.players:
        raise UsageError(f"{counted(len(kinds), 'seat')} for {counted(game.players, 'player')}")
    TerminalMatch(game, kinds, console, random.Random(arguments.seed)).run()


def _player_kinds(seats: str | None) -> list[str]:
    kinds = [] if seats is None else seats.split(",")
    for kind in kinds:
        if kind not in PLAYER_KINDS:
            raise UsageError(f"a seat must be {' or '.join(PLAYER_KINDS)}, not {clipped(repr(kind))}")
    return kinds


def _resumed_match(arguments: Namespace) -> Game:
    file = arguments.game
    if not Path(file).exists():
        raise UsageError(f"{clipped(repr(file))} is neither a game nor a file; choose from {', '.join(GAMES)}")
    refuse_setup_options(arguments, file)
    return load_match(file, None)


def _default_players(arguments: Namespace) -> int:
    modes = GAMES[arguments.game].modes
    return _prefer_two([count for mode in modes if arguments.mode in (None, mode.id) for count in mode.players])


def _prefer_two(counts: Sequence[int]) -> int:
    """Return 2 if that many can play, else the smallest number."""
    return 2 if 2 in counts else min(counts, default=2)


def _compile(game: Game) -> None:
    """Compile the rules before anybody waits for an answer, by playing a move of a copy."""
    copy = game.copy()
    if not copy.over:
        copy.play(copy.legal_moves()[0])
        copy.legal_moves()


# Without a game: ask ------------------------------------------------------------------------------------------------


def _ask_and_play(console: Console) -> None:
    """Ask for the game and the number of players, and play."""
    if not sys.stdin.isatty():
        raise UsageError("name a game: there is no terminal to ask for one; see funkenflug play --help")
    game_types = list(GAMES.values())
    for number, game_type in enumerate(game_types, 1):
        console.print(f"{number} ", Text(game_type.title, "bold"))
        console.print(Padding(game_type.summary, (0, 0, 0, 3)))
    try:
        game_type = game_types[_ask_number("Which game?", range(1, len(game_types) + 1), 1) - 1]
        counts = [count for mode in game_type.modes for count in mode.players]
        allowed = range(min(counts), max(counts) + 1)
        players = _ask_number("How many players?", allowed, _prefer_two(allowed))
    except EOFError:
        console.print()
        return
    with compiling_status(console):
        game = new(game_type.id, players=players)
        _compile(game)
    TerminalMatch(game, [PERSON] + [DEFAULT_BOT] * (players - 1), console, random.Random()).run()


def _ask_number(question: str, allowed: range, default: int) -> int:
    """Ask until the answer is an allowed number, or empty for the default."""
    span = f"{allowed[0]} to {allowed[-1]}, " if len(allowed) > 1 else ""
    while True:
        answer = input(f"{question} ({span}Enter: {default}) ").strip()
        if answer == "":
            return default
        if answer.isdecimal() and int(answer) in allowed:
            return int(answer)
