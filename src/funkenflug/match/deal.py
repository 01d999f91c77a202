"""Random numbers for deals: a seed gives the same deal on every platform and in every version.

The generator is SHA-256 in counter mode: block i is the digest of the text "seed/what/i" in UTF-8, read as eight
big-endian 32-bit words. A number below n is a word modulo n, where words of 2**32 - 2**32 % n or more are skipped. A
shuffle goes from the last position down to the second and swaps each with a random one up to it (Fisher-Yates).
"""

from __future__ import annotations

import hashlib
import operator
import secrets
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from funkenflug.match.words import clipped

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
        raise ValueError(
            f"a seed must be one line of 1 to {_LONGEST_SEED} printable characters without blanks around it, "
            f"not {clipped(text)!r}"
        )
    return text


class Chance:
    """Random numbers and shuffles for one part (`what`) of the deal of a seed."""

    def __init__(self, seed: str, what: str) -> None:
        self._words = _words(f"{seed}/{what}")

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1.

        >>> [Chance("7", "dice").below(6) for _ in range(2)]
        [1, 1]
        """
        limit = 2**32 - 2**32 % n
        return next(word for word in self._words if word < limit) % n

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
        digest = hashlib.sha256(f"{text}/{block}".encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
