"""Types of each game for editors and type checkers: typed.pyi, which `python docs/make_game_types.py` writes.

    def heat(game: FeurioGame) -> int:
        return game.view().heat

`new` returns a `FeurioGame` for "feurio". At run time all matches are of the class `Game`: the others are for
annotations.
"""

from funkenflug.games import on_register
from funkenflug.games.base import GameType
from funkenflug.match.game import Game
from funkenflug.match.game import new as new


def class_name(game_type: GameType) -> str:
    """Return the name of the class of matches of a game."""
    return f"{type(game_type).__name__}Game"


on_register(lambda game_type: globals().update({class_name(game_type): Game}))
