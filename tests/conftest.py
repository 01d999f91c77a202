"""How thoroughly is tested: how many examples properties get, and what is tried once more."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "funkenflug",
    # rules that run uncompiled are slower
    max_examples=25 if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" else 90,
    deadline=None,  # the first call of a compiled function may compile it
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("funkenflug")

_REAL = ("browser", "test_arena", "test_engine", "test_join", "test_serve", "test_stopping")
"""Where tests drive a browser, or start and kill processes: they hang on the machine and what else it does."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let those tests be tried once more before a failure counts; the summary names each that needed it."""
    for item in items:
        if any(part.startswith(_REAL) for part in item.path.parts[-2:]):
            item.add_marker(pytest.mark.flaky(reruns=1))
