"""`funkenflug show`: show a position of a record as text, picture or JSON."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.console import Console

from funkenflug.cli.errors import UsageError
from funkenflug.cli.output import print_json, write_output
from funkenflug.cli.pictures import add_picture_options, check_picture_options, draw
from funkenflug.cli.records import add_record_options, add_seat_option, load_match, seat_of
from funkenflug.cli.terminal import coloured
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_record_options(parser)
    add_seat_option(parser)
    parser.add_argument("--ply", type=int, metavar="N", help="number of moves to play first (default: all)")
    parser.add_argument("--svg", metavar="FILE", help="draw the position into a file (-: standard output)")
    parser.add_argument("--preview", metavar="MOVE", help="preview this move in the picture")
    add_picture_options(parser)
    parser.add_argument("--json", action="store_true", help="print the view and the outcome as JSON")


def run(arguments: Namespace, console: Console) -> None:
    """Show the position."""
    check_picture_options(arguments)
    game = _position(load_match(arguments.file, arguments.game), arguments.ply)
    seat = seat_of(game, arguments)
    if arguments.svg:
        write_output(arguments.svg, draw(game, seat, arguments))
    elif arguments.json:
        print_json({"view": game.view(seat), "outcome": game.outcome()})
    else:
        console.print(coloured(game.text(seat), game.type), soft_wrap=True)


def _position(game: Game, ply: int | None) -> Game:
    if ply is None:
        return game
    if not 0 <= ply <= len(game.moves):
        raise UsageError(f"--ply must be 0 to {len(game.moves)}, not {ply}")
    return at_ply(game, ply)
