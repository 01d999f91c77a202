"""Translations: one gettext catalogue a language, how texts are collected for it and looked up in it."""
