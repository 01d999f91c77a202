"""Train a model: self-play, fit, duel against the last one, keep the better.

The first generation learns the value of positions from playouts, which are cheap, unless the folder has weights to
begin with. Each later one learns values and policy from matches in which the search plays against itself with the best
model so far, if there is one, its own and those of the generations before. A second duel decides whether playouts still
help the new model. A folder keeps everything, so that training can be interrupted and continued.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

import msgspec
import numpy as np
from msgspec.structs import replace

from funkenflug.bots.matches import play_duel
from funkenflug.bots.model import Model, load, save
from funkenflug.bots.players import Clock, SearchPlayer
from funkenflug.bots.search import Settings
from funkenflug.bots.train.fitting import PLAYOUTS, begin, error_of, fit
from funkenflug.bots.train.policy import choices_from, fit_policy
from funkenflug.bots.train.samples import (
    Dataset,
    SelfPlayMatch,
    count_features,
    dataset_from_matches,
    dataset_from_playouts,
    self_play,
)
from funkenflug.core.thinking import Budget, Stop
from funkenflug.games import find_game
from funkenflug.jobs.engine import Executor
from funkenflug.jobs.files import FolderLock
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.plans import difference, read_plan, write_plan
from funkenflug.jobs.statistics import SequentialTest
from funkenflug.kernel import Array

_MOST_POSITIONS = 400_000
"""How many of the newest positions to learn from."""
_BETTER = 0.05
"""A new model is worth it if it wins this much more than its fair share."""


class TrainingPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What to train, and for how long."""

    game: str
    players: tuple[int, ...]
    playouts: int = 150_000
    """Playouts that the first generation learns from."""
    matches: int = 400
    """Matches of self-play in each later generation."""
    simulations: int = 300
    """Simulations a move in self-play."""
    seconds: float = 0.03
    """Time a move in duels."""
    duels: int = 100
    """The most matches of a duel."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a generation, one line of JSON."""

    generation: int
    players: int
    error: float
    """The error of the new model on positions that it has not learned from."""
    last_error: float | None
    """The error of the previous model on the same positions."""
    duels: int
    won: float
    kept: bool
    playouts: float = PLAYOUTS
    """The share of simulations in which the best model so far plays to the end: see `Model.playouts`."""


class DuelMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a duel, one line of JSON."""

    generation: int
    players: int
    question: str
    """The question that the duel decides."""
    number: int
    share: float
    """The new model's share of the victory."""


class Task(msgspec.Struct, frozen=True):
    """A match of self-play or of a duel, still to be played."""

    players: int
    number: int


Advance = Callable[[str, int, int], None]
"""Is told what is going on, how much of it is done, and of how much."""


class Training:
    """A folder in which a model is trained."""

    def __init__(self, folder: Path, plan: TrainingPlan, engine: Executor, advance: Advance) -> None:
        count_features(find_game(plan.game).rules)
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FolderLock(folder)
        self.folder, self._plan, self._engine, self._advance = folder, plan, engine, advance
        self._matches = Journal(folder / "matches.jsonl", SelfPlayMatch)
        self._duels = Journal(folder / "duels.jsonl", DuelMatch)
        self._reports = Journal(folder / "generations.jsonl", Report)
        try:
            self._keep_plan()
        except ValueError:
            self.close()
            raise
        for journal in (self._matches, self._duels, self._reports):
            journal.resume()

    def close(self) -> None:
        """Release the folder for other processes."""
        self._lock.release()

    def _keep_plan(self) -> None:
        """Keep the plan in the folder, which has one game, and one plan for each number of players."""
        file = self.folder / "plan.json"
        kept = read_plan(file, dict[int, TrainingPlan])
        if kept is None and self.reports():
            raise ValueError(f"{self.folder} has a training of an earlier version, without its plan; see --out")
        kept = kept or {}
        plans = {players: replace(self._plan, players=(players,)) for players in self._plan.players}
        for players, before in kept.items():
            if found := difference(before, plans.get(players, replace(before, game=self._plan.game))):
                raise ValueError(f"{self.folder} has another training: {found}; see --out")
        write_plan(file, kept | plans)

    @property
    def weights(self) -> Path:
        """The best models so far."""
        return self.folder / "weights.npz"

    def reports(self) -> list[Report]:
        """Return the reports of all generations."""
        return self._reports.read()

    def run(self, generation: int) -> None:
        """Run a generation, or what is left of it, for each number of players."""
        done = {report.players for report in self.reports() if report.generation == generation}
        for players in self._plan.players:
            if players not in done:
                self._reports.append(self._run_for(generation, players))

    def _run_for(self, generation: int, players: int) -> Report:
        last = self._models().get(players)
        matches = self._self_play(generation, players) if generation or last is not None else []
        dataset = dataset_from_matches(find_game(self._plan.game), matches) if matches else self._playouts(players)
        order = np.random.default_rng(generation).permutation(len(dataset.seen) // 50 + 1)
        aside = np.isin(
            np.arange(len(dataset.seen)) // 50, order[: max(1, len(order) // 10)]
        )  # whole stretches of play
        kept_back, dataset = dataset.chosen(aside), dataset.chosen(~aside)
        self._advance(f"fitting, {players} players", 0, 1)
        start = begin(dataset, generation) if last is None else last
        rate = 0.002 if last is None else 0.0007
        new = fit(start, dataset, kept_back, epochs=10, rate=rate, seed=generation)
        new = new._replace(policy=self._policy(matches, new.policy))
        won, duels, kept = self._duel(generation, players, "better", new, last)
        if kept:
            other = new._replace(playouts=0.0 if new.playouts else PLAYOUTS)
            best = other if matches and self._duel(generation, players, "playouts", other, new)[2] else new
            save(self.weights, self._models() | {players: best})
        else:
            best = last or new
        return Report(
            generation=generation,
            players=players,
            error=error_of(new, kept_back),
            last_error=None if last is None else error_of(last, kept_back),
            duels=duels,
            won=won,
            kept=kept,
            playouts=best.playouts,
        )

    def _models(self) -> dict[int, Model]:
        return load(self.weights)

    def _playouts(self, players: int) -> Dataset:
        self._advance(f"playouts, {players} players", 0, 1)
        return dataset_from_playouts(find_game(self._plan.game), players, self._plan.playouts, seed=players)

    def _policy(self, matches: Sequence[SelfPlayMatch], policy: Array) -> Array:
        """Train the policy on matches; a tenth of them is kept back to decide when to stop."""
        game_type = find_game(self._plan.game)
        choices = [choices_from(game_type, match) for match in matches]
        aside = max(1, len(choices) // 10)
        return fit_policy(game_type, choices[aside:], choices[:aside], policy, epochs=6)

    def _self_play(self, generation: int, players: int) -> list[SelfPlayMatch]:
        """Play matches of self-play; return the newest ones."""
        played = [match for match in self._matches.read() if match.players == players]
        done = {match.number for match in played if match.generation == generation}
        wanted = [Task(players, number) for number in range(self._plan.matches) if number not in done]
        work = partial(_self_play, self._plan, generation, str(self.weights))
        for count, match in enumerate(self._engine.run(work, wanted), len(done) + 1):
            self._matches.append(match)
            played.append(match)
            self._advance(f"self-play, {players} players", count, self._plan.matches)
        newest = sorted(played, key=lambda match: (match.generation, match.number), reverse=True)
        kept, positions = [], 0
        for match in newest:
            positions += len(match.moves)
            if positions <= _MOST_POSITIONS:
                kept.append(match)
        return kept

    def _duel(
        self, generation: int, players: int, question: str, new: Model, last: Model | None
    ) -> tuple[float, int, bool]:
        """Return the new model's wins, the number of matches, and whether to keep it."""
        files = [self.folder / name for name in ("new.npz", "last.npz")]
        for file, model in zip(files, (new, last), strict=True):
            if model is None:
                file.unlink(missing_ok=True)
                load.cache_clear()
            else:
                save(file, {players: model})
        test = SequentialTest(1 / players, 1 / players + _BETTER)
        kind = (generation, players, question)
        before = [match for match in self._duels.read() if (match.generation, match.players, match.question) == kind]
        done = {match.number for match in before}
        work = partial(_duel, self._plan, str(files[0]), str(files[1]), generation, question)
        running = self._engine.run(
            work, (Task(players, number) for number in range(self._plan.duels) if number not in done)
        )
        for match in chain(before, running):
            if match.number not in done:
                self._duels.append(match)
            test.add(match.share)
            self._advance(f"duel, {players} players", test.trials, self._plan.duels)
            if test.verdict is not None:
                break
        running.close()
        return test.successes, test.trials, test.verdict is True or (test.verdict is None and test.likelihood > 0)


def _self_play(plan: TrainingPlan, generation: int, weights: str, task: Task, stop: Stop) -> SelfPlayMatch:
    models = load(Path(weights))
    return self_play(plan.game, generation, task.players, task.number, models, plan.simulations, stop)


def _duel(plan: TrainingPlan, new: str, last: str, generation: int, question: str, task: Task, stop: Stop) -> DuelMatch:
    """Play a match of a duel; the new model takes each seat in turn. The result of a stopped match is discarded."""
    one, other = (
        SearchPlayer(Budget(seconds=plan.seconds), seed=task.number, settings=Settings(models=load(Path(file))))
        for file in (new, last)
    )
    deals = f"duel {generation}"
    _, share = play_duel(plan.game, task.players, task.number, one, other, deals=deals, clock=Clock(stop=stop))
    return DuelMatch(generation=generation, players=task.players, question=question, number=task.number, share=share)
