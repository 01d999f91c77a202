"""`funkenflug train`: let the search learn the value of positions from self-play."""

from __future__ import annotations

from argparse import Namespace
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn

from funkenflug.bots.train.generations import Report, Training, TrainingPlan
from funkenflug.bots.train.plot import plot
from funkenflug.cli.command import (
    ENGINE,
    Argument,
    command,
    engine_for,
    option,
    progress_bar,
    require_positive,
    to_be_continued,
    usage_errors,
)
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType
from funkenflug.jobs.files import write_atomically

_USUAL = TrainingPlan(game="", players=())
_COUNTS = {
    "playouts": "playouts that the first generation learns from",
    "matches": "matches of self-play in each later generation",
    "simulations": "simulations a move in self-play",
    "duels": "the most matches of a duel between the new model and the last",
}


def _count(word: str) -> Argument:
    summary = f"{_COUNTS[word]} (default: %(default)s)"
    return option(f"--{word}", type=int, default=getattr(_USUAL, word), metavar="N", help=summary)


@command(
    option("game", metavar="GAME", help=", ".join(GAMES)),
    option("--players", metavar="N,…", help="numbers of players to learn for (default: all)"),
    option("--generations", type=int, default=3, metavar="N", help="how many (default: %(default)s)"),
    *map(_count, _COUNTS),
    option(
        "--seconds", type=float, default=_USUAL.seconds, metavar="S", help="time a move in duels (default: %(default)g)"
    ),
    option("--out", metavar="FOLDER", help="default: train/GAME; what is already in it is not done again"),
    ENGINE,
)
def train_command(arguments: Namespace, console: Console) -> None:
    """Train a model, or continue, and say what became of each generation."""
    folder = Path(arguments.out or Path("train") / arguments.game)
    with progress_bar(MofNCompleteColumn()) as bar:
        task = bar.add_task("", total=None)

        def advance(what: str, done: int, of: int) -> None:
            bar.update(task, description=what, completed=done, total=of)

        with usage_errors():
            training = Training(folder, _plan(arguments), engine_for(arguments), advance)
        with closing(training), to_be_continued(lambda: f"{folder}: "):
            for generation in range(arguments.generations):
                before = len(training.reports())
                training.run(generation)
                for report in training.reports()[before:]:
                    bar.console.print(_line(report))
                write_atomically(folder / "progress.svg", plot(training.reports()))
    console.print(f"{_whereabouts(training.weights)} A plot is in {folder / 'progress.svg'}.", soft_wrap=True)


def _whereabouts(weights: Path) -> str:
    return f"The weights are in {weights}." if weights.exists() else "No generation was kept: there are no weights yet."


def _plan(arguments: Namespace) -> TrainingPlan:
    game_type = find_game(arguments.game)
    numbers = {word: getattr(arguments, word) for word in (*_COUNTS, "seconds")}
    for word, number in {"generations": arguments.generations, **numbers}.items():
        require_positive(f"--{word}", number)
    return TrainingPlan(game=game_type.id, players=_players(game_type, arguments.players), **numbers)


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
