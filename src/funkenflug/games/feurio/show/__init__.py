"""Feurio! in words and pictures."""
