"""Plain English: the wordings of .ci/phrases.txt are in no comment, docstring, document or script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PHRASES = [
    tuple(line.rsplit(" -> ", 1))
    for line in (ROOT / ".ci" / "phrases.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
LINE_BREAK = re.compile(r"\s*\n[ \t]*(?:#|//|\*(?!/))?[ \t]*")


def english() -> Iterator[Path]:
    """Yield all files that are written in English."""
    yield from ROOT.glob("*.md")
    for folder in ("src", "tests", "bench", "docs"):
        for ending in ("py", "pyi", "js", "md", "html"):
            for path in (ROOT / folder).rglob(f"*.{ending}"):
                if path != Path(__file__) and path.stem not in ("de", "it", "nl"):
                    yield path


@pytest.fixture(scope="module")
def texts() -> dict[Path, str]:
    """The text of these files, each as one long line: a phrase may begin in one line and end in the next."""
    texts = {path: LINE_BREAK.sub(" ", path.read_text(encoding="utf-8")) for path in english()}
    changelog = ROOT / "CHANGELOG.md"
    return texts | {changelog: re.sub("`[^`]*`", "", texts[changelog])}  # it has the old names of things


@pytest.mark.parametrize(("phrase", "better"), PHRASES)
def test_nobody_writes_it_like_this(phrase: str, better: str, texts: dict[Path, str]) -> None:
    found = {
        str(path.relative_to(ROOT)): text[max(0, match.start() - 40) : match.end() + 40]
        for path, text in texts.items()
        for match in re.finditer(phrase, text, re.IGNORECASE)
    }
    assert not found, f"write: {better}"


def test_phrases_are_found_across_lines_and_others_are_not() -> None:
    assert LINE_BREAK.sub(" ", "    # keep so\n    # many tiles") == "    # keep so many tiles"
    assert re.search(PHRASES[0][0], "keep so many tiles")
    assert not re.search(PHRASES[0][0], "it encloses so many of the six 1s that some colour stays without water")
