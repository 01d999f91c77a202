"""What the scripts of studies say, and those on the way there, by id: English texts, or singular and plural."""

from __future__ import annotations

from collections.abc import Mapping

TABLE: Mapping[str, str | tuple[str, str]] = {
    "explore": "Explore",
    "players": "Number of players",
    "mode": "Mode",
    "deal": "Deal",
    "deal-given": "Edit this position",
    "deal-chance": "A new deal",
    "seed": "Seed (leave empty for a random deal)",
    "first-moves": "Opening moves",
    "cancel": "Cancel",
    "set-up-study": "Set up a position",
    "set-up-go": "Set up",
    "think-time": ("{seconds} s, 1 simulation", "{seconds} s, {simulations} simulations"),
    "chance-of": "{name} {percent}%",
    "expected": "{points} points expected",
    "what-if-note": "Only you can see this board. Hidden tiles are shuffled at random here.",
    "to-table": "Back to the table",
    "link-damaged": "This link is incomplete or damaged, so here is a new game.",
    "too-long": "This study is too long for a link. Save it as a file instead.",
    "redealt": "What was hidden is shuffled again.",
}
