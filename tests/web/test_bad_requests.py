"""Bad requests: whatever is sent, the API answers as its document says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from funkenflug.site.api import document
from tests.web.people import Person
from tests.web.test_bad_input import complaints, site, table

pytest.importorskip("schemathesis", reason="pip install -e '.[peers]'")

import schemathesis
from schemathesis.specs.openapi import checks

__all__ = ["complaints", "site", "table"]

schema = schemathesis.openapi.from_dict(document())


@pytest.mark.peers("schemathesis")
@schema.parametrize()
@settings(max_examples=12, suppress_health_check=list(HealthCheck), derandomize=True)
def test_the_api_keeps_to_its_document(case: schemathesis.Case[Any], site: str, table: tuple[Person, str]) -> None:
    ann, id = table
    made_up = case.path_parameters.get("id") if case.path_parameters else None
    for name in {made_up, id} if made_up is not None else {None}:
        if name is not None:
            case.path_parameters["id"] = name
        answer = case.call(base_url=site, cookies=dict(ann.cookies))
        assert answer.status_code < 500, answer.text
        case.validate_response(
            answer,
            checks=[
                schemathesis.checks.not_a_server_error,
                checks.response_schema_conformance,
                checks.content_type_conformance,
            ],
        )
        if answer.status_code >= 400:
            assert set(answer.json()) <= {"error", "snapshot"}
            assert answer.json()["error"]
