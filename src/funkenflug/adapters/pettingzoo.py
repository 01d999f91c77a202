"""The old name of `funkenflug.research.pettingzoo`."""

from funkenflug.research.pettingzoo import *  # noqa: F403
