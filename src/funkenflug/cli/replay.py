"""`funkenflug replay`: show all positions of a record."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from funkenflug.cli.output import print_json
from funkenflug.cli.pictures import add_picture_options, check_picture_options, draw
from funkenflug.cli.records import add_record_options, add_seat_option, load_match, seat_of
from funkenflug.cli.terminal import coloured
from funkenflug.core.words import printable
from funkenflug.games.base import GameType
from funkenflug.jobs.files import write_atomically
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply, describe_events, steps


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_record_options(parser)
    add_seat_option(parser)
    parser.add_argument("--svg", metavar="FOLDER", help="draw every position into a new folder")
    add_picture_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object per move")


def run(arguments: Namespace, console: Console) -> None:
    """Show the positions: page by page in a terminal, else one after another, or as pictures or JSON."""
    check_picture_options(arguments)
    game = load_match(arguments.file, arguments.game)
    seat = seat_of(game, arguments)
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
    pictures = [draw(at_ply(game, 0), seat, arguments)]
    pictures += [draw(step.after, seat, arguments) for step in steps(game)]
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
