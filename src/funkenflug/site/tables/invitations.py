"""Invitations: keys that let one person sit down at an open seat."""

from __future__ import annotations

import hmac

from funkenflug.site.infra.middleware.identity import hashed

_MOST_SITTINGS = 64


def invitation(identity: str, table: str, seat: int, sittings: int) -> str | None:
    """Return the key for a seat where `sittings` people have sat before; None after the last key.

    Each key is the hash of the key for the next sitting. A table stores only the lock, the hash of the first key: the
    database contains no key, and a key that was used opens nothing more.
    """
    if sittings >= _MOST_SITTINGS:
        return None
    key = f"invitation/{identity}/{table}/{seat}"
    for _ in range(_MOST_SITTINGS - sittings):
        key = hashed(key)
    return key


def lock_of(identity: str, table: str, seat: int) -> str:
    """Return the lock that a table stores for a seat.

    >>> lock = lock_of("secret of a host", "table", 1)
    >>> keys = [invitation("secret of a host", "table", 1, sittings) for sittings in range(3)]
    >>> [opens(key, lock, 1) for key in keys]
    [False, True, False]
    """
    return hashed(invitation(identity, table, seat, 0) or "")


def opens(key: str, lock: str, sittings: int) -> bool:
    """Return whether a key opens a seat where `sittings` people have sat before."""
    for _ in range(sittings + 1):
        key = hashed(key)
    return hmac.compare_digest(key, lock)
