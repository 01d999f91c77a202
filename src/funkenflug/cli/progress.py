"""What commands that take long share: where the work is done, and a bar that tells how far it is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _ArgumentGroup

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from funkenflug.jobs.engine import ENGINES, Engine, engine_of


def describe_engine(command: ArgumentParser | _ArgumentGroup) -> None:
    """Add the words that choose an engine to a command."""
    command.add_argument("--jobs", type=int, metavar="N", help="how many at a time (default: one for each core)")
    command.add_argument("--engine", choices=ENGINES, help=f"where the work is done (default: {ENGINES[0]})")
    command.add_argument("--address", metavar="ADDRESS", help="of a Ray cluster (default: one on this machine alone)")


def engine_for(arguments: Namespace) -> Engine:
    """Return the engine that the arguments choose; what does not fit is a `ValueError`."""
    return engine_of(arguments.engine or ENGINES[0], jobs=arguments.jobs, address=arguments.address)


def progress_bar(*columns: TextColumn | MofNCompleteColumn) -> Progress:
    """Return a progress bar with time left, for whoever watches a terminal."""
    screen = Console(stderr=True)
    shown = (TextColumn("{task.description}"), BarColumn(), *columns, TimeElapsedColumn(), "<", TimeRemainingColumn())
    return Progress(*shown, console=screen, transient=True, disable=not screen.is_terminal)
