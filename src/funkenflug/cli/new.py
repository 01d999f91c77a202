"""`funkenflug new`: write the record of a fresh match."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.console import Console

from funkenflug.cli.output import refuse_overwriting, write_output
from funkenflug.cli.setup import add_setup_options, new_match
from funkenflug.games import GAMES


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--players", type=int, metavar="N", required=True, help="number of players")
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="output file (default: standard output)")
    add_setup_options(parser)


def run(arguments: Namespace, console: Console) -> None:
    """Write the record of a fresh match."""
    refuse_overwriting(arguments.output)
    write_output(arguments.output, new_match(arguments, arguments.players).record())
