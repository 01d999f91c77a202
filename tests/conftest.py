"""How many examples a property test gets."""

import os

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
