"""`funkenflug review`: judge every decision of a match."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from itertools import groupby

import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table

from funkenflug.bots.review import Judgement, decisions, review, turning_point
from funkenflug.cli.errors import UsageError
from funkenflug.cli.output import print_json, write_output
from funkenflug.cli.progress import progress_bar
from funkenflug.cli.records import add_record_options, load_match
from funkenflug.match.game import Game

_DEFAULT_SECONDS = 1.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_record_options(parser)
    parser.add_argument("--seconds", type=float, metavar="S", help=f"time per decision (default: {_DEFAULT_SECONDS:g})")
    parser.add_argument("--simulations", type=int, metavar="N", help="simulations per decision, instead of a time")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the search (default: %(default)s)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the record with comments (-: to standard output)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per decision")


def run(arguments: Namespace, console: Console) -> None:
    """Judge every decision of a match."""
    seconds, simulations = _limits(arguments)
    game = load_match(arguments.file, arguments.game)
    judgements: list[Judgement] = []
    with progress_bar(MofNCompleteColumn()) as bar:
        judging = review(game, seconds, simulations=simulations, seed=arguments.seed)
        judgements.extend(bar.track(judging, len(decisions(game)), description="analysing"))
    if arguments.output is not None:
        write_output(arguments.output, _with_comments(game, judgements).record())
    if arguments.json:
        for judgement in judgements:
            print_json(msgspec.structs.asdict(judgement) | {"mark": judgement.mark})
    elif arguments.output != "-":
        _print_summary(game, judgements, console)


def _limits(arguments: Namespace) -> tuple[float | None, int | None]:
    """Return the seconds or the simulations for a decision."""
    seconds, simulations = arguments.seconds, arguments.simulations
    if seconds is not None and simulations is not None:
        raise UsageError("use --seconds or --simulations, not both")
    if simulations is not None:
        if not 1 <= simulations <= 10_000_000:
            raise UsageError(f"--simulations must be 1 to 10,000,000, not {simulations}")
        return None, simulations
    seconds = _DEFAULT_SECONDS if seconds is None else seconds
    if not 0 < seconds <= 600:
        raise UsageError(f"--seconds must be more than 0 and at most 600, not {seconds:g}")
    return seconds, None


def _print_summary(game: Game, judgements: list[Judgement], console: Console) -> None:
    console.print(_table(game, judgements))
    for seat, group in groupby(sorted(judgements, key=lambda one: one.seat), lambda one: one.seat):
        own = list(group)
        counts = Counter(one.mark for one in own)
        marks = "".join(f", {counts[mark]} × {mark}" for mark in ("?!", "?", "??") if counts[mark])
        lost = 100 * sum(one.loss for one in own) / len(own)
        console.print(f"{game.names[seat]} lost {lost:.1f}% per decision on average{marks}")
    outcome = game.outcome()
    if outcome is not None and not outcome.winners and game.type.solve is not None:
        console.print(_turning_point(game), soft_wrap=True)


def _turning_point(game: Game) -> str:
    """Return where a solitaire or cooperative match was lost."""
    point = turning_point(game)
    if point is None:
        return "No way to win this deal was found"
    certainly = "lost the game" if point.certain else "seems to have lost the game"
    return f"Move {point.ply + 1} {certainly}: until then it could still have been won, knowing the whole deal"


def _table(game: Game, judgements: list[Judgement]) -> Table:
    table, named = Table("move", "", "played", "", "chance", "best", "chance", box=None), game.type.name_move
    for one in judgements:
        better = (named(one.best), f"{one.best_chance:.0%}") if one.mark else ("", "")
        table.add_row(str(one.ply + 1), game.names[one.seat], named(one.move), one.mark, f"{one.chance:.0%}", *better)
    return table


def _with_comments(game: Game, judgements: list[Judgement]) -> Game:
    """Return the match with a comment after every marked move."""
    copy = game.copy()
    for one in judgements:
        if one.mark:
            comment = f"{one.mark} {one.chance:.0%}; best was {one.best} with {one.best_chance:.0%}"
            copy.comments[one.ply + 1] = " ".join(filter(None, (copy.comments.get(one.ply + 1), comment)))
    return copy
