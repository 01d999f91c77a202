"""The version of Funkenflug; pyproject.toml reads it here."""

from typing import Final

__version__: Final = "0.2.0"
