"""Parts of views that are kept from one position to the next."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import funkenflug
from funkenflug.core.view import View
from funkenflug.kernel import records

KINDS = [
    ("feurio", 2, ()),
    ("feurio", 3, ("firebreak",)),
    ("feurio", 1, ()),
    ("vulkan", 2, ()),
    ("vulkan", 4, ()),
    ("feuer-wasser", 2, ()),
    ("feuer-wasser", 3, ()),
]


def views(game_id: str, players: int, options: tuple[str, ...]) -> Iterator[View]:
    """Play a random match, and yield what everybody may know in each position."""
    chance = random.Random(players)
    game = funkenflug.new(game_id, players=players, options=options, seed=players)
    while True:
        yield from (game.view(seat) for seat in (None, *range(players)))
        if game.over:
            return
        game.play(chance.choice(game.legal_moves()))


@pytest.mark.parametrize(("game_id", "players", "options"), KINDS)
def test_views_are_the_same_if_no_part_of_them_is_kept(
    game_id: str, players: int, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part that was kept although a field has changed on which it depends would be wrong in a later position."""
    kept = list(views(game_id, players, options))
    monkeypatch.setattr(records, "_spans", lambda kind, fields: (slice(None),))
    assert kept == list(views(game_id, players, options))
