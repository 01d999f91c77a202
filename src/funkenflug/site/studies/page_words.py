"""What the scripts of studies say, and those on the way there, by id: English texts, or singular and plural."""

from __future__ import annotations

from collections.abc import Mapping

TABLE: Mapping[str, str | tuple[str, str]] = {
    "explore": "Explore",
    "players": "Number of players",
    "mode": "Mode",
    "deal": "Deal",
    "deal-given": "This one, to change",
    "deal-chance": "A new one",
    "seed": "Seed (leave empty for chance)",
    "first-moves": "Moves to begin with",
    "cancel": "Cancel",
    "set-up-study": "Set up a position",
    "set-up-go": "Set up",
    "think-time": ("{seconds} s, 1 simulation", "{seconds} s, {simulations} simulations"),
    "chance-of": "{name} {percent}%",
    "expected": "{points} points expected",
    "what-if-note": "Only you can see this board. What you don’t know yet is made up.",
    "to-table": "Back to the table",
    "link-copied": "Link copied",
    "link-damaged": "This link is incomplete or damaged, so here is a new game.",
    "too-long": "This study is too long for a link. Save it as a file instead.",
    "redealt": "What was hidden is shuffled again.",
}
