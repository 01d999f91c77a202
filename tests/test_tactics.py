"""Tactical positions that `python -m bench.tactics find` has found by brute force: who searches finds what wins."""

from __future__ import annotations

import pytest

from bench.tactics import FOLDER, missed, tactics

FLAME, BLAZE = 6_000, 30_000
"""Simulations that the levels do at the least in their time: 0.3 s and 1.5 s at 20,000 a second."""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(file.stem for file in FOLDER.glob("*.jsonl")))
def test_blaze_finds_every_forced_win_and_flame_nearly_every(game_id: str) -> None:
    positions = tactics(game_id)
    assert missed(game_id, BLAZE, positions) == []
    assert len(missed(game_id, FLAME, positions)) <= 0.05 * len(positions)
