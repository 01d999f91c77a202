"""Pages: the home page, the rules, and what the API offers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from funkenflug.games import list_games
from funkenflug.games.base import GameType
from funkenflug.locale.translate import LANGUAGES, translate_picture
from funkenflug.site.infra.middleware.identity import language_of
from funkenflug.site.infra.pages import card, cards, game_of, page
from funkenflug.site.infra.static import SITE

if TYPE_CHECKING:
    from markdown_it.token import Token

PICTURES = next(
    folder for folder in (SITE / "pictures", Path(__file__).parents[4] / "docs" / "pictures") if folder.is_dir()
)
"""The pictures of the rules: in `docs/` of a checkout, in the package of a wheel."""
_PICTURE_NAME = re.compile(r"[a-z0-9-]{1,60}\.svg")


async def _home(request: Request) -> Response:
    return page(request, "home.html", section="play", games=cards(request))


# Rules --------------------------------------------------------------------------------------------------------------


async def _all_rules(request: Request) -> Response:
    return RedirectResponse(f"/rules/{list_games()[0].id}")


async def _rules(request: Request) -> Response:
    game_type = game_of(request)
    text = _rules_text(game_type, language_of(request))
    template = "rules_part.html" if "part" in request.query_params else "rules.html"
    game = card(game_type, language_of(request))
    return page(request, template, section="rules", game=game, games=cards(request), text=text)


@cache
def _rules_text(game_type: GameType, language: str) -> Markup:
    """Return the rules in a language, else in English, else the summary of the game."""
    folder = game_type.folder / "rules"
    found = [file for file in (folder / f"{language}.md", folder / "en.md") if file.is_file()]
    text = found[0].read_text(encoding="utf-8") if found else f"# {game_type.title}\n\n{game_type.summary}\n"
    text = RULES_PICTURE.sub(rf"](/rules/pictures/{language}/\1)", text)
    text = _OTHER_RULES.sub(lambda link: f"](/rules/{_in_folder(link[1]).id})", text)
    from markdown_it import MarkdownIt  # imported here, so that the site starts quickly

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", _anchor(inline))
    return Markup(_EMPTY_HEAD.sub("", parser.renderer.render(tokens, parser.options, {})))


def _in_folder(name: str) -> GameType:
    return next(game_type for game_type in list_games() if game_type.folder.name == name)


RULES_PICTURE = re.compile(r"\]\([./\w-]*docs/pictures/([\w-]+\.svg)\)")
_OTHER_RULES = re.compile(r"\]\(\.\./\.\./(\w+)/rules/\w+\.md\)")
_EMPTY_HEAD = re.compile(r"<thead>\s*<tr>\s*(<th></th>\s*)+</tr>\s*</thead>")


def _anchor(heading: Token) -> str:
    return re.sub(r"[^\w-]+", "-", heading.content.lower()).strip("-")


async def _rules_picture(request: Request) -> Response:
    language, name = request.path_params["language"], request.path_params["name"]
    if language not in LANGUAGES or not _PICTURE_NAME.fullmatch(name) or not (file := PICTURES / name).is_file():
        raise HTTPException(404)
    picture = translate_picture(file.read_text(encoding="utf-8"), language)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


# The API ------------------------------------------------------------------------------------------------------------


async def _openapi(request: Request) -> Response:
    return JSONResponse(request.app.state.document())


async def _api_page(request: Request) -> Response:
    shown = request.app.state.document()
    return page(request, "api.html", document=shown, endpoints=_endpoints(shown))


@dataclass(frozen=True, slots=True)
class _Endpoint:
    """An endpoint of the API as its page shows it."""

    method: str
    path: str
    tag: str
    about: str
    fields: list[tuple[str, str, str]]
    """For each parameter and field of the body: where it is, its name and its type."""


def _endpoints(document: dict[str, Any]) -> list[_Endpoint]:
    endpoints = []
    for path, methods in document["paths"].items():
        for method, facts in methods.items():
            fields = [(given["in"], given["name"], _kind(given["schema"])) for given in facts.get("parameters", ())]
            body = facts.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            parts = [body, *body.get("anyOf", ())]
            named = [part["$ref"].rpartition("/")[2] for part in parts if "$ref" in part]
            for name, schema in document["components"]["schemas"][named[0]]["properties"].items() if named else ():
                fields.append(("body", name, _kind(schema)))
            tag = facts.get("tags", ["other"])[0]
            endpoints.append(_Endpoint(method.upper(), path, tag, facts.get("description", ""), fields))
    return sorted(endpoints, key=lambda endpoint: endpoint.tag)


def _kind(schema: dict[str, Any]) -> str:
    """Return the type of a schema and its bounds, in a line."""
    if "anyOf" in schema:
        return " | ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "items" in schema:
        return f"[{_kind(schema['items'])}]"
    name = schema["$ref"].rpartition("/")[2] if "$ref" in schema else str(schema.get("type", schema.get("const", "")))
    bounds = {"minimum": "≥ {}", "maximum": "≤ {}", "maxLength": "up to {} characters", "pattern": "like {}"}
    said = [text.format(schema[word]) for word, text in bounds.items() if word in schema]
    return ", ".join((name, *said))


ROUTES = (
    Route("/", _home),
    Route("/rules", _all_rules),
    Route("/rules/{game}", _rules),
    Route("/rules/pictures/{language}/{name}", _rules_picture),
    Route("/api/openapi.json", _openapi),
    Route("/api/docs", _api_page),
)
