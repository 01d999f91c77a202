"""Static files: the scripts and style sheets of all features and games. Browsers keep them until they change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from funkenflug.games import list_games
from funkenflug.games.base import GameType
from funkenflug.games.pieces import stylesheet
from funkenflug.site.infra import dictionary

SITE = Path(__file__).parents[1]
"""The folder of the site, with a folder for each feature."""
FOREVER = "public, max-age=31536000, immutable"
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


def _static() -> Mapping[str, bytes]:
    """Return the static files by their paths below /static/<version>/."""
    return _static_of(list_games())


@cache
def _static_of(game_types: tuple[GameType, ...]) -> Mapping[str, bytes]:
    shared = [(file.relative_to(SITE).as_posix(), file) for file in SITE.glob("*/scripts/*")]
    shared += [(ICONS, SITE / "infra" / "templates" / "icons.svg")]
    shared += [(f"games/{file.name}", file) for file in (SITE.parent / "games").iterdir()]
    found = {name: file.read_bytes() for name, file in shared if file.suffix in _KINDS}
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


def static_url(name: str) -> str:
    """Return the URL of a static file."""
    return f"/static/{_version()}/{name}"


def game_url(game_type: GameType, name: str) -> str | None:
    """Return the URL of a static file of a game; None if the game has no such file."""
    path = f"games/{game_type.id}/show/{name}"
    return static_url(path) if path in _static() else None


ICON = "infra/scripts/icon.svg"
ICONS = "infra/icons.svg"


async def _file(request: Request) -> Response:
    version, name = request.path_params["version"], request.path_params["name"]
    content = _static().get(name)
    if content is None:
        raise HTTPException(404)
    kept = FOREVER if version == _version() else "no-cache"
    return Response(content, media_type=_KINDS[Path(name).suffix], headers={"Cache-Control": kept})


async def _icon(request: Request) -> Response:
    return RedirectResponse(static_url(ICON))


ROUTES = (Route("/static/{version}/{name:path}", _file), Route("/favicon.ico", _icon))
