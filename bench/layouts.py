"""How often the final forest of a random match of Feurio! is a valid layout for Vulkan!.

    python -m bench.layouts [MATCHES]

For every number of players, without and with firebreaks, this prints how many of MATCHES (default: 1,000) forests are
valid, and why the others are not. The seeds of the matches count from 1, and every move is uniformly random.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter

import funkenflug
from funkenflug import Game, kernel


def random_match(players: int, options: tuple[str, ...], seed: int) -> Game:
    game = funkenflug.new("feurio", players=players, options=options, seed=seed)
    rng = kernel.chance(seed)
    while not game.over:
        moves = game.legal_moves()
        game.play(moves[kernel.below(rng, len(moves))])
    return game


def shortcoming(game: Game) -> str:
    """Return why a forest is not a valid layout, without its cells; "" if it is."""
    try:
        funkenflug.vulkan_layout(game)
    except ValueError as error:
        return re.sub(r"; .*$|on -?\d+,-?\d+ ", "", str(error))
    return ""


def main(matches: int) -> None:
    for options in ((), ("firebreak",)):
        for players in (1, 2, 3, 4) if not options else (2, 3, 4):
            found = Counter(shortcoming(random_match(players, options, seed)) for seed in range(1, matches + 1))
            lacks = [f"{count} because {reason}" for reason, count in found.most_common() if reason]
            kind = "with firebreaks" if options else "without firebreaks"
            qualified = f"{players} players {kind}: {found['']} of {matches} qualify"
            print(", ".join((qualified, *lacks)), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", type=int, nargs="?", default=1000)
    main(parser.parse_args().matches)
