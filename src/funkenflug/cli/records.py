"""The options that choose a match in a file of records, shared by several commands."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from funkenflug.cli.errors import UsageError
from funkenflug.match.game import Game
from funkenflug.match.record import RecordError, load_all


def add_record_options(parser: ArgumentParser) -> None:
    """Add the options that choose a match."""
    parser.add_argument("file", metavar="FILE", help="a record (-: standard input)")
    parser.add_argument(
        "--game", type=int, metavar="N", help="which match of the file, if it has several; the first is 1"
    )


def add_seat_option(parser: ArgumentParser) -> None:
    """Add the option that chooses a point of view."""
    parser.add_argument("--seat", type=int, metavar="N", help="whose view to show (default: a spectator’s)")


def load_matches(file: str) -> list[Game]:
    """Return all matches of a file of records, or of standard input if the name is -."""
    try:
        return load_all(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except RecordError as error:
        raise UsageError(f"{file}: {error}") from None


def load_match(file: str, number: int | None) -> Game:
    """Return the only match of a file of records, or the one with this number."""
    matches = load_matches(file)
    if number is None and len(matches) > 1:
        raise UsageError(f"{file} has {len(matches)} matches: choose one with --game 1 to {len(matches)}")
    if number is not None and not 1 <= number <= len(matches):
        raise UsageError(f"--game must be 1 to {len(matches)}, not {number}")
    return matches[(number or 1) - 1]


def seat_of(game: Game, arguments: Namespace) -> int | None:
    """Return the seat that was chosen, None for a spectator."""
    seat: int | None = arguments.seat
    if seat is not None and not 0 <= seat < game.players:
        raise UsageError(f"--seat must be 0 to {game.players - 1}, not {seat}")
    return seat
