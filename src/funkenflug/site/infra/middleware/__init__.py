"""Middleware: identity, limits, headers and metrics."""
