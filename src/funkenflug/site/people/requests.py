"""Request bodies about people."""

from __future__ import annotations

from funkenflug.site.infra.requests import Name, RequestBody, Token


class NameRequest(RequestBody):
    """A new name for the player."""

    name: Name


class LinkRequest(RequestBody):
    """The token of a private link."""

    token: Token
