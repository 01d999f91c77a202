"""What can be typed after `funkenflug`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn, get_args

from rich.console import Console

from funkenflug import __version__
from funkenflug.bots.players import LEVELS, RANDOM
from funkenflug.cli import commands
from funkenflug.cli.arena import arena, describe_arena
from funkenflug.cli.bench import bench
from funkenflug.cli.join import join
from funkenflug.cli.progress import describe_engine
from funkenflug.cli.review import review
from funkenflug.cli.site import backup, export, import_
from funkenflug.cli.solve import CANNOT_BE_WON, OPEN, USUAL_BUDGET, WON, solve
from funkenflug.cli.terminal import KINDS, PERSON, USUAL_BOT
from funkenflug.cli.web import DEFAULT_HOST, DEFAULT_PORT, serve
from funkenflug.drawing import Theme
from funkenflug.games import GAMES
from funkenflug.match.words import both


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise commands.UsageError(f"{message}; see {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; each command leaves its function in `run`."""
    whole = _Parser(
        prog="funkenflug",
        description="Board games of fire and water. Without a command: play in the browser.",
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=f"funkenflug {__version__}")
    whole.set_defaults(run=serve, host=DEFAULT_HOST, port=None, database=None, workers=1, no_browser=False)
    choice = whole.add_subparsers(title="commands", metavar="COMMAND")

    def command(run: Callable[[argparse.Namespace, Console], int | None], summary: str) -> argparse.ArgumentParser:
        sentence = f"{summary[0].upper()}{summary[1:]}."
        made = choice.add_parser(run.__name__.rstrip("_"), help=summary, description=sentence, allow_abbrev=False)
        made.set_defaults(run=run)
        return made

    _describe_serve(command(serve, "play in the browser"))
    _describe_export(command(export, "write a whole site to a file, to move it"))
    _describe_import(command(import_, "bring an exported site into an empty database"))
    _describe_backup(command(backup, "copy the database of a site, also while it is running"))
    _describe_join(command(join, "sit down at a table of a site, with its link"))
    _describe_play(command(commands.play, "play in the terminal"))
    _describe_new(command(commands.new, "write the record of a fresh match"))
    _describe_show(command(commands.show, "show a position of a record"))
    _describe_replay(command(commands.replay, "show all positions of a record, one after another"))
    _describe_review(command(review, "look at a match again: what each decision was worth, and the best one"))
    _describe_verify(command(commands.verify, "check that the deal of a record is the one that was promised"))
    _describe_games(command(commands.games, "list the games with their modes and options"))
    _describe_solve(command(solve, "find out whether a solitaire or cooperative deal can be won, and how"))
    describe_arena(command(arena, "let bots play against bots, and rate them"))
    _describe_bench(command(bench, "measure random matches on one core"))
    return whole


def _describe_serve(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--host", default=DEFAULT_HOST, help="the address to listen on (default: %(default)s, this device)"
    )
    serve.add_argument("--port", type=int, metavar="N", help=f"default: {DEFAULT_PORT}, or a free one if it is taken")
    _describe_database(serve)
    serve.add_argument(
        "--workers", type=_count, default=1, metavar="N", help="how many processes (default: 1; more need PostgreSQL)"
    )
    serve.add_argument("--no-browser", action="store_true", help="do not open the browser")


def _describe_export(export: argparse.ArgumentParser) -> None:
    export.add_argument("target", metavar="SITE", help="a new file whose name ends in .zip, or else a new folder")
    _describe_database(export)


def _describe_import(command: argparse.ArgumentParser) -> None:
    command.add_argument("source", metavar="SITE", help="what was exported")
    _describe_database(command)


def _describe_backup(backup: argparse.ArgumentParser) -> None:
    backup.add_argument("target", metavar="FILE", help="a new file")
    _describe_database(backup)


def _describe_database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--database",
        metavar="URL",
        help="where tables are kept: sqlite:///FILE or postgresql://… (default: in your folder for data)",
    )


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise ValueError
    return count


def _describe_join(join: argparse.ArgumentParser) -> None:
    join.add_argument("url", metavar="URL", help="the link of the table, or of a seat there")
    join.add_argument("--bot", choices=tuple(LEVELS), help="let a bot of this level play")
    join.add_argument("--name", metavar="NAME", help="what the others shall call you")


def _describe_play(play: argparse.ArgumentParser) -> None:
    play.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help=f"{', '.join(GAMES)}; or the file of a record, to go on with it (default: you are asked)",
    )
    play.add_argument("--players", type=int, metavar="N", help="how many seats (default: 2 if the game allows)")
    play.add_argument(
        "--against",
        choices=(RANDOM, *LEVELS),
        default=USUAL_BOT,
        help="who takes the other seats (default: %(default)s)",
    )
    play.add_argument(
        "--seats", metavar="WHO,…", help=f"who plays, from seat 0 on: {both(KINDS)} (default: {PERSON}, then bots)"
    )
    _describe_set_up(play)


def _describe_new(new: argparse.ArgumentParser) -> None:
    new.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    new.add_argument("--players", type=int, metavar="N", required=True, help="how many seats")
    new.add_argument("-o", "--output", metavar="FILE", default="-", help="where to (default: standard output)")
    _describe_set_up(new)


def _describe_set_up(command: argparse.ArgumentParser) -> None:
    modes = dict.fromkeys(mode.id for game_type in GAMES.values() for mode in game_type.modes)
    options = dict.fromkeys(option.id for game_type in GAMES.values() for option in game_type.options)
    command.add_argument("--mode", help=f"{', '.join(modes)} (default: the first that fits the number of players)")
    command.add_argument(
        "--option", action="append", help=f"a rule to switch on, may be repeated: {', '.join(options)}"
    )
    command.add_argument("--seed", help="a number or a text that decides the deal (default: a fresh one)")
    command.add_argument("--names", nargs="+", metavar="NAME", help="one for each seat")
    for word in commands.deal_words():
        takers = both(game_type.title for game_type in GAMES.values() if word in game_type.deal_words)
        command.add_argument(f"--{word}", metavar="TEXT", help=f"the {word} of {takers}: by name, or as in a record")


def _describe_show(show: argparse.ArgumentParser) -> None:
    _describe_record(show)
    show.add_argument("--ply", type=int, metavar="N", help="after so many moves (default: the last position)")
    show.add_argument("--svg", metavar="FILE", help="draw a picture into a file instead (-: standard output)")
    show.add_argument("--preview", metavar="MOVE", help="show in the picture what a move would do")
    _describe_picture(show)
    show.add_argument("--json", action="store_true", help="print what is known, and the outcome, as JSON")


def _describe_replay(replay: argparse.ArgumentParser) -> None:
    _describe_record(replay)
    replay.add_argument("--svg", metavar="FOLDER", help="draw every position into a new folder instead")
    _describe_picture(replay)
    replay.add_argument("--json", action="store_true", help="print one JSON object for each move")


def _describe_review(review: argparse.ArgumentParser) -> None:
    review.add_argument("file", metavar="FILE", help="a record (-: standard input)")
    review.add_argument("--game", type=int, metavar="N", help="which match if the file holds several; the first is 1")
    review.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for a decision (default: %(default)g)")
    review.add_argument("-o", "--output", metavar="FILE", help="write the record with remarks (-: to standard output)")
    review.add_argument("--json", action="store_true", help="print a JSON object for each decision")


def _describe_picture(command: argparse.ArgumentParser) -> None:
    wishes = dict.fromkeys(wish for game_type in GAMES.values() for wish in game_type.draw_flags())
    command.add_argument("--theme", choices=get_args(Theme), help="of the picture (default: auto)")
    command.add_argument(
        "--wish",
        action="append",
        metavar="WORD[=VALUE]",
        help=f"what the picture shall have, may be repeated: {', '.join(wishes)}",
    )


def _describe_verify(verify: argparse.ArgumentParser) -> None:
    verify.epilog = "Exit status: 0 if the deal of every match is as promised, 1 if not."
    verify.add_argument("file", metavar="FILE", help="a record, or several (-: standard input)")


def _describe_record(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record (-: standard input)")
    command.add_argument("--game", type=int, metavar="N", help="which match if the file holds several; the first is 1")
    command.add_argument("--seat", type=int, metavar="N", help="through whose eyes (default: a spectator's)")


def _describe_games(games: argparse.ArgumentParser) -> None:
    games.add_argument("--json", action="store_true", help="print them as JSON")


def _describe_solve(command: argparse.ArgumentParser) -> None:
    command.epilog = f"Exit status: {WON} won, {CANNOT_BE_WON} cannot be won, {OPEN} open; 0 after a sweep."
    command.add_argument("file", metavar="FILE", nargs="?", help="a record: its deal is solved (-: standard input)")
    command.add_argument("--game", help="the game of a fresh deal; with FILE: which match if it holds several")
    command.add_argument("--players", type=int, metavar="N", help="how many play together (default: 1, solitaire)")
    _describe_set_up(command)
    command.add_argument(
        "--budget", type=float, default=USUAL_BUDGET, metavar="S", help="seconds for a deal (default: %(default)g)"
    )
    command.add_argument("-o", "--output", metavar="FILE", help="where the record goes (default: standard output)")
    command.add_argument("--json", action="store_true", help="print everything as JSON")
    sweep = command.add_argument_group("many deals")
    sweep.add_argument("--sweep", type=int, metavar="N", help="solve the deals of so many seeds and sum up")
    sweep.add_argument("--first-seed", type=int, metavar="N", help="the first of them (default: 1)")
    sweep.add_argument("--out", metavar="FILE", help="add each result to this file; what is in it is not solved again")
    describe_engine(sweep)


def _describe_bench(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", nargs="?", help="only this one")
    command.add_argument("--seconds", type=float, default=0.5, metavar="S", help="for each line (default: 0.5)")
    command.add_argument("--json", action="store_true", help="print one JSON object for each line")
