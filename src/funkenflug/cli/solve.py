"""`funkenflug solve`: find out whether a deal or a position can be won, and how; or how many of many deals can."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from functools import partial

from rich.console import Console

from funkenflug.arena.sweep import Result, Summary, final_results, mode_to_solve, solve_deal, solver_of, summarise
from funkenflug.cli.command import (
    ENGINE,
    UsageError,
    command,
    complete,
    engine_for,
    group,
    json_option,
    option,
    print_json,
    progress_bar,
    refuse_overwriting,
    tell,
    usage_errors,
    write_output,
)
from funkenflug.cli.setup import deal_words, load_match, new_match, refuse_setup_options, setup_options
from funkenflug.core.thinking import Budget
from funkenflug.core.words import counted
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType
from funkenflug.jobs.statistics import duration
from funkenflug.kernel.solving import Solution
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply

_STATUS = {"won": 0, "cannot be won": 1, "open": 3}


@command(
    option("file", metavar="FILE", nargs="?", help="a record to solve from where it ends (-: standard input)"),
    option("--from-start", action="store_true", help="solve the deal of FILE, without the moves played"),
    option("--game", help="the game of a new deal; with FILE: which match, if it has several"),
    option("--players", type=int, metavar="N", help="number of players (default: 1, solitaire)"),
    setup_options,
    option("--budget", type=float, default=60.0, metavar="S", help="seconds per deal (default: %(default)g)"),
    option("-o", "--output", metavar="FILE", help="output file of the record (default: standard output)"),
    json_option(),
    group(
        option("--sweep", type=int, metavar="N", help="solve the deals of this many seeds and summarise"),
        option("--first-seed", type=int, metavar="N", help="the first seed (default: 1)"),
        option("--out", metavar="FILE", help="add each result to this file; deals already in it are not solved again"),
        ENGINE,
        title="many deals",
    ),
    epilog=f"Exit status: {', '.join(f'{status} {verdict}' for verdict, status in _STATUS.items())}; 0 after a sweep.",
)
def solve_command(arguments: Namespace, console: Console) -> int:
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
    with usage_errors():
        mode = arguments.mode or mode_to_solve(game_type, players).id
    return new_match(Namespace(**vars(arguments) | {"mode": mode}), players)


def _game_type(arguments: Namespace) -> GameType:
    if arguments.game is None:
        solvable = [game_type.id for game_type in GAMES.values() if game_type.solve is not None]
        raise UsageError(f"which deal? Give FILE, or --game {' or '.join(solvable)}, and --seed")
    with usage_errors():
        solver_of(game_type := find_game(arguments.game))
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
        tell(verdict)  # standard output is for the record
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
    with usage_errors():
        mode_to_solve(game_type, players)
        engine, kind = engine_for(arguments), (game_type.id, players, arguments.budget)
        results = complete(
            game_type.title,
            "deals",
            seeds,
            arguments.out,
            Result,
            known=lambda results: final_results(results, *kind),
            work=lambda missing: engine.run(
                partial(solve_deal, game_type.id, players, budget=arguments.budget), missing
            ),
            number=lambda result: result.seed,
            found=_verdicts,
        )
    summary = summarise(results)
    if arguments.json:
        print_json({"game": game_type.id, "players": players, "budget": arguments.budget, "summary": summary})
    else:
        title = f"{game_type.title}, {counted(players, 'player')}, seeds {seeds[0]} to {seeds[-1]}"
        console.print(f"{title}, at most {arguments.budget:g} s per deal", soft_wrap=True)
        console.print(_summary_text(summary), soft_wrap=True)


def _verdicts(results: Iterable[Result]) -> str:
    verdicts = Counter(result.verdict for result in results)
    return ", ".join(f"{verdict} {count}" for verdict, count in sorted(verdicts.items()))


def _summary_text(summary: Summary) -> str:
    lines = [
        f"{verdict:<14}{share.count:>6} of {summary.deals}{share.share:9.1%}   ({share.low:.1%} to {share.high:.1%})"
        for verdict, share in summary.verdicts.items()
    ]
    half, most, whole = map(duration, (summary.median_seconds, summary.ninety_percent_seconds, summary.longest_seconds))
    times = f"half within {half}, 90% within {most}, all within {whole}"
    return "\n".join([*lines, times])
