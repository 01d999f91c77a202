"""Messages that are compressed with a dictionary that pages have."""

from __future__ import annotations

import json
from collections.abc import Callable
from statistics import median

import pytest

from funkenflug.games import GAMES
from funkenflug.site.infra.dictionary import dictionary_of
from tests.waiting import LONG
from tests.web.drawn import messages_of
from tests.web.people import Person

GOAL = 700
"""Bytes that a page receives for a move, median."""


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_short_and_nothing_is_lost(game: str) -> None:
    dictionary = dictionary_of(GAMES[game])
    assert dictionary is not None
    _snapshots, *moves = messages_of(game, seed=99)
    sizes = [sum(len(packet.packed(dictionary)) for packet in packets) for pages in moves for packets in pages]
    assert median(sizes) < GOAL
    for packets in moves[-1]:
        for packet in packets:
            assert dictionary.decompress(dictionary.compress(packet.text)) == packet.text


def test_who_has_the_dictionary_gets_packed_messages_and_nobody_else(person: Callable[..., Person]) -> None:
    ann = person("Ann")
    table = ann.new_table()
    dictionary = dictionary_of(GAMES["feurio"])
    assert dictionary is not None
    assert f'data-name="{dictionary.name}"' in ann.get(f"/t/{table}").text
    with (
        ann.watch(table, f"?packed={dictionary.name}") as packed,
        ann.watch(table, "?packed=of-another-version") as plain,
    ):
        snapshot = packed.recv(timeout=LONG)
        assert isinstance(snapshot, bytes)
        text = plain.recv(timeout=LONG)
        assert isinstance(text, str)
        assert json.loads(dictionary.decompress(snapshot))["drawing"] == json.loads(text)["drawing"]
