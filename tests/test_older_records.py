"""Records that commit 0e3f343 wrote: what it saw in them is what we see."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

import funkenflug
from funkenflug.match.study import load_study

OLD: dict[str, Any] = json.loads((Path(__file__).parent / "records_0e3f343.json").read_text())


@pytest.mark.parametrize("old", OLD["records"], ids=lambda old: " ".join(old["record"].split('"')[1:6:2]))
def test_a_match_opens_and_goes_on(old: dict[str, Any]) -> None:
    game = funkenflug.load(old["record"])
    legal = "" if game.over else "\n".join(sorted(map(str, game.legal_moves())))
    assert hashlib.sha256(legal.encode()).hexdigest()[:16] == old["legal"]
    assert winners(game) == old["winners"]
    assert game.record() == old["record"]
    assert [end_of(game.copy(), random.Random(seed)) for seed in range(5)] == old["ends"]


def end_of(game: funkenflug.Game, chance: random.Random) -> list[Any]:
    """Return how many moves a match had at its end, and who won."""
    while not game.over:
        legal = sorted(map(str, game.legal_moves()))
        game.play(legal[chance.randrange(len(legal))])
    return [len(game.moves), winners(game)]


def winners(game: funkenflug.Game) -> list[int] | None:
    outcome = game.outcome()
    return None if outcome is None else list(outcome.winners)


def test_a_study_keeps_its_variations() -> None:
    assert load_study(OLD["study"]).record() == OLD["study"]
