"""Read the catalogues, which are .po files of gettext."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

Text = str | tuple[str, str]
"""A text, or its singular and its plural."""


def forms(text: Text) -> tuple[str, ...]:
    """Return the singular and plural of a text, or the only form it has."""
    return (text,) if isinstance(text, str) else text


class CatalogueEntry(NamedTuple):
    """A text of the source, its translation, and the files that contain it."""

    text: Text
    translation: Text
    files: tuple[str, ...]


_FIELD = re.compile(r'^(msgid|msgid_plural|msgstr|msgstr\[0\]|msgstr\[1\]) ((?:".*"\n?)+)', re.MULTILINE)
_FILES = re.compile(r"^#: (.*)$", re.MULTILINE)


def read_po(content: str) -> Iterator[CatalogueEntry]:
    r"""Yield the entries of a catalogue, without its header.

    >>> list(read_po('#: a.py b.py\nmsgid "Say \\"yes\\""\nmsgstr "Sag "\n"„ja“"\n'))
    [CatalogueEntry(text='Say "yes"', translation='Sag „ja“', files=('a.py', 'b.py'))]
    """
    for block in content.replace("\r\n", "\n").split("\n\n"):
        fields = {name: _unquoted(quoted) for name, quoted in _FIELD.findall(block)}
        if not fields.get("msgid"):
            continue
        files = tuple(file for line in _FILES.findall(block) for file in line.split())
        if "msgid_plural" in fields:
            text = fields["msgid"], fields["msgid_plural"]
            yield CatalogueEntry(text, (fields["msgstr[0]"], fields["msgstr[1]"]), files)
        else:
            yield CatalogueEntry(fields["msgid"], fields["msgstr"], files)


def _unquoted(lines: str) -> str:
    """Join the quoted lines of a field; their escapes are those of JSON."""
    return "".join(json.loads(line) for line in lines.splitlines())
