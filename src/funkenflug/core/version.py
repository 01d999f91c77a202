"""The version of Funkenflug; pyproject.toml reads it here."""

from typing import Final

__version__: Final = "0.1.0"
