"""The old name of `funkenflug.research.vector`."""

from funkenflug.research.vector import *  # noqa: F403
