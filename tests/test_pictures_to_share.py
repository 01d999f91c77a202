"""Pictures to share: a position with names and scores, and a whole match that moves."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

import funkenflug
from funkenflug.pictures.captions import captioned, moving_picture

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", ["feurio", "vulkan", "feuer-wasser"])
def test_a_moving_picture_begins_and_ends_like_the_match(game: str) -> None:
    match = funkenflug.new(game, players=3, seed=7, names=["Agnes & Co", "Bruno", "C" * 40])
    chance = random.Random(7)
    for _ in range(12):
        match.play(chance.choice(match.legal_moves()))
    still = captioned(match)
    words = "".join(ElementTree.fromstring(still.svg("light")).itertext())
    assert all(part in words for part in ("Agnes & Co", "Bruno", "CCC…"))
    root = ElementTree.fromstring(moving_picture(match))
    at_start = dict.fromkeys(captioned(match_at_start(match)).fragments)
    shown_first, shown_last = [], []
    for element in root:
        times = element.find(f"{SVG}animate")
        values = ["visible"] if times is None else times.get("values", "").split(";")
        if times is not None:
            assert len(values) == len(times.get("keyTimes", "").split(";"))
        if element.get("id"):
            name = element.get("id", "")
            shown_first += [name] * (values[0] == "visible")
            shown_last += [name] * (values[-1] == "visible")
    assert len(shown_first) == len(at_start)
    assert len(shown_last) == len(still.fragments)
    order = [name for name in shown_first if name in at_start]
    assert order == [name for name in at_start if name in order]


def match_at_start(match: funkenflug.Game) -> funkenflug.Game:
    start = match.copy()
    while start.moves:
        start.undo()
    return start
