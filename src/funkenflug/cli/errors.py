"""The error that ends a command."""


class UsageError(Exception):
    """A command cannot do what was asked; the message says why in one line."""
