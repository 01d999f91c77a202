"""Commands for records: `funkenflug new`, `show`, `replay`, `review` and `verify`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table

from funkenflug.bots.review import Judgement, decisions, review, turning_point
from funkenflug.cli.command import (
    UsageError,
    command,
    group,
    json_option,
    option,
    print_json,
    progress_bar,
    refuse_overwriting,
    usage_errors,
    write_output,
)
from funkenflug.cli.setup import RECORD, load_match, load_matches, new_match, setup_options
from funkenflug.cli.terminal import coloured
from funkenflug.core.drawing import Theme
from funkenflug.core.words import clipped, either, printable
from funkenflug.games import GAMES
from funkenflug.games.base import GameType
from funkenflug.jobs.files import write_atomically
from funkenflug.match import fair
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply, describe_events, steps


@command(
    option("game", metavar="GAME", help=", ".join(GAMES)),
    option("--players", type=int, metavar="N", required=True, help="number of players"),
    option("-o", "--output", metavar="FILE", default="-", help="output file (default: standard output)"),
    setup_options,
)
def new_command(arguments: Namespace, console: Console) -> None:
    """Write the record of a fresh match."""
    refuse_overwriting(arguments.output)
    write_output(arguments.output, new_match(arguments, arguments.players).record())


# Positions ----------------------------------------------------------------------------------------------------------

_SEAT = option("--seat", type=int, metavar="N", help="whose view to show (default: a spectator’s)")
_DRAW_FLAGS = dict.fromkeys(flag for game_type in GAMES.values() for flag in game_type.draw_flags())
_PICTURE = group(
    option("--theme", choices=get_args(Theme), help="colours of the picture (default: auto)"),
    option(
        "--wish",
        action="append",
        metavar="WORD[=VALUE]",
        help=f"what to add to the picture; repeatable: {', '.join(_DRAW_FLAGS)}",
    ),
)


@command(
    RECORD,
    _SEAT,
    option("--ply", type=int, metavar="N", help="number of moves to play first (default: all)"),
    option("--svg", metavar="FILE", help="draw the position into a file (-: standard output)"),
    option("--preview", metavar="MOVE", help="preview this move in the picture"),
    _PICTURE,
    json_option("print the view and the outcome as JSON"),
)
def show_command(arguments: Namespace, console: Console) -> None:
    """Show a position as text, picture or JSON."""
    _check_picture_options(arguments)
    game, ply = load_match(arguments.file, arguments.game), arguments.ply
    if ply is not None:
        if not 0 <= ply <= len(game.moves):
            raise UsageError(f"--ply must be 0 to {len(game.moves)}, not {ply}")
        game = at_ply(game, ply)
    seat = _seat_of(game, arguments)
    if arguments.svg:
        write_output(arguments.svg, _draw(game, seat, arguments))
    elif arguments.json:
        print_json({"view": game.view(seat), "outcome": game.outcome()})
    else:
        console.print(coloured(game.text(seat), game.type), soft_wrap=True)


def _seat_of(game: Game, arguments: Namespace) -> int | None:
    """Return the seat that was chosen, None for a spectator."""
    seat: int | None = arguments.seat
    if seat is not None and not 0 <= seat < game.players:
        raise UsageError(f"--seat must be 0 to {game.players - 1}, not {seat}")
    return seat


def _check_picture_options(arguments: Namespace) -> None:
    """Raise `UsageError` if options of a picture are given without --svg, or --json with it."""
    for word in ("theme", "preview", "wish"):
        if getattr(arguments, word, None) and not arguments.svg:
            raise UsageError(f"--{word} needs --svg")
    if arguments.svg and arguments.json:
        raise UsageError("--svg and --json cannot be combined")


@usage_errors()
def _draw(game: Game, seat: int | None, arguments: Namespace) -> str:
    """Return the picture of a position as SVG."""
    options: dict[str, Any] = {}
    for wish in arguments.wish or ():
        word, _, value = wish.partition("=")
        if word not in game.type.draw_flags():
            raise UsageError(f"--wish must be {either(game.type.draw_flags())}, not {clipped(word)}")
        options[word] = value or True
    preview = getattr(arguments, "preview", None)
    return game.svg(seat, theme=arguments.theme or "auto", preview=preview, **options)


@command(
    RECORD,
    _SEAT,
    option("--svg", metavar="FOLDER", help="draw every position into a new folder"),
    _PICTURE,
    json_option("print one JSON object per move"),
)
def replay_command(arguments: Namespace, console: Console) -> None:
    """Show the positions: page by page in a terminal, else one after another, or as pictures or JSON."""
    _check_picture_options(arguments)
    game = load_match(arguments.file, arguments.game)
    seat = _seat_of(game, arguments)
    if arguments.svg:
        _draw_all(game, seat, arguments)
        return
    if arguments.json:
        for ply, step in enumerate(steps(game), 1):
            scores = step.after.view(seat).scores
            print_json({"ply": ply, "seat": step.seat, "move": str(step.move), "events": step.events, "scores": scores})
        return
    pages = _pages(game, seat)
    if sys.stdin.isatty() and console.is_terminal:
        _page_through(pages, game.type, console)
    else:
        console.print(coloured("\n\n".join(pages), game.type), soft_wrap=True)


def _draw_all(game: Game, seat: int | None, arguments: Namespace) -> None:
    """Draw every position into a new folder, beginning with 000.svg."""
    pictures = [_draw(at_ply(game, 0), seat, arguments)]
    pictures += [_draw(step.after, seat, arguments) for step in steps(game)]
    folder = Path(arguments.svg)
    folder.mkdir()
    for ply, picture in enumerate(pictures):
        write_atomically(folder / f"{ply:03}.svg", picture)


def _pages(game: Game, seat: int | None) -> list[str]:
    """Return every position as text, each with the move that led to it."""
    taken = steps(game)
    pages = [f"{_comment(game, 0)}{at_ply(game, 0).text(seat)}"]
    for ply, step in enumerate(taken, 1):
        caption = f"{ply} of {len(taken)}: {game.type.name_move(step.move)}\n{describe_events(game, step.events)}\n"
        pages.append(f"{caption}{_comment(game, ply)}{step.after.text(seat)}")
    return pages


def _comment(game: Game, ply: int) -> str:
    return f"# {printable(game.comments[ply])}\n" if ply in game.comments else ""


def _page_through(pages: Sequence[str], game_type: GameType, console: Console) -> None:
    """Show one page at a time, and ask for the next or the previous one."""
    page = 0
    while page < len(pages):
        console.clear()
        console.print(coloured(pages[page], game_type), soft_wrap=True)
        try:
            onwards = "next" if page + 1 < len(pages) else "end"
            answer = input(f"\nEnter: {onwards}, b: back, q: quit ").strip().lower()
        except EOFError:
            console.print()
            return
        if answer in ("q", "quit"):
            return
        page = max(0, page - 1) if answer in ("b", "back") else page + 1


# Analysis -----------------------------------------------------------------------------------------------------------

_DEFAULT_SECONDS = 1.0


@command(
    RECORD,
    option("--seconds", type=float, metavar="S", help=f"time per decision (default: {_DEFAULT_SECONDS:g})"),
    option("--simulations", type=int, metavar="N", help="simulations per decision, instead of a time"),
    option("--seed", type=int, default=0, metavar="N", help="seed of the search (default: %(default)s)"),
    option("-o", "--output", metavar="FILE", help="write the record with comments (-: to standard output)"),
    json_option("print one JSON object per decision"),
)
def review_command(arguments: Namespace, console: Console) -> None:
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
    for seat in sorted({one.seat for one in judgements}):
        own = [one for one in judgements if one.seat == seat]
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


# Fair deals ---------------------------------------------------------------------------------------------------------


@command(
    option("file", metavar="FILE", help="a file with one or more records (-: standard input)"),
    epilog="Exit status: 0 if every match was dealt as promised, otherwise 1.",
)
def verify_command(arguments: Namespace, console: Console) -> int:
    """Check every match of a file; return 1 if a deal is not shown to be fair."""
    status = 0
    for number, game in enumerate(load_matches(arguments.file), 1):
        console.print(f"Match {number}, {game.type.title}: ", end="")
        try:
            fair.verify(game)
        except fair.Unfair as unfair:
            console.print(f"NOT PROVED FAIR: {unfair}", style="bold red", soft_wrap=True)
            status = 1
            continue
        console.print("the deal follows from the sealed secret and the values.", style="green", soft_wrap=True)
        console.print(f"  seal: {printable(game.tags['Seal'])}", soft_wrap=True)
        for name, value in zip(game.names, fair.values_of(game.tags, game.players), strict=True):
            console.print(f"  value of {name}: {printable(value or 'none')}", soft_wrap=True)
    return status
