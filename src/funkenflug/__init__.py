"""Feurio!, Vulkan! and Feuer & Wasser: three fire-and-water board games to play and to study.

>>> import funkenflug
>>> game = funkenflug.new("feurio", players=4, options=("firebreak",), seed=7)
>>> game.to_move
3
>>> game.legal_moves()[0]
Move('arrange 6 1 4 2')

Begin with docs/first-hour.md: a match, bots, thousands of matches at once, environments and networks on one page. All
pages are in docs/; `python docs/build_site.py` makes a site of them, with search and all public names. The most
important ones: `new` and `load` give a `Game`; `level` and `Player` are bots; `vector` steps many matches at once;
`list_games` describes the games. `funkenflug.adapters` has Gymnasium, PettingZoo and OpenSpiel, `funkenflug.bots` the
searches, and `funkenflug.alphazero` a learner.
"""

from funkenflug import kernel
from funkenflug.adapters.vector import vector
from funkenflug.arena import engine
from funkenflug.bots import review
from funkenflug.bots.players import LEVELS, Clock, Player, level
from funkenflug.bots.solving import Solution
from funkenflug.drawing.overlay import Arrow
from funkenflug.games import list_games, register_plugins
from funkenflug.games.typed import new
from funkenflug.games.vulkan.deal import vulkan_layout
from funkenflug.match import fair
from funkenflug.match.game import Game, Move, Suggestion
from funkenflug.match.position import position
from funkenflug.match.record import RecordError, load, load_all, read
from funkenflug.match.study import Node, Study, load_study
from funkenflug.match.view import Event, Outcome, View
from funkenflug.match.words import IllegalMove

register_plugins()

__version__ = "0.2.0"
__all__ = [
    "LEVELS",
    "Arrow",
    "Clock",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "Node",
    "Outcome",
    "Player",
    "RecordError",
    "Solution",
    "Study",
    "Suggestion",
    "View",
    "engine",
    "fair",
    "kernel",
    "level",
    "list_games",
    "load",
    "load_all",
    "load_study",
    "new",
    "position",
    "read",
    "review",
    "vector",
    "vulkan_layout",
]
