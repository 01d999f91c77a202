"""Routes: the player's name, and links that move an identity to another device."""

from __future__ import annotations

from typing import Annotated

import segno
from starlette.requests import Request
from starlette.responses import Response

from funkenflug.site.infra.dependencies import IdentityDep, LanguageDep, PersonDep, part
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.middleware.guard import enforce_limit
from funkenflug.site.infra.middleware.identity import hashed, new_identity
from funkenflug.site.infra.restrictions import Restrictions
from funkenflug.site.people.people import People
from funkenflug.site.people.requests import LinkRequest, NameRequest
from funkenflug.site.people.responses import NameResponse, PrivateLink, ProfileResponse

router = Router("people")

PeopleDep = Annotated[People, part("people")]
RestrictionsDep = Annotated[Restrictions, part("restrictions")]


@router.get("/api/me", ProfileResponse)
async def profile(people: PeopleDep, person: PersonDep, language: LanguageDep) -> Response:
    """Return your name; it is empty until you set one."""
    return json_response(ProfileResponse(name=await people.name_of(person), language=language))


@router.post("/api/me", NameResponse)
async def set_name(people: PeopleDep, person: PersonDep, body: NameRequest) -> Response:
    """Set your name."""
    await people.rename(person, body.name)
    return json_response(NameResponse(name=body.name))


@router.post("/api/me/link", PrivateLink)
async def link_device(request: Request, people: PeopleDep, identity: IdentityDep) -> Response:
    """Return a private link that moves your identity to another device. It works once, within an hour."""
    enforce_limit(request, "links")
    url = f"/me#{await people.create_link(identity)}"
    site_address = request.headers.get("origin") or str(request.base_url).rstrip("/")  # the middleware has checked it
    return json_response(PrivateLink(url=url, qr_code=_qr_code(site_address + url)))


def _qr_code(text: str) -> str:
    """Return a text as a QR code, in SVG."""
    return segno.make(text, micro=False).svg_inline(border=3, dark="#000", light="#fff", omitsize=True)


@router.post("/api/me/end", NameResponse)
async def end(request: Request, restrictions: RestrictionsDep, person: PersonDep) -> Response:
    """End your identity on all devices. Nobody can play on in your name; this device gets a new identity."""
    enforce_limit(request, "links")
    await restrictions.add("ended", person)
    request.state.identity = new_identity()  # the middleware sends it as a cookie
    return json_response(NameResponse(name=""))


@router.post("/api/me/arrive", NameResponse)
async def arrive(request: Request, people: PeopleDep, body: LinkRequest) -> Response:
    """Take over the identity of a private link on this device."""
    enforce_limit(request, "links")
    request.state.identity = await people.use_link(body.token)  # the middleware sends it as a cookie
    return json_response(NameResponse(name=await people.name_of(hashed(request.state.identity))))
