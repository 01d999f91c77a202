"""What a viewer is shown of a table. Everything about the match comes from `Game.view` of the seat that looks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

import msgspec

from funkenflug.drawing import Drawing
from funkenflug.games import GAMES
from funkenflug.games.base import GameType, Goal
from funkenflug.games.vulkan.deal import vulkan_layout
from funkenflug.locale.translate import called
from funkenflug.locale.translate import translate as say
from funkenflug.match import fair
from funkenflug.match.game import Game, imagine
from funkenflug.match.replay import at_ply, steps
from funkenflug.match.text import outcome_text
from funkenflug.match.view import Event, View
from funkenflug.match.words import IllegalMove, Message, both
from funkenflug.web.messages.packets import Packet
from funkenflug.web.messages.responses import (
    Can,
    Changing,
    ChatLine,
    Choice,
    Difference,
    Facts,
    Fairness,
    LogLine,
    Look,
    Picture,
    Plain,
    ShownClock,
    ShownGoal,
    ShownSeat,
    Snapshot,
    UndoWish,
    Update,
    Wishes,
)
from funkenflug.web.tables.table import Chat, Line, Refused, Table, given_up


class Viewer(NamedTuple):
    """Somebody who looks at a table."""

    who: str | None
    mine: tuple[int, ...]
    eyes: int | None
    """The seat through which they look; None: as a spectator."""
    cover: bool
    """Whether the next player at the same device has to say that nobody else is looking."""
    language: str


class Sight:
    """What all those see who know the same, whoever they are: it is made once, from nothing but a spectator's view."""

    def __init__(self, game_type: GameType, view: View) -> None:
        self.type = game_type
        self.view = view

    @cached_property
    def board_text(self) -> str:
        """The board for a screen reader, or a terminal."""
        return self.type.board(self.view)

    @cached_property
    def task(self) -> Message:
        """What the seat to move decides."""
        return self.type.task(self.view)

    @cached_property
    def holdings(self) -> tuple[Message, ...]:
        """For each seat what it has left."""
        return self.type.holdings(self.view)

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """What has to be reached."""
        return self.type.goals(self.view)

    @cached_property
    def panel(self) -> dict[str, Any]:
        """What is shown beside the board."""
        return panel(self.type, self.view)


class Position:
    """A table between two events: views and drawings are made once, for everybody who may see them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.type: GameType = table.game.type
        self._views: dict[int | None, View] = {}
        self._sights: dict[int | None, Sight] = {}
        self._drawings: dict[int | Sight | None, Drawing] = {}
        self._imagined: dict[int | None, Game] = {}
        self._undo: dict[str | None, Any] = {}
        self._choices: list[Choice] | None = None
        self._draftable: bool | None = None

    def view(self, eyes: int | None) -> View:
        """Return what may be seen through these eyes."""
        if eyes not in self._views:
            self._views[eyes] = self.game.view(eyes)
        return self._views[eyes]

    def sight(self, eyes: int | None) -> Sight:
        """Return what is the same for everybody who knows no more and no less."""
        if eyes not in self._sights:
            seen = msgspec.structs.replace(self.view(eyes), seat=None)
            alike = (sight for sight in self._sights.values() if sight.view == seen)
            self._sights[eyes] = next(alike, None) or Sight(self.type, seen)
        return self._sights[eyes]

    def drawing(self, eyes: int | None) -> Drawing:
        """Return the drawing of that for a page, with the final account if the match has ended."""
        sharing = eyes if self.type.own_hints else self.sight(eyes)
        if sharing not in self._drawings:
            drawing = self.type.draw(self.view(eyes), **self._closing(), **self.type.on_pages)
            self._drawings[sharing] = drawing if self.table.dealt_at >= 0 else replace(drawing, fragments={})
        return self._drawings[sharing]

    def picture(self, eyes: int | None) -> Drawing:
        """Return the drawing of that for a file, with what the seats have."""
        return self.type.draw(self.view(eyes), **self._closing())

    def _closing(self) -> Mapping[str, Any]:
        return self.type.closing if self.game.over else {}

    def imagined(self, eyes: int | None) -> Game:
        """Return a match that looks the same to these eyes: what is tried out there reveals nothing."""
        if eyes not in self._imagined:
            self._imagined[eyes] = imagine(self.view(eyes))
        return self._imagined[eyes].copy()

    def choices(self) -> list[Choice]:
        """Return the choices of the seat to move, with the ways to choose them."""
        if self._choices is None:
            self._choices = choices_of(self.game)
        return self._choices

    def draftable(self) -> bool:
        """Whether the turn may go on after a move that reveals nothing."""
        if self._draftable is None:
            choices = self.game.choices() if self.type.drafted else ()
            verbs = {move.partition(" ")[0]: move for move in choices}
            self._draftable = any(_goes_on(self.game, move) for move in verbs.values())
        return self._draftable

    @cached_property
    def fits_vulkan(self) -> bool:
        """Whether Vulkan! can be played on this forest: the match is over, and there is a place for a volcano."""
        if self.type.id != "feurio" or not self.game.over:
            return False
        try:
            vulkan_layout(self.game)
        except ValueError:
            return False
        return True

    def may_undo(self, who: str | None) -> Any:
        """Return what `Table.may_undo` says."""
        if who not in self.table.people():
            return False  # and is not remembered: anybody may look
        if who not in self._undo:
            self._undo[who] = self.table.may_undo(who)
        return self._undo[who]

    def differs(self, seats: Collection[int]) -> bool:
        """Whether one of these seats knows something that another does not."""
        return len({self.sight(seat) for seat in seats}) > 1


def choices_of(game: Game) -> list[Choice]:
    """Return the legal moves, each with the ways to choose it."""
    return [way for move in game.choices() for way in _ways(game.type.id, move)]


@lru_cache(maxsize=65536)
def _ways(game: str, move: str) -> tuple[Choice, ...]:
    return tuple(Choice(move=move, path=path) for path in GAMES[game].clicks(move))


def viewer_of(position: Position, who: str | None, ready: int | None, language: str) -> Viewer:
    """Return how somebody looks at a table; `ready` is the seat that last said so, or played, at their device."""
    table = position.table
    mine = table.seats_of(who)
    if len(mine) < 2:
        return Viewer(who, mine, mine[0] if mine else None, False, language)
    if ready not in mine:
        ready = None
    if table.state == "over" or not position.differs(mine):
        seat = table.to_move if table.to_move in mine else ready
        return Viewer(who, mine, mine[0] if seat is None else seat, False, language)
    if table.to_move in mine and ready != table.to_move:
        return Viewer(who, mine, None, True, language)
    return Viewer(who, mine, ready, False, language)


# What is sent -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, and what else everybody at the table may know."""

    position: Position
    online: frozenset[str]
    warming: bool
    """Whether the bots are not ready yet."""
    now: float
    invitations: Mapping[int, str]
    """Links for the open seats; only the host is shown them."""
    patience: float | None = None
    """Seconds until a bot may play for the person to move, if they are away."""


def snapshot(scene: Scene, viewer: Viewer) -> Snapshot:
    """Return everything that a viewer is shown."""
    position, table = scene.position, scene.position.table
    return Snapshot(
        **_changing(scene, viewer, -1),
        id=table.id,
        game=position.type.id,
        title=position.type.title,
        mode=position.game.mode,
        options=position.game.options,
        players=position.game.players,
        public=table.public,
        day=table.day,
        drawing=picture(position.drawing(viewer.eyes)),
        legend=say(position.type.legend, viewer.language),
        chat=[chat_line(line, viewer.language) for line in table.chat[-_LONGEST_CHAT:]],
        fair=fairness(position, viewer),
    )


def update(scene: Scene, viewer: Viewer, since: int, before: Drawing) -> Update:
    """Return what has changed for a viewer since the event of that number, when they were shown that drawing."""
    table = scene.position.table
    news = Update(
        **_changing(scene, viewer, since),  # type: ignore[typeddict-item]  # it has no `fair`
        difference=difference(before, scene.position.drawing(viewer.eyes)),
        events=_events(table, since),
    )
    if table.state == "over" or table.dealt_at < 0 or since < table.dealt_at:
        news["fair"] = fairness(scene.position, viewer)
    return news


def facts(position: Position, viewer: Viewer, now: float) -> Facts:
    """Return a table as plain data, for who needs no drawing and no words."""
    return Facts(
        **_plain(position, now),
        choices=list(position.game.choices()) if _chooses(position, viewer) else [],
        id=position.table.id,
        game=position.type.id,
        mine=viewer.mine,
        looking=viewer.eyes,
        cover=viewer.cover,
        view=position.view(viewer.eyes) if position.table.dealt_at >= 0 else None,
    )


class Telling:
    """Moves that were played since a position, as plain data: those who learn the same from it share one message."""

    def __init__(self, before: Position, position: Position, now: float) -> None:
        self._before, self._position = before, position
        table, ply = position.table, len(before.table.players_of)
        moves = [str(move) for move in position.game.moves[ply:]]
        self._news = {
            "type": "update",
            **_plain(position, now),
            "played": list(zip(table.players_of[ply:], moves, strict=True)),
            "events": _events(table, before.table.number),
        }
        self._made: dict[tuple[int, bool], Packet] = {}

    def to(self, viewer: Viewer) -> Packet:
        """Return the message for a viewer, with what they have come to know, and what they may choose."""
        position, eyes = self._position, viewer.eyes
        new = position.game.known(eyes) & ~self._before.game.known(eyes)
        key = new, _chooses(position, viewer)
        if key not in self._made:
            choices = list(position.game.choices()) if key[1] else []
            news = self._news | {"choices": choices, "revealed": position.game.revealed(new)}
            self._made[key] = Packet(msgspec.json.encode(news))
        return self._made[key]


def _plain(position: Position, now: float) -> Plain:
    table = position.table
    state = table.state
    return Plain(
        number=table.number,
        state=state,
        plies=len(table.players_of),
        to_move=position.game.to_move if state == "running" else None,
        clock=_clock(table, now),
        outcome=_result(position) if state == "over" else None,
    )


def _chooses(position: Position, viewer: Viewer) -> bool:
    return viewer.eyes is not None and not viewer.cover and position.table.to_move == viewer.eyes


def _events(table: Table, since: int) -> list[Event]:
    news = takewhile(lambda line: line.number > since, reversed(table.log))
    return [line.event for line in news if line.event is not None and line.undone_at < 0][::-1]


def fairness(position: Position, viewer: Viewer) -> Fairness:
    """Return what a viewer is told of how the deal comes about."""
    table, game = position.table, position.game
    told = Fairness(
        kind="together" if table.secret else "given" if table.day or game.setup.seed is None else "site",
        seal=fair.seal(table.secret) if table.secret else None,
        wanted=table.dealt_at < 0 and viewer.who in table.people() - table.values.keys(),
        values=fair.values_of(game.tags, game.players),
    )
    if table.state == "over" and table.secret:
        told |= {"secret": table.secret, "seed": game.setup.seed or ""}
    return told


def picture(drawing: Drawing) -> Picture:
    """Return a drawing as it is sent."""
    return Picture(box=drawing.box, fragments=list(drawing.fragments.items()), symbols=drawing.symbols)


_LONGEST_CHAT = 100


def _changing(scene: Scene, viewer: Viewer, since: int) -> Changing:
    position, table = scene.position, scene.position.table
    sight, choosing = position.sight(viewer.eyes), _chooses(position, viewer)
    return Changing(
        number=table.number,
        state=table.state,
        plies=len(position.game.moves),
        mine=viewer.mine,
        looking=viewer.eyes,
        cover=viewer.cover,
        to_move=table.to_move,
        patience=scene.patience,
        clock=_clock(table, scene.now),
        seats=[_seat(scene, viewer, sight, seat) for seat in range(table.game.players)],
        task=say(_task(scene, sight), viewer.language),
        board_text=sight.board_text if table.dealt_at >= 0 else "",
        panel=sight.panel,
        goals=[
            ShownGoal(
                text=say(goal.words, viewer.language), reached=goal.reached, wanted=goal.wanted, colours=goal.colours
            )
            for goal in sight.goals
        ],
        log=[_log_line(line, viewer.language) for line in dropwhile(lambda line: _seen(line, since), table.log)],
        choices=position.choices() if choosing else [],
        draftable=choosing and position.draftable(),
        can=_can(position, viewer),
        wishes=_wishes(table, viewer),
        outcome=outcome(position, viewer.language),
    )


def _seen(line: Line, since: int) -> bool:
    return max(line.number, line.undone_at) <= since


def _log_line(line: Line, language: str) -> LogLine:
    return LogLine(
        number=line.number,
        seat=line.seat,
        text=say(line.words, language),
        cells=[] if line.event is None else list(GAMES[line.game].event_cells(line.event)),
        undone=line.undone_at >= 0,
    )


def panel(game_type: GameType, view: View) -> dict[str, Any]:
    """Return what is shown beside the board."""
    return {name: getattr(view, name) for name in game_type.panel}


def _clock(table: Table, now: float) -> ShownClock:
    if table.clock == "none":
        return ShownClock(kind=table.clock)
    running = table.deadline() is not None
    return ShownClock(
        kind=table.clock,
        left=[seat.seconds_left for seat in table.seats],
        running=running,
        elapsed=round(max(0.0, now - table.turn_began), 1) if running else 0.0,
    )


def _seat(scene: Scene, viewer: Viewer, sight: Sight, number: int) -> ShownSeat:
    table = scene.position.table
    seat = table.seats[number]
    return ShownSeat(
        seat=number,
        name=called(seat.name, viewer.language),
        kind=seat.kind,
        level=seat.level,
        colours=sight.view.colours[number],
        online=seat.kind == "bot" or seat.who in scene.online,
        score=sight.view.scores[number] if sight.view.scores else None,
        holdings=say(sight.holdings[number], viewer.language),
        to_move=table.to_move == number,
        mine=number in viewer.mine,
        kept=viewer.who is not None and seat.kept_for == viewer.who,
        invite=scene.invitations.get(number) if viewer.who == table.host else None,
    )


def _task(scene: Scene, sight: Sight) -> Message:
    table = scene.position.table
    if table.state == "over":
        return closing_words(scene.position)
    if table.to_move is None:
        waited = both(table.seats[seat].name for seat in table.awaited())
        if any(seat.kind == "open" for seat in table.seats):
            return Message("Waiting for somebody to sit down: {seats}", seats=waited)
        return Message("Waiting for {names} to come to the table", names=waited)
    seat = table.seats[table.to_move]
    if seat.kind == "bot" and scene.warming:
        return Message("{name} is warming up…", name=seat.name)
    return sight.task


def _can(position: Position, viewer: Viewer) -> Can:
    table = position.table
    seated, running = bool(viewer.mine), table.state == "running"
    undo = position.may_undo(viewer.who)
    return Can(
        undo=undo is not False,
        undo_asks=undo == "ask",
        resign=seated and running,
        hint=running and table.to_move in viewer.mine and viewer.who is not None and table.alone(viewer.who),
        rematch=seated and table.state == "over" and table.day is None,
        bot=seated and table.state == "open",
        chat=seated or table.public,
        leave=seated and table.state != "over",
        record=may_have_record(position, viewer),
        replay=table.state == "over",
        forest=position.fits_vulkan,
    )


def may_have_record(position: Position, viewer: Viewer) -> bool:
    """Whether a record tells nothing that the viewer may not know: it names the whole deal."""
    if position.table.dealt_at < 0:
        return False
    if position.table.state == "over":
        return True
    alone = viewer.who is not None and position.table.alone(viewer.who)
    return alone and position.game.hidden(viewer.eyes) == 0


def _wishes(table: Table, viewer: Viewer) -> Wishes:
    wish = table.wish
    undo = None if wish is None else UndoWish(seat=wish.seat, asked=viewer.who in wish.asked)
    return Wishes(undo=undo, rematch=table.rematch)


def chat_line(line: Chat, language: str) -> ChatLine:
    """Return something that was said."""
    name = called(line.name, language)
    return ChatLine(number=line.number, seat=line.seat, name=name, text=line.text, at=round(line.at))


# The end ------------------------------------------------------------------------------------------------------------


def closing_words(position: Position) -> Message:
    """Return who has won, and why."""
    table, game = position.table, position.game
    if table.forfeit is None:
        ended = game.outcome()
        assert ended is not None
        return outcome_text(position.type, ended, game.names)
    name = game.names[table.forfeit.seat]
    why = given_up(name, table.forfeit.time_up)
    if not table.winners:
        return Message("{result}: {reason}", result=Message("The match is lost"), reason=why)
    winners = both(game.names[seat] for seat in table.winners)
    return Message("{why}: {winner} wins", why=why, winner=winners)


def outcome(position: Position, language: str) -> dict[str, Any] | None:
    """Return how the match ended, in words and numbers."""
    table, game = position.table, position.game
    if table.state != "over":
        return None
    ended = game.outcome()
    lines = () if ended is None else position.type.account(ended, game.players)
    words = {"words": say(closing_words(position), language), "lines": [say(line, language) for line in lines]}
    return _result(position) | words


def _result(position: Position) -> dict[str, Any]:
    ended = position.game.outcome()
    if ended is None:
        return {"winners": position.table.winners, "scores": position.view(None).scores}
    result: dict[str, Any] = msgspec.to_builtins(ended)
    return result


# Differences and trying out ------------------------------------------------------------------------------------------


def difference(before: Drawing, after: Drawing) -> Difference:
    """Return how to get from one drawing to another."""
    old, new = before.fragments, after.fragments
    ids = list(new)
    return Difference(
        box=after.box,
        order=None if list(old) == ids else ids,
        set={id: fragment for id, fragment in new.items() if old.get(id) != fragment},
        gone=[id for id in old if id not in new],
    )


def look(position: Position, viewer: Viewer, seat: int, draft: Sequence[str], move: str | None) -> Look:
    """Return the drawing after a draft with the preview of a move, and the choices after the draft.

    It is tried out in a match that is imagined from the view of the seat: nothing can be revealed.
    """
    game = drafted(position, viewer, seat, draft)
    view = game.view(seat)
    try:
        preview = None if move is None else game.preview(move, seat)
    except IllegalMove as illegal:
        raise Refused(422, illegal.reason) from None
    gain = Message("") if preview is None else position.type.gain(view, preview)
    words = Message("") if preview is None else _told(position.type, preview.events, view.names)
    return Look(
        difference=difference(
            position.drawing(seat), position.type.draw(view, preview=preview, **position.type.on_pages)
        ),
        choices=choices_of(game) if move is None else [],
        gain=say(gain, viewer.language),
        words=say(words, viewer.language),
        task=say(position.type.task(view), viewer.language),
        goes_on=move is not None and _goes_on(game, move),
    )


def _goes_on(game: Game, move: str) -> bool:
    """Whether the turn is not over after a move, and nothing is revealed by it. Alone, one turn follows another."""
    seat, twin, game_type = game.to_move, game.copy(), game.type
    twin.play(move)
    if twin.to_move != seat or game_type.turn_begins(twin.state):
        return False
    return twin.hidden(seat) == game.hidden(seat)


def _told(game_type: GameType, events: Sequence[Any], names: tuple[str, ...]) -> Message:
    """Return what a move would do: its first event, for what follows may be imagined."""
    return game_type.tell(events[0], names)


def drafted(position: Position, viewer: Viewer, seat: int, draft: Sequence[str]) -> Game:
    """Return the match as a seat may imagine it after its draft; refuse what would reveal something."""
    if seat not in viewer.mine or viewer.cover or viewer.eyes != seat:
        raise Refused(403, Message("This is not your seat"))
    if position.table.to_move != seat:
        raise Refused(409, Message("It is not your turn"))
    game = position.imagined(seat)
    unknown = game.hidden(seat)
    for move in draft:
        try:
            game.play(move)
        except IllegalMove as illegal:
            raise Refused(422, illegal.reason) from None
        if game.to_move != seat or game.hidden(seat) != unknown:
            raise Refused(409, Message("What comes next is seen when the move is sent"))
    return game


def score_lines(position: Position) -> list[list[int]]:
    """Return the points of every seat after every move of a match that is over."""
    beginning = at_ply(position.game, 0)
    return [list(game.view(None).scores) for game in (beginning, *(step.after for step in steps(position.game)))]
