"""`funkenflug completion`: print a script that completes commands in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import shtab
from rich.console import Console

from funkenflug.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = 'In bash: eval "$(funkenflug completion bash)"'
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS)


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Print the script."""
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
