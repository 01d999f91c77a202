"""The options that set up a match or choose one in a file of records, shared by several commands."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from funkenflug.cli.command import UsageError, group, option, usage_errors
from funkenflug.core.words import both
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType
from funkenflug.match.game import Game, new
from funkenflug.match.record import RecordError, load_all

# A new match --------------------------------------------------------------------------------------------------------


def setup_options(parser: ArgumentParser) -> None:
    """Add the options of a fresh match besides its game and players."""
    modes = dict.fromkeys(mode.id for game_type in GAMES.values() for mode in game_type.modes)
    options = dict.fromkeys(option.id for game_type in GAMES.values() for option in game_type.options)
    parser.add_argument("--mode", help=f"{', '.join(modes)} (default: the first that fits the number of players)")
    parser.add_argument("--option", action="append", help=f"an optional rule to use; repeatable: {', '.join(options)}")
    parser.add_argument("--seed", help="a number or text that determines the deal (default: a random one)")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="one for each seat")
    for word in deal_words():
        takers = both(game_type.title for game_type in GAMES.values() if word in game_type.deal_words)
        names = "".join(f"{name}, " for name in names_of(word))
        parser.add_argument(
            f"--{word}", metavar="TEXT", help=f"the {word} of {takers}: {names}{'or ' if names else ''}as in a record"
        )


def names_of(word: str) -> list[str]:
    """Return the names that a part of the deal can be given by; a deck has none."""
    choices = [choice for game_type in GAMES.values() for choice in game_type.choices if choice.word == word]
    return [name for choice in choices for name, _ in choice.values]


def deal_words() -> list[str]:
    """Return the options of all games that give a deal or a part of it."""
    return list(dict.fromkeys(word for game_type in GAMES.values() for word in game_type.deal_words))


@usage_errors()
def new_match(arguments: Namespace, players: int) -> Game:
    """Return a fresh match, set up by the arguments."""
    game_type = find_game(arguments.game)
    return new(
        game_type.id,
        players=players,
        mode=arguments.mode,
        options=arguments.option or (),
        seed=arguments.seed,
        names=arguments.names,
        **_deal(game_type, arguments),
    )


def _deal(game_type: GameType, arguments: Namespace) -> dict[str, Any]:
    """Return the parts of the deal that are given, in the notation of a record."""
    given = {word: text for word in deal_words() if (text := getattr(arguments, word)) is not None}
    for word in given:
        if word not in game_type.deal_words:
            raise UsageError(f"{game_type.title} has no {word}")
    return game_type.read_deal_tags({word.title(): text for word, text in given.items()})


def refuse_setup_options(arguments: Namespace, file: str) -> None:
    """Raise `UsageError` if options set up a match that comes from a record."""
    for word in ("players", "mode", "option", "seed", "names", *deal_words()):
        if getattr(arguments, word) is not None:
            raise UsageError(f"--{word} sets up a new match, but {file} is the record of one")


# A match in a file --------------------------------------------------------------------------------------------------

RECORD = group(
    option("file", metavar="FILE", help="a record (-: standard input)"),
    option("--game", type=int, metavar="N", help="which match of the file, if it has several; the first is 1"),
)


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
