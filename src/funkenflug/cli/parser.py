"""The parser of the command line. Each command is declared with its arguments in one of the modules beside this one.

argparse, because games register options at run time, which a library that reads signatures does not expect.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import NoReturn

from funkenflug.cli.command import Command, UsageError, group, sentence
from funkenflug.core.version import __version__

COMMANDS = {
    "serve": ("serve", "play in the browser"),
    "export": ("site", "export a whole site to a file"),
    "import": ("site", "import an exported site into an empty database"),
    "site": ("site", "moderate a site: mute, ban, close tables, see who uses most"),
    "backup": ("site", "back up the database of a site, even while it is running"),
    "migrate": ("site", "migrate the database of a site to this version, after a copy"),
    "join": ("join", "join a table of a site by its link"),
    "play": ("play", "play in the terminal"),
    "new": ("records", "write the record of a new match"),
    "show": ("records", "show a position of a record"),
    "replay": ("records", "step through all positions of a record"),
    "review": ("records", "analyse a match: what each decision was worth, and the best one"),
    "verify": ("records", "verify that the deal of a record is the one promised"),
    "games": ("games", "list the games with their modes and options"),
    "game": ("games", "write a game of your own, and check it"),
    "solve": ("solve", "find out whether a solitaire or cooperative deal can be won"),
    "puzzles": ("puzzles", "find puzzles in matches of bots, and list those that are shipped"),
    "bot": ("arena", "run a bot as a program for an arena or another interface: lines of JSON"),
    "arena": ("arena", "let bots play each other, and rate them"),
    "train": ("train", "let the search learn the value of positions from self-play"),
    "bench": ("games", "measure the speed of random matches on one core"),
    "completion": ("games", "print a completion script for a shell"),
}
"""The module of each command, in which it has the name of the command, and its summary."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def create_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    With `only`, no other command gets its arguments: importing one command takes less time than importing all.
    """
    parser = _Parser(
        prog="funkenflug",
        description="Three board games of fire and water. Without a command, play in the browser, as with `serve`.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"funkenflug {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (module, summary) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=sentence(summary), allow_abbrev=False)
        if only in (None, name):
            declared: Command = getattr(import_module(f"funkenflug.cli.{module}"), f"{name}_command")
            group(*declared.arguments)(command)
            command.epilog = declared.epilog
            command.set_defaults(run=declared.run)
    return parser
