"""`funkenflug puzzles`: find puzzles in matches of bots, and list those that are shipped."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, TextColumn
from rich.table import Table

from funkenflug.cli.errors import UsageError
from funkenflug.cli.output import print_json, write_output
from funkenflug.cli.progress import add_engine_options, engine_for, progress_bar
from funkenflug.core.words import counted
from funkenflug.games import find_game
from funkenflug.jobs.engine import EngineFailed, Executor
from funkenflug.jobs.journal import Journal
from funkenflug.puzzles.collecting import Statistics, collect, mine_matches, statistics
from funkenflug.puzzles.mining import VERSION, Depth, Mined
from funkenflug.puzzles.puzzle import DIFFICULTIES, Puzzle, shipped, written
from funkenflug.puzzles.solitaires import check_solitaires


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    _add_mine(actions.add_parser("mine", help="find puzzles in matches of bots", description=_MINE))
    listed = actions.add_parser("list", help="list the puzzles of a game", description="List the puzzles of a game.")
    listed.add_argument("game", metavar="GAME")
    listed.add_argument("--json", action="store_true", help="print one JSON object per puzzle")


_MINE = (
    "Find puzzles in matches of bots: positions where one move is clearly best, the natural move is not, and much "
    "deeper searches agree. With --solitaire, find solitaires that only few moves can still win, by the solver."
)


def _add_mine(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="matches to play (default: %(default)s)")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="number of the first (default: %(default)s)")
    parser.add_argument("--solitaire", action="store_true", help="look for solitaires that can still be won")
    parser.add_argument(
        "--out", metavar="FILE", help="add what each match yields to this file; matches already in it are not repeated"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the puzzles to this file (-: standard output)")
    parser.add_argument("--most", type=int, metavar="N", help="write at most this many, the most instructive ones")
    parser.add_argument("--json", action="store_true", help="print the statistics as JSON")
    depth = parser.add_argument_group("depth")
    for field, summary in _DEPTHS.items():
        default = getattr(Depth(), field)
        kind = type(default)
        depth.add_argument(
            f"--{field}", type=kind, default=default, metavar="N", help=f"{summary} (default: {default})"
        )
    add_engine_options(parser)


_DEPTHS = {
    "quick": "simulations for every decision",
    "longer": "simulations for a candidate",
    "deep": "simulations for what is left",
    "again": "simulations of a second search, with another seed",
    "after": "simulations after the answer and after the tempting move",
    "begin": "share of a match to play first, from 0 to 1",
    "opening": "simulations for every decision of that part; 0: natural moves",
}


def run(arguments: Namespace, console: Console) -> None:
    """Find puzzles, or list them."""
    try:
        find_game(arguments.game)
        if arguments.action == "list":
            _list(shipped(arguments.game), arguments.json, console)
        else:
            _mine(arguments, console)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _list(puzzles: Sequence[Puzzle], as_json: bool, console: Console) -> None:
    if as_json:
        for puzzle in puzzles:
            print_json(puzzle)
        return
    table = Table("theme", "puzzles", *(f"★{number}" for number in DIFFICULTIES), box=None)
    for theme, count in Counter(puzzle.theme for puzzle in puzzles).most_common():
        grades = Counter(puzzle.difficulty for puzzle in puzzles if puzzle.theme == theme)
        table.add_row(theme, str(count), *(str(grades[number] or "") for number in DIFFICULTIES))
    console.print(table)


def _mine(arguments: Namespace, console: Console) -> None:
    if arguments.matches < 1 or arguments.first < 0:
        raise UsageError("--matches must be at least 1, and --first at least 0")
    if arguments.solitaire:
        check_solitaires(find_game(arguments.game))
    depth = _depth(arguments)
    numbers = range(arguments.first, arguments.first + arguments.matches)
    mined = _mine_all(arguments, numbers, depth, engine_for(arguments))
    if arguments.output is not None:
        write_output(arguments.output, written(collect(mined, arguments.most)))
    if arguments.json:
        print_json(statistics(mined))
    elif arguments.output != "-":
        _print_statistics(statistics(mined), depth, console)


def _depth(arguments: Namespace) -> Depth:
    depth = Depth(solitaire=arguments.solitaire, **{field: getattr(arguments, field) for field in _DEPTHS})
    for field in _DEPTHS:
        least, most = (0, 0.99) if field == "begin" else (int(field != "opening"), 10_000_000)
        if not least <= getattr(depth, field) <= most:
            raise UsageError(f"--{field} must be from {least} to {most}, not {getattr(depth, field)}")
    return depth


def _mine_all(arguments: Namespace, numbers: range, depth: Depth, engine: Executor) -> list[Mined]:
    """Return what the matches yield; those in the file are not played again."""
    journal = None if arguments.out is None else Journal(Path(arguments.out), Mined)
    done = {} if journal is None else _known(journal, arguments.game, numbers, depth)
    missing = [number for number in numbers if number not in done]
    found = TextColumn("{task.fields[found]}")
    try:
        with (
            progress_bar(MofNCompleteColumn(), found) as bar,
            closing(mine_matches(arguments.game, missing, depth, engine)) as results,
        ):
            task = bar.add_task("Mining", total=len(numbers), completed=len(done), found=_count(done))
            for mined in results:
                if journal is not None:
                    journal.append(mined)
                done[mined.number] = mined
                bar.update(task, advance=1, found=_count(done))
    except KeyboardInterrupt:
        if journal is not None:
            hint = f"{len(done)} of {len(numbers)} matches are in {arguments.out}; run the same command to continue"
            Console(stderr=True, highlight=False).print(hint, soft_wrap=True)
        raise
    except EngineFailed as failed:
        advice = "" if journal is None else "; run the same command to continue"
        raise UsageError(f"{failed}{advice}") from None
    return [done[number] for number in numbers]


def _known(journal: Journal[Mined], game_id: str, numbers: range, depth: Depth) -> dict[int, Mined]:
    """Return what is in the file of these matches, searched in the same way."""
    known = {
        mined.number: mined
        for mined in journal.read()
        if (mined.version, mined.game, mined.depth) == (VERSION, game_id, depth) and mined.number in numbers
    }
    journal.repair()
    return known


def _count(done: dict[int, Mined]) -> str:
    return counted(sum(len(mined.puzzles) for mined in done.values()), "puzzle")


def _print_statistics(summary: Statistics, depth: Depth, console: Console) -> None:
    console.print(f"{counted(summary.decisions, 'decision')} in {counted(summary.matches, 'match')}")
    console.print(counted(summary.candidates, "candidate"))
    for reason, count in summary.rejected.items():
        console.print(f"  {count} rejected: {reason}")
    how = "by the solver" if depth.solitaire else f"by {depth.deep} and {depth.again} simulations"
    console.print(f"  {counted(summary.puzzles, 'puzzle')}, confirmed {how}")
