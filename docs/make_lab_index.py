"""Write docs/lab/index.md, the list of experiments, from the heads of their pages: python docs/make_lab_index.py."""

from __future__ import annotations

from pathlib import Path

import yaml

LAB = Path(__file__).parent / "lab"

GROUPS = {
    "Strength": ["levels", "levels-earlier", "earlier-search", "against-openspiel", "standings", "network-contests", "tactics"],
    "The games": ["seats", "options", "volcano", "solitaire-deals", "solitaire-bots", "four-together", "puzzles-mined"],
    "The search": [
        "search-speed",
        "heuristic",
        "learned-values",
        "values-and-playouts",
        "looking-ahead",
        "field-methods",
        "search-variants",
        "one-tree",
    ],
    "Learning and estimates": ["training", "learning-curve", "calibration", "calibration-together", "suggestions", "environment-speed"],
    "The site": ["site-load", "site-start", "site-processes", "message-cost", "site-growth", "faults", "browser-waiting"],
}

OPENING = """\
# The laboratory

What was measured, what was tried and what failed: one page for each question. The head of a page gives the date, the version and the command.

- A version is a commit that you can check out. Result files name a *fingerprint* instead, `0.1.0+` and eight digits: a hash of the code and weights that play (`arena/plan.py`). Where a commit has that fingerprint, the page names the commit.
- "Not recorded" means that nobody noted the version. The page then names the commit that brought the figures into the repository; the code that was measured is older.
- Brackets after a percentage hold a 95% interval. Unless a page says otherwise, machines were shared and busy: trust processor times and ratios more than seconds.

To add an experiment, copy the head of another page, run `python docs/make_lab_index.py`, and list the page in `mkdocs.yml`.
"""


def head(page: Path) -> dict[str, str]:
    """Return the fields at the head of a page."""
    fields = yaml.safe_load(page.read_text(encoding="utf-8").split("---\n")[1])
    return {name: str(value) for name, value in fields.items()}


def index() -> str:
    """Return the page that lists the experiments."""
    parts = [OPENING]
    for group, names in GROUPS.items():
        rows = [f"## {group}", "", "| question | answer | date |", "|---|---|---|"]
        for name in names:
            fields = head(LAB / f"{name}.md")
            rows.append(f"| [{fields['question']}]({name}.md) | {fields['answer']} | {fields['date']} |")
        parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    (LAB / "index.md").write_text(index(), encoding="utf-8")
