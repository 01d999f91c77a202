"""Snapshots and updates: what a viewer sees of a table. Everything about the match comes from `Game.view`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from funkenflug.core.names import seat_name
from funkenflug.core.words import Message, both
from funkenflug.games import GAMES
from funkenflug.match import fair
from funkenflug.site.boards.board import board_seat, goal_state
from funkenflug.site.boards.drawings import difference, picture
from funkenflug.site.boards.position import SharedView
from funkenflug.site.boards.responses import LogLine
from funkenflug.site.tables import commands
from funkenflug.site.tables.data import clock_state, events_since, lines_since
from funkenflug.site.tables.outcome import closing_words, outcome
from funkenflug.site.tables.position import TablePosition, Viewer, chooses, may_have_record
from funkenflug.site.tables.responses import (
    Can,
    ChatLine,
    FairDeal,
    FollowUpOffer,
    MatchState,
    OwnState,
    PendingRequests,
    PendingUndo,
    SeatState,
    Snapshot,
    Update,
)
from funkenflug.site.tables.review import may_be_lost
from funkenflug.site.tables.table import Chat, Line, Table

_LONGEST_CHAT = 100


@dataclass(frozen=True, slots=True)
class LiveState:
    """A position, and the state of the live table around it."""

    position: TablePosition
    online: frozenset[str]
    now: float
    invitations: Mapping[int, str]
    """Links for the open seats; only the host gets them."""
    seconds_until_bot: float | None = None
    """Seconds until a bot may play for the person to move, if they are away."""


def snapshot(state: LiveState, viewer: Viewer) -> Snapshot:
    """Return everything that a viewer sees."""
    position, table = state.position, state.position.table
    shared = position.shared_view(viewer.seat)
    return Snapshot(
        **_match_state(state, shared),
        **own_state(position, viewer),
        id=table.id,
        game=position.type.id,
        title=position.type.title,
        mode=position.game.mode,
        options=position.game.options,
        players=position.game.players,
        public=table.public,
        day=table.day,
        seats=[_seat(state, viewer, shared, seat) for seat in range(table.game.players)],
        wishes=_pending_requests(table, viewer),
        drawing=picture(shared.drawing),
        clicks=dict(position.type.clicks),
        chat=list(map(chat_line, table.chat[-_LONGEST_CHAT:])),
        fair=fair_deal(position, viewer.who),
    )


def _match_state(state: LiveState, shared: SharedView) -> MatchState:
    table = state.position.table
    return MatchState(
        number=table.number,
        state=table.state,
        plies=len(table.players_of),
        to_move=table.to_move,
        patience=state.seconds_until_bot,
        clock=clock_state(table, state.now),
        task=_task(state, shared),
        panel=shared.panel,
        goals=list(map(goal_state, shared.goals)),
        log=list(map(_log_line, table.log)),
        outcome=outcome(state.position),
        follow_ups=_follow_ups(state.position),
    )


def own_state(position: TablePosition, viewer: Viewer) -> OwnState:
    """Return what is a viewer's own."""
    choosing = chooses(position, viewer)
    return OwnState(
        mine=viewer.mine,
        looking=viewer.seat,
        cover=viewer.cover,
        choices=position.game.choice_texts() if choosing else [],
        draftable=choosing and position.draftable(),
        can=_can(position, viewer),
    )


def update(state: LiveState, before: SharedView, after: SharedView) -> Update:
    """Return what moves have changed, for everybody who was shown the one and is now shown the other."""
    position = state.position
    table, since = position.table, before.number
    over = table.state == "over"
    changes = Update(
        number=table.number,
        state="over" if over else "running",
        plies=len(table.players_of),
        to_move=table.to_move,
        task=_task(state, after),
        scores=after.view.scores,
        panel={name: value for name, value in after.panel.items() if before.panel[name] != value},
        log=list(map(_log_line, lines_since(table, since))),
        events=events_since(table, since),
        difference=difference(before.drawing, after.drawing),
    )
    if table.clock != "none":
        changes["clock"] = clock_state(table, state.now)
    if state.seconds_until_bot is not None:
        changes["patience"] = state.seconds_until_bot
    pairs = enumerate(zip(before.holdings, after.holdings, strict=True))
    if holdings := {seat: new for seat, (old, new) in pairs if new != old}:
        changes["holdings"] = holdings
    if after.goals:
        changes["goals"] = list(map(goal_state, after.goals))
    if over:
        changes["outcome"], changes["follow_ups"] = outcome(position), _follow_ups(position)
        changes["fair"] = fair_deal(position, None)
    return changes


def fair_deal(position: TablePosition, who: str | None) -> FairDeal:
    """Return how the deal is made, as far as it may be known."""
    table, game = position.table, position.game
    deal = FairDeal(
        kind="together" if table.secret else "given" if table.given else "site",
        seal=fair.seal(table.secret) if table.secret else None,
        wanted=who is not None and any(table.seats[seat].who == who for seat in table.seats_without_value()),
        values=fair.values_of(game.tags, game.players),
    )
    if table.state == "over" and table.secret:
        deal |= {"secret": table.secret, "seed": game.setup.seed or ""}
    return deal


def _follow_ups(position: TablePosition) -> list[FollowUpOffer]:
    return [
        FollowUpOffer(game=game, title=offer.title, summary=offer.summary)
        for game, offer in position.follow_ups.items()
    ]


def _log_line(line: Line) -> LogLine:
    cells = [] if line.event is None else list(GAMES[line.game].event_cells(line.event))
    told = LogLine(number=line.number, seat=line.seat, text=line.words, cells=cells)
    if line.ply >= 0:
        told["ply"] = line.ply
    if line.undone_at >= 0:
        told["undone"] = True
    return told


def _seat(state: LiveState, viewer: Viewer, shared: SharedView, number: int) -> SeatState:
    table = state.position.table
    seat = table.seats[number]
    return SeatState(
        **board_seat(shared, number, table.to_move),
        kind=seat.kind,
        level=seat.level,
        online=seat.kind == "bot" or seat.who in state.online,
        mine=number in viewer.mine,
        kept=viewer.who is not None and seat.kept_for == viewer.who,
        invite=state.invitations.get(number) if viewer.who == table.host else None,
    )


def _task(state: LiveState, shared: SharedView) -> Message:
    table = state.position.table
    if table.state == "over":
        return closing_words(state.position)
    if table.to_move is None:
        waited = both(table.seats[seat].name for seat in table.awaited())
        if any(seat.kind == "open" for seat in table.seats):
            return Message("Open seats: {seats}", seats=waited)
        return Message("Waiting for {names}", names=waited)
    return shared.task


def _can(position: TablePosition, viewer: Viewer) -> Can:
    table = position.table
    seated, running = bool(viewer.mine), table.state == "running"
    undo = commands.may_undo(table, viewer.who) if seated else False
    return Can(
        undo=undo is not False,
        undo_asks=undo == "ask",
        resign=seated and running,
        hint=running and table.to_move in viewer.mine and viewer.who is not None and table.plays_alone(viewer.who),
        outlook=seated and running and may_be_lost(table.game),
        rematch=seated and table.state == "over" and table.day is None,
        bot=seated and table.state == "open",
        chat=seated or table.public,
        leave=seated and table.state != "over",
        record=may_have_record(position, viewer),
        replay=table.state == "over",
        open=commands.late_guests(table) if viewer.who == table.host else [],
    )


def _pending_requests(table: Table, viewer: Viewer) -> PendingRequests:
    proposal = table.undo_proposal
    undo = None if proposal is None else PendingUndo(seat=proposal.seat, asked=viewer.who in proposal.asked)
    return PendingRequests(undo=undo, rematch=table.rematch)


def chat_line(line: Chat) -> ChatLine:
    """Return a chat message."""
    return ChatLine(number=line.number, seat=line.seat, name=seat_name(line.name), text=line.text, at=round(line.at))
