"""Every kind of match that the adapters must play."""

from typing import Any, NamedTuple

import funkenflug
from funkenflug.games import GAMES


class Kind(NamedTuple):
    game: str
    players: int
    mode: str
    options: tuple[str, ...] = ()

    @property
    def words(self) -> dict[str, Any]:
        """The words of `new`, but for the game."""
        return {"players": self.players, "mode": self.mode, "options": self.options}

    def start(self, seed: int) -> funkenflug.Game:
        return funkenflug.new(self.game, seed=seed, **self.words)

    def __str__(self) -> str:
        return "-".join((self.game, str(self.players), self.mode, *self.options))


KINDS = [
    Kind(game_type.id, players, mode.id, options)
    for game_type in GAMES.values()
    for mode in game_type.modes
    for players in mode.players
    for options in dict.fromkeys(((), tuple(option.id for option in game_type.options if mode.id in option.modes)))
]
