"""What the script of the home page says, by id: English texts, or singular and plural for a `{count}`."""

from __future__ import annotations

from collections.abc import Mapping

from funkenflug.bots.players import LEVEL_TITLES

HOME: Mapping[str, str | tuple[str, str]] = {
    "waiting": "Waiting for players",
    "won": "Won",
    "lost": "Lost",
    "shared": "Shared victory",
    "won-by": "{name} won",
    "with": "{game} with {names}",
    "alone": "{game}, solo",
    "join": "Join",
    "watch": "Watch",
    "seats-free": ("1 seat free", "{count} seats free"),
    "players": "Number of players",
    "mode": "Mode",
    "options": "Optional rules",
    "seats": "Players",
    "clock": "Time limit",
    "me": "Me",
    "friend": "Friend (invite link)",
    "here": "Same device",
    "bot": "Computer",
    "level": "Level",
    "none": "No time limit",
    "5 minutes": "5 minutes each",
    "a day a move": "One day per move",
    "public": "Anyone can join or watch",
    "start": "Start",
    "cancel": "Cancel",
    "set-up": "Set up {game}",
    "name-of-seat": "Name",
    "copied-here": "Link copied. Only this computer can open it.",
    "link-is-here": "Only this computer can open this link, in another browser. It works only once.",
    "starting": "Setting up…",
    "failed": "That didn’t work. Please try again.",
    "seat": "Seat {number}",
    **LEVEL_TITLES,
}
