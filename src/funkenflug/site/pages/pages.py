"""The HTML pages and their static files. The security policy allows no inline scripts and styles."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from funkenflug.bots.players import DEFAULT_LEVEL, LEVEL_TITLES
from funkenflug.core.names import seat_name
from funkenflug.core.words import Message, both
from funkenflug.games import GAMES, list_games
from funkenflug.games.base import GameType
from funkenflug.games.pieces import stylesheet
from funkenflug.lessons import read_course
from funkenflug.locale.translate import LANGUAGES, translate_picture
from funkenflug.locale.translate import translate as say
from funkenflug.match.game import Game
from funkenflug.site.infra import dictionary, previews
from funkenflug.site.infra.catalogue import catalogue_of
from funkenflug.site.infra.db.engine import Unavailable
from funkenflug.site.infra.error_handlers import handle_http_error, handle_refused, handle_unavailable
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.identity import language_of, person_of
from funkenflug.site.infra.previews import Preview
from funkenflug.site.puzzles.puzzles import find
from funkenflug.site.studies.studies import read
from funkenflug.site.tables.outcome import closing_words

if TYPE_CHECKING:
    from markdown_it.token import Token

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_FOREVER = "public, max-age=31536000, immutable"
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
_PACKAGE = files("funkenflug")
PICTURES = next(
    folder
    for folder in (_PACKAGE / "web" / "pictures", Path(__file__).parents[4] / "docs" / "pictures")
    if folder.is_dir()
)
"""The pictures of the rules: in `docs/` of a checkout, in the package of a wheel."""


# Files --------------------------------------------------------------------------------------------------------------


def _static() -> Mapping[str, bytes]:
    """Return the static files by their paths below /static/<version>/."""
    return _static_of(list_games())


@cache
def _static_of(game_types: tuple[GameType, ...]) -> Mapping[str, bytes]:
    shared = [(file.name, file) for file in (_PACKAGE / "web" / "static").iterdir()]
    shared += [(f"games/{file.name}", file) for file in (_PACKAGE / "games").iterdir()]
    found = {name: file.read_bytes() for name, file in shared if Path(name).suffix in _KINDS}
    for game_type in game_types:
        for file in filter(Path.is_file, (game_type.folder / "show" / name for name in _GAME_FILES)):
            found[f"games/{game_type.id}/show/{file.name}"] = file.read_bytes()
        symbols = f'<svg xmlns="http://www.w3.org/2000/svg">{game_type.symbols()}</svg>'
        found[f"games/{game_type.id}/show/symbols.svg"] = symbols.encode()
    sheets = dict.fromkeys(sheet for game_type in game_types for sheet in game_type.style_sheets)
    return found | {"boards.css": stylesheet(*sheets).encode()}


_GAME_FILES = ("page.js", "page.css", "home.svg", dictionary.FILE)


def _version() -> str:
    """Return a hash of the static files: browsers may cache a file forever, since its URL changes with its content."""
    return _version_of(list_games())


@cache
def _version_of(game_types: tuple[GameType, ...]) -> str:
    digest = sha256()
    for name, content in sorted(_static_of(game_types).items()):
        digest.update(name.encode() + content)
    return digest.hexdigest()[:10]


def _static_url(name: str) -> str:
    return f"/static/{_version()}/{name}"


def _game_url(game_type: GameType, name: str) -> str | None:
    """Return the URL of a static file of a game; None if the game has no such file."""
    path = f"games/{game_type.id}/show/{name}"
    return _static_url(path) if path in _static() else None


_PICTURE_NAME = re.compile(r"[a-z0-9-]{1,60}\.svg")


async def _file(request: Request) -> Response:
    version, name = request.path_params["version"], request.path_params["name"]
    content = _static().get(name)
    if content is None:
        raise HTTPException(404)
    kept = _FOREVER if version == _version() else "no-cache"
    return Response(content, media_type=_KINDS[Path(name).suffix], headers={"Cache-Control": kept})


async def _catalogue(request: Request) -> Response:
    language, version = request.path_params["language"], request.path_params["version"]
    if language not in LANGUAGES:
        raise HTTPException(404)
    catalogue = catalogue_of(language)
    kept = _FOREVER if catalogue.name == f"{language}-{version}.json" else "no-cache"
    return Response(catalogue.content, media_type="application/json", headers={"Cache-Control": kept})


async def _icon(request: Request) -> Response:
    return RedirectResponse(_static_url("icon.svg"))


async def _rules_picture(request: Request) -> Response:
    language, name = request.path_params["language"], request.path_params["name"]
    if language not in LANGUAGES or not _PICTURE_NAME.fullmatch(name) or not (file := PICTURES / name).is_file():
        raise HTTPException(404)
    picture = translate_picture(file.read_text(encoding="utf-8"), language)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


# Pages --------------------------------------------------------------------------------------------------------------


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("funkenflug.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def _page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    language = language_of(request)
    shared = {
        "_": _words(language),
        "language": language,
        "languages": LANGUAGES.items(),
        "static": _static_url,
        "catalogue": f"/words/{catalogue_of(language).name}",
        "boards_css": _static_url("boards.css"),
        "section": "",
        "preview": None,
        "game_titles": both(game_type.title for game_type in list_games()),
    }
    text = _templates().get_template(template).render(shared | values)
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
    return HTMLResponse(text, status, headers)


def _words(language: str) -> Callable[..., str]:
    def translated(text: str, **values: Any) -> str:
        """Translate a text of a page. Fields without a value stay: the scripts of the page fill them in."""
        fields = {name: f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name}
        return say(Message(text, **(fields | values)), language)

    return translated


@dataclass(frozen=True, slots=True)
class _Card:
    """A game as a page shows it."""

    id: str
    title: str
    designer: str
    year: int
    summary: str
    fewest: int
    most: int
    picture: str
    has_lessons: bool


def _card(game_type: GameType, language: str) -> _Card:
    counts = [count for mode in game_type.modes for count in mode.players]
    return _Card(
        id=game_type.id,
        title=game_type.title,
        designer=game_type.designer,
        year=game_type.year,
        summary=say(game_type.summary, language),
        fewest=min(counts),
        most=max(counts),
        picture=_game_url(game_type, "home.svg") or _static_url("icon.svg"),
        has_lessons=read_course(game_type) is not None,
    )


def _cards(request: Request) -> list[_Card]:
    return [_card(game_type, language_of(request)) for game_type in list_games()]


async def _home(request: Request) -> Response:
    return _page(request, "home.html", section="play", games=_cards(request))


async def _arrive(request: Request) -> Response:
    return _page(request, "arrive.html")


async def _table(request: Request) -> Response:
    id = request.path_params["id"]
    live = await request.app.state.site.tables.get(id)
    table, game_type = live.table, live.table.game.type
    translated = _words(language_of(request))
    if table.state == "over":
        line = say(closing_words(live.position), language_of(request))
    elif table.state == "open":
        line = translated("Take a seat and play.")
    else:
        line = translated("Watch the game.")
    names = both(say(seat_name(seat.name), language_of(request)) for seat in table.seats)
    return _board_page(
        request,
        "table.html",
        game_type,
        table=id,
        preview=Preview(f"{game_type.title}: {names}", line, _absolute(request, f"/t/{id}/picture.{previews.KIND}")),
        dictionary=dictionary.dictionary_of(game_type),
        dictionary_url=_game_url(game_type, dictionary.FILE),
    )


def _board_page(request: Request, template: str, game_type: GameType, **values: Any) -> Response:
    """Return a page with the board of a game; without a `table` it shows a study."""
    language = language_of(request)
    shared: dict[str, Any] = {
        "table": "",
        "game": _card(game_type, language),
        "page_script": _game_url(game_type, "page.js"),
        "page_style": _game_url(game_type, "page.css"),
        "symbols": _game_url(game_type, "symbols.svg"),
        "levels": _levels(language),
        "default_level": DEFAULT_LEVEL,
    }
    return _page(request, template, **(shared | values))


def _absolute(request: Request, path: str) -> str:
    """Return the address of a path for other sites."""
    return f"{request.url.scheme}://{request.url.netloc}{path}"


async def _table_picture(request: Request) -> Response:
    """Return a table as a spectator sees it, for other sites."""
    live = await request.app.state.site.tables.get(request.path_params["id"])
    if live.table.dealt_at < 0:
        raise HTTPException(404)
    return await _picture(live.table.game)


async def _study_picture(request: Request) -> Response:
    """Return the last position of a study in a link, for other sites."""
    record = previews.unpacked(request.query_params.get("s", ""))
    return await _picture(await in_thread(read, record))


async def _picture(game: Game) -> Response:
    content, kind = await in_thread(previews.picture_of, game)
    return Response(content, media_type=kind, headers={"Cache-Control": "public, max-age=300"})


async def _explore(request: Request) -> Response:
    return _page(request, "explore.html", section="explore", games=_cards(request))


async def _learn(request: Request) -> Response:
    cards = [card for card in _cards(request) if card.has_lessons]
    return _page(request, "learn.html", section="learn", games=cards)


async def _lesson(request: Request) -> Response:
    game_type = _game_of(request)
    if read_course(game_type) is None:
        raise HTTPException(404)
    return _board_page(request, "lesson.html", game_type)


async def _analysis(request: Request) -> Response:
    game_type = _game_of(request)
    translated = _words(language_of(request))
    nags = {
        "!": translated("good move"),
        "?": translated("mistake"),
        "!?": translated("interesting move"),
        "?!": translated("dubious move"),
        "!!": translated("brilliant move"),
        "??": translated("blunder"),
    }
    packed = request.query_params.get("s", "")
    picture = f"/analysis/{game_type.id}/picture.{previews.KIND}?s={quote(packed)}"
    preview = Preview(
        f"{translated('Analysis')}: {game_type.title}",
        translated("A position to explore, with variations and comments."),
        _absolute(request, picture if packed else _card(game_type, language_of(request)).picture),
    )
    return _board_page(request, "analysis.html", game_type, nags=nags.items(), preview=preview)


async def _puzzles(request: Request) -> Response:
    site, language = request.app.state.site, language_of(request)
    person = person_of(request)
    overview = await site.puzzles.overview(person, language)
    pictures = {card.id: card.picture for card in _cards(request)}
    task = "" if overview["today"] is None else say(overview["today"]["task"], language)
    return _page(request, "puzzles.html", section="puzzles", pictures=pictures, task=task, **overview)


async def _next_puzzle(request: Request) -> Response:
    game = request.path_params.get("game")
    if game is not None:
        _game_of(request)
    theme = request.query_params.get("theme")
    url = await request.app.state.site.puzzles.next(person_of(request), game, theme)
    asked = "&".join(f"{name}={quote(value)}" for name, value in (("game", game), ("theme", theme)) if value)
    return RedirectResponse(f"{url}?{asked}" if asked else url, 303, {"Cache-Control": "no-store"})


async def _puzzle(request: Request) -> Response:
    game_type, id = _game_of(request), _puzzle_id(request)
    asked = {name: request.query_params.get(name, "") for name in ("game", "theme")}
    path = f"/puzzles/{game_type.id}" if asked["game"] == game_type.id else "/puzzles/next"
    following = f"{path}?theme={quote(asked['theme'])}" if asked["theme"] else path
    language = language_of(request)
    preview = Preview(
        f"{_words(language)('Puzzle')}: {game_type.title}",
        say(await request.app.state.site.puzzles.task(game_type.id, id), language),
        _absolute(request, f"/puzzles/{game_type.id}/{id}/picture.{previews.KIND}"),
    )
    return _board_page(request, "puzzle.html", game_type, puzzle=id, following=following, preview=preview)


async def _puzzle_picture(request: Request) -> Response:
    """Return the position of a puzzle as a spectator sees it, for other sites."""
    game, id = _game_of(request).id, _puzzle_id(request)
    return await _picture(await request.app.state.site.puzzles.position(game, id))


def _puzzle_id(request: Request) -> str:
    """Return the id of the puzzle of the path."""
    return find(_game_of(request).id, request.path_params["id"]).id


def _game_of(request: Request) -> GameType:
    """Return the game of the path."""
    game = request.path_params["game"]
    if game not in GAMES:
        raise HTTPException(404)
    return GAMES[game]


def _levels(language: str) -> list[tuple[str, str]]:
    return [(id, say(title, language)) for id, title in LEVEL_TITLES.items()]


# Rules --------------------------------------------------------------------------------------------------------------


async def _all_rules(request: Request) -> Response:
    return RedirectResponse(f"/rules/{list_games()[0].id}")


async def _rules(request: Request) -> Response:
    game_type = _game_of(request)
    text = _rules_text(game_type, language_of(request))
    page = "rules_part.html" if "part" in request.query_params else "rules.html"
    card = _card(game_type, language_of(request))
    return _page(request, page, section="rules", game=card, games=_cards(request), text=text)


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


# The API ------------------------------------------------------------------------------------------------------------


async def _document(request: Request) -> dict[str, Any]:
    """Return the OpenAPI document.

    Making it changes the filters of warnings. A compiler does, too, so both run in the thread for chores.
    """
    made: dict[str, Any] = await request.app.state.site.background.run_chore(request.app.state.api.document)
    return made


async def _openapi(request: Request) -> Response:
    return JSONResponse(await _document(request))


async def _api_page(request: Request) -> Response:
    shown = await _document(request)
    return _page(request, "api.html", document=shown, endpoints=_endpoints(shown))


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


# Errors -------------------------------------------------------------------------------------------------------------


async def _on_error(api: Any, request: Request, error: Exception) -> Response:
    """Return an error: as JSON from the API, otherwise as a page."""
    status = error.status_code if isinstance(error, HTTPException) else getattr(error, "status", 500)
    if request.url.path.startswith("/api/"):
        if api is None:
            words = say("Something went wrong. The error has been logged.", language_of(request))
            return Response(f'{{"error": "{words}"}}', 500, media_type="application/json")
        answer: Response = await api(request, error)
        return answer
    translated = _words(language_of(request))
    if status == 404:
        title, words = (
            translated("Nothing’s burning here"),
            translated("This page or table doesn’t exist, or no longer does."),
        )
    else:
        title = translated("That didn’t work")
        words = translated("Something went wrong. The error has been logged.")
    if isinstance(error, Refused):
        words = say(error.words, language_of(request))
    if isinstance(error, Unavailable):
        status, words = 503, translated("The site can’t load its tables right now. Please try again soon.")
    return _page(request, "error.html", status, title=title, words=words)


ERROR_HANDLERS: Mapping[Any, Any] = {
    HTTPException: partial(_on_error, handle_http_error),
    Refused: partial(_on_error, handle_refused),
    Unavailable: partial(_on_error, handle_unavailable),
    Exception: partial(_on_error, None),
}
"""What turns exceptions into responses, for pages and the API."""

ROUTES = (
    Route("/", _home),
    Route("/me", _arrive),
    Route("/t/{id}", _table),
    Route(f"/t/{{id}}/picture.{previews.KIND}", _table_picture),
    Route("/learn", _learn),
    Route("/learn/{game}", _lesson),
    Route("/analysis", _explore),
    Route(f"/analysis/{{game}}/picture.{previews.KIND}", _study_picture),
    Route("/analysis/{game}", _analysis),
    Route("/puzzles", _puzzles),
    Route("/puzzles/next", _next_puzzle),
    Route("/puzzles/{game}", _next_puzzle),
    Route("/puzzles/{game}/{id}", _puzzle),
    Route(f"/puzzles/{{game}}/{{id}}/picture.{previews.KIND}", _puzzle_picture),
    Route("/rules", _all_rules),
    Route("/rules/{game}", _rules),
    Route("/rules/pictures/{language}/{name}", _rules_picture),
    Route("/static/{version}/{name:path}", _file),
    Route("/words/{language}-{version}.json", _catalogue),
    Route("/favicon.ico", _icon),
    Route("/api/openapi.json", _openapi),
    Route("/api/docs", _api_page),
)
