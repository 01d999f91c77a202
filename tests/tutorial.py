"""The game of docs/write-a-game.md, put together from the blocks of the page and nothing else."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from funkenflug.games import register, unregister

PAGE = Path(__file__).parents[1] / "docs" / "write-a-game.md"
_BLOCK = re.compile(r'^```\w+ title="([\w/.]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def write_hex(folder: Path) -> None:
    """Write the files of the page; several blocks of a file follow one another."""
    found: dict[str, list[str]] = {}
    for name, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        found.setdefault(name, []).append(text)
    for name, texts in found.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(texts), encoding="utf-8")


@contextmanager
def registered_hex(folder: Path) -> Iterator[None]:
    """Register the game of the page, as a program would.

    It stays imported: Numba would write machine code of modules that are gone to the cache, which nobody can load.
    """
    write_hex(folder)
    sys.path.insert(0, str(folder))
    try:
        register(import_module("hex").Hex())
        yield
    finally:
        unregister("hex")
        sys.path.remove(str(folder))
