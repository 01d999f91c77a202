"""The old name of `funkenflug.research.gymnasium`."""

from funkenflug.research.gymnasium import *  # noqa: F403
