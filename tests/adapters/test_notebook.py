"""The notebooks: they run, and say what they say in the documents."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nbclient", reason="pip install -e '.[peers]'")

import nbformat
from nbclient import NotebookClient

pytestmark = pytest.mark.peers("nbclient", "ipykernel", "pyspiel")

DOCS = Path(__file__).parent.parent.parent / "docs"


def said(notebook: Any) -> list[list[str]]:
    """Return for each cell what it printed and returned; the pictures are tested elsewhere.

    That something is compiled, which is said on a new machine, is no part of it.
    """
    return [
        [
            output.get("text") or output["data"]["text/plain"]
            for output in cell.get("outputs", [])
            if output.get("name") != "stderr"
        ]
        for cell in notebook.cells
    ]


def read(name: str) -> Any:
    return nbformat.read(DOCS / name, as_version=4)  # type: ignore[no-untyped-call]


def run(notebook: Any, folder: Path) -> None:
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=300, coalesce_streams=True, resources=resources).execute()


def test_the_notebook_says_what_it_says_in_the_documents() -> None:
    notebook = read("research.ipynb")
    run(notebook, DOCS)
    assert said(notebook) == said(read("research.ipynb"))


def test_the_training_notebook_runs_with_less_time(tmp_path: Path) -> None:
    """What it prints depends on the time it had, so only the form is compared."""
    pytest.importorskip("torch")
    notebook = read("train-a-network.ipynb")
    settings = notebook.cells[1]
    for usual, less in (("SECONDS = 60", "SECONDS = 1"), ("64, 8", "4, 2")):
        assert usual in settings.source
        settings.source = settings.source.replace(usual, less)
    run(notebook, tmp_path)
    assert list(map(len, said(notebook))) == list(map(len, said(read("train-a-network.ipynb"))))
