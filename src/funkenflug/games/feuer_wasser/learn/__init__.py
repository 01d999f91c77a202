"""Feuer & Wasser for bots: heuristics, features, observations."""
