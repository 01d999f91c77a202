"""The old name of `funkenflug.research.openspiel`."""

from funkenflug.research.openspiel import *  # noqa: F403
