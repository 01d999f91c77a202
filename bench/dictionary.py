"""Write the dictionaries by which messages to pages are compressed, and print what they save.

    python -m bench.dictionary            writes show/dictionary.txt of each game
    python -m bench.dictionary --measure  writes nothing

A dictionary consists of messages that pages received in random matches. Messages are added, one after another: always
the one that makes a sample of messages shortest.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import chain
from statistics import median

from funkenflug.games import list_games
from funkenflug.games.base import GameType
from funkenflug.site.infra.dictionary import FILE, Dictionary, dictionary_of
from tests.web.drawn import messages_of

_LARGEST = 8192
"""Bytes of a dictionary, about; twice as much makes messages a tenth shorter."""
_MATCHES = 12
_CANDIDATES = 60
_SAMPLE = 150


def main() -> None:
    """Write the dictionaries, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="write nothing")
    measure = parser.parse_args().measure
    for game_type in list_games():
        if not measure:
            content = _trained(_texts(game_type, range(_MATCHES)))
            (game_type.folder / "show" / FILE).write_bytes(content)
        sizes = sorted(move_sizes(game_type, _MATCHES))  # of a match that it was not made from
        print(f"{game_type.id}: bytes a move, compressed: {median(sizes):.0f}, 90% below {sizes[len(sizes) * 9 // 10]}")


def _texts(game_type: GameType, seeds: Sequence[int]) -> list[bytes]:
    packets = (chain.from_iterable(chain.from_iterable(messages_of(game_type.id, seed))) for seed in seeds)
    return list(dict.fromkeys(packet.text for packet in chain.from_iterable(packets)))


def _trained(texts: Sequence[bytes]) -> bytes:
    chance = random.Random(1)
    sample = chance.sample(texts, min(_SAMPLE, len(texts)))
    candidates = chance.sample(texts, min(_CANDIDATES, len(texts)))
    content = b""
    while True:
        larger = [with_it for one in candidates if len(with_it := one + b"\n" + content) <= _LARGEST]
        if not larger:
            return content
        content = min(larger, key=lambda one: _size(sample, Dictionary(one)))


def _size(texts: Sequence[bytes], dictionary: Dictionary) -> int:
    return sum(len(dictionary.compress(text)) for text in texts)


def move_sizes(game_type: GameType, seed: int) -> Iterator[int]:
    """Yield the bytes that each page receives for each move of a match."""
    dictionary = dictionary_of(game_type)
    moves = messages_of(game_type.id, seed)
    next(moves)  # the snapshots
    for pages in moves:
        for packets in pages:
            yield sum(len(packet.packed(dictionary) if dictionary else packet.compressed()) for packet in packets)


if __name__ == "__main__":
    main()
