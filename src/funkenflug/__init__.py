"""Feurio!, Vulkan! and Feuer & Wasser: three fire-and-water board games to play and to study.

>>> import funkenflug
>>> game = funkenflug.new("feurio", players=4, options=("firebreak",), seed=7)
>>> game.to_move
3
>>> game.legal_moves()[0]
Move('arrange 6 1 4 2')
"""

from funkenflug.game import Game, Move, Suggestion, new
from funkenflug.games.vulkan.deal import vulkan_layout
from funkenflug.players import LEVELS, Clock, Player, level
from funkenflug.record import RecordError, load, load_all
from funkenflug.solving import Solution
from funkenflug.view import Event, Outcome, View
from funkenflug.words import IllegalMove

# last: they take the place of the folder and the file of that name
from funkenflug.games import games  # isort: skip
from funkenflug.vector import vector  # isort: skip

__version__ = "0.1.0"
__all__ = [
    "LEVELS",
    "Clock",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "Player",
    "RecordError",
    "Solution",
    "Suggestion",
    "View",
    "games",
    "level",
    "load",
    "load_all",
    "new",
    "vector",
    "vulkan_layout",
]
