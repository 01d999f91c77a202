"""`funkenflug arena`: let bots play against bots, and rate them; `funkenflug bot`: run one as a program."""

from __future__ import annotations

import datetime
import re
import shlex
import sys
import time
from argparse import Namespace
from contextlib import closing
from functools import partial
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.progress import MofNCompleteColumn
from rich.table import Table

from funkenflug.arena.bot import own_output, serve_questions
from funkenflug.arena.contestants import CONTESTANTS, check_contestant
from funkenflug.arena.folder import Folder
from funkenflug.arena.match import MatchResult, play_planned
from funkenflug.arena.plan import Plan, code_version
from funkenflug.arena.ratings import Rating
from funkenflug.arena.standings import ContestantStanding, Standings, short_name, standings
from funkenflug.bots import prepare
from funkenflug.bots.players import LEVELS, RANDOM, level
from funkenflug.cli.command import (
    ENGINE,
    command,
    compiling_status,
    engine_for,
    json_option,
    option,
    print_json,
    progress_bar,
    require_positive,
    to_be_continued,
    usage_errors,
)
from funkenflug.cli.setup import deal_words, names_of
from funkenflug.core.seeds import random_seed, seed_text
from funkenflug.core.version import __version__
from funkenflug.core.words import counted
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType
from funkenflug.jobs.engine import Executor
from funkenflug.jobs.statistics import duration
from funkenflug.match.game import new

_WIDEST = 140
"""Columns of the table of results."""
_DEFAULT_SECONDS = 10.0


@command(
    option("game", metavar="GAME", help=", ".join(GAMES)),
    option("--players", metavar="WHO,…", required=True, help=f"{CONTESTANTS}; name each once or several times"),
    option("--games", type=int, default=100, metavar="N", help="number of games (default: %(default)s)"),
    option(
        "--seats", type=int, metavar="N", help="seats per table (default: one for each contestant, if the game allows)"
    ),
    option("--mode", help="default: the first mode that fits the number of seats"),
    option("--option", action="append", help="an optional rule to use; repeatable"),
    *(
        option(f"--{word}", metavar="NAME", help=f"the {word}: {', '.join(names_of(word))}")
        for word in dict.fromkeys(choice.word for game_type in GAMES.values() for choice in game_type.choices)
    ),
    option("--seed", help="seed of all deals (default: the folder’s, or a new one)"),
    option("--scale", type=float, default=1.0, metavar="X", help="the share of their time that levels use"),
    option("--simulations", type=int, metavar="N", help="simulations that stand for one second, for levels"),
    option(
        "--seconds",
        type=float,
        default=_DEFAULT_SECONDS,
        metavar="S",
        help="time limit of a program per move (default: %(default)g)",
    ),
    option("--out", metavar="FOLDER", help="default: arena/GAME-WHO-…; games already in it are not played again"),
    json_option("print the results as JSON"),
    ENGINE,
)
def arena_command(arguments: Namespace, console: Console) -> None:
    """Play an arena, or continue it, and print the results."""
    folder = Folder(_path(arguments))
    try:
        with usage_errors():
            plan = _plan(arguments, folder.plan())
            for description in plan.names:
                check_contestant(description, Path.cwd())
            engine, done = engine_for(arguments), folder.begin(plan)
        games = plan.whole_deals(arguments.games)
        with to_be_continued(
            lambda: f"{sum(index in done for index in range(games))} of {games} games are in {folder.path}; "
        ):
            _play_all(plan, [index for index in range(games) if index not in done], folder, done, engine)
        _report(plan, [done[index] for index in range(games)], folder, console, arguments.json)
    finally:
        folder.unlock()


# The plan -----------------------------------------------------------------------------------------------------------


def _path(arguments: Namespace) -> Path:
    if arguments.out is not None:
        return Path(arguments.out)
    words = re.sub(r"[^\w@.]+", "-", arguments.players).strip("-.")[:80]
    return Path("arena") / f"{arguments.game}-{words}"


def _plan(arguments: Namespace, kept: Plan | None) -> Plan:
    """Return the plan; the seed and the date of an arena that is continued come from its folder."""
    for word in ("games", "scale", "seconds", "simulations"):
        if (value := getattr(arguments, word)) is not None:
            require_positive(f"--{word}", value)
    game_type = find_game(arguments.game)
    contestants = tuple(arguments.players.split(","))
    seats = arguments.seats or _default_seats(game_type, arguments.mode, len(contestants))
    if seats > len(contestants):
        raise ValueError(f"{seats} seats for {len(contestants)}: to seat a contestant twice, name it twice")
    deal = {word: text for word in deal_words() if (text := getattr(arguments, word, None)) is not None}
    game = new(
        game_type.id, players=seats, mode=arguments.mode, options=arguments.option or (), seed=arguments.seed, **deal
    )
    return Plan(
        game=game_type.id,
        contestants=contestants,
        seats=seats,
        mode=game.mode,
        options=game.options,
        deal=deal,
        seed=_seed(arguments.seed, kept),
        scale=arguments.scale,
        simulations=arguments.simulations,
        seconds=arguments.seconds,
        date=datetime.date.today().isoformat() if kept is None else kept.date,
        version=code_version(),
    )


def _seed(given: str | None, kept: Plan | None) -> str:
    if given is not None:
        return seed_text(given)
    return kept.seed if kept is not None else str(random_seed())


def _default_seats(game_type: GameType, mode: str | None, contestants: int) -> int:
    counts = [count for m in game_type.modes if mode in (None, m.id) for count in m.players]
    return min(contestants, max(counts, default=contestants))


def _command(plan: Plan, games: int, folder: Path) -> str:
    """Return the command line that plays an arena."""
    words = ["funkenflug", "arena", plan.game, "--players", ",".join(plan.contestants), "--games", str(games)]
    words += ["--seats", str(plan.seats), "--mode", plan.mode]
    for word, name in (*(("option", rule) for rule in plan.options), *plan.deal.items()):
        words += [f"--{word}", name]
    words += ["--seed", plan.seed]
    if plan.scale != 1:
        words += ["--scale", f"{plan.scale:g}"]
    if plan.simulations is not None:
        words += ["--simulations", str(plan.simulations)]
    if plan.seconds != _DEFAULT_SECONDS:
        words += ["--seconds", f"{plan.seconds:g}"]
    return shlex.join([*words, "--out", str(folder)])


# Playing ------------------------------------------------------------------------------------------------------------


def _play_all(plan: Plan, to_play: list[int], folder: Folder, done: dict[int, MatchResult], engine: Executor) -> None:
    """Play the missing matches, and store each as soon as it is over."""
    if not to_play:
        return
    with compiling_status(Console(stderr=True)):
        prepare.use_all(plan.game)  # before the clock of a player runs
    bar = progress_bar(MofNCompleteColumn())
    with (
        Live(bar, console=bar.console, transient=True, auto_refresh=bar.console.is_terminal) as live,
        closing(engine.run(partial(play_planned, plan, Path.cwd()), to_play)) as results,
    ):
        task = bar.add_task(find_game(plan.game).title, total=len(to_play))
        next_table = 0.0
        for match in results:
            folder.add(match)
            done[match.index] = match
            bar.advance(task)
            if bar.console.is_terminal and time.monotonic() >= next_table:
                begin = time.monotonic()
                live.update(Group(_table(standings(plan, list(done.values()))), bar))
                spent = time.monotonic() - begin
                next_table = begin + 1 + 10 * spent  # at most a tenth of the time is spent on standings


# Results ------------------------------------------------------------------------------------------------------------


def _report(plan: Plan, matches: list[MatchResult], folder: Folder, console: Console, as_json: bool) -> None:
    found = standings(plan, matches)
    page = folder.write_results(found, matches, _command(plan, len(matches), folder.path))
    if as_json:
        print_json(found)
        return
    console.print(_table(found), width=max(console.width, _WIDEST), crop=False)  # a file has no 80 columns
    for line in (*_remarks(found), f"Report: {page}"):
        console.print(line, soft_wrap=True)


def _table(found: Standings) -> Table:
    title = f"{find_game(found.plan.game).title}: {counted(found.games, 'game')} of {counted(found.deals, 'deal')}"
    table = Table(title=title, box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", overflow="fold")  # in a narrow window names are broken, numbers are not
    for head in ("rating", "over\nnext", "won", "points", "a move"):
        table.add_column(head, justify="right", no_wrap=True)
    for standing in (*found.contestants, *found.seats):
        if standing in found.seats[:1]:
            table.add_section()
        table.add_row(short_name(standing.name, 15), *_cells(standing))
    return table


def _cells(standing: ContestantStanding) -> list[str]:
    rating, wins, points = standing.rating, standing.wins, standing.points
    return [
        "" if rating is None else _rating(rating),
        "" if standing.superiority is None else f"{standing.superiority:.1%}",
        f"{wins.share:.0%} ({100 * wins.low:.0f} to {100 * wins.high:.0f})",
        "" if points is None else f"{points.mean:.1f} ± {points.high - points.mean:.1f}",
        duration(standing.seconds_a_move),
    ]


def _rating(rating: Rating) -> str:
    value = f"{rating.value:+.0f}"
    return f"{value} ({rating.interval})" if rating.interval else value


def _remarks(found: Standings) -> list[str]:
    lines = []
    if (length := found.length) is not None:
        lines.append(f"{length.mean:.1f} moves a game, from {length.shortest} to {length.longest}")
    if found.forfeits:
        first = next(iter(found.forfeits.values()))
        lines.append(f"{len(found.forfeits)} forfeits, the first by {first.name}: {first.reason}")
    return lines


# A bot as a program -------------------------------------------------------------------------------------------------


@command(option("level", metavar="LEVEL", choices=(RANDOM, *LEVELS), help=f"{RANDOM}, {', '.join(LEVELS)}"))
@usage_errors()  # a line that cannot be read, or a position in which nothing can be chosen
def bot_command(arguments: Namespace, console: Console) -> None:
    """Answer the questions on standard input until it ends."""
    name = f"funkenflug {arguments.level} {__version__}"
    prepare.load_compiled()  # before `hello`, which has a minute
    serve_questions(name, partial(level, arguments.level), sys.stdin.buffer, own_output(), analyses=True)
