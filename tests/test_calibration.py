"""Corrected estimates: fitted to matches, applied to what is reported, never to what is played."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

import funkenflug
from bench.calibration import Decision, Played, fit, play
from funkenflug.bots import calibration
from funkenflug.bots.calibration import Calibration
from funkenflug.bots.foresight import considered
from funkenflug.core.thinking import Budget


def _matches(slope: float, points: float, count: int = 400) -> list[Played]:
    """Return matches of two in which the search is too sure, and its points are too low at the start."""
    rng = np.random.default_rng(1)
    matches = []
    for seed in range(count):
        true = rng.uniform(0.05, 0.95)
        said = true ** (1 / slope) / (true ** (1 / slope) + (1 - true) ** (1 / slope))
        won = rng.random() < true
        matches.append(
            Played(
                game="vulkan",
                mode="competitive",
                players=2,
                seed=seed,
                thinking="1",
                version="",
                length=10.0,
                moves=[],
                decisions=[
                    Decision(0, 10.0, 1000, chances=(said, 1 - said), points=(20.0 - points, 10.0 - points)),
                    Decision(1, 0.0, 1000, chances=(said, 1 - said), points=(20.0, 10.0)),
                ],
                shares=(float(won), float(not won)),
                scores=(20.0, 10.0),
            )
        )
    return matches


def test_a_fit_finds_how_much_too_sure_a_search_is_and_which_points_it_misses() -> None:
    found = fit(_matches(slope=0.6, points=8.0))
    assert found.slope + found.slope_at_start / 2 == pytest.approx(0.6, abs=0.08)
    assert found.optimism == pytest.approx(0.0, abs=0.1)
    assert found.points[0] == pytest.approx(8.0, abs=0.1)
    assert found.own_points[0] == pytest.approx(8.0, abs=0.1)
    assert found.expected_points((1.0, 2.0), 0, left=0) == (1.0, 2.0)


def test_all_seats_are_asked_where_only_some_decisions_are_noted() -> None:
    match = play(("vulkan", "competitive", 2), 1, "20/8")
    asked = [decision.seat for decision in match.decisions]
    assert 2 <= len(asked) < len(match.moves) / 4
    assert abs(asked.count(0) - asked.count(1)) <= 1


def test_a_fit_finds_that_more_thinking_makes_the_seat_to_move_less_optimistic() -> None:
    matches = []
    for match in _matches(slope=1.0, points=0.0, count=6000):
        simulations, optimism = ((100, 0.6), (10_000, 0.0))[match.seed % 2]
        odds = match.decisions[0].chances[0] / match.decisions[0].chances[1] * np.exp(optimism)
        said = Decision(0, 5.0, simulations, chances=(odds / (1 + odds), 1 / (1 + odds)), points=(0.0, 0.0))
        last = msgspec.structs.replace(said, simulations=simulations**2 // 100)  # near the end there is time for more
        matches.append(msgspec.structs.replace(match, thinking=str(simulations), decisions=[said, said, last]))
    found = fit(matches)
    assert found.most_simulations == 10_000
    few, many = (found.optimism + step * found.optimism_by_thinking for step in (-1, 1))
    assert few == pytest.approx(0.6, abs=0.1)
    assert many == pytest.approx(0.0, abs=0.1)


def test_a_fit_finds_that_more_thinking_misses_fewer_points() -> None:
    matches = []
    for match in _matches(slope=1.0, points=0.0):
        simulations, missed = ((100, 3.0), (10_000, 1.0))[match.seed % 2]
        start, end = (msgspec.structs.replace(each, simulations=simulations) for each in match.decisions)
        said = msgspec.structs.replace(start, points=(20.0 - missed, 10.0 - missed))
        matches.append(msgspec.structs.replace(match, thinking=str(simulations), decisions=[said, end]))
    found = fit(matches)
    for simulations, missed in ((100, 3.0), (1000, 2.0), (10_000, 1.0), (10**6, 1.0)):
        assert found.expected_points((5.0, 6.0), 0, 10.0, simulations) == pytest.approx(
            (5.0 + missed, 6.0 + missed), abs=0.1
        )
    assert found.expected_points((5.0, 6.0), 0, 0.0, 100) == (5.0, 6.0)
    alike = fit([match for match in matches if match.thinking == "100"])
    assert alike.points_by_thinking == alike.own_points_by_thinking == 0.0


def test_the_correction_depends_on_the_phase_and_on_the_thinking_as_far_as_that_was_measured() -> None:
    correction = Calibration(
        slope=1.0, slope_at_start=-0.5, slope_by_thinking=0.2, length=20.0, most_simulations=10_000
    )
    end, start = (correction.chances((0.8, 0.2), 0, left=left)[0] for left in (0.0, 20.0))
    assert end == pytest.approx(0.8)
    assert start == pytest.approx(2 / 3)
    by_thinking = [correction.chances((0.8, 0.2), 0, 0.0, simulations)[0] for simulations in (100, 10_000, 10**6)]
    assert by_thinking[0] < end < by_thinking[1] == by_thinking[2]
    wiser = Calibration(optimism=0.3, optimism_by_thinking=-0.1, most_simulations=10_000)
    own = [wiser.chances((0.5, 0.5), 0, 0.0, simulations)[0] for simulations in (100, 1000, 10_000, 10**6)]
    assert own[0] < own[1] < own[2] == own[3] < 0.5


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_corrected_chances_add_up_and_what_is_certain_stays_certain(seat: int) -> None:
    correction = Calibration(slope=0.7, optimism=0.2)
    assert sum(correction.chances((0.5, 0.3, 0.2), seat)) == pytest.approx(1.0)
    assert correction.chances((0.0, 1.0, 0.0), seat) == (0.0, 1.0, 0.0)
    assert [correction.chance_together(each) for each in (0.0, 1.0)] == [0.0, 1.0]


def test_corrections_change_what_is_reported_but_not_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    found = considered(game.type, game.mode, game.state, game.to_move or 0, Budget(simulations=60), seed=0)
    monkeypatch.setattr(
        calibration,
        "calibration_for",
        lambda *_: Calibration(slope=0.0, points=(100.0,), own_points=(100.0,), length=1.0),
    )
    suggested = game.suggest(None, simulations=60)
    assert [each.move for each in suggested] == game.type.move_texts(game.state, [each.move for each in found])
    assert all(each.chances == (0.5, 0.5) and min(each.points) > 100 for each in suggested)
