"""Fair deals: the seed is computed from a secret sealed in advance and from a value of each player.

The seal is the SHA-256 of the secret. It is published before the deal and proves afterwards that the secret was not
changed. The seed of the deal is the SHA-256 of the secret and the values of the seats from 0, separated by slashes; a
seat without a value, such as a bot's, has an empty text. Both are 64 hexadecimal digits. `funkenflug.core.seeds` says
how a seed decides a deal. Records keep everything in the tags Seal, Secret, and Value0 to Value3.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from funkenflug.core.words import clipped
from funkenflug.match.game import Game, new

_SEAL, _SECRET = "Seal", "Secret"


class Unfair(ValueError):
    """The deal is not the promised one, or nothing was promised; the message says why."""


def seal(secret: str) -> str:
    """Return the seal of a secret: it commits to the secret without revealing it.

    >>> seal("spark")
    '92f473809e5979a7da2b7f52771b3a9e3d7105dcb0f24ae333c5bf279b863d73'
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(secret: str, values: Sequence[str]) -> str:
    """Return the seed of a secret and the values of all seats.

    >>> seed_of("spark", ["00ff", "", "1234"])
    '7dae5de033d67e0e020c61148a1595fc162f0c302a8f0c6d286a2d8e5977008a'
    """
    for part in (secret, *values):
        if "/" in part:
            raise Unfair(f"a secret or a value must not contain a slash, unlike {clipped(part)}")
    return hashlib.sha256("/".join((secret, *values)).encode()).hexdigest()


def dealt(game: Game, secret: str, values: Sequence[str]) -> Game:
    """Return a new match with the deal of a secret and values, which its tags contain; the rest is as in `game`."""
    fresh = dealt_again(game, seed_of(secret, values))
    fresh.names, fresh.date = game.names, game.date
    fresh.tags = {_SEAL: seal(secret), _SECRET: secret}
    fresh.tags |= {f"Value{seat}": value for seat, value in enumerate(values) if value}
    return fresh


def dealt_again(game: Game, seed: str | None = None) -> Game:
    """Return a new match with the deal of a seed; a deal given in full stays the same."""
    words = game.type.read_deal_tags(game.type.deal_tags(game.setup))
    return new(game.type.id, players=game.players, mode=game.mode, options=game.options, seed=seed, **words)


def verify(game: Game) -> None:
    """Check that the deal of a match is the promised one; raise `Unfair` if not.

    >>> game = dealt(new("feurio", players=2), "spark", ["00ff", "1234"])
    >>> verify(game)
    >>> game.tags["Value1"] = "1235"
    >>> verify(game)
    Traceback (most recent call last):
    funkenflug.match.fair.Unfair: the seed does not follow from the secret and the values
    """
    if not {_SEAL, _SECRET} <= game.tags.keys():
        raise Unfair("nothing was promised of this deal: the record has no Seal and no Secret")
    if seal(game.tags[_SECRET]) != game.tags[_SEAL]:
        raise Unfair("the secret is not the one that was sealed")
    values = [value or "" for value in values_of(game.tags, game.players)]
    if seed_of(game.tags[_SECRET], values) != game.setup.seed:
        raise Unfair("the seed does not follow from the secret and the values")


def values_of(tags: Mapping[str, str], players: int) -> list[str | None]:
    """Return the values of the seats."""
    return [tags.get(f"Value{seat}") for seat in range(players)]
