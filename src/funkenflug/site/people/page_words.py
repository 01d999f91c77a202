"""What the home page says of private links, by id: English texts, or singular and plural for a `{count}`."""

from __future__ import annotations

from collections.abc import Mapping

HOME: Mapping[str, str | tuple[str, str]] = {
    "link": "Your private link",
    "copy": "Copy link",
    "copied": "Link copied",
    "qr-code": "The link as a QR code",
    "link-is": "Open this link on your other device. It works only once.",
}
