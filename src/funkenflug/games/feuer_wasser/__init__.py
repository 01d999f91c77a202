"""Feuer & Wasser (2012): dominoes of influence on a board of fire and water."""

from types import MappingProxyType

from funkenflug.games.base import Choice, GameType, Mode
from funkenflug.games.feuer_wasser.rules.deal import BOARDS


class FeuerWasser(GameType):
    """See the rules: rules/en.md."""

    id = "feuer-wasser"
    title = "Feuer & Wasser"
    designer = "Jens Bernsdorf"
    year = 2012
    summary = "Spread influence over fire and water. Surround a cell and outweigh your rivals to claim it."
    modes = (
        Mode(
            "competitive",
            range(2, 5),
            "Competitive",
            "The player with the most stones wins, or the first to place them all.",
        ),
    )
    deal_words = ("board", "piles")
    deal_types = MappingProxyType({"board": "str | Sequence[str]", "piles": "Sequence[Sequence[tuple[int, int]]]"})
    choices = (Choice("board", "Board", (("standard", "Standard"), *((name, name) for name in BOARDS))),)
    clicks = MappingProxyType(
        {
            "tile": ("tile:1 cell:2 cell:3",),
            "leader": ("verb:leader cell:1",),
            **dict.fromkeys(("elemental", "stone", "tame"), ("cell:1",)),
        }
    )
    on_pages = MappingProxyType({"cards": False, "all_hints": True})
    shared_styles = ()
    panel = ("influence", "elementals", "step", "open_tiles", "face_down", "unseen", "stones_left")
