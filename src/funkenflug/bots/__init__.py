"""Bots: search, levels, review and solving."""
