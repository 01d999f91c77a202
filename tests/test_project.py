"""What the project promises about itself: how much is installed with it, its versions, what a package index shows."""

from __future__ import annotations

import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

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
        package = distribution(requirement.name)
        if requirement.name in found and not requirement.extras:
            continue
        found[requirement.name] = package
        extras = ["", *requirement.extras]
        waiting += [(Requirement(needed), extra) for needed in package.requires or () for extra in extras]
    return found


def test_the_base_install_is_light() -> None:
    packages = installed_with(PROJECT["dependencies"])
    assert {"numba", "llvmlite", "pydantic-core"} <= set(packages)
    assert not {"scipy", "babel"} & {name.lower() for name in packages}
    files = [Path(str(file.locate())) for package in packages.values() for file in package.files or ()]
    assert sum(file.stat().st_size for file in files if file.exists()) < MOST_MEBIBYTES * 2**20
