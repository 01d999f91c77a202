"""What the scripts of all pages say, by id: English texts, or singular and plural for a `{count}`."""

from __future__ import annotations

from collections.abc import Mapping

SHARED: Mapping[str, str | tuple[str, str]] = {
    "green": "green",
    "blue": "blue",
    "yellow": "yellow",
    "red": "red",
    "your-turn": "Your turn",
    "turn-of": "{name} to move",
    "turn-of-you": "Your turn",
}
