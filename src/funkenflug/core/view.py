"""Views, events and outcomes: the public data of a match. Each game has subclasses."""

from __future__ import annotations

from typing import Final

import msgspec

COLOURS: Final = ("green", "blue", "yellow", "red")
"""The four colours in seat order."""

Hex = tuple[int, int]
"""A hex cell as axial (q, r)."""


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one seat, or a spectator (`seat` is None), may know of a match.

    >>> import funkenflug
    >>> view = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7).view(0)
    >>> view.game, view.seat, view.to_move, view.colours
    ('vulkan', 0, 1, (('green', 'blue'), ('yellow', 'red')))
    """

    game: str
    players: int
    mode: str
    options: tuple[str, ...]
    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    """The colours of each seat; a neutral colour belongs to nobody."""
    seat: int | None
    to_move: int | None
    moves: tuple[str, ...]
    """All moves so far, in their text form."""
    scores: tuple[int, ...] = ()
    """The points of each seat if the match ended now; empty where no points count, as in solitaire matches."""
    position: str | None = None
    """The position as far as the viewer knows it, in a match that was set up in one; None after a deal."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_move is None


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """A consequence of a move, as public information.

    >>> import funkenflug
    >>> event, = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7).play("volcano 0,0")
    >>> event.seat, event.cell
    (1, (0, 0))
    """

    seat: int
    """The seat that moved."""


class Played(Event, frozen=True, kw_only=True):
    """A move was played: the event of games that have no events of their own."""

    move: str


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended. Each game adds its own fields.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    >>> while not game.over:
    ...     _ = game.play(game.legal_moves()[0])
    >>> game.outcome().scores, game.outcome().winners
    ((18, 24), (1,))
    """

    scores: tuple[int, ...] = ()
    """The points of each seat; empty where no points count, as in solitaire and cooperative matches."""
    winners: tuple[int, ...]
    """The seats that won; all or none in solitaire and cooperative matches."""
