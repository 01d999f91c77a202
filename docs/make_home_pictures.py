"""Draw the pictures of the home page: `python docs/make_home_pictures.py` writes them below src/funkenflug/.

They are files, not drawn when the page is asked for, so that the page is there before anything has been compiled.
Each is a position of a match that bots played from a fixed seed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import funkenflug
from funkenflug import Clock, Game, level
from funkenflug.core.drawing import Drawing, Fragment

TARGET = Path(__file__).parents[1] / "src" / "funkenflug"
BESIDE = re.compile(r"(seat|card|gain|open)-\d|tray$|last-|take-|spot-")
"""Cards, and hints for who plays: a picture needs none of them."""
WIDTH, HEIGHT = 618.8, 473.3


def main() -> None:
    """Write all pictures."""
    pictures = {
        "games/feurio/show/home.svg": showing(played("feurio", 4, 50, 33), keep=r"spot-", zoom=1.16),
        "games/vulkan/show/home.svg": showing(flown(played("vulkan", 4, 23, 13)), zoom=1.46),
        "games/feuer_wasser/show/home.svg": showing(played("feuer-wasser", 4, 5, 52), zoom=1.12, pieces=True),
        "site/infra/scripts/lost.svg": showing(ploughed(), zoom=0.3),
    }
    for file, drawing in pictures.items():
        TARGET.joinpath(file).write_text(bare(drawing.svg("dark")), encoding="utf-8")


def played(game_id: str, players: int, seed: int, plies: int) -> Game:
    """Return a match as bots played it."""
    game = funkenflug.new(game_id, players=players, seed=seed)
    bots = [level("ember", seat) for seat in range(players)]
    for _ in range(plies):
        assert game.to_move is not None
        game.play(bots[game.to_move].choose(game.view(game.to_move), game.legal_moves(), Clock()))
    return game


def flown(game: Game) -> Drawing:
    """Return the forest with the longest flight in preview."""
    moves = game.legal_moves()
    longest = max(moves, key=lambda move: len(game.preview(move).events[0].cells))  # type: ignore[attr-defined]
    return game.draw(preview=longest)


def ploughed() -> Drawing:
    """Return a firebreak alone: nothing burns there."""
    game = funkenflug.new("feurio", players=2, seed=3, options=["firebreak"])
    (laid,) = game.play(next(move for move in game.legal_moves() if move.startswith("break")))
    drawing, (q, r) = game.draw(), laid.cell  # type: ignore[attr-defined]
    return replace(drawing, fragments={(id := f"tile-{q}-{r}"): drawing.fragments[id]})


def showing(what: Game | Drawing, zoom: float, keep: str = "$^", pieces: bool = False) -> Drawing:
    """Return the middle of a board in the format of the cards."""
    drawing = what.draw() if isinstance(what, Game) else what
    kept = {id: part for id, part in drawing.fragments.items() if not BESIDE.match(id) or re.match(keep, id)}
    x, y = middle(kept, "domino|stone|leader" if pieces else "tile|volcano|spot")
    width, height = WIDTH * zoom, HEIGHT * zoom
    return replace(drawing, fragments=kept, box=(x - width / 2, y - height / 2, width, height))


def middle(fragments: dict[str, Fragment], kinds: str) -> tuple[float, float]:
    """Return the middle of all that is of these kinds."""
    placed = [(part.x, part.y) for id, part in fragments.items() if re.match(kinds, id)]
    across, down = zip(*placed, strict=True)
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def bare(svg: str) -> str:
    """Return a picture without what only a page needs, on transparent ground."""
    svg = re.sub(r' data-cell="[^"]*"', "", svg)
    return re.sub(r'<rect class="felt"[^>]*/>', "", svg)


if __name__ == "__main__":
    main()
