"""The error that ends a command, and a check of its numbers."""

from __future__ import annotations

import math


class UsageError(Exception):
    """A command cannot do what was asked; the message says why in one line."""


def require_positive(option: str, value: float) -> None:
    """Raise a `ValueError` unless the value of an option is more than 0 and finite."""
    if not 0 < value < math.inf:
        raise ValueError(f"{option} must be more than 0{' and finite' if value == math.inf else ''}, not {value:g}")
