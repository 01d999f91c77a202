"""The options of pictures, shared by `show` and `replay`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, get_args

from funkenflug.cli.errors import UsageError
from funkenflug.core.drawing import Theme
from funkenflug.core.words import clipped, either
from funkenflug.games import GAMES
from funkenflug.match.game import Game


def add_picture_options(parser: ArgumentParser) -> None:
    """Add the options that say how a picture looks."""
    options = dict.fromkeys(option for game_type in GAMES.values() for option in game_type.draw_flags())
    parser.add_argument("--theme", choices=get_args(Theme), help="colours of the picture (default: auto)")
    parser.add_argument(
        "--wish",
        action="append",
        metavar="WORD[=VALUE]",
        help=f"what to add to the picture; repeatable: {', '.join(options)}",
    )


def check_picture_options(arguments: Namespace) -> None:
    """Raise `UsageError` if options of a picture are given without --svg, or --json with it."""
    for word in ("theme", "preview", "wish"):
        if getattr(arguments, word, None) and not arguments.svg:
            raise UsageError(f"--{word} needs --svg")
    if arguments.svg and arguments.json:
        raise UsageError("--svg and --json cannot be combined")


def draw(game: Game, seat: int | None, arguments: Namespace) -> str:
    """Return the picture of a position as SVG."""
    options: dict[str, Any] = {}
    for option in arguments.wish or ():
        word, _, value = option.partition("=")
        if word not in game.type.draw_flags():
            raise UsageError(f"--wish must be {either(game.type.draw_flags())}, not {clipped(word)}")
        options[word] = value or True
    preview = getattr(arguments, "preview", None)
    try:
        return game.svg(seat, theme=arguments.theme or "auto", preview=preview, **options)
    except ValueError as error:
        raise UsageError(str(error)) from None
