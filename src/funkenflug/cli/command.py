"""Shared by all commands: declarations, errors, output, and long work that can be continued."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.status import Status

from funkenflug.jobs.engine import ENGINES, EngineFailed, Executor, make_engine
from funkenflug.jobs.files import write_atomically
from funkenflug.jobs.journal import Journal


class UsageError(Exception):
    """A command cannot do what was asked; the message says why in one line."""


@contextmanager
def usage_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Raise `UsageError` instead of a `ValueError` or these errors."""
    caught: tuple[type[Exception], ...] = (ValueError, *kinds)
    try:
        yield
    except caught as error:
        raise UsageError(str(error)) from None


def require_positive(option: str, value: float) -> None:
    """Raise a `ValueError` unless the value of an option is more than 0 and finite."""
    if not 0 < value < math.inf:
        raise ValueError(f"{option} must be more than 0{' and finite' if value == math.inf else ''}, not {value:g}")


# Declaring commands -------------------------------------------------------------------------------------------------

Run = Callable[[argparse.Namespace, Console], int | None]


Argument = Callable[[Any], object]
"""Adds itself to a parser, or to a group of its arguments."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its arguments, and the function that runs it and may return an exit status."""

    run: Run
    arguments: Sequence[Argument]
    epilog: str | None


def command(*arguments: Argument, epilog: str | None = None) -> Callable[[Run], Command]:
    """Declare the arguments of a command."""
    return lambda run: Command(run, arguments, epilog)


def option(*names: str, **facts: Any) -> Argument:
    """Declare an argument, as for `ArgumentParser.add_argument`."""
    return lambda parser: parser.add_argument(*names, **facts)


def group(*arguments: Argument, title: str | None = None) -> Argument:
    """Declare several arguments; with a title, they are apart in the help."""

    def add(parser: argparse.ArgumentParser) -> None:
        section = parser if title is None else parser.add_argument_group(title)
        for argument in arguments:
            argument(section)

    return add


def actions(**kinds: tuple[str, str, Sequence[Argument]]) -> Argument:
    """Declare what a command can do: for each action its summary, its description and its arguments."""

    def add(parser: argparse.ArgumentParser) -> None:
        parsers = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
        for name, (summary, description, arguments) in kinds.items():
            group(*arguments)(parsers.add_parser(name, help=summary, description=description))

    return add


def sentence(summary: str) -> str:
    """Return a summary as a sentence."""
    return f"{summary[0].upper()}{summary[1:]}."


def json_option(help: str = "print as JSON") -> Argument:
    """Declare --json."""
    return option("--json", action="store_true", help=help)


# Output -------------------------------------------------------------------------------------------------------------


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


def tell(message: str) -> None:
    """Print a line to standard error."""
    Console(stderr=True, highlight=False).print(message, soft_wrap=True)


# Long work ----------------------------------------------------------------------------------------------------------

ENGINE = group(
    option("--jobs", type=int, metavar="N", help="number of parallel tasks (default: one per core)"),
    option("--engine", choices=ENGINES, help=f"where to run (default: {ENGINES[0]})"),
    option("--address", metavar="ADDRESS", help="address of a Ray cluster (default: start one on this machine)"),
)


def engine_for(arguments: argparse.Namespace) -> Executor:
    """Return the engine that the arguments choose; raise `ValueError` if they do not fit together."""
    return make_engine(arguments.engine or ENGINES[0], jobs=arguments.jobs, address=arguments.address)


def progress_bar(*columns: ProgressColumn) -> Progress:
    """Return a progress bar with the time left, shown only in a terminal."""
    screen = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *columns,
        TimeElapsedColumn(),
        "<",
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )


@contextmanager
def to_be_continued(state: Callable[[], str] | None) -> Iterator[None]:
    """Say how to continue work that is interrupted or fails; `state` says how far it is, None if nothing is kept."""
    advice = "run the same command to continue"
    try:
        yield
    except KeyboardInterrupt:
        if state is not None:
            tell(f"{state()}{advice}")
        raise
    except EngineFailed as failed:
        raise UsageError(str(failed) if state is None else f"{failed}; {advice}") from None


Result = TypeVar("Result")


def complete(
    title: str,
    unit: str,
    numbers: Sequence[int],
    file: str | None,
    kind: type[Result],
    *,
    known: Callable[[list[Result]], dict[int, Result]],
    work: Callable[[Iterable[int]], Any],
    number: Callable[[Result], int],
    found: Callable[[Iterable[Result]], str],
) -> list[Result]:
    """Return the results of numbered tasks, kept in a file if there is one; those already in it are not done again.

    `known` picks the results of these tasks from the file, and `found` tells what was found, for a progress bar.
    """
    journal = None if file is None else Journal(Path(file), kind)

    def kept() -> dict[int, Result]:
        results = {} if journal is None else known(journal.resume())
        return {each: results[each] for each in numbers if each in results}

    results = kept()
    with (
        to_be_continued(None if journal is None else lambda: f"{len(kept())} of {len(numbers)} {unit} are in {file}; "),
        progress_bar(MofNCompleteColumn(), TextColumn("{task.fields[found]}")) as bar,
        closing(work([each for each in numbers if each not in results])) as running,
    ):
        task = bar.add_task(title, total=len(numbers), completed=len(results), found=found(results.values()))
        for result in running:
            if journal is not None:
                journal.append(result)
            results[number(result)] = result
            bar.update(task, advance=1, found=found(results.values()))
    return [results[each] for each in numbers]
