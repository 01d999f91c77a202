"""Feurio!, Vulkan! and Feuer & Wasser: three fire-and-water board games to play and to study.

>>> import funkenflug
>>> game = funkenflug.new("feurio", players=4, options=("firebreak",), seed=7)
>>> game.to_move
3
>>> game.legal_moves()[0]
Move('arrange 6 4 5 1')
"""

from funkenflug.game import Game, Move, new
from funkenflug.games.vulkan.deal import vulkan_layout
from funkenflug.record import RecordError, load, load_all
from funkenflug.view import Event, Outcome, View
from funkenflug.words import IllegalMove

__version__ = "0.1.0"
__all__ = [
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "RecordError",
    "View",
    "load",
    "load_all",
    "new",
    "vulkan_layout",
]
