"""No text from outside takes more than linear time to read."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from funkenflug.match.record import _BETWEEN_MOVES
from tests.waiting import LONG

pytest.importorskip("resource", reason="limits of processor time")


@pytest.mark.slow
def test_no_foreign_text_takes_more_than_linear_time() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.linear"], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert done.returncode == 0, (done.stdout.rpartition("\r")[2], done.stderr)


@pytest.mark.parametrize(
    "turn", ["a + b", "a  +\tb", "a +b", "a+ b", "a +  + b", "a + b + c", "a", "+ a", "a\u2003+ b"]
)
def test_moves_are_parted_as_by_the_plain_pattern(turn: str) -> None:
    assert _BETWEEN_MOVES.split(turn) == re.split(r"\s+\+\s+", turn)
