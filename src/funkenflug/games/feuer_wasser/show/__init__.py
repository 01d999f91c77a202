"""Feuer & Wasser in words and pictures."""
