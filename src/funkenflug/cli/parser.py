"""The parser of the command line. Each command is a module of its own with `add_arguments` and `run`.

argparse, because games register options at run time, which a library that reads signatures does not expect.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from keyword import iskeyword
from typing import NoReturn

from funkenflug.cli.errors import UsageError
from funkenflug.core.version import __version__

COMMANDS = {
    "serve": "play in the browser",
    "export": "export a whole site to a file",
    "import": "import an exported site into an empty database",
    "site": "moderate a site: mute, ban, close tables, see who uses most",
    "backup": "back up the database of a site, even while it is running",
    "migrate": "migrate the database of a site to this version, after a copy",
    "join": "join a table of a site by its link",
    "play": "play in the terminal",
    "new": "write the record of a new match",
    "show": "show a position of a record",
    "replay": "step through all positions of a record",
    "review": "analyse a match: what each decision was worth, and the best one",
    "verify": "verify that the deal of a record is the one promised",
    "games": "list the games with their modes and options",
    "game": "write a game of your own, and check it",
    "solve": "find out whether a solitaire or cooperative deal can be won",
    "puzzles": "find puzzles in matches of bots, and list those that are shipped",
    "bot": "run a bot as a program for an arena or another interface: lines of JSON",
    "arena": "let bots play each other, and rate them",
    "train": "let the search learn the value of positions from self-play",
    "bench": "measure the speed of random matches on one core",
    "completion": "print a completion script for a shell",
}


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
    for name, summary in COMMANDS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=description, allow_abbrev=False)
        if only in (None, name):
            module = import_module(f"funkenflug.cli.{name}_" if iskeyword(name) else f"funkenflug.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser
