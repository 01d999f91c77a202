"""Compare what bots expect with what happens: chances to win, and points at the end.

    python -m bench.calibration [--game feurio] [--players 2] [--mode competitive] [--matches 200] [--simulations 200]
    python -m bench.calibration --fit
    python -m bench.calibration --report

Bots of equal strength play each other. Before every decision the chances and points that the search expects are noted,
as it says them and uncorrected, and afterwards compared with the outcome. `--level flame` thinks as long as the level
instead of counting simulations. Every match is a line of `--out`; the same command continues where it was.

`--fit` writes the `calibration.json` of the games: it is fitted to the matches with even seeds. The table is about the
matches with odd seeds, which the fit has not seen.

The expected calibration error is the mean distance between the predicted and the real share of victories over ten equal
bins, in percentage points. Decisions of one match share its outcome, so the intervals draw matches anew (bootstrap). A
few matches show an error even if all chances are right: beside it is the one with outcomes drawn by these chances.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np

import funkenflug
from funkenflug.arena.plan import code_version
from funkenflug.bots.calibration import (
    Calibration,
    calibration_file,
    calibration_for,
    load_calibrations,
    moves_left,
    raw_chances,
    shares_of_steps,
)
from funkenflug.bots.foresight import considered
from funkenflug.bots.players import LEVELS, SearchPlayer, seed_for
from funkenflug.bots.search import Budget
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.kernel import Array
from funkenflug.match.game import imagine

_BINS = 10
_DRAWS = 400
_STEPS = 4
"""Of the match, with their own correction of points."""
_FEWEST = 40
"""Matches that a fit needs."""
_PRIOR = 1.0
"""How much a fit holds on to changing nothing, in matches."""


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """What was expected before a move."""

    seat: int
    left: float
    """The moves of a random match from here."""
    chances: tuple[float, ...]
    points: tuple[float, ...]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A match: what was expected before each decision, and what everybody got."""

    game: str
    mode: str
    players: int
    seed: int
    thinking: str
    version: str
    length: float
    decisions: list[Decision]
    shares: tuple[float, ...]
    """Each seat's share of the victory; together, all or nothing."""
    scores: tuple[float, ...]

    @property
    def together(self) -> bool:
        """Whether all win or lose together."""
        return self.mode != "competitive"


def play(game_id: str, mode: str, players: int, seed: int, thinking: str) -> Played:
    """Play a match."""
    game = funkenflug.new(game_id, players=players, mode=mode, seed=seed)
    length = moves_left(game.state)
    budget = _budget(thinking)
    noted = []
    while (seat := game.to_move) is not None:
        if len(game.choices()) == 1:
            game.play(next(iter(game.choices())))
            continue
        view = game.view(seat)
        state = imagine(view).state
        best = considered(game.type, mode, state, seat, budget, seed=seed_for(view, seed))[0]
        chances = tuple(round(each, 4) for each in raw_chances(mode, best.utilities))
        noted.append(Decision(seat, moves_left(state), chances, tuple(round(each, 2) for each in best.points)))
        game.play(game.type.move_texts(state, [best.move])[0])
    outcome = game.outcome()
    assert outcome is not None
    shared = len(outcome.winners) if mode == "competitive" else 1
    return Played(
        game=game_id,
        mode=mode,
        players=players,
        seed=seed,
        thinking=thinking,
        version=code_version(),
        length=length,
        decisions=noted,
        shares=tuple((seat in outcome.winners) / max(1, shared) for seat in range(players)),
        scores=tuple(map(float, outcome.scores or (0,) * players)),
    )


def _budget(thinking: str) -> Budget:
    if thinking in LEVELS:
        bot = LEVELS[thinking](0)
        assert isinstance(bot, SearchPlayer), "a level that searches"
        return bot.budget
    return Budget(simulations=int(thinking))


# Fitting ------------------------------------------------------------------------------------------------------------


def fit(matches: Sequence[Played]) -> Calibration:
    """Return the calibration that suits matches of one kind best."""
    length = sum(match.length for match in matches) / len(matches)
    slope, optimism = _fit_chances(matches)
    points = (0.0,) if matches[0].together else _fit_points(matches, length)
    return Calibration(
        slope=round(slope, 3),
        optimism=round(optimism, 3),
        length=round(length, 1),
        points=tuple(round(each, 2) for each in points),
    )


def _fit_chances(matches: Sequence[Played]) -> tuple[float, float]:
    """Return slope and optimism of the greatest likelihood, by Newton's method: a logistic regression."""
    logs, movers, real, counts = [], [], [], []
    for match in matches:
        for decision in match.decisions:
            seat = 0 if match.together else decision.seat
            chances = _as_alternatives(match, decision.chances)
            if min(chances) > 0:  # what is certain stays certain
                logs.append(np.log(chances))
                movers.append(np.eye(len(chances))[seat])
                real.append(_as_alternatives(match, match.shares))
                counts.append(1 / len(match.decisions))  # they share an outcome
    if not logs:
        return 1.0, 0.0
    facts = np.stack([np.array(logs), -np.array(movers)], axis=2)
    weights = np.array([1.0, 0.0])
    for _ in range(20):
        strengths = facts @ weights
        expected = np.exp(strengths - strengths.max(axis=1, keepdims=True))
        expected /= expected.sum(axis=1, keepdims=True)
        gradient = np.einsum("d,ds,dsf->f", counts, real - expected, facts) - _PRIOR * (weights - [1.0, 0.0])
        centred = facts - np.einsum("ds,dsf->df", expected, facts)[:, None, :]
        curvature = np.einsum("d,ds,dsf,dsg->fg", counts, expected, centred, centred) + _PRIOR * np.eye(2)
        weights = weights + np.linalg.solve(curvature, gradient)
    return float(weights[0]), float(weights[1])


def _as_alternatives(match: Played, chances: Sequence[float]) -> tuple[float, ...]:
    """Return chances of which one comes true: of the seats, or of winning and losing together."""
    return (chances[0], 1 - chances[0]) if match.together else tuple(chances)


def _fit_points(matches: Sequence[Played], length: float) -> tuple[float, ...]:
    """Return what to add to the points at each step of the match, by least squares."""
    shares, missing = [], []
    for match in matches:
        for decision in match.decisions:
            for expected, real in zip(decision.points, match.scores, strict=True):
                shares.append(shares_of_steps(decision.left / length, _STEPS))
                missing.append(real - expected)
    found: Array = np.linalg.lstsq(np.array(shares), np.array(missing), rcond=None)[0]
    return tuple(found.tolist())


def write_fits(kinds: dict[tuple[str, str, int], list[Played]]) -> None:
    """Write the calibration of the kinds that have enough matches; keep the others."""
    for game_id in sorted({game_id for game_id, _, _ in kinds}):
        file = calibration_file(GAMES[game_id].rules)
        found = {mode: dict(each) for mode, each in load_calibrations(file).items()}
        for (other, mode, players), matches in sorted(kinds.items()):
            even = [match for match in matches if match.seed % 2 == 0]
            if other == game_id and len(even) >= _FEWEST:
                found.setdefault(mode, {})[players] = fit(even)
        file.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    load_calibrations.cache_clear()


# The table ----------------------------------------------------------------------------------------------------------


class Judged(msgspec.Struct, frozen=True):
    """A decision: the seat's expected and real share of the victory, expected and real points."""

    seat: int
    chance: float
    share: float
    points: float
    score: float


def judged(match: Played, calibration: Calibration) -> list[Judged]:
    """Return the decisions of a match as `suggest` reports them."""
    found = []
    for decision in match.decisions:
        seat = decision.seat
        points = calibration.expected_points(decision.points, decision.left)[seat]
        alternatives = _as_alternatives(match, decision.chances)
        chances = calibration.chances(alternatives, 0 if match.together else seat)
        chance = chances[0 if match.together else seat]
        found.append(Judged(seat, chance, match.shares[seat], points, match.scores[seat]))
    return found


def calibration_error(decisions: Iterable[tuple[float, float]]) -> float:
    """Return the expected calibration error of pairs of a predicted and a real share, from 0 to 1.

    >>> calibration_error([(0.7, 1.0), (0.7, 0.0)])
    0.2
    """
    bins: list[list[tuple[float, float]]] = [[] for _ in range(_BINS)]
    for predicted, real in decisions:
        bins[min(_BINS - 1, int(predicted * _BINS))].append((predicted, real))
    count = sum(map(len, bins))
    gaps = (abs(sum(predicted - real for predicted, real in each)) for each in bins)
    return round(sum(gaps) / max(1, count), 10)


def summary(matches: Sequence[Played], calibration: Calibration) -> str:
    """Return a row of the table."""
    rng = random.Random(1)
    one = matches[0]
    raw = [judged(match, Calibration()) for match in matches]
    corrected = [judged(match, calibration) for match in matches]
    low, high = _interval(_error, corrected, rng)
    by_chance = sorted(_error_by_chance(corrected, one, rng) for _ in range(_DRAWS))[_DRAWS // 2]
    points = "–"
    if not one.together:
        least, most = _interval(_bias, corrected, rng)
        points = f"{_bias(raw):+.1f} → {_bias(corrected):+.1f} ({least:+.1f} to {most:+.1f})"
    won = sum(max(match.shares) > 0 for match in matches) if one.together else None
    kind = f"{GAMES[one.game].title} | {one.players} | {one.mode} | {one.thinking}"
    return (
        f"| {kind} | {len(matches)}{'' if won is None else f', {won} won'} | {100 * _error(raw):.1f} → "
        f"{100 * _error(corrected):.1f} ({100 * low:.1f} to {100 * high:.1f}) | {100 * by_chance:.1f} | {points} |"
    )


def _interval(
    measure: Callable[[list[list[Judged]]], float], matches: list[list[Judged]], rng: random.Random
) -> tuple[float, float]:
    drawn = sorted(measure(rng.choices(matches, k=len(matches))) for _ in range(_DRAWS))
    return drawn[_DRAWS // 40], drawn[-_DRAWS // 40 - 1]


def _error(matches: Iterable[list[Judged]]) -> float:
    return calibration_error((each.chance, each.share) for match in matches for each in match)


def _error_by_chance(matches: Iterable[list[Judged]], kind: Played, rng: random.Random) -> float:
    """Return the error if the chances were right: a number for each seat decides which of its decisions succeed."""
    pairs = []
    for match in matches:
        numbers = [rng.random() for _ in range(1 if kind.together else kind.players)]
        pairs += [(each.chance, float(numbers[each.seat % len(numbers)] < each.chance)) for each in match]
    return calibration_error(pairs)


def _bias(matches: Iterable[list[Judged]]) -> float:
    gaps = [each.points - each.score for match in matches for each in match]
    return sum(gaps) / max(1, len(gaps))


def report(kinds: dict[tuple[str, str, int], list[Played]]) -> None:
    """Print the table of all kinds of matches."""
    columns = "game", "players", "mode", "simulations", "matches", "error: search → corrected", "by chance"
    print(f"| {' | '.join(columns)} | points too high by: search → corrected |")
    print("|---|---:|---|---:|---:|---:|---:|---:|")
    for (game_id, mode, players), matches in sorted(kinds.items()):
        if odd := [match for match in matches if match.seed % 2 == 1]:
            print(summary(odd, calibration_for(GAMES[game_id].rules, mode, players)))


def main() -> None:
    """Play the matches that are missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--mode", action="append")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--level", choices=[name for name in LEVELS if isinstance(LEVELS[name](0), SearchPlayer)])
    parser.add_argument("--out", default="bench/results/calibration.jsonl")
    parser.add_argument("--version", default=code_version(), help="use matches of this version (default: %(default)s)")
    parser.add_argument("--fit", action="store_true", help="write the games' calibration.json, then print the table")
    parser.add_argument("--report", action="store_true", help="only print the table")
    wanted = parser.parse_args()
    journal = Journal(Path(wanted.out), Played)
    journal.repair()
    thinking = wanted.level or str(wanted.simulations)
    kinds: dict[tuple[str, str, int], list[Played]] = {
        (game_type.id, mode.id, players): []
        for game_type in GAMES.values()
        for mode in game_type.modes
        for players in mode.players
        if game_type.id in (wanted.game or GAMES)
        if mode.id in (wanted.mode or (mode.id,))
        if players in (wanted.players or (players,))
    }
    for match in journal.read():
        kind = (match.game, match.mode, match.players)
        if match.version == wanted.version and match.thinking == thinking and kind in kinds and match.decisions:
            kinds[kind].append(match)
    for seed in range(1, 1 if wanted.fit or wanted.report else wanted.matches + 1):
        for kind, matches in kinds.items():
            if all(match.seed != seed for match in matches):
                matches.append(play(*kind, seed, thinking))
                journal.append(matches[-1])
    if wanted.fit:
        write_fits(kinds)
    report(kinds)


if __name__ == "__main__":
    main()
