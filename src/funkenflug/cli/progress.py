"""What commands that take long share: the options that choose an engine, and a progress bar."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _ArgumentGroup

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from funkenflug.jobs.engine import ENGINES, Executor, make_engine


def add_engine_options(parser: ArgumentParser | _ArgumentGroup) -> None:
    """Add the options that choose an engine."""
    parser.add_argument("--jobs", type=int, metavar="N", help="number of parallel tasks (default: one per core)")
    parser.add_argument("--engine", choices=ENGINES, help=f"where to run (default: {ENGINES[0]})")
    parser.add_argument(
        "--address", metavar="ADDRESS", help="address of a Ray cluster (default: start one on this machine)"
    )


def engine_for(arguments: Namespace) -> Executor:
    """Return the engine that the arguments choose; raise `ValueError` if they do not fit together."""
    return make_engine(arguments.engine or ENGINES[0], jobs=arguments.jobs, address=arguments.address)


def progress_bar(*columns: TextColumn | MofNCompleteColumn) -> Progress:
    """Return a progress bar with the time left, shown only in a terminal."""
    screen = Console(stderr=True)
    shown = (TextColumn("{task.description}"), BarColumn(), *columns, TimeElapsedColumn(), "<", TimeRemainingColumn())
    return Progress(*shown, console=screen, transient=True, disable=not screen.is_terminal)
