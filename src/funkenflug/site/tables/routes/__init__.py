"""Endpoints of tables."""
