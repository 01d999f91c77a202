"""Compare what bots expect with what happens: chances to win, and points at the end.

    python -m bench.calibration [--game feurio] [--players 2] [--mode competitive] [--matches 40] [--simulations 200]
    python -m bench.calibration --report

Bots of equal strength play each other. Before every decision the chance and the points that `suggest` expects for the
seat to move are noted, and afterwards compared with the outcome. `--level flame` thinks as long as the level instead of
counting simulations. Every match is a line of `--out`; the same command continues where it was.

The expected calibration error is the mean distance between the predicted and the real share of victories over ten equal
bins, in percentage points. Decisions of one match share its outcome, so the intervals draw matches anew (bootstrap). A
few matches show an error even if all chances are right: beside it is the one with outcomes drawn by these chances.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import funkenflug
from funkenflug.arena.plan import code_version
from funkenflug.bots.players import LEVELS, SearchPlayer
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal

_BINS = 10
_DRAWS = 400


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A match: for each decision the chance and the points that the seat to move expected, and what it got."""

    game: str
    mode: str
    players: int
    seed: int
    thinking: str
    version: str
    decisions: list[tuple[int, float, float, float, float]]
    """The seat, its expected and real share of the victory, its expected and real points."""


def play(game_id: str, mode: str, players: int, seed: int, thinking: str) -> Played:
    """Play a match."""
    game = funkenflug.new(game_id, players=players, mode=mode, seed=f"calibration-{seed}")
    limits = _limits(thinking)
    noted = []
    while (seat := game.to_move) is not None:
        if len(game.choices()) == 1:
            game.play(next(iter(game.choices())))
            continue
        best = game.suggest(**limits, seed=seed * 1000 + len(game.moves))[0]
        noted.append((seat, best.chances[seat], best.points[seat]))
        game.play(best.move)
    outcome = game.outcome()
    assert outcome is not None
    shared = len(outcome.winners) if mode == "competitive" else 1
    scores = outcome.scores or (0,) * players
    return Played(
        game=game_id,
        mode=mode,
        players=players,
        seed=seed,
        thinking=thinking,
        version=code_version(),
        decisions=[
            (seat, round(chance, 4), (seat in outcome.winners) / max(1, shared), round(points, 2), float(scores[seat]))
            for seat, chance, points in noted
        ],
    )


def _limits(thinking: str) -> dict[str, Any]:
    if thinking in LEVELS:
        bot = LEVELS[thinking](0)
        assert isinstance(bot, SearchPlayer), "a level that searches"
        return {"seconds": bot.budget.seconds}
    return {"seconds": None, "simulations": int(thinking)}


# The table ----------------------------------------------------------------------------------------------------------


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


def summary(matches: Sequence[Played]) -> str:
    """Return a row of the table."""
    rng = random.Random(1)
    error = _error(matches)
    drawn = sorted(_error(rng.choices(matches, k=len(matches))) for _ in range(_DRAWS))
    by_chance = sorted(_error_by_chance(matches, rng) for _ in range(_DRAWS))
    low, high = drawn[_DRAWS // 40], drawn[-_DRAWS // 40 - 1]
    one = matches[0]
    points = "–"
    if one.mode == "competitive":
        biases = sorted(_bias(rng.choices(matches, k=len(matches))) for _ in range(_DRAWS))
        points = f"{_bias(matches):+.1f} ({biases[_DRAWS // 40]:+.1f} to {biases[-_DRAWS // 40 - 1]:+.1f})"
    kind = f"{GAMES[one.game].title} | {one.players} | {one.mode} | {one.thinking}"
    predicted, real = _means(matches)
    return (
        f"| {kind} | {len(matches)} | {100 * predicted:.1f} : {100 * real:.1f} | {100 * error:.1f} "
        f"({100 * low:.1f} to {100 * high:.1f}) | {100 * by_chance[_DRAWS // 2]:.1f} | {points} |"
    )


def _pairs(matches: Iterable[Played]) -> list[tuple[float, float]]:
    return [(chance, real) for match in matches for _, chance, real, _, _ in match.decisions]


def _means(matches: Iterable[Played]) -> tuple[float, float]:
    pairs = _pairs(matches)
    return sum(pair[0] for pair in pairs) / len(pairs), sum(pair[1] for pair in pairs) / len(pairs)


def _error(matches: Iterable[Played]) -> float:
    return calibration_error(_pairs(matches))


def _error_by_chance(matches: Iterable[Played], rng: random.Random) -> float:
    """Return the error if the chances were right: a number for each seat decides which of its decisions succeed."""
    pairs = []
    for match in matches:
        numbers = [rng.random() for _ in range(match.players if match.mode == "competitive" else 1)]
        pairs += [(chance, float(numbers[seat % len(numbers)] < chance)) for seat, chance, *_ in match.decisions]
    return calibration_error(pairs)


def _bias(matches: Iterable[Played]) -> float:
    gaps = [expected - real for match in matches for _, _, _, expected, real in match.decisions]
    return sum(gaps) / max(1, len(gaps))


def report(played: Iterable[Played]) -> None:
    """Print the table of all kinds of matches."""
    kinds: dict[tuple[str, int, str, str], list[Played]] = {}
    for match in played:
        if match.decisions:
            kinds.setdefault((match.game, match.players, match.mode, match.thinking), []).append(match)
    columns = "game", "players", "mode", "thinking", "matches", "expected : real, %", "error, points", "by chance"
    print(f"| {' | '.join(columns)} | expected points too high by |")
    print("|---|---:|---|---|---:|---:|---:|---:|---:|")
    for kind in sorted(kinds):
        print(summary(kinds[kind]))


def main() -> None:
    """Play the matches that are missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--mode", action="append")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--level", choices=[name for name in LEVELS if isinstance(LEVELS[name](0), SearchPlayer)])
    parser.add_argument("--out", default="bench/results/calibration.jsonl")
    parser.add_argument("--report", action="store_true", help="only print the table")
    wanted = parser.parse_args()
    journal = Journal(Path(wanted.out), Played)
    thinking = wanted.level or str(wanted.simulations)
    played = [match for match in journal.read() if match.version == code_version()]
    known = {(match.game, match.mode, match.players, match.seed, match.thinking) for match in played}
    kinds = [
        (game_type.id, mode.id, players)
        for game_type in GAMES.values()
        for mode in game_type.modes
        for players in mode.players
        if game_type.id in (wanted.game or GAMES)
        if mode.id in (wanted.mode or (mode.id,))
        if players in (wanted.players or (players,))
    ]
    for seed in range(0 if wanted.report else wanted.matches):
        for game_id, mode_id, players in kinds:
            if (game_id, mode_id, players, seed, thinking) not in known:
                played.append(play(game_id, mode_id, players, seed, thinking))
                journal.append(played[-1])
    report(played)


if __name__ == "__main__":
    main()
