"""The notebook for researchers: it runs, and says what it says in the documents."""

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent.parent / "docs" / "research.ipynb"


def said(notebook: Any) -> list[list[str]]:
    """Return for each cell what it printed and returned; the pictures are tested elsewhere."""
    return [
        [output.get("text") or output["data"]["text/plain"] for output in cell.get("outputs", [])]
        for cell in notebook.cells
    ]


def read() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


def test_the_notebook_says_what_it_says_in_the_documents() -> None:
    notebook = read()
    folder = {"metadata": {"path": str(NOTEBOOK.parent)}}
    NotebookClient(notebook, timeout=300, coalesce_streams=True, resources=folder).execute()
    assert said(notebook) == said(read())
