"""The types of messages that the browser code is checked against."""

from __future__ import annotations

import runpy
from pathlib import Path


def test_the_types_of_messages_are_those_of_the_openapi_document() -> None:
    made = runpy.run_path(str(Path(__file__).parents[1] / "docs" / "make_api_types.py"))
    assert made["TARGET"].read_text(encoding="utf-8") == made["types"](), "run docs/make_api_types.py and commit it"
