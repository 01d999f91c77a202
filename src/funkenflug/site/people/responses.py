"""Response bodies about people."""

from __future__ import annotations

from typing import TypedDict


class NameResponse(TypedDict):
    """The player's name; empty until they set one."""

    name: str


class ProfileResponse(NameResponse):
    """The player's name and the language of the site's responses to them."""

    language: str


class PrivateLink(TypedDict):
    """The address that moves an identity to another device. `qr_code`: the whole address as a QR code, in SVG."""

    url: str
    qr_code: str
