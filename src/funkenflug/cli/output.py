"""Write the results of commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.status import Status

from funkenflug.cli.errors import UsageError
from funkenflug.jobs.files import write_atomically


def write_output(name: str, text: str) -> None:
    """Write a text to a file, or to standard output if the name is -."""
    if name == "-":
        sys.stdout.write(text)
    else:
        write_atomically(Path(name), text)


def refuse_overwriting(name: str | None) -> None:
    """Raise `UsageError` if the file exists."""
    if name is not None and Path(name).is_file():
        raise UsageError(f"{name} already exists: choose another name, or remove it first")


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def compiling_status(console: Console) -> Status:
    """Return a status line to show while the rules are compiled."""
    return console.status("Compiling the rules. This takes a while, but only the first time.")
