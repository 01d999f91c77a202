"""Pictures of a match to share: a position with names and scores, and the whole match as one that moves."""

from __future__ import annotations

from funkenflug.core.drawing import Drawing, Theme
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply, steps
from funkenflug.pictures.sharing import CaptionedSeat, film, with_seats


def captioned(game: Game, seat: int | None = None) -> Drawing:
    """Return the board, as a seat or a spectator may know it, with the names and scores of all seats.

    >>> from funkenflug.match.game import new
    >>> "Agnes" in captioned(new("feurio", players=2, seed=7, names=["Agnes", "Bruno"])).svg()
    True
    """
    view, outcome, game_type = game.view(seat), game.outcome(), game.type
    winners = outcome.winners if outcome else ()
    seats = [
        CaptionedSeat(view.colours[place], name, view.scores[place] if view.scores else None, place in winners)
        for place, name in enumerate(view.names)
    ]
    closing = game_type.closing if game.over else {}
    return with_seats(game_type.draw(view, **closing, **game_type.on_pages), seats)


def moving_picture(game: Game, seat: int | None = None, *, seconds: float = 0.8, theme: Theme = "auto") -> str:
    """Return a whole match as an animated SVG document, with names and scores; each move takes `seconds`.

    >>> from funkenflug.match.game import new
    >>> game = new("feurio", players=2, seed=7)
    >>> _ = game.play(game.legal_moves()[0])
    >>> "<animate " in moving_picture(game)
    True
    """
    positions = (at_ply(game, 0), *(step.after for step in steps(game)))
    return film([captioned(position, seat) for position in positions], seconds, theme=theme)
