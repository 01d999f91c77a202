"""The scripts and templates of the site: a feature uses only those of features below it, as its Python code does."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "src" / "funkenflug" / "site"


def levels() -> dict[str, int]:
    """Return the level of each feature, from the contract about imports; features of one level are apart."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (layers,) = (one["layers"] for one in settings["contracts"] if one.get("containers") == ["funkenflug.site"])
    return {name: level for level, names in enumerate(reversed(layers)) for name in names.split(" | ")}


def used_by(file: Path) -> set[str]:
    """Return the features whose scripts or templates a file names."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        return set(re.findall(r"""["'`]\.\./\.\./(\w+)/scripts/""", text))
    home = {template.name: template.parts[-3] for template in SITE.glob("*/templates/*")}
    named = re.findall(r"""{%-? *(?:extends|include|from) *"([^"]+)""", text)
    return set(re.findall(r"static\('(\w+)/", text)) | {home[name] for name in named}


FILES = sorted((*SITE.glob("*/scripts/*.js"), *SITE.glob("*/templates/*.html")))


def test_there_are_scripts_and_templates() -> None:
    assert len([file for file in FILES if used_by(file)]) > 60


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_feature_uses_only_what_is_below_it(file: Path) -> None:
    own, level = file.parts[-3], levels()
    assert [other for other in used_by(file) - {own} if level[other] >= level[own]] == []


def test_templates_have_different_names() -> None:
    names = [template.name for template in SITE.glob("*/templates/*")]
    assert len(set(names)) == len(names)
