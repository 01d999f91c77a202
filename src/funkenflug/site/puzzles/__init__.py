"""Puzzles on the site."""
