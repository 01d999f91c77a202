"""The command line: `funkenflug`. Everything it says about a game comes from its `GameType`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from rich.console import Console

from funkenflug.cli.commands import UsageError
from funkenflug.cli.parser import parser
from funkenflug.match.words import printable

_WRONG_USE = 2
_INTERRUPTED = 130
_PIPE_CLOSED = 141


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # instead of ending the process


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say and return the exit status."""
    _prepare_output()
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stdout.isatty():
            print()  # the shell's prompt begins a line of its own
        return _INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return _PIPE_CLOSED
    except OSError as error:
        _complain(error.strerror or str(error), error.filename or "standard output")
        if error.filename is None:
            _drop_output()
        return _WRONG_USE
    except UsageError as wrong:
        _complain(str(wrong))
        return _WRONG_USE
    return status


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = parser().parse_args(argv)
    except SystemExit:  # --help or --version has been answered
        return 0
    return arguments.run(arguments, _Console(highlight=False, markup=False, emoji=False)) or 0


def _prepare_output() -> None:
    """Make what goes to a file or a pipe UTF-8; a terminal that lacks a character shows another."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="replace")


def _drop_output() -> None:
    """Let nothing more be written, also not when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(reason: str, about: str | None = None) -> None:
    message = f"{about}: {reason}" if about else reason
    print(f"funkenflug: {printable(message)}", file=sys.stderr)
