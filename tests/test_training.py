"""Learning from self-play: each generation plays, fits, duels, and keeps the better; what is done is not done again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from funkenflug.bots.model import Model, load, save, weights_file
from funkenflug.bots.train.fitting import begin, error_of, fit, predict
from funkenflug.bots.train.generations import Report, Task, Training, TrainingPlan, _duel, _self_play
from funkenflug.bots.train.plot import plot
from funkenflug.bots.train.samples import Dataset
from funkenflug.cli import main
from funkenflug.core.thinking import Stop
from funkenflug.games import find_game
from funkenflug.jobs.statistics import SequentialTest

PLAN = TrainingPlan(game="feurio", players=(2,), playouts=600, matches=2, simulations=6, seconds=0.001, duels=2)


class Here:
    """An engine that runs tasks in this process, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def run(self, work: Callable[[Any, Any], Any], tasks: Iterable[Any]) -> Generator[Any]:
        for task in tasks:
            self.count += 1
            yield work(task, Stop())


def dataset_of(count: int, seed: int) -> Dataset:
    """Return dataset in which the first feature decides who wins, and the second is worth ten points."""
    rng = np.random.default_rng(seed)
    seen = rng.standard_normal((count, 2, 5)).astype(np.float32)
    wins = seen[:, :, 0] == seen[:, :, 0].max(axis=1, keepdims=True)
    return Dataset(seen, wins.astype(np.float32), 10 * seen[:, :, 1])


def test_a_model_learns_chances_and_points() -> None:
    dataset, others = dataset_of(6000, 1), dataset_of(1000, 2)
    before = begin(dataset)
    after = fit(before, dataset, others, epochs=12, rate=0.01)
    assert error_of(after, others) < 0.5 * error_of(before, others)
    chances, points = predict(after, others)
    assert ((chances > 0.5) == (others.chances > 0.5)).mean() > 0.9
    assert abs(points - others.points).mean() < 2


def test_models_are_stored_for_each_number_of_players(tmp_path: Path) -> None:
    models = {players: begin(dataset_of(10, players), players) for players in (2, 4)}
    save(tmp_path / "weights.npz", models)
    stored = load(tmp_path / "weights.npz")
    assert list(stored) == [2, 4]
    assert (stored[4].first == models[4].first).all()
    assert stored[4].scale == pytest.approx(models[4].scale)
    assert load(tmp_path / "none.npz") == {}


@pytest.mark.slow
def test_training_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    def train() -> tuple[Training, int]:
        engine = Here()
        training = Training(tmp_path, PLAN, engine, lambda what, done, of: None)
        for generation in range(2):
            training.run(generation)
        training.close()
        return training, engine.count

    training, count = train()
    first, second = training.reports()
    assert (first.generation, second.generation, first.last_error) == (0, 1, None)
    assert count == 2 + 2 + 2 + 2 * second.kept  # a duel; self-play, a duel, and one about playouts for a kept model
    assert train()[1] == 0
    assert f"{first.players} players" in plot(training.reports())


def test_training_begins_with_the_weights_in_its_folder(tmp_path: Path) -> None:
    models = load(weights_file(find_game("feurio").rules))
    save(tmp_path / "weights.npz", dict(models))
    training = Training(tmp_path, PLAN, Here(), lambda what, done, of: None)
    training.run(0)
    assert training.reports()[0].last_error is not None
    assert len((tmp_path / "matches.jsonl").read_bytes().splitlines()) == PLAN.matches
    assert (load(training.weights)[4].first == models[4].first).all()


def test_a_duel_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    class Interrupted(Here):
        def run(self, work: Callable[[Any, Any], Any], tasks: Iterable[Any]) -> Generator[Any]:
            yield from islice(super().run(work, tasks), 1)
            raise KeyboardInterrupt

    first = Training(tmp_path, PLAN, Interrupted(), lambda what, done, of: None)
    with pytest.raises(KeyboardInterrupt):
        first.run(0)
    with pytest.raises(ValueError, match="another process works in"):
        Training(tmp_path, PLAN, Here(), lambda what, done, of: None)
    first.close()
    engine = Here()
    second = Training(tmp_path, PLAN, engine, lambda what, done, of: None)
    second.run(0)
    assert (engine.count, second.reports()[0].duels) == (1, 2)


@pytest.mark.parametrize("work", [_duel, _self_play])
def test_a_match_that_nobody_needs_any_more_ends(work: Callable[..., Any], tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("new.npz", "last.npz")]
    stop = Stop()
    stop.now()
    endless = msgspec.structs.replace(PLAN, seconds=10**6, simulations=10**9)
    work(endless, *((*files, 0, "better") if work is _duel else (0, files[0])), Task(2, 0), stop)


def test_a_folder_has_one_game_and_one_plan_for_each_number_of_players(tmp_path: Path) -> None:
    def open_with(**changes: Any) -> None:
        Training(tmp_path, msgspec.structs.replace(PLAN, **changes), Here(), lambda what, done, of: None).close()

    open_with()
    open_with(players=(3, 4), matches=5)
    open_with(players=(2,))
    with pytest.raises(ValueError, match="has another training: its game is 'feurio', not 'vulkan'; see --out"):
        open_with(game="vulkan")
    with pytest.raises(ValueError, match="its game is 'feurio', not 'feuer-wasser'"):
        open_with(game="feuer-wasser", players=(4,), matches=5)
    with pytest.raises(ValueError, match="its matches is 2, not 5"):
        open_with(matches=5)
    (tmp_path / "plan.json").unlink()
    report = Report(generation=0, players=2, error=0.1, last_error=None, duels=1, won=0.0, kept=False)
    (tmp_path / "generations.jsonl").write_bytes(msgspec.json.encode(report) + b"\n")
    with pytest.raises(ValueError, match="has a training of an earlier version, without its plan; see --out"):
        open_with()


def test_a_duel_decides_about_playouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def duel(
        self: Training, generation: int, players: int, question: str, new: Model, last: Model | None
    ) -> tuple[float, int, bool]:
        return 1.0, 2, last is None or new.playouts <= last.playouts

    monkeypatch.setattr(Training, "_duel", duel)
    training = Training(tmp_path, PLAN, Here(), lambda what, done, of: None)
    for generation in range(3):
        training.run(generation)
    assert [(report.kept, report.playouts) for report in training.reports()] == [(True, 0.5), (True, 0.0), (True, 0.0)]
    assert load(training.weights)[2].playouts == 0.0


def test_a_first_generation_that_loses_does_not_end_the_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = iter([False, True, True])
    monkeypatch.setattr(Training, "_duel", lambda *_: (1.0, 2, next(kept)))
    training = Training(tmp_path, PLAN, Here(), lambda what, done, of: None)
    training.run(0)
    assert load(training.weights) == {}
    training.run(1)
    assert len(load(training.weights)[2].policy) > 0, "it learned from matches of the search"


@pytest.mark.parametrize("kept", [False, True])
def test_the_command_says_whether_there_are_weights(
    kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Training, "_duel", lambda *_: (float(kept), 1, kept))
    monkeypatch.chdir(tmp_path)
    assert main(["train", "feurio", "--players", "2", "--generations", "1", "--playouts", "300", "--out", "tr"]) == 0
    said = "The weights are in tr/weights.npz." if kept else "No generation was kept: there are no weights yet."
    assert f"{said} A plot is in tr/progress.svg.\n" in capsys.readouterr().out
    assert (tmp_path / "tr/weights.npz").exists() == kept


def test_a_sequential_test_decides_early_or_not_at_all() -> None:
    test = SequentialTest(0.5, 0.7)
    for number in range(12):
        test.add(number % 2)
    assert test.verdict is None
    for _ in range(12):
        test.add(0.0)
    assert test.verdict is False


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nothing"], "there is no game 'nothing'"),
        (["vulkan", "--players", "5"], "--players must be some of 2,3,4, not 5"),
        (["vulkan", "--matches", "0"], "--matches must be more than 0, not 0"),
        (["vulkan", "--seconds", "inf"], "--seconds must be more than 0 and finite, not inf"),
    ],
)
def test_what_cannot_be_trained_is_refused(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["train", *words]) != 0
    assert why in capsys.readouterr().err
