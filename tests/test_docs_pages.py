"""The kinds of pages: each in its group of the navigation, and short; experiments in docs/lab, with their source."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from funkenflug.cli.parser import create_parser

ROOT = Path(__file__).parent.parent
LAB = ROOT / "docs" / "lab"
EXPERIMENTS = sorted(path for path in LAB.glob("*.md") if path.name != "index.md")

LIMITS = {"Tutorial": 1_500, "How-to": 1_600, "Reference": 2_500, "Explanation": 2_000}
"""The most words of a page outside its blocks of code, by the group of the navigation that lists it."""
OWN_LIMITS = {"docs/players.md": 450, "docs/site.md": 5_500, "docs/write-a-game.md": 5_000}
"""A screenful for players; a site's manual lists every guarantee with its test; that of games ends with all hooks."""

each_experiment = pytest.mark.parametrize("page", EXPERIMENTS, ids=lambda page: page.stem)


def navigation() -> dict[str, list[str]]:
    """Return the pages of each group of mkdocs.yml, nested groups included."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    groups = re.split(r"^  - ([\w-]+):$", text, flags=re.MULTILINE)
    listed = (re.findall(r"\bdocs/\S+\.md", pages) for pages in groups[2::2])
    return dict(zip(groups[1::2], listed, strict=True))


def words(page: Path) -> int:
    """Count the words of a page outside blocks of code."""
    return len(re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL).split())


def head(page: Path) -> dict[str, str]:
    """Return the fields at the head of an experiment's page."""
    found = re.match(r"---\n(.*?)\n---\n", page.read_text(encoding="utf-8"), re.DOTALL)
    assert found, "a page of the laboratory begins with its fields between lines of dashes"
    return {name: value.strip('"') for name, value in re.findall(r"^(\w+): (.+)$", found[1], re.MULTILINE)}


def test_every_page_is_in_one_group_of_the_navigation() -> None:
    listed = [page for pages in navigation().values() for page in pages]
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted(there)
    assert {*LIMITS, "Lab"} <= navigation().keys()


def test_pages_are_short() -> None:
    pages = {page: LIMITS[kind] for kind, listed in navigation().items() if kind in LIMITS for page in listed}
    long = {page: words(ROOT / page) for page, most in (pages | OWN_LIMITS).items() if words(ROOT / page) > most}
    assert not long, "shorten them, or move what was measured or tried to docs/lab"


def test_experiments_are_in_the_laboratory_only() -> None:
    """An interval in brackets is a measurement."""
    interval = re.compile(r"\d%? \(\d+(?:\.\d)?%? to \d+(?:\.\d)?%?\)")
    pages = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")}
    assert {name: found for name, text in pages.items() if (found := interval.findall(text))} == {}


@each_experiment
def test_an_experiment_has_a_date_a_version_and_a_command(page: Path) -> None:
    fields = head(page)
    assert list(fields) == ["question", "answer", "date", "version", "command"]
    assert fields["question"].endswith("?")
    assert fields["answer"].endswith(".")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", fields["date"])
    assert re.match(r"commit [0-9a-f]{7}\b|not recorded\b", fields["version"])


@each_experiment
def test_the_command_of_an_experiment_can_be_given(page: Path) -> None:
    command = shlex.split(head(page)["command"])
    if command[0] == "funkenflug":
        create_parser().parse_args(command[1:])
    else:
        assert command[:2] == ["python", "-m"]
        assert importlib.util.find_spec(command[2])


def test_the_index_of_the_laboratory_lists_every_experiment() -> None:
    rows = re.findall(
        r"^\| \[(.+)\]\((\S+)\) \| (.+) \| (\S+) \|$", (LAB / "index.md").read_text(encoding="utf-8"), re.M
    )
    assert sorted(rows, key=lambda row: row[1]) == [
        (head(page)["question"], page.name, head(page)["answer"], head(page)["date"]) for page in EXPERIMENTS
    ]
