"""The documents: links lead somewhere, examples are true, and pictures are what the package draws today."""

import doctest
import importlib
import re
import shlex
from pathlib import Path

import pytest

import funkenflug
from funkenflug.cli.parser import create_parser

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.md")])
PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.ff"))

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of a page in a language; "" is those without one. A title adds to the language."""
    found = re.findall(r"^```(.*)\n((?:.*\n)*?)```$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [text for name, text in found if name == language]


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


# Links --------------------------------------------------------------------------------------------------------------


def targets(page: Path) -> list[str]:
    text = prose(page)
    return re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|srcset|href)="([^"]+)"', text)


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in targets(page):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


def test_every_picture_is_shown_somewhere() -> None:
    shown = {(page.parent / target).resolve() for page in PAGES for target in targets(page) if target.endswith(".svg")}
    assert {path.resolve() for path in PICTURES.iterdir()} == shown


# Rulings ------------------------------------------------------------------------------------------------------------


def test_every_ruling_that_is_cited_is_there() -> None:
    games = ROOT / "src" / "funkenflug" / "games"
    folders = (games, ROOT / "tests" / "rules", ROOT / "tests" / "oracle")
    code = [file for folder in folders for file in folder.rglob("*.py")]
    cited = {ruling for file in code for ruling in re.findall(r"\b[FVW]\d\b", file.read_text(encoding="utf-8"))}
    pages = [page.read_text(encoding="utf-8") for page in games.glob("*/rules/rulings.md")]
    there = [ruling for page in pages for ruling in re.findall(r"^\| \*\*(\w+)\*\* \|", page, re.MULTILINE)]
    assert len(there) == len(set(there))
    assert cited
    assert cited - set(there) == set()


# Pictures -----------------------------------------------------------------------------------------------------------


def test_pictures_are_what_the_package_draws_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    made = {file: make() for file, make in importlib.import_module("make_pictures").PICTURES.items()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.iterdir()}
    assert made.keys() == kept.keys()
    changed = [file for file in made if made[file] != kept[file]]
    assert not changed, "run docs/make_pictures.py, look at them, and commit them"


# Examples -----------------------------------------------------------------------------------------------------------


@each_page
@pytest.mark.parametrize("peers", [False, pytest.param(True, marks=pytest.mark.peers("pyspiel"))])
def test_python_examples_are_true(page: Path, peers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = blocks(page, "python")
    assert all(block.startswith(">>> ") for block in code)
    if not peers:
        code = [block for block in code if "spiel" not in block]
    examples = doctest.DocTestParser().get_doctest("\n".join(code), {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(examples).failed == 0


@each_page
def test_records_can_be_loaded(page: Path) -> None:
    """A record that ends in dots is the beginning of an example."""
    for text in blocks(page, ""):
        if text.startswith("[Game"):
            beginning, dots, _ = text.partition("…")
            if dots:
                assert any(path.read_text(encoding="utf-8").startswith(beginning) for path in EXAMPLES)
            else:
                funkenflug.load(text)


@each_page
def test_commands_can_be_given(page: Path) -> None:
    for line in "".join(blocks(page, "")).splitlines():
        if line.startswith("funkenflug "):
            create_parser().parse_args(shlex.split(line)[1:])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_matches_are_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = funkenflug.load(text)
    assert game.over
    assert game.record() == text


def test_readme_has_the_two_commands() -> None:
    commands = [block.strip() for block in blocks(ROOT / "README.md", "")]
    assert "pip install . && funkenflug" in commands
    assert 'pip install -e ".[dev]" && pytest' in commands


# Promises -----------------------------------------------------------------------------------------------------------


def test_every_test_that_holds_a_promise_is_there() -> None:
    page = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("site.md", "api.md"))
    tests = {file.name: file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py")}
    named = set(re.findall(r"\btest_\w+(?:\.py)?", page))
    assert len(named) > 20
    for name in named:
        assert name in tests or any(f"def {name}(" in text for text in tests.values()), name


# The map ------------------------------------------------------------------------------------------------------------

PACKAGE = ROOT / "src" / "funkenflug"


def places_on_the_map() -> set[Path]:
    """Return the paths in the map of CONTRIBUTING.md, which indents what is in a folder by two spaces."""
    (tree,) = (block for block in blocks(ROOT / "CONTRIBUTING.md", "") if block.startswith("src/"))
    places, folders = set(), [ROOT]
    for indent, name in re.findall(r"^( *)(\S+)", tree, re.MULTILINE):
        folders[len(indent) // 2 + 1 :] = [folders[len(indent) // 2] / name]
        places.add(folders[-1])
    return places


def test_the_map_shows_what_is_there_and_all_packages() -> None:
    places = places_on_the_map()
    assert [place for place in places if not place.exists()] == []
    packages = {path.parent for folder in (PACKAGE, PACKAGE / "site") for path in folder.glob("*/__init__.py")}
    assert packages <= places


def test_the_page_about_a_move_names_what_is_there() -> None:
    """It names files of the package, and with `file::name` or `file::Class.method` what they define."""
    page = prose(ROOT / "docs" / "how-a-move-travels.md")
    named = re.findall(r"`(\w[\w/-]*/[\w-]+\.(?:py|js))(?:::([\w.]+))?`", page)
    assert len(named) > 30
    for file, names in named:
        text = (PACKAGE / file).read_text(encoding="utf-8")
        for name in filter(None, names.split(".")):
            defined = rf"\b(?:def|class|function|const|let) {name}\b|^  (?:async )?{name}\("
            assert re.search(defined, text, re.MULTILINE), f"{file}::{name}"
