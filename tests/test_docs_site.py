"""The site of the documentation: it shows all pages, and its links are checked. `.ci/run` builds it."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import funkenflug

ROOT = Path(__file__).parent.parent


@pytest.fixture
def build_site(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module("build_site")


def test_the_navigation_lists_pages_that_are_there() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = set(re.findall(r"\b((?:docs|src)/\S+\.md)", navigation))
    assert [page for page in listed if not (ROOT / page).is_file()] == []
    rules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("rules/en.md")}
    assert rules <= listed


@pytest.mark.peers("mkdocs")
def test_every_page_of_the_reference_is_in_the_navigation(build_site: Any) -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"reference/(\w+)\.md", navigation)) == set(build_site.REFERENCE)


@pytest.mark.peers("mkdocs")
def test_the_reference_shows_all_public_names(build_site: Any) -> None:
    shown = {module for _, modules in build_site.REFERENCE.values() for module in modules}
    assert "funkenflug" in shown, "it shows what its __all__ names, but for modules"
    for module in (getattr(funkenflug, name) for name in funkenflug.__all__):
        if isinstance(module, ModuleType):
            public = getattr(module, "__all__", None)
            sources = {getattr(module, name).__module__ for name in public or () if callable(getattr(module, name))}
            sources = {name for name in sources if name.startswith("funkenflug.")} or {module.__name__}
            assert sources <= shown, module.__name__


def test_help_leads_to_the_pages() -> None:
    for page in re.findall(r"docs/[\w-]+\.(?:md|py)", funkenflug.__doc__ or ""):
        assert (ROOT / page).is_file()
    assert "docs/first-hour.md" in (funkenflug.__doc__ or "")


@pytest.mark.peers("mkdocs")
def test_links_that_lead_nowhere_and_files_of_others_are_found(build_site: Any, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="b.html#here"></a><a href="b.html#gone"></a><a href="c.html"></a>'
        '<a href="https://example.org/"></a><a href="#top"></a><script src="https://example.org/x.js"></script>'
        '<img src="missing.svg">'
    )
    (tmp_path / "b.html").write_text('<p id="here">B</p><link rel="stylesheet" href="//example.org/x.css">')
    assert sorted(build_site.broken_links(tmp_path)) == [
        "a.html links to b.html#gone, which has no such heading",
        "a.html links to c.html, which is not there",
        "a.html links to missing.svg, which is not there",
        "a.html loads https://example.org/x.js",
        "b.html loads //example.org/x.css",
    ]


@pytest.mark.peers("griffe")
def test_examples_of_docstrings_become_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    griffe = importlib.import_module("griffe")
    monkeypatch.syspath_prepend(ROOT / "docs")
    doctests = importlib.import_module("doctests")
    shown = griffe.Function("f", docstring=griffe.Docstring("Add.\n\n>>> 1 + 1\n2\n\nMore."))
    doctests.Doctests().on_object(obj=shown)
    assert shown.docstring.value == "Add.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."


@pytest.mark.peers("mkdocs")
def test_the_site_shows_the_head_of_an_experiment(
    build_site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_site, "ROOT", tmp_path)
    monkeypatch.setattr(build_site, "PAGES", tmp_path / "build" / "pages")
    (tmp_path / "docs").mkdir()
    head = (
        '---\nquestion: "Is it fast?"\nanswer: "Yes."\ndate: 2026-11-18\n'
        "version: commit 1234567\ncommand: python -m bench.load\n---\n"
    )
    (tmp_path / "docs" / "speed.md").write_text(f"{head}\n# Speed\n\nVery.\n")
    build_site.gather()
    assert (tmp_path / "build" / "pages" / "docs" / "speed.md").read_text() == (
        "\n# Speed\n\n*Is it fast?* Yes.\n\n2026-11-18 · commit 1234567 · `python -m bench.load`\n\nVery.\n"
    )
