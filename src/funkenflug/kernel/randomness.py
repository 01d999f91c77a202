"""Random numbers for compiled code.

Multiply with carry: one multiplication a number, and nothing overflows an int64, so the same code runs compiled and as
plain Python. It is good enough for playouts; deals use SHA-256.
"""

from __future__ import annotations

import hashlib

import numpy as np

from funkenflug.kernel.compiling import compiled
from funkenflug.kernel.records import Array

_MULTIPLIER = 0x7FFFFDCD


def chance(seed: int | str) -> Array:
    """Return a random number generator: an array of one element."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return np.array([int.from_bytes(digest[:8], "big") % (_MULTIPLIER * 2**32 - 2) + 1], np.int64)


@compiled
def below(rng: Array, n: int) -> int:
    """Return a random number from 0 to n - 1; n is at most 2**31."""
    x = rng[0]
    low = x & 0xFFFFFFFF
    carry = x >> 32
    rng[0] = _MULTIPLIER * low + carry
    return int(((low ^ carry) * n) >> 32)
