"""`funkenflug verify`: check that the deals of records are fair."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.console import Console

from funkenflug.cli.records import load_matches
from funkenflug.core.words import printable
from funkenflug.match import fair


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = "Exit status: 0 if every match was dealt as promised, otherwise 1."
    parser.add_argument("file", metavar="FILE", help="a file with one or more records (-: standard input)")


def run(arguments: Namespace, console: Console) -> int:
    """Check every match of a file; return 1 if a deal is not shown to be fair."""
    status = 0
    for number, game in enumerate(load_matches(arguments.file), 1):
        console.print(f"Match {number}, {game.type.title}: ", end="")
        try:
            fair.verify(game)
        except fair.Unfair as unfair:
            console.print(f"NOT PROVED FAIR: {unfair}", style="bold red", soft_wrap=True)
            status = 1
            continue
        console.print("the deal follows from the sealed secret and the values.", style="green", soft_wrap=True)
        console.print(f"  seal: {printable(game.tags['Seal'])}", soft_wrap=True)
        for name, value in zip(game.names, fair.values_of(game.tags, game.players), strict=True):
            console.print(f"  value of {name}: {printable(value or 'none')}", soft_wrap=True)
    return status
