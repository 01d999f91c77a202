"""`funkenflug bot`: run a level as a program that speaks the protocol of the arena (docs/arena.md)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from functools import partial

from rich.console import Console

from funkenflug.arena.bot import own_output, serve_questions
from funkenflug.bots import prepare
from funkenflug.bots.players import LEVELS, RANDOM, level
from funkenflug.cli.errors import UsageError
from funkenflug.core.version import __version__


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("level", metavar="LEVEL", choices=(RANDOM, *LEVELS), help=f"{RANDOM}, {', '.join(LEVELS)}")


def run(arguments: Namespace, console: Console) -> None:
    """Answer the questions on standard input until it ends."""
    name = f"funkenflug {arguments.level} {__version__}"
    prepare.load_compiled()  # before `hello`, which has a minute
    try:
        serve_questions(name, partial(level, arguments.level), sys.stdin.buffer, own_output(), analyses=True)
    except ValueError as error:  # a line that cannot be read, or a position in which nothing can be chosen
        raise UsageError(str(error)) from None
