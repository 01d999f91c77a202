"""`funkenflug train`: let the search learn the value of positions from self-play."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn

from funkenflug.bots.train.generations import Report, Training, TrainingPlan
from funkenflug.bots.train.plot import plot
from funkenflug.cli.errors import UsageError, require_positive
from funkenflug.cli.progress import add_engine_options, engine_for, progress_bar
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType
from funkenflug.jobs.engine import EngineFailed
from funkenflug.jobs.files import write_atomically


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    usual = TrainingPlan(game="", players=())
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--players", metavar="N,…", help="numbers of players to learn for (default: all)")
    parser.add_argument("--generations", type=int, default=3, metavar="N", help="how many (default: %(default)s)")
    counts = {
        "playouts": "playouts that the first generation learns from",
        "matches": "matches of self-play in each later generation",
        "simulations": "simulations a move in self-play",
        "duels": "the most matches of a duel between the new model and the last",
    }
    for word, meaning in counts.items():
        help_text = f"{meaning} (default: %(default)s)"
        parser.add_argument(f"--{word}", type=int, default=getattr(usual, word), metavar="N", help=help_text)
    parser.add_argument(
        "--seconds", type=float, default=usual.seconds, metavar="S", help="time a move in duels (default: %(default)g)"
    )
    parser.add_argument("--out", metavar="FOLDER", help="default: train/GAME; what is already in it is not done again")
    add_engine_options(parser)


def run(arguments: Namespace, console: Console) -> None:
    """Train a model, or continue, and say what became of each generation."""
    folder = Path(arguments.out or Path("train") / arguments.game)
    with progress_bar(MofNCompleteColumn()) as bar:
        task = bar.add_task("", total=None)

        def advance(what: str, done: int, of: int) -> None:
            bar.update(task, description=what, completed=done, total=of)

        try:
            training = Training(folder, _plan(arguments), engine_for(arguments), advance)
        except ValueError as error:
            raise UsageError(str(error)) from None
        try:
            for generation in range(arguments.generations):
                before = len(training.reports())
                training.run(generation)
                for report in training.reports()[before:]:
                    bar.console.print(_line(report))
                write_atomically(folder / "progress.svg", plot(training.reports()))
        except KeyboardInterrupt:
            Console(stderr=True, highlight=False).print(f"{folder}: run the same command to continue", soft_wrap=True)
            raise
        except EngineFailed as error:
            raise UsageError(f"{error}; run the same command to continue") from None
        finally:
            training.close()
    console.print(f"{_whereabouts(training.weights)} A plot is in {folder / 'progress.svg'}.", soft_wrap=True)


def _whereabouts(weights: Path) -> str:
    return f"The weights are in {weights}." if weights.exists() else "No generation was kept: there are no weights yet."


def _plan(arguments: Namespace) -> TrainingPlan:
    game_type = find_game(arguments.game)
    for word in ("generations", "playouts", "matches", "simulations", "seconds", "duels"):
        require_positive(f"--{word}", getattr(arguments, word))
    return TrainingPlan(
        game=game_type.id,
        players=_players(game_type, arguments.players),
        playouts=arguments.playouts,
        matches=arguments.matches,
        simulations=arguments.simulations,
        seconds=arguments.seconds,
        duels=arguments.duels,
    )


def _players(game_type: GameType, wanted: str | None) -> tuple[int, ...]:
    possible = [count for mode in game_type.modes if mode.id == "competitive" for count in mode.players]
    if wanted is None:
        return tuple(possible)
    counts = tuple(int(word) if word.isdecimal() else 0 for word in wanted.split(","))
    if not set(counts) <= set(possible):
        raise ValueError(f"--players must be some of {','.join(map(str, possible))}, not {wanted}")
    return tuple(dict.fromkeys(counts))


def _line(report: Report) -> str:
    """Return how a generation turned out, in words."""
    share = report.won / max(report.duels, 1)
    playouts = f"{report.playouts:.0%} playouts" if report.playouts else "no playouts"
    fate = f"kept, {playouts}" if report.kept else "dropped"
    return (
        f"generation {report.generation}, {report.players} players: won {share:.0%} of {report.duels}, "
        f"error {report.error:.3f}: {fate}"
    )
