"""Interfaces for research: many matches at once, PettingZoo and OpenSpiel. The last two need the extra `[research]`."""
