"""Random numbers for deals: a seed gives the same deal on every platform and in every version.

The generator is SHA-256 in counter mode: block i is the digest of the text "seed/what/i" in UTF-8, read as eight
big-endian 32-bit words. A number below n is a word modulo n, where words of 2**32 - 2**32 % n or more are skipped. A
shuffle goes from the last position down to the second and swaps each with a random one up to it (Fisher-Yates).
"""

from __future__ import annotations

import hashlib
import operator
import secrets
import struct
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from funkenflug.core.words import Message, clipped

T = TypeVar("T")
_LONGEST_SEED = 128


def as_int(value: Any) -> int | None:
    """Convert an integer of any type, such as NumPy's, to int; None if it is not an integer. Booleans are not integers.

    >>> as_int(7), as_int("7"), as_int(True)
    (7, None, None)
    """
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def random_seed() -> str:
    """Return a fresh, unpredictable seed."""
    return secrets.token_hex(16)


def seed_text(seed: int | str) -> str:
    """Return a seed as the text that is hashed: 7 and "7" are the same.

    >>> seed_text(7)
    '7'
    """
    number = as_int(seed)
    if number is None and not isinstance(seed, str):
        raise ValueError(f"a seed must be a whole number or a text, not {type(seed).__name__}")
    text = str(seed) if number is None or number.bit_length() <= 256 else hex(number)
    if not text or len(text) > _LONGEST_SEED or not text.isprintable() or text != text.strip():
        words = Message(
            "a seed must be one line of 1 to {most} printable characters without blanks around it, not {seed}",
            most=_LONGEST_SEED,
            seed=repr(clipped(text)),
        )
        raise ValueError(words)
    return text


class Chance:
    """Random numbers and shuffles for one part (`what`) of the deal of a seed."""

    def __init__(self, seed: str, what: str) -> None:
        self._text = f"{seed}/{what}"
        self._words = _words(self._text)
        self._blocks = b""

    def words(self, count: int) -> np.ndarray[Any, Any]:
        """Return the first words, whatever has been drawn: for compiled code, which draws by itself.

        >>> Chance("7", "dice").words(2) % 6
        array([1, 5])
        """
        known, needed = len(self._blocks) // _WORDS.size, -(-count // 8)
        self._blocks += b"".join([_block(self._text, block) for block in range(known, needed)])
        return np.frombuffer(self._blocks, ">u4", count).astype(np.int64)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1.

        >>> [Chance("7", "dice").below(6) for _ in range(2)]
        [1, 1]
        """
        limit = 2**32 - 2**32 % n
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def _words(text: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _WORDS.unpack(_block(text, block))
        block += 1


_WORDS = struct.Struct(">8I")


def _block(text: str, block: int) -> bytes:
    return hashlib.sha256(f"{text}/{block}".encode()).digest()
