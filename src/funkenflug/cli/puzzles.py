"""`funkenflug puzzles`: find puzzles in matches of bots, and list those that are shipped."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from typing import get_args

from rich.console import Console
from rich.table import Table

from funkenflug.cli.command import (
    ENGINE,
    Argument,
    UsageError,
    actions,
    command,
    complete,
    engine_for,
    group,
    json_option,
    option,
    print_json,
    usage_errors,
    write_output,
)
from funkenflug.core.words import counted
from funkenflug.games import find_game
from funkenflug.puzzles.collecting import Statistics, collect, mine_matches, statistics
from funkenflug.puzzles.mining import VERSION, Depth, Mined, Source
from funkenflug.puzzles.puzzle import DIFFICULTIES, Puzzle, shipped, written
from funkenflug.puzzles.solitaires import check_solitaires

_DEPTHS = {
    "positions": "the most positions to solve an ending with",
    "quick": "simulations for every decision in the middle of matches",
    "each": "simulations for each legal move of a clear puzzle and each of two seeds",
}
_LEAST, _MOST = 4, 100_000_000


def _depth_option(field: str) -> Argument:
    default = getattr(Depth(), field)
    summary = f"{_DEPTHS[field]} (default: {default})"
    return option(f"--{field}", type=int, default=default, metavar="N", help=summary)


@command(
    actions(
        mine=(
            "find puzzles in matches of bots",
            "Find puzzles in matches of bots: positions where few moves are best and the natural one is not. The moves "
            "of an ending are solved exactly; in the middle of a match every move is searched, and the gap between "
            "good and bad moves must be clear.",
            (
                option("game", metavar="GAME"),
                option("--matches", type=int, default=100, metavar="N", help="matches to play (default: %(default)s)"),
                option("--first", type=int, default=1, metavar="N", help="number of the first (default: %(default)s)"),
                option(
                    "--source",
                    choices=get_args(Source),
                    default="endings",
                    help="where to look: endings that can be solved (default), the middle of matches, solitaires that "
                    "few moves still win, or the shipped puzzles, to judge them again",
                ),
                option(
                    "--out",
                    metavar="FILE",
                    help="add what each match yields to this file; matches already in it are not repeated",
                ),
                option("-o", "--output", metavar="FILE", help="write the puzzles to this file (-: standard output)"),
                option("--most", type=int, metavar="N", help="write at most this many, the most instructive ones"),
                json_option("print the statistics as JSON"),
                group(*map(_depth_option, _DEPTHS), title="depth"),
                ENGINE,
            ),
        ),
        list=(
            "list the puzzles of a game",
            "List the puzzles of a game.",
            (option("game", metavar="GAME"), json_option("print one JSON object per puzzle")),
        ),
    )
)
@usage_errors()
def puzzles_command(arguments: Namespace, console: Console) -> None:
    """Find puzzles, or list them."""
    find_game(arguments.game)
    if arguments.action == "list":
        _list(shipped(arguments.game), arguments.json, console)
    else:
        _mine(arguments, console)


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
    if arguments.source == "solitaires":
        check_solitaires(find_game(arguments.game))
    depth = _depth(arguments)
    numbers: Sequence[int] = range(arguments.first, arguments.first + arguments.matches)
    if arguments.source == "shipped":
        numbers = [int(puzzle.id, 16) for puzzle in shipped(arguments.game) if puzzle.mode == "competitive"]
    engine, kind = engine_for(arguments), (VERSION, arguments.game, depth)
    mined = complete(
        "Mining",
        "matches",
        numbers,
        arguments.out,
        Mined,
        known=lambda found: {each.number: each for each in found if (each.version, each.game, each.depth) == kind},
        work=lambda missing: mine_matches(arguments.game, missing, depth, engine),
        number=lambda result: result.number,
        found=lambda found: counted(sum(len(each.puzzles) for each in found), "puzzle"),
    )
    if arguments.output is not None:
        write_output(arguments.output, written(collect(mined, arguments.most)))
    if arguments.json:
        print_json(statistics(mined))
    elif arguments.output != "-":
        _print_statistics(statistics(mined), console)


def _depth(arguments: Namespace) -> Depth:
    for field in _DEPTHS:
        if not _LEAST <= getattr(arguments, field) <= _MOST:
            raise UsageError(f"--{field} must be from {_LEAST} to {_MOST}, not {getattr(arguments, field)}")
    return Depth(source=arguments.source, **{field: getattr(arguments, field) for field in _DEPTHS})


def _print_statistics(summary: Statistics, console: Console) -> None:
    console.print(f"{counted(summary.decisions, 'decision')} in {counted(summary.matches, 'match')}")
    console.print(counted(summary.candidates, "candidate"))
    for reason, count in summary.rejected.items():
        console.print(f"  {count} rejected: {reason}")
    console.print(f"  {counted(summary.puzzles, 'puzzle')}")
