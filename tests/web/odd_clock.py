"""Funkenflug in a process with a wall clock that can be set, and with short clocks for the players.

`python -m tests.web.odd_clock FILE SECONDS …`: FILE has the seconds by which the wall clock is wrong; "5 minutes" are
SECONDS; the rest are the words of a command.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

true_time = time.time


def shift(file: Path) -> float:
    """Return by how much the wall clock is wrong."""
    return float(file.read_text() or 0)


if __name__ == "__main__":
    shifted = Path(sys.argv[1])
    time.time = lambda: true_time() + shift(shifted)
    from funkenflug.cli import main
    from funkenflug.site.tables.table import CLOCKS

    CLOCKS["5 minutes"] = float(sys.argv[2])
    sys.exit(main(sys.argv[3:]))
