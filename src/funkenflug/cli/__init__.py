"""The command line, `funkenflug`. What it says about a game comes from its `GameType`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from rich.console import Console

from funkenflug.cli.command import UsageError, usage_errors
from funkenflug.cli.parser import COMMANDS, create_parser
from funkenflug.core.words import printable
from funkenflug.games import check_plugins

_OPTIONS = ("-h", "--help", "--version")
"""Options of no command; all others without a command are those of `serve`."""
_WRONG_USE = 2
_INTERRUPTED = 130
_PIPE_CLOSED = 141


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # instead of ending the process


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    _prepare_output()
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stdout.isatty():
            print()  # so that the prompt of the shell begins a new line
        return _INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return _PIPE_CLOSED
    except OSError as error:
        _print_error(f"{error.filename or 'standard output'}: {error.strerror or error}")
        if error.filename is None:
            _discard_output()
        return _WRONG_USE
    except UsageError as error:
        _print_error(str(error))
        return _WRONG_USE
    return status


def _run(argv: list[str]) -> int:
    with usage_errors():
        check_plugins()
    if not argv or (argv[0].startswith("-") and argv[0] not in _OPTIONS):
        argv = ["serve", *argv]
    try:
        arguments = create_parser(only=next((word for word in argv if word in COMMANDS), "")).parse_args(argv)
    except SystemExit:  # after --help or --version
        return 0
    return arguments.run(arguments, _Console(highlight=False, markup=False, emoji=False)) or 0


def _prepare_output() -> None:
    """Write UTF-8 to files and pipes; in a terminal, replace characters that its encoding lacks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="replace")


def _discard_output() -> None:
    """Discard further output, including what the interpreter flushes when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(message: str) -> None:
    print(f"funkenflug: {printable(message)}", file=sys.stderr)
