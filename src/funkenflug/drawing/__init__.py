"""Pictures: a drawing is an ordered mapping from a stable id to an SVG fragment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Literal

from funkenflug.view import Event, View

Theme = Literal["auto", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Preview:
    """A move that is being considered: what would happen, and what would be seen afterwards."""

    move: str
    events: tuple[Event, ...]
    after: View
