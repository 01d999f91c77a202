"""The register of games: a fourth game is a fourth folder and one line here."""

from types import MappingProxyType

from funkenflug.games import feuer_wasser, feurio, vulkan
from funkenflug.games.base import GameType
from funkenflug.match.words import clipped

_GAME_TYPES = (feurio.GAME, vulkan.GAME, feuer_wasser.GAME)

GAMES = MappingProxyType({game_type.id: game_type for game_type in _GAME_TYPES})


def list_games() -> tuple[GameType, ...]:
    """Return the games: each tells its players, modes, options and choices in words, enough to build a lobby from.

    >>> [(game.id, [mode.id for mode in game.modes]) for game in list_games()][-1]
    ('feuer-wasser', ['competitive'])
    """
    return _GAME_TYPES


def find_game(game_id: str) -> GameType:
    """Return a game by its id."""
    if game_id not in GAMES:
        raise ValueError(f"there is no game {clipped(str(game_id))!r}; there are {', '.join(GAMES)}")
    return GAMES[game_id]
