"""`funkenflug solve`: find out whether a deal or a position can be won, and how; or how many of many deals can."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, TextColumn

from funkenflug.arena.sweep import Result, Summary, final_results, mode_to_solve, solve_deals, solver_of, summarise
from funkenflug.cli.errors import UsageError
from funkenflug.cli.output import print_json, refuse_overwriting, write_output
from funkenflug.cli.progress import add_engine_options, engine_for, progress_bar
from funkenflug.cli.records import load_match
from funkenflug.cli.setup import add_setup_options, deal_words, new_match, refuse_setup_options
from funkenflug.core.thinking import Budget
from funkenflug.core.words import counted
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType
from funkenflug.jobs.engine import EngineFailed, Executor
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import duration
from funkenflug.kernel.solving import Solution
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply

_DEFAULT_BUDGET = 60.0
_STATUS = {"won": 0, "cannot be won": 1, "open": 3}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    statuses = ", ".join(f"{status} {verdict}" for verdict, status in _STATUS.items())
    parser.epilog = f"Exit status: {statuses}; 0 after a sweep."
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a record to solve from where it ends (-: standard input)"
    )
    parser.add_argument("--from-start", action="store_true", help="solve the deal of FILE, without the moves played")
    parser.add_argument("--game", help="the game of a new deal; with FILE: which match, if it has several")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (default: 1, solitaire)")
    add_setup_options(parser)
    parser.add_argument(
        "--budget", type=float, default=_DEFAULT_BUDGET, metavar="S", help="seconds per deal (default: %(default)g)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="output file of the record (default: standard output)")
    parser.add_argument("--json", action="store_true", help="print as JSON")
    sweep = parser.add_argument_group("many deals")
    sweep.add_argument("--sweep", type=int, metavar="N", help="solve the deals of this many seeds and summarise")
    sweep.add_argument("--first-seed", type=int, metavar="N", help="the first seed (default: 1)")
    sweep.add_argument(
        "--out", metavar="FILE", help="add each result to this file; deals already in it are not solved again"
    )
    add_engine_options(sweep)


def run(arguments: Namespace, console: Console) -> int:
    """Solve a deal and return the verdict as exit status, or sweep over many deals."""
    if not arguments.budget > 0:
        raise UsageError(f"--budget must be more than 0, not {arguments.budget:g}")
    if arguments.sweep is not None:
        _sweep(arguments, console)
        return 0
    for word in ("first_seed", "out", "jobs", "engine", "address"):
        if getattr(arguments, word) is not None:
            raise UsageError(f"--{word.replace('_', '-')} needs --sweep")
    refuse_overwriting(arguments.output)
    game = _deal_to_solve(arguments)
    solution = _solve(game, arguments.budget)
    if arguments.json:
        print_json(_description(game, solution))
    else:
        _print_solution(game, solution, arguments.output, console)
    return _STATUS[solution.verdict]


# One deal -----------------------------------------------------------------------------------------------------------


def _deal_to_solve(arguments: Namespace) -> Game:
    """Return the match at the position to solve from."""
    if arguments.file is None:
        if arguments.from_start:
            raise UsageError("--from-start needs FILE: a new deal has no moves")
        return _fresh_deal(arguments)
    if arguments.file in GAMES:
        raise UsageError(f"{arguments.file} is a game, not a file: write --game {arguments.file}")
    refuse_setup_options(arguments, arguments.file)
    if arguments.game is not None and not arguments.game.isdecimal():
        raise UsageError(f"--game sets up a new deal, but {arguments.file} is the record of a match")
    game = load_match(arguments.file, None if arguments.game is None else int(arguments.game))
    if game.mode == "competitive":
        raise UsageError(f"{arguments.file} is a competitive match; only solitaire and cooperative ones can be solved")
    if arguments.from_start:
        game = at_ply(game, 0)
    game.comments.clear()
    return game


def _fresh_deal(arguments: Namespace) -> Game:
    game_type, players = _game_type(arguments), _players(arguments)
    if arguments.mode == "competitive":
        raise UsageError("only solitaire and cooperative matches can be solved")
    try:
        mode = arguments.mode or mode_to_solve(game_type, players).id
    except ValueError as error:
        raise UsageError(str(error)) from None
    return new_match(Namespace(**vars(arguments) | {"mode": mode}), players)


def _game_type(arguments: Namespace) -> GameType:
    if arguments.game is None:
        solvable = [game_type.id for game_type in GAMES.values() if game_type.solve is not None]
        raise UsageError(f"which deal? Give FILE, or --game {' or '.join(solvable)}, and --seed")
    try:
        game_type = find_game(arguments.game)
        solver_of(game_type)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return game_type


def _players(arguments: Namespace) -> int:
    return 1 if arguments.players is None else int(arguments.players)


def _solve(game: Game, budget: float) -> Solution:
    with progress_bar() as bar:
        task = bar.add_task("Solving", total=1.0)
        return solver_of(game.type)(
            game.state, Budget(seconds=budget), progress=lambda spent: bar.update(task, completed=spent)
        )


def _won_match(game: Game, solution: Solution) -> Game | None:
    """Return the match with the moves of the solution and a comment; None if there are none."""
    if solution.moves is None:
        return None
    won = game.copy()
    won.comments[len(won.moves)] = solution.reason
    for move in solution.moves:
        won.play(move)
    return won


def _print_solution(game: Game, solution: Solution, output: str | None, console: Console) -> None:
    won = _won_match(game, solution)
    verdict = f"{solution.verdict}: {solution.reason} ({duration(solution.seconds)})"
    if won is not None and output in (None, "-"):
        Console(stderr=True, highlight=False).print(verdict, soft_wrap=True)  # standard output is for the record
        write_output("-", won.record())
        return
    console.print(verdict, soft_wrap=True)
    if won is not None and output is not None:
        write_output(output, won.record())


def _description(game: Game, solution: Solution) -> dict[str, object]:
    won = _won_match(game, solution)
    return {
        "game": game.type.id,
        "players": game.players,
        "seed": game.setup.seed,
        "verdict": solution.verdict,
        "seconds": solution.seconds,
        "tries": solution.tries,
        "reason": solution.reason,
        "moves": solution.moves,
        "record": None if won is None else won.record(),
    }


# Many deals ---------------------------------------------------------------------------------------------------------


def _sweep(arguments: Namespace, console: Console) -> None:
    if arguments.file is not None:
        raise UsageError("a sweep deals from seeds: use --game instead of FILE")
    for word in ("mode", "option", "seed", "names", "output", *deal_words()):
        if getattr(arguments, word) is not None:
            raise UsageError(f"--{word} cannot be combined with --sweep")
    game_type, players = _game_type(arguments), _players(arguments)
    if arguments.sweep < 1:
        raise UsageError(f"--sweep must be at least 1, not {arguments.sweep}")
    first = 1 if arguments.first_seed is None else arguments.first_seed
    seeds = range(first, first + arguments.sweep)
    try:
        mode_to_solve(game_type, players)
        results = _sweep_seeds(game_type, players, seeds, arguments.budget, engine_for(arguments), arguments.out)
    except ValueError as error:
        raise UsageError(str(error)) from None
    summary = summarise(results)
    if arguments.json:
        print_json({"game": game_type.id, "players": players, "budget": arguments.budget, "summary": summary})
    else:
        title = f"{game_type.title}, {counted(players, 'player')}, seeds {seeds[0]} to {seeds[-1]}"
        console.print(f"{title}, at most {arguments.budget:g} s per deal", soft_wrap=True)
        console.print(_summary_text(summary), soft_wrap=True)


def _sweep_seeds(
    game_type: GameType, players: int, seeds: range, budget: float, engine: Executor, out: str | None
) -> list[Result]:
    """Return the results of all seeds; those in the file are not solved again."""
    journal = None if out is None else Journal(Path(out), Result)
    done = {} if journal is None else _known_results(journal, game_type, players, seeds, budget)
    try:
        _solve_all(game_type, players, [seed for seed in seeds if seed not in done], budget, engine, journal, done)
    except KeyboardInterrupt:
        if journal is not None:
            known = len(_known_results(journal, game_type, players, seeds, budget))
            hint = f"{known} of {len(seeds)} deals are in {out}; run the same command to continue"
            Console(stderr=True, highlight=False).print(hint, soft_wrap=True)
        raise
    except EngineFailed as failed:
        advice = "" if journal is None else "; run the same command to continue"
        raise UsageError(f"{failed}{advice}") from None
    return list(done.values())


def _known_results(
    journal: Journal[Result], game_type: GameType, players: int, seeds: range, budget: float
) -> dict[int, Result]:
    """Return the results in the file, by seed."""
    known = final_results(journal.read(), game_type.id, players, budget)
    journal.repair()
    return {seed: known[seed] for seed in seeds if seed in known}


def _solve_all(
    game_type: GameType,
    players: int,
    seeds: Sequence[int],
    budget: float,
    engine: Executor,
    journal: Journal[Result] | None,
    done: dict[int, Result],
) -> None:
    verdicts: Counter[str] = Counter(result.verdict for result in done.values())
    found = TextColumn("{task.fields[found]}")
    with (
        progress_bar(MofNCompleteColumn(), found) as bar,
        closing(solve_deals(game_type.id, players, seeds, budget, engine)) as results,
    ):
        task = bar.add_task(game_type.title, total=len(seeds), found="")
        for result in results:
            if journal is not None:
                journal.append(result)
            done[result.seed] = result
            verdicts[result.verdict] += 1
            bar.update(task, advance=1, found=", ".join(f"{verdict} {n}" for verdict, n in sorted(verdicts.items())))


def _summary_text(summary: Summary) -> str:
    lines = [
        f"{verdict:<14}{share.count:>6} of {summary.deals}{share.share:9.1%}   ({share.low:.1%} to {share.high:.1%})"
        for verdict, share in summary.verdicts.items()
    ]
    half, most, whole = map(duration, (summary.median_seconds, summary.ninety_percent_seconds, summary.longest_seconds))
    times = f"half within {half}, 90% within {most}, all within {whole}"
    return "\n".join([*lines, times])
