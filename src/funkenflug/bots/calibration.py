"""Calibration: what the estimates of a search are worth in real results, learned from matches of bots.

A search is too sure of itself, and the seat to move likes its own plans best. A game has `learn/calibration.json`,
which `python -m bench.calibration --fit` makes: for each mode and number of players how to correct the chances to win
and the expected points. It changes what is reported, never which move is chosen. A game without that file reports what
the search says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec.structs import replace

from funkenflug.bots.model import learn_folder
from funkenflug.core.thinking import Evaluation
from funkenflug.kernel import MOST_SEATS, Array, Rules, State, chance, compiled, copy_state, play, play_out, to_move

_PLAYOUTS: Final = 8


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """The correction for one mode and number of players. The default changes nothing."""

    slope: float = 1.0
    """The factor of the logarithms of the chances at the end of a match: below 1 the search is too sure."""
    slope_at_start: float = 0.0
    """What to add to the slope at the start of a match, and less and less of it until the end."""
    slope_by_thinking: float = 0.0
    """What to add to the slope for ten times as many simulations; nothing is added at 1,000."""
    optimism: float = 0.0
    """What the logarithm of the chance is too high by: of the seat to move, or of a victory together."""
    optimism_by_thinking: float = 0.0
    """What to add to the optimism for ten times as many simulations; nothing is added at 1,000."""
    most_simulations: int = 1000
    """The usual number with the most thinking that was measured; after more of them the correction stays the same."""
    length: float = 1.0
    """The moves of a random match."""
    points: tuple[float, ...] = (0.0,)
    """What to add to the points of the others at the start, at equal steps towards the end, where nothing is added."""
    own_points: tuple[float, ...] = (0.0,)
    """The same for the seat to move."""
    points_by_thinking: float = 0.0
    """What to add to the points of the others for ten times as many simulations, nothing at 1,000 and at the end."""
    own_points_by_thinking: float = 0.0
    """The same for the seat to move."""

    def chances(self, raw: Sequence[float], seat: int, left: float = 0.0, simulations: int = 1000) -> tuple[float, ...]:
        """Return the corrected chances of seats, of which one wins; what is certain stays certain.

        `left` is how many moves a random match still has, `simulations` how many were made.

        >>> Calibration(slope=0.5).chances((0.8, 0.2), 0)
        (0.6666666666666666, 0.3333333333333333)
        >>> Calibration(optimism=0.1).chances((1.0, 0.0), 0)
        (1.0, 0.0)
        """
        slope = self.slope + self.slope_at_start * share_left(left, self.length)
        thought = self._thought(simulations)
        slope += self.slope_by_thinking * thought
        weights = [max(0.0, each) ** max(0.0, slope) for each in raw]
        weights[seat] *= math.exp(-self.optimism - self.optimism_by_thinking * thought)
        return tuple(weight / sum(weights) for weight in weights)

    def chance_together(self, raw: float, left: float = 0.0, simulations: int = 1000) -> float:
        """Return the corrected chance of a victory together."""
        return self.chances((raw, 1 - raw), 0, left, simulations)[0]

    def expected_points(
        self, raw: Sequence[float], seat: int, left: float, simulations: int = 1000
    ) -> tuple[float, ...]:
        """Return the corrected points with a seat to move and `left` moves left in a random match.

        >>> Calibration(length=20, points=(8.0, 4.0), own_points=(6.0, 2.0)).expected_points((10.0, 12.0), 1, left=15)
        (16.0, 16.0)
        """
        shares = shares_of_steps(share_left(left, self.length), len(self.points))
        thought = self._thought(simulations)
        others = float(shares @ (np.array(self.points) + thought * self.points_by_thinking))
        own = float(shares @ (np.array(self.own_points) + thought * self.own_points_by_thinking))
        return tuple(each + (own if number == seat else others) for number, each in enumerate(raw))

    def _thought(self, simulations: int) -> float:
        return magnitude(min(simulations, self.most_simulations))


def share_left(left: float, length: float) -> float:
    """Return how much of a match is left, from 1 to 0."""
    return min(1.0, left / length)


def magnitude(simulations: int) -> float:
    """Return the powers of ten in the number of simulations, 0 for 1,000."""
    return math.log10(max(1, simulations) / 1000)


def shares_of_steps(left: float, steps: int) -> Array:
    """Return how much each step between the start (1 left) and the end (0) counts.

    >>> shares_of_steps(0.75, 2)
    array([0.5, 0.5])
    """
    place = steps * (1 - left)
    shares: Array = np.maximum(0.0, 1 - np.abs(np.arange(steps) - place))
    return shares


def moves_left(state: State) -> float:
    """Return how many moves a random match lasts from a position."""
    scratch = np.array([state, state])
    return int(_play_on(scratch, chance("moves left"), np.zeros(MOST_SEATS))) / _PLAYOUTS


@compiled(nogil=True)
def _play_on(states: Array, rng: Array, values: Array) -> int:
    moves = 0
    for _ in range(_PLAYOUTS):
        states[1] = states[0]
        moves += play_out(states[1], rng, values)
    return moves


Calibrations = dict[str, dict[int, Calibration]]
"""By mode and number of players."""


def calibration_file(rules: Rules) -> Path:
    """Return where the calibration of a game is."""
    return learn_folder(rules) / "calibration.json"


@cache
def load_calibrations(file: Path) -> Calibrations:
    """Return what is in a file, nothing if there is none."""
    return msgspec.json.decode(file.read_bytes(), type=Calibrations) if file.is_file() else {}


def calibrated(rules: Rules, mode: str, state: State, evaluations: Sequence[Evaluation[int]]) -> list[Evaluation[int]]:
    """Return what to report of each move in a position: with corrected chances and points."""
    players, seat = int(state["players"]), int(to_move(state))
    calibration = calibration_for(rules, mode, players)
    left = moves_left(state) if calibration != Calibration() else 0.0
    simulations = sum(each.visits for each in evaluations)
    found = []
    for each in evaluations:
        if not each.exact and not _ends(state, each.move):
            if mode == "competitive":
                chances = calibration.chances(each.chances, seat, left, simulations)
            else:
                chances = (calibration.chance_together(each.chances[0], left, simulations),) * players
            points = calibration.expected_points(each.points, seat, left, simulations)
            each = replace(each, chances=chances, points=points)
        found.append(each)
    return found


def _ends(state: State, move: int) -> bool:
    """Whether a move ends the match: there is nothing to correct then."""
    after = copy_state(state)
    play(after, move)
    return bool(to_move(after) < 0)


def calibration_for(rules: Rules, mode: str, players: int) -> Calibration:
    """Return the calibration of a game; one that changes nothing if there is none."""
    return load_calibrations(calibration_file(rules)).get(mode, {}).get(players, Calibration())
