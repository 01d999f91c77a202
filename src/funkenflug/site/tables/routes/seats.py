"""Routes: sit down, leave, seat a bot, and get ready."""

from __future__ import annotations

import time

from starlette.responses import Response

from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.requests import SeatNumber
from funkenflug.site.infra.responses import Acknowledgement
from funkenflug.site.tables import commands
from funkenflug.site.tables.dependencies import TableDep
from funkenflug.site.tables.requests import BotRequest, DealValueRequest, ReadyRequest, SitDownRequest

router = Router("seats")


@router.post("/api/tables/{id}/seats/{seat}", Acknowledgement)
async def sit_down(at: TableDep, seat: SeatNumber, body: SitDownRequest | None = None) -> Response:
    """Take an open seat, with the key of an invitation or at a public table."""
    body = body or SitDownRequest()
    name = body.name or await at.site.people.name_of(at.person)
    return await at.execute(lambda table: commands.sit_down(table, at.person, seat, name, body.key))


@router.delete("/api/tables/{id}/seats/{seat}", Acknowledgement)
async def leave(at: TableDep, seat: SeatNumber) -> Response:
    """Leave a seat: it is then open for another player or a bot."""
    return await at.execute(lambda table: commands.leave(table, at.person, seat))


@router.post("/api/tables/{id}/seats/{seat}/open", Acknowledgement)
async def open_seat(at: TableDep, seat: SeatNumber) -> Response:
    """Open the seat of a guest, as the host, if a fair deal has waited ten minutes for their value."""
    return await at.execute(lambda table: commands.open_seat(table, at.person, seat, time.time()))


@router.post("/api/tables/{id}/seats/{seat}/bot", Acknowledgement)
async def seat_bot(at: TableDep, seat: SeatNumber, body: BotRequest) -> Response:
    """Give a bot an open seat, or the seat of somebody who has been away in their turn for ten minutes."""
    away = at.live.away(seat, time.time())
    return await at.execute(lambda table: commands.seat_bot(table, at.person, seat, body.level, away))


@router.post("/api/tables/{id}/value", Acknowledgement)
async def give_value(at: TableDep, body: DealValueRequest) -> Response:
    """Give your random value for a fair deal, once you have seen the seal of the site's secret."""
    return await at.execute(lambda table: commands.give_value(table, at.person, body.value))


@router.post("/api/tables/{id}/ready", Acknowledgement)
async def ready(at: TableDep, body: ReadyRequest) -> Response:
    """Confirm that only the player of this seat looks at the screen, where several share a device."""
    return await at.execute(lambda table: commands.uncover(table, at.person, body.seat))
