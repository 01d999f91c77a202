"""Lessons on the site."""
