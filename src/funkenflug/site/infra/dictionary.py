"""Dictionaries: typical messages of a game. A page has them, so that messages compressed with them are half as long."""

from __future__ import annotations

import zlib
from functools import cache
from hashlib import blake2b

from funkenflug.games.base import GameType

FILE = "dictionary.txt"
"""Its file in the folder of a game; `python -m bench.dictionary` writes it."""


class Dictionary:
    """A preset dictionary of the deflate format (RFC 1951). Any content is correct; a good one makes short messages."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.name = blake2b(content, digest_size=6).hexdigest()
        """A hash of its content, by which a page says that it has the same."""
        # a copy is cheaper than another one that has to read the content; with smaller tables it is cheaper still, and
        # its memory is not given back to the system every time
        self._compressor = zlib.compressobj(3, zlib.DEFLATED, -14, 5, zdict=content)

    def compress(self, text: bytes) -> bytes:
        """Return a text in the raw deflate format."""
        compressor = self._compressor.copy()
        return compressor.compress(text) + compressor.flush()

    def decompress(self, packed: bytes) -> bytes:
        """Return the text again, as a page does."""
        return zlib.decompressobj(-zlib.MAX_WBITS, zdict=self.content).decompress(packed)


@cache
def dictionary_of(game_type: GameType) -> Dictionary | None:
    """Return the dictionary of a game, if it has one."""
    file = game_type.folder / "show" / FILE
    return Dictionary(file.read_bytes()) if file.is_file() else None
