"""`funkenflug review`: a match looked at again, decision by decision."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from itertools import groupby

import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table

from funkenflug.bots.review import Judgement, decisions
from funkenflug.bots.review import review as judged
from funkenflug.cli.commands import UsageError, one_match, print_json, write
from funkenflug.cli.progress import progress_bar
from funkenflug.match.game import Game


def review(arguments: Namespace, console: Console) -> None:
    """Judge every decision of a match."""
    if not 0 < arguments.seconds <= 600:
        raise UsageError(f"--seconds is more than 0 and at most 600, not {arguments.seconds:g}")
    game = one_match(arguments.file, arguments.game)
    found = []
    with progress_bar(MofNCompleteColumn()) as bar:
        for judgement in bar.track(judged(game, arguments.seconds), len(decisions(game)), description="looking again"):
            found.append(judgement)
    if arguments.output is not None:
        write(arguments.output, _with_remarks(game, found).record())
    if arguments.json:
        for judgement in found:
            print_json(msgspec.structs.asdict(judgement) | {"mark": judgement.mark})
    elif arguments.output != "-":
        _tell(game, found, console)


def _tell(game: Game, found: list[Judgement], console: Console) -> None:
    console.print(_table(game, found))
    for seat, cell in groupby(sorted(found, key=lambda one: one.seat), lambda one: one.seat):
        own = list(cell)
        counts = Counter(one.mark for one in own)
        marks = "".join(f", {counts[mark]} × {mark}" for mark in ("?!", "?", "??") if counts[mark])
        lost = 100 * sum(one.loss for one in own) / len(own)
        console.print(f"{game.names[seat]} gave away {lost:.1f} % a decision{marks}")


def _table(game: Game, found: list[Judgement]) -> Table:
    table = Table("move", "", "played", "", "chance", "best", "chance", box=None)
    for one in found:
        better = (one.best, f"{one.best_chance:.0%}") if one.mark else ("", "")
        table.add_row(str(one.ply + 1), game.names[one.seat], one.move, one.mark, f"{one.chance:.0%}", *better)
    return table


def _with_remarks(game: Game, found: list[Judgement]) -> Game:
    """Return the match with a remark after every move that was marked."""
    told = game.copy()
    for one in found:
        if one.mark:
            remark = f"{one.mark} {one.chance:.0%}; best was {one.best} with {one.best_chance:.0%}"
            told.comments[one.ply + 1] = " ".join(filter(None, (told.comments.get(one.ply + 1), remark)))
    return told
