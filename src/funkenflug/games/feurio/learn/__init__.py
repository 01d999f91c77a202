"""Feurio! for bots: heuristics, features, observations."""
