"""Routes: studies as trees and records, and what the computer thinks. Nothing is stored: the browser has the study."""

from __future__ import annotations

import contextlib
from typing import Annotated

from starlette.requests import Request
from starlette.responses import Response

from funkenflug.core.seeds import random_seed
from funkenflug.core.words import IllegalMove, Message, reason_of
from funkenflug.games import GAMES
from funkenflug.match.game import Game, new
from funkenflug.match.study import Study
from funkenflug.pictures.captions import captioned
from funkenflug.site.boards.records import Records, read, shortened
from funkenflug.site.infra.dependencies import part, while_connected
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.guard import client_of, enforce_limit
from funkenflug.site.studies.requests import (
    RecordRequest,
    RedealRequest,
    StudyPictureRequest,
    StudyRecordRequest,
    StudySetupRequest,
    ThinkRequest,
)
from funkenflug.site.studies.responses import StudyDeal, StudyTree, Thoughts, WhatIf
from funkenflug.site.studies.studies import Studies, grow, read_study
from funkenflug.site.studies.study import study_deal, study_tree, thoughts
from funkenflug.site.tables.dependencies import TableDep

router = Router("studies")

StudiesDep = Annotated[Studies, part("studies")]
RecordsDep = Annotated[Records, part("records")]


@router.post("/api/study", StudyTree)
async def set_up(body: StudySetupRequest) -> Response:
    """Set up a match to study."""
    return json_response(await in_thread(lambda: study_tree(_set_up(body))))


def _set_up(body: StudySetupRequest) -> Study:
    game_type = GAMES[body.game]
    try:
        words = game_type.read_deal_tags({word.title(): value for word, value in body.deal.items()})
        players = body.players or game_type.usual_players
        game = new(
            body.game, players=players, mode=body.mode, options=body.options, seed=body.seed, names=body.names, **words
        )
    except ValueError as error:
        reason = shortened(reason_of(error))
        refusal = Message("{game} can’t be set up like this: {reason}", game=game_type.title, reason=reason)
        raise Refused(422, refusal) from None
    with contextlib.suppress(IllegalMove):
        for move in body.moves:
            game.play(move)
    return Study(game)


@router.post("/api/study/open", StudyTree)
async def open_study(body: RecordRequest) -> Response:
    """Return the study of a record: its moves, variations, comments and nags."""
    return json_response(await in_thread(lambda: study_tree(read_study(body.record))))


@router.post("/api/study/record", media_type="text/plain")
async def write_study(body: StudyRecordRequest) -> Response:
    """Return a study as a record (.ff)."""

    def write() -> str:
        study = read_study(body.record)
        study.root.comment = body.comment
        grow(study, [(node.parent, node.move, node.nag, node.comment) for node in body.nodes])
        return study.record()

    text = await in_thread(write)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.post("/api/study/think", Thoughts)
async def think(request: Request, records: RecordsDep, studies: StudiesDep, body: ThinkRequest) -> Response:
    """Return the moves worth considering, with the chances and points of all seats after them.

    The search knows only what the seat to move knows. Later rounds are other, longer searches, whose results add up. A
    search ends when the client disconnects.
    """
    enforce_limit(request, "hints")
    at = await records.position(body.record, body.path)
    found, seconds = await while_connected(request, studies.think(at, body.round, client_of(request)))
    return json_response(await in_thread(thoughts, at, found, seconds))


@router.post("/api/study/deal", StudyDeal)
async def read_deal(body: RecordRequest) -> Response:
    """Return the whole deal of a record, to set up another one."""
    return json_response(await in_thread(lambda: study_deal(read(body.record))))


@router.post("/api/study/redeal", StudyTree)
async def deal_anew(records: RecordsDep, body: RedealRequest) -> Response:
    """Return the moves that led to a position, with everything redealt that the seat to move does not know."""
    at = await records.position(body.record, body.path)
    seat = at.seat()
    return json_response(await in_thread(lambda: study_tree(Study(at.game.determinize(seat, seed=body.seed)))))


@router.get("/api/tables/{id}/what-if", WhatIf)
async def what_if(at: TableDep) -> Response:
    """Return a copy of a match to try something out, as you may know it: what you do not know is made up."""
    position, viewer = at.live.position, at.viewer
    if position.table.dealt_at < 0:
        raise Refused(403, Message("The game has not started yet"))
    engine = viewer.who is not None and position.table.plays_alone(viewer.who)
    tree = await in_thread(lambda: study_tree(Study(_determinized(position.game, viewer.seat))))
    return json_response(WhatIf(tree=tree, engine=engine))


def _determinized(game: Game, seat: int | None) -> Game:
    """Return a match made of a seat's view alone, with the rest dealt by chance."""
    return game.determinize(seat).determinize(seat, seed=random_seed())


@router.post("/api/study/picture", media_type="image/svg+xml")
async def picture(records: RecordsDep, body: StudyPictureRequest) -> Response:
    """Return a position of a study as a picture (SVG) with names and scores."""
    at = await records.position(body.record, body.path)
    seat = at.seat(body.looking)
    svg = await in_thread(lambda: captioned(at.game, seat).svg(body.theme))
    return Response(svg, media_type="image/svg+xml")


@router.post("/api/study/film", media_type="image/svg+xml")
async def film(records: RecordsDep, studies: StudiesDep, body: StudyPictureRequest) -> Response:
    """Return all moves that led to a position of a study as one animated picture (SVG)."""
    at = await records.position(body.record, body.path)
    svg = await studies.film(at, body.looking, body.theme)
    return Response(svg, media_type="image/svg+xml")
