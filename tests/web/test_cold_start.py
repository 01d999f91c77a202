"""A site serves and plays before anything is compiled, and before Numba is imported."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from funkenflug.games import list_games
from tests.web.conftest import serving
from tests.web.people import Person

ROOT = Path(__file__).parents[2]


def test_the_first_page_and_a_bots_first_move_in_every_game_do_without_numba(tmp_path: Path) -> None:
    """In a process of its own, with an empty cache, and with a compiler that is never done."""
    compiler = tmp_path / "compiler"
    compiler.write_text("#!/bin/sh\nexec sleep 1000\n")
    compiler.chmod(0o755)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = (sys.executable, "-m", __name__, str(tmp_path / "site.sqlite"), str(compiler))
    subprocess.run(command, env=environment, cwd=ROOT, check=True)


def play_without_numba(database: Path, compiler: str) -> None:
    sys.executable = compiler
    with serving(database) as url, contextlib.closing(Person(url)) as ann:
        ann.get("/").raise_for_status()
        for game_type in list_games():
            let_a_bot_play(ann, game_type.id)
    assert "numba" not in sys.modules


def let_a_bot_play(ann: Person, game: str) -> None:
    """Play until a bot has moved."""
    table = ann.new_table(game, seats=[{"kind": "bot", "level": "inferno"}, {"kind": "me"}])
    mine = 0
    while ann.wait_for_turn(table)["plies"] == mine:
        ann.play(table)
        mine += 1


if __name__ == "__main__":
    play_without_numba(Path(sys.argv[1]), sys.argv[2])
