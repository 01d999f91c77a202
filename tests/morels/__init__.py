"""Morels: a small game that is not part of the package. Pick morels in a burnt wood, and mind the false ones."""

from types import MappingProxyType

from funkenflug.games.base import GameType, Mode
from tests.morels.rules.rules import LOOKS, PICKS


class Morels(GameType):
    id = "morels"
    title = "Morels"
    designer = "The Funkenflug engineers"
    year = 2026
    summary = "Morels grow where the forest burnt. Look under the leaves, and pick the good ones."
    modes = (Mode("competitive", range(2, 5), "Competitive", "The player with the most points wins."),)
    deal_words = ("values",)
    longest = PICKS + 4 * LOOKS
    clicks = MappingProxyType({"pick": ("cell:1",), "look": ("verb:look cell:1",)})
    panel = ("looks",)
