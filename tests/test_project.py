"""What the project promises about itself: how much is installed with it, its versions, what a package index shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from email import message_from_string
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import funkenflug
from funkenflug.site.infra.db.schema import VERSION

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

MOST_MEBIBYTES = 400


def installed_with(requirements: list[str]) -> dict[str, Distribution]:
    """Return all distributions that these requirements bring, by name."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(requirement), "") for requirement in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        if name in found and not requirement.extras:
            continue
        found[name] = package = distribution(name)
        extras = ["", *requirement.extras]
        waiting += [(Requirement(needed), extra) for needed in package.requires or () for extra in extras]
    return found


def on_disk(file: Path) -> int:
    """Return the bytes that a file takes; Windows only tells its length."""
    stat = file.stat()
    return getattr(stat, "st_blocks", 0) * 512 or stat.st_size


def test_the_base_install_is_light() -> None:
    packages = installed_with([*PROJECT["dependencies"], "pip"])
    assert {"numba", "llvmlite", "starlette"} <= set(packages)
    assert not {"scipy", "babel", "fastapi", "pydantic"} & set(packages)
    files = {Path(str(file.locate())) for package in packages.values() for file in package.files or ()}
    ours = Path(funkenflug.__file__).parent.rglob("*")
    size = sum(on_disk(file) for file in (*files, *ours) if file.is_file())
    assert 300 * 2**20 < size < MOST_MEBIBYTES * 2**20


@pytest.mark.peers("flax", "griffe", "ipykernel", "jax", "mkdocs", "nbclient", "pyspiel", "ray", "schemathesis")
def test_all_peers_are_installed() -> None:
    """Files that import a missing peer are skipped whole; in CI this test fails then."""
    assert {"open-spiel", "orbax-checkpoint"} <= installed_with(PROJECT["optional-dependencies"]["peers"]).keys()


NEEDS_A_PEER = """
import pytest

@pytest.mark.peers("json", "no_such_peer")
def test_it():
    raise AssertionError

def test_another():
    pass
"""


@pytest.mark.parametrize(
    ("arguments", "ci", "result"),
    [
        ((), "true", "1 passed, 1 deselected"),  # the README's command needs no peers
        (("-m", "slow or peers"), "", "1 skipped, 1 deselected, 1 warning"),
        (("-m", "slow or peers"), "true", "1 deselected, 1 error"),
    ],
)
def test_a_missing_peer_fails_only_the_long_run_of_ci(
    arguments: tuple[str, ...], ci: str, result: str, tmp_path: Path
) -> None:
    (tmp_path / "test_peer.py").write_text(NEEDS_A_PEER)
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", "-n", "0"]
    run = subprocess.run(
        [*command, "-p", "no:cacheprovider", *arguments, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
    )
    assert f" {result} in " in run.stdout
    assert ("no_such_peer is not installed" in run.stdout) == bool(arguments)


def test_the_description_on_a_package_index_has_no_dead_links(tmp_path: Path) -> None:
    build = "import sys, hatchling.build; print(hatchling.build.prepare_metadata_for_build_wheel(sys.argv[1]))"
    environment = {name: value for name, value in os.environ.items() if name != "PIP_BUILD_TRACKER"}
    built = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    metadata = message_from_string((tmp_path / built.stdout.strip() / "METADATA").read_text(encoding="utf-8"))
    assert metadata["Description-Content-Type"] == "text/markdown"
    description = metadata.get_payload()
    assert isinstance(description, str)
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(description)
    headings = re.findall(r"<h[12]>(.+)</h[12]>", page)
    assert headings == ["Funkenflug", "Play", "In Python", "On the command line", "Licence"]
    linked = re.findall(r"""\b(?:href|src|srcset)=["']([^"']*)""", page)
    assert [link for link in linked if not link.startswith("https://")] == []
    assert "](" not in page
    assert "pip install funkenflug &amp;&amp; funkenflug" in page


def test_the_changelog_begins_with_this_version_and_its_schema() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(
        r"^## \[(.+)\] - (\d{4}-\d{2}-\d{2})\n\nSchema version of a site: (\d+)\.", text, re.MULTILINE
    )
    assert len(versions) == text.count("\n## ")
    assert versions[0][0] == PROJECT["version"]
    assert versions[0][2] == VERSION
    assert versions == sorted(versions, key=lambda version: version[1], reverse=True)


def test_package_and_citation_name_this_version() -> None:
    assert funkenflug.__version__ == PROJECT["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in citation
