"""What the home page says of the solitaire of the day, by id: English texts, or singular and plural."""

from __future__ import annotations

from collections.abc import Mapping

HOME: Mapping[str, str | tuple[str, str]] = {
    "try-it": "Play it",
    "go-on-daily": "Continue",
    "won-today": "{won} of {tried} solved it today.",
    "nobody-tried": "Nobody has tried it today.",
    "daily-won": "Solved! You won.",
    "daily-lost": "Not this time. You lost.",
    "look-again": "View the game",
    "another": "New solitaire",
    "no-daily": "Today’s solitaire is still being prepared. Come back in a minute.",
}
