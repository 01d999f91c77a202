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
`list_games` describes the games. `funkenflug.research` has Gymnasium, PettingZoo and OpenSpiel,
and `funkenflug.bots` the searches.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from funkenflug import kernel
from funkenflug.core.overlay import Arrow
from funkenflug.core.version import __version__ as __version__
from funkenflug.core.view import Event, Outcome, View
from funkenflug.core.words import IllegalMove
from funkenflug.games import list_games, register_plugins
from funkenflug.games.vulkan.rules.deal import vulkan_layout
from funkenflug.kernel.solving import Solution
from funkenflug.match import fair
from funkenflug.match.game import Game, Move, Suggestion, provide_suggestions
from funkenflug.match.position import position
from funkenflug.match.record import RecordError, load, load_all, read
from funkenflug.match.study import Node, Study, load_study
from funkenflug.match.typed import new

if TYPE_CHECKING:
    from funkenflug.arena import engine
    from funkenflug.bots import review
    from funkenflug.bots.players import LEVELS, Clock, Player, level
    from funkenflug.research.vector import vector

_LATER = {
    "LEVELS": "bots.players",
    "Clock": "bots.players",
    "Player": "bots.players",
    "engine": "arena",
    "level": "bots.players",
    "review": "bots",
    "vector": "research.vector",
}
"""Where to find the names of packages that are loaded when somebody asks for them."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'funkenflug' has no attribute {name!r}")
    home = f"funkenflug.{_LATER[name]}"
    module = import_module(home)
    found = getattr(module, name) if hasattr(module, name) else import_module(f"{home}.{name}")
    globals()[name] = found
    return found


def _suggest(game: Game, *arguments: Any, **keywords: Any) -> list[Suggestion]:
    from funkenflug.bots.analysis import suggest

    return suggest(game, *arguments, **keywords)


provide_suggestions(_suggest)
register_plugins()

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
