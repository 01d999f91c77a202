"""The register of games: a fourth game is a fourth folder and one line here."""

from types import MappingProxyType

from funkenflug.games import feuer_wasser, feurio, vulkan
from funkenflug.room import Room
from funkenflug.words import clipped

_ROOMS = (feurio.ROOM, vulkan.ROOM, feuer_wasser.ROOM)

GAMES = MappingProxyType({room.id: room for room in _ROOMS})


def games() -> tuple[Room, ...]:
    """Return the games: each tells its players, modes, options and choices in words, enough to build a lobby from.

    >>> [(game.id, [mode.id for mode in game.modes]) for game in games()][-1]
    ('feuer-wasser', ['competitive'])
    """
    return _ROOMS


def room(game_id: str) -> Room:
    """Return the room of a game by its id."""
    if game_id not in GAMES:
        raise ValueError(f"there is no game {clipped(str(game_id))!r}; there are {', '.join(GAMES)}")
    return GAMES[game_id]
