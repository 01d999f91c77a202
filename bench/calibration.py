"""Compare what bots expect with what happens: chances to win, and points at the end.

    python -m bench.calibration [--game feurio] [--players 2] [--mode competitive] [--matches 200] [--simulations 200]
    python -m bench.calibration --fit
    python -m bench.calibration --report

Bots of equal strength play each other. Before every decision the chances and points that the search expects are noted,
uncorrected, and afterwards compared with the outcome. `--level flame` thinks as long as the level, in processor time,
instead of counting simulations. With `--every 7` only one decision in seven is thought about for so long and noted; the
others take a tenth of the time, so that many more matches can be played. The decisions of each seat are counted apart:
if a match asked only one seat, its luck would look like a false estimate. Every match is a line of `--out`; the same
command continues where it was.

`--fit` writes the `calibration.json` of the games. It is fitted to the matches of all numbers of simulations together,
and a fit for one number of players holds on to that for all of them. The table is cross-validated: matches with even
seeds are judged by a fit to those with odd seeds, and the other way round.

The expected calibration error is the mean distance between the predicted and the real share of victories over ten equal
bins, in percentage points. Decisions of one match share its outcome, so the intervals resample matches (bootstrap). A
few matches show an error even if all chances are right: beside it is the one with outcomes drawn by these chances.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np

import funkenflug
from bench import processor_time
from funkenflug.arena.plan import code_version
from funkenflug.bots.calibration import (
    Calibration,
    calibration_file,
    load_calibrations,
    magnitude,
    moves_left,
    share_left,
    shares_of_steps,
)
from funkenflug.bots.foresight import considered
from funkenflug.bots.players import LEVELS, SearchPlayer
from funkenflug.core.thinking import Budget, Evaluation, chance_of
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.kernel import MOST_SEATS, Array

_BINS = 10
_DRAWS = 400
_STEPS = 4
"""Phases of the match, each with its own correction of points."""
_NEWTON = 12
"""Steps of a fit."""
_SHORT = 0.1
"""The part of the time for a decision that is not noted."""
_FEWEST = 15
"""Matches that a fit needs, of all numbers of players."""
_PRIOR_WEIGHTS = np.array([4.0, 4.0, 25.0, 4.0, 4.0])
"""The weight of the prior, which changes nothing, for each parameter, in matches."""
_POOLING = 5.0
"""How strongly a fit for one number of players is pulled towards that for all of them."""
_NOTHING = np.array([1.0, 0.0, 0.0, 0.0, 0.0])

Kind = tuple[str, str, int]
"""Game, mode and number of players."""


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """The expectation before a move."""

    seat: int
    left: float
    """The moves of a random match from here."""
    simulations: int
    chances: tuple[float, ...]
    points: tuple[float, ...]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A match: the expectation before each decision, and the result of every seat."""

    game: str
    mode: str
    players: int
    options: tuple[str, ...] = ()
    seed: int
    thinking: str
    version: str
    length: float
    moves: list[int]
    decisions: list[Decision]
    shares: tuple[float, ...]
    """Each seat's share of the victory; together, all or nothing."""
    scores: tuple[float, ...]

    @property
    def kind(self) -> Kind:
        """The kind of match that a calibration covers."""
        return self.game, self.mode, self.players

    @property
    def together(self) -> bool:
        """Whether all win or lose together."""
        return self.mode != "competitive"


def play(
    kind: Kind,
    seed: int,
    thinking: str,
    options: tuple[str, ...] = (),
    *,
    opening: Sequence[int] = (),
    remarks: tuple[str, ...] = (),
    **deal: str,
) -> Played:
    """Play a match; the search starts after the moves of an opening. Remarks are noted beside the options."""
    game_id, mode, players = kind
    game = funkenflug.new(game_id, players=players, mode=mode, options=options, seed=seed, **deal)
    rules, state = game.type.rules, game.state
    length, (long, short, every) = moves_left(state), _budgets(thinking)
    legal = np.empty(rules.MOST_MOVES, np.int64)
    moves: list[int] = []
    noted = []
    counts = [seed + seat for seat in range(players)]
    while (seat := int(rules.to_move(state))) >= 0:
        if len(moves) < len(opening):
            move = opening[len(moves)]
        elif rules.legal(state, legal) == 1:
            move = int(legal[0])
        else:
            budget = short if counts[seat] % every else long
            found = considered(game.type, mode, state, seat, budget, seed=1000 * seed + len(moves))
            if budget is long:
                noted.append(_decision(seat, moves_left(state), found))
            counts[seat] += 1
            move = found[0].move
        rules.play(state, move)
        moves.append(move)
    values, points = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    rules.utilities(state, values)
    rules.scores(state, points)
    return Played(
        game=game_id,
        mode=mode,
        players=players,
        options=(*options, *remarks),
        seed=seed,
        thinking=thinking,
        version=code_version(),
        length=length,
        moves=moves,
        decisions=noted,
        shares=tuple(np.round(chance_of(values[:players], players, together=mode != "competitive"), 4).tolist()),
        scores=tuple(points[:players].tolist()),
    )


def _decision(seat: int, left: float, found: Sequence[Evaluation[int]]) -> Decision:
    chances = tuple(round(each, 4) for each in found[0].chances)
    points = tuple(round(each, 2) for each in found[0].points)
    return Decision(seat, left, sum(each.visits for each in found), chances, points)


def _budgets(thinking: str) -> tuple[Budget, Budget, int]:
    """Return the budget of noted decisions, that of the others, and how many decisions there are for a noted one."""
    name, _, every = thinking.partition("/")
    if name in LEVELS:
        bot = LEVELS[name](0)
        assert isinstance(bot, SearchPlayer), "a level that searches"
        assert bot.budget.seconds is not None
        return bot.budget, Budget(seconds=_SHORT * bot.budget.seconds), int(every or 1)
    return Budget(simulations=int(name)), Budget(simulations=math.ceil(_SHORT * int(name))), int(every or 1)


# Fitting ------------------------------------------------------------------------------------------------------------


def fit(matches: Sequence[Played], alike: Sequence[Played] = ()) -> Calibration:
    """Fit the calibration of one kind of match; similar kinds provide the prior."""
    expected = _fit_chances([*matches, *alike], _NOTHING, _PRIOR_WEIGHTS)
    weights = _fit_chances(matches, expected, np.full_like(_NOTHING, _POOLING)) if alike else expected
    slope, slope_at_start, slope_by_thinking, optimism, optimism_by_thinking = np.round(weights, 3).tolist()
    length, most = _length(matches), _most_simulations(matches)
    nothing: tuple[tuple[float, ...], float] = ((0.0,), 0.0)
    others, own = (
        nothing if matches[0].together else _fit_points(matches, length, most, own=own) for own in (False, True)
    )
    return Calibration(
        slope=slope,
        slope_at_start=slope_at_start,
        slope_by_thinking=slope_by_thinking,
        optimism=optimism,
        optimism_by_thinking=optimism_by_thinking,
        most_simulations=most,
        length=round(length, 1),
        points=others[0],
        own_points=own[0],
        points_by_thinking=others[1],
        own_points_by_thinking=own[1],
    )


def _most_simulations(matches: Sequence[Played]) -> int:
    """Return the usual number of simulations with the most thinking; near the end there is time for many more."""
    made: dict[str, list[int]] = {}
    for match in matches:
        made.setdefault(match.thinking, []).extend(decision.simulations for decision in match.decisions)
    return max(int(np.median(each)) for each in made.values())


def _length(matches: Sequence[Played]) -> float:
    return sum(match.length for match in matches) / len(matches)


def _fit_chances(matches: Sequence[Played], expected: Array, certainty: Array) -> Array:
    """Return the maximum-likelihood weights, by Newton's method: a logistic regression for each decision.

    The weights are the slope, its additions at the start and for ten times the thinking, the optimism, and its addition
    for ten times the thinking.
    """
    weights = expected
    for _ in range(_NEWTON):
        gradient = -certainty * (weights - expected)
        curvature = np.diag(certainty)
        for players in {match.players for match in matches}:
            facts, real, counts = _facts([match for match in matches if match.players == players])
            if len(facts):
                strengths = facts @ weights
                chances = np.exp(strengths - strengths.max(axis=1, keepdims=True))
                chances /= chances.sum(axis=1, keepdims=True)
                gradient = gradient + np.einsum("d,ds,dsf->f", counts, real - chances, facts)
                centred = facts - np.einsum("ds,dsf->df", chances, facts)[:, None, :]
                curvature = curvature + np.einsum("d,ds,dsf,dsg->fg", counts, chances, centred, centred)
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def _facts(matches: Sequence[Played]) -> tuple[Array, Array, Array]:
    """Return for each decision the features of each alternative, the result, and its weight."""
    facts, real, counts = [], [], []
    length, most = _length(matches), _most_simulations(matches)
    for match in matches:
        for decision in match.decisions:
            alternatives = np.array(_as_alternatives(match, decision.chances))
            if alternatives.min() > 0:  # what is certain stays certain
                logs = np.log(alternatives)
                mover = np.zeros(len(logs))
                mover[0 if match.together else decision.seat] = -1.0
                left, thought = share_left(decision.left, length), magnitude(min(decision.simulations, most))
                facts.append(np.stack([logs, left * logs, thought * logs, mover, thought * mover], axis=1))
                real.append(_as_alternatives(match, match.shares))
                counts.append(1 / len(match.decisions))  # they share an outcome
    return np.array(facts), np.array(real), np.array(counts)


def _as_alternatives(match: Played, chances: Sequence[float]) -> tuple[float, ...]:
    """Return chances that add up to 1: of the seats, or of winning and losing together."""
    return (chances[0], 1 - chances[0]) if match.together else tuple(chances)


def _fit_points(matches: Sequence[Played], length: float, most: int, *, own: bool) -> tuple[tuple[float, ...], float]:
    """Return what to add to the points of the seat to move or of the others, by least squares.

    That is a number for each step, and the addition for ten times the thinking, 0 if all have thought the same.
    """
    facts, missing = [np.append(np.zeros(_STEPS), 1.0)], [0.0]  # an addition of 0, unless decisions say otherwise
    for match in matches:
        weight = math.sqrt(1 / len(match.decisions))  # they share an outcome
        for decision in match.decisions:
            thought = magnitude(min(decision.simulations, most))
            shares = shares_of_steps(share_left(decision.left, length), _STEPS)
            for seat, (expected, real) in enumerate(zip(decision.points, match.scores, strict=True)):
                if (seat == decision.seat) == own:
                    facts.append(weight * np.append(shares, thought * shares.sum()))
                    missing.append(weight * (real - expected))
    found: Array = np.linalg.lstsq(np.array(facts), np.array(missing), rcond=None)[0]
    *points, by_thinking = (round(each, 2) for each in found.tolist())
    return tuple(points), by_thinking


def fits(matches: Sequence[Played]) -> dict[Kind, Calibration]:
    """Return the calibration of each kind that has enough matches."""
    kinds: dict[Kind, list[Played]] = {}
    for match in matches:
        kinds.setdefault(match.kind, []).append(match)
    found = {}
    for kind, own in kinds.items():
        others = [match for match in matches if match.kind != kind and match.game == kind[0]]
        alike = [match for match in others if match.together == own[0].together]
        if len(own) + len(alike) >= _FEWEST:
            found[kind] = fit(own, alike)
    return found


def write_fits(matches: Sequence[Played]) -> None:
    """Write the calibrations of the kinds that have enough matches; keep the others."""
    for game_id in {match.game for match in matches}:
        file = calibration_file(GAMES[game_id].rules)
        found = {mode: dict(each) for mode, each in load_calibrations(file).items()}
        for (_, mode, players), each in sorted(fits([match for match in matches if match.game == game_id]).items()):
            found.setdefault(mode, {})[players] = each
        file.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


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
        points = calibration.expected_points(decision.points, seat, decision.left, decision.simulations)[seat]
        alternatives = _as_alternatives(match, decision.chances)
        mover = 0 if match.together else seat
        chance = calibration.chances(alternatives, mover, decision.left, decision.simulations)[mover]
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


def summary(matches: Sequence[Played], calibrations: Sequence[Calibration]) -> str:
    """Return a row of the table; there is a calibration for matches with even seeds and one for those with odd ones."""
    rng = random.Random(1)
    one = matches[0]
    raw = [judged(match, Calibration()) for match in matches]
    corrected = [judged(match, calibrations[match.seed % 2]) for match in matches]
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


def report(matches: Sequence[Played]) -> None:
    """Print the table of all kinds of matches."""
    columns = "game", "players", "mode", "simulations", "matches", "error: search → corrected", "by chance"
    print(f"| {' | '.join(columns)} | points too high by: search → corrected |")
    print("|---|---:|---|---:|---:|---:|---:|---:|")
    rows: dict[tuple[Kind, str], list[Played]] = {}
    for match in matches:
        rows.setdefault((match.kind, match.thinking), []).append(match)
    not_seen = [fits([match for match in matches if match.seed % 2 != parity]) for parity in range(2)]
    for (kind, _), alike in sorted(rows.items()):
        print(summary(alike, [each.get(kind, Calibration()) for each in not_seen]))


def main() -> None:
    """Play the matches that are missing, and print the table."""
    processor_time.of_each_thread()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--mode", action="append")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--level", choices=[name for name in LEVELS if isinstance(LEVELS[name](0), SearchPlayer)])
    parser.add_argument("--every", type=int, default=1, help="note and think long about one decision in this many")
    parser.add_argument("--out", default="bench/results/calibration.jsonl")
    parser.add_argument("--version", action="append", help="use matches of this version (default: of today's)")
    parser.add_argument("--fit", action="store_true", help="write the games' calibration.json, then print the table")
    parser.add_argument("--report", action="store_true", help="only print the table")
    wanted = parser.parse_args()
    journal = Journal(Path(wanted.out), Played)
    kinds: list[Kind] = [
        (game_type.id, mode.id, players)
        for game_type in GAMES.values()
        for mode in game_type.modes
        for players in mode.players
        if game_type.id in (wanted.game or GAMES)
        if mode.id in (wanted.mode or (mode.id,))
        if players in (wanted.players or (players,))
    ]
    matches = [
        match
        for match in journal.resume()
        if match.version in (wanted.version or [code_version()]) and match.kind in kinds and not match.options
    ]
    done = {(match.kind, match.seed, match.thinking) for match in matches}
    thinking = (wanted.level or str(wanted.simulations)) + (f"/{wanted.every}" if wanted.every > 1 else "")
    for seed in range(1, 1 if wanted.fit or wanted.report else wanted.matches + 1):
        for kind in kinds:
            if (kind, seed, thinking) not in done:
                matches.append(play(kind, seed, thinking))
                journal.append(matches[-1])
    matches = [match for match in matches if match.decisions]
    if wanted.fit:
        write_fits(matches)
    report(matches)


if __name__ == "__main__":
    main()
