"""`funkenflug arena`: let bots play against bots, and rate them."""

from __future__ import annotations

import datetime
import re
import shlex
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing
from functools import partial
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.progress import MofNCompleteColumn
from rich.table import Table

from funkenflug.arena.contestants import CONTESTANTS, check_contestant
from funkenflug.arena.folder import Folder
from funkenflug.arena.match import MatchResult, play_planned
from funkenflug.arena.plan import Plan, code_version
from funkenflug.arena.ratings import Rating
from funkenflug.arena.standings import ContestantStanding, Standings, short_name, standings
from funkenflug.bots import prepare
from funkenflug.cli.errors import UsageError, require_positive
from funkenflug.cli.output import compiling_status, print_json
from funkenflug.cli.progress import add_engine_options, engine_for, progress_bar
from funkenflug.cli.setup import deal_words, names_of
from funkenflug.core.seeds import random_seed, seed_text
from funkenflug.core.words import counted
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType
from funkenflug.jobs.engine import EngineFailed, Executor
from funkenflug.jobs.statistics import duration
from funkenflug.match.game import new

_DEFAULT_GAMES = 100
_WIDEST = 140
"""Columns of the table of results."""
_DEFAULT_SECONDS = 10.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "--players", metavar="WHO,…", required=True, help=f"{CONTESTANTS}; name each once or several times"
    )
    parser.add_argument(
        "--games", type=int, default=_DEFAULT_GAMES, metavar="N", help="number of games (default: %(default)s)"
    )
    parser.add_argument(
        "--seats", type=int, metavar="N", help="seats per table (default: one for each contestant, if the game allows)"
    )
    parser.add_argument("--mode", help="default: the first mode that fits the number of seats")
    parser.add_argument("--option", action="append", help="an optional rule to use; repeatable")
    for word in dict.fromkeys(choice.word for game_type in GAMES.values() for choice in game_type.choices):
        parser.add_argument(f"--{word}", metavar="NAME", help=f"the {word}: {', '.join(names_of(word))}")
    parser.add_argument("--seed", help="seed of all deals (default: the folder’s, or a new one)")
    parser.add_argument("--scale", type=float, default=1.0, metavar="X", help="the share of their time that levels use")
    parser.add_argument(
        "--simulations", type=int, metavar="N", help="simulations that stand for one second, for levels"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=_DEFAULT_SECONDS,
        metavar="S",
        help="time limit of a program per move (default: %(default)g)",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", help="default: arena/GAME-WHO-…; games already in it are not played again"
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    add_engine_options(parser)


def run(arguments: Namespace, console: Console) -> None:
    """Play an arena, or continue it, and print the results."""
    folder = Folder(_path(arguments))
    try:
        plan, engine, done = _begin(arguments, folder)
        _play_and_report(plan, plan.whole_deals(arguments.games), folder, done, engine, console, arguments.json)
    finally:
        folder.unlock()


def _begin(arguments: Namespace, folder: Folder) -> tuple[Plan, Executor, dict[int, MatchResult]]:
    """Return the plan, the engine, and the matches that the folder has already."""
    try:
        plan = _plan(arguments, folder.plan())
        for description in plan.names:
            check_contestant(description, Path.cwd())
        return plan, engine_for(arguments), folder.begin(plan)
    except ValueError as error:
        raise UsageError(str(error)) from None


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
    for option in plan.options:
        words += ["--option", option]
    for word, name in plan.deal.items():
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


def _play_and_report(
    plan: Plan,
    games: int,
    folder: Folder,
    done: dict[int, MatchResult],
    engine: Executor,
    console: Console,
    as_json: bool,
) -> None:
    errors = Console(stderr=True, highlight=False)
    try:
        if any(index not in done for index in range(games)):
            with compiling_status(errors):
                prepare.use_all(plan.game)  # before the clock of a player runs
            _play_all(plan, games, folder, done, engine)
    except KeyboardInterrupt:
        count = sum(index in done for index in range(games))
        hint = f"{count} of {games} games are in {folder.path}; run the same command to continue"
        errors.print(hint, soft_wrap=True)
        raise
    except EngineFailed as failed:
        raise UsageError(f"{failed}; run the same command to continue") from None
    matches = [done[index] for index in range(games)]
    found = standings(plan, matches)
    page = folder.write_results(found, matches, _command(plan, games, folder.path))
    if as_json:
        print_json(found)
    else:
        console.print(_table(found), width=max(console.width, _WIDEST), crop=False)  # a file has no 80 columns
        for line in _remarks(found):
            console.print(line, soft_wrap=True)
        console.print(f"Report: {page}", soft_wrap=True)


def _play_all(plan: Plan, games: int, folder: Folder, done: dict[int, MatchResult], engine: Executor) -> None:
    """Play the missing matches, and store each as soon as it is over."""
    to_play = [index for index in range(games) if index not in done]
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
                next_table = (
                    begin + 1 + 10 * (time.monotonic() - begin)
                )  # at most a tenth of the time is spent on standings


# Results ------------------------------------------------------------------------------------------------------------


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
