"""Translations: catalogues in four languages, and how a text is translated."""
