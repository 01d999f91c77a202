"""Routes: puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from starlette.responses import Response

from funkenflug.core.drawing import Theme
from funkenflug.site.infra.dependencies import LanguageDep, PersonDep, part
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.requests import GameId, Word
from funkenflug.site.puzzles.puzzles import Puzzles
from funkenflug.site.puzzles.requests import PuzzleTryRequest
from funkenflug.site.puzzles.responses import PuzzleLink, PuzzlePosition, PuzzlesResponse, PuzzleTryResponse

router = Router("puzzles")

PuzzlesDep = Annotated[Puzzles, part("puzzles")]

PuzzleGame = Annotated[str, Meta(max_length=32)]
PuzzleId = Annotated[str, Meta(max_length=16, pattern=r"^[0-9a-f]+$(?!\n)")]


@router.get("/api/puzzles", PuzzlesResponse)
async def overview(puzzles: PuzzlesDep, person: PersonDep, language: LanguageDep) -> Response:
    """Return all puzzles by game and theme, the one of the day, and how well you solve them."""
    return json_response(await puzzles.overview(person, language))


@router.get("/api/puzzles/next", PuzzleLink)
async def next_puzzle(
    puzzles: PuzzlesDep,
    person: PersonDep,
    game: GameId | None = None,
    theme: Word | None = None,
) -> Response:
    """Return the address of a puzzle that you have not tried, about as strong as you are."""
    return json_response(PuzzleLink(url=await puzzles.next(person, game, theme)))


@router.get("/api/puzzles/{game}/{id}", PuzzlePosition)
async def puzzle(puzzles: PuzzlesDep, person: PersonDep, game: PuzzleGame, id: PuzzleId) -> Response:
    """Return a puzzle, without its solution."""
    return json_response(await puzzles.describe(person, game, id))


@router.post("/api/puzzles/{game}/{id}/tries", PuzzleTryResponse)
async def try_move(
    puzzles: PuzzlesDep, person: PersonDep, game: PuzzleGame, id: PuzzleId, body: PuzzleTryRequest
) -> Response:
    """Try a move at a puzzle. The first try counts for your rating and for the puzzle's."""
    return json_response(await puzzles.try_move(person, game, id, body.move))


@router.post("/api/puzzles/{game}/{id}/answer", PuzzleTryResponse)
async def give_up(puzzles: PuzzlesDep, person: PersonDep, game: PuzzleGame, id: PuzzleId) -> Response:
    """Return the solution of a puzzle. If you have not tried it, that counts as a failed try."""
    return json_response(await puzzles.give_up(person, game, id))


@router.get("/api/puzzles/{game}/{id}/pictures/{which}", media_type="image/svg+xml")
async def picture(
    puzzles: PuzzlesDep,
    person: PersonDep,
    game: PuzzleGame,
    id: PuzzleId,
    which: Literal["answer", "tempting"],
    theme: Theme = "auto",
) -> Response:
    """Return what the answer or the tempting move has led to, as SVG, once you have tried the puzzle."""
    drawn = await puzzles.picture(person, game, id, which, theme)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=600"})
