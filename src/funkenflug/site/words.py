"""The words of all pages: what the scripts of each feature say."""

from __future__ import annotations

from funkenflug.site.boards import page_words as boards
from funkenflug.site.daily import page_words as daily
from funkenflug.site.infra import page_words as shared
from funkenflug.site.infra.catalogue import Catalogues
from funkenflug.site.lessons import page_words as lessons
from funkenflug.site.pages import page_words as pages
from funkenflug.site.people import page_words as people
from funkenflug.site.puzzles import page_words as puzzles
from funkenflug.site.studies import page_words as studies
from funkenflug.site.tables import page_words as tables

CATALOGUES = Catalogues(
    home={**shared.SHARED, **pages.HOME, **people.HOME, **daily.HOME, **lessons.HOME, **puzzles.HOME},
    table={**shared.SHARED, **boards.TABLE, **tables.TABLE, **studies.TABLE, **lessons.TABLE, **puzzles.TABLE},
    second_person=tables.SECOND_PERSON,
)
