"""Views, events and the outcome of Feuer & Wasser."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from funkenflug.core.view import Event, Outcome, View
from funkenflug.games.base import hook
from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.games.feuer_wasser.rules.squares import cell_text
from funkenflug.kernel import State, depends_on, points_of, winners_of


class Domino(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True, gc=False):
    """An influence tile on the board."""

    seat: int
    fire: int
    water: int
    fire_cell: str
    water_cell: str


class Stone(msgspec.Struct, frozen=True, kw_only=True, gc=False, cache_hash=True):
    """An ownership stone, or two, on a cell."""

    seat: int
    cell: str
    count: int


class Leader(msgspec.Struct, frozen=True, kw_only=True, gc=False, cache_hash=True):
    """A seat's leader on the board; `lost` when another seat's stones lie on it."""

    seat: int
    cell: str
    lost: bool


class Influence(msgspec.Struct, frozen=True, kw_only=True, gc=False, cache_hash=True):
    """The influence of every seat on a cell, in the cell's element."""

    cell: str
    by_seat: tuple[int, ...]

    @property
    def strongest(self) -> int | None:
        """The seat that has more than every other; None if there is none."""
        most = max(self.by_seat)
        return self.by_seat.index(most) if self.by_seat.count(most) == 1 else None


class FeuerWasserView(View, frozen=True, kw_only=True):
    """What a seat or a spectator may know of a match of Feuer & Wasser."""

    step: str
    """What the seat to move decides: "elemental", "action" or "last stone"; "over" at the end."""
    board: tuple[str, ...]
    """The elements, a string of F and W for each row, the top row first."""
    elementals: tuple[str, ...]
    dominoes: tuple[Domino, ...]
    """In the order of their fire cells."""
    leaders: tuple[Leader, ...]
    stones: tuple[Stone, ...]
    """In the order of their cells; those on an elemental or a leader are there too."""
    open_tiles: tuple[tuple[tuple[int, int], ...], ...]
    """For each seat its open tiles as (fire, water)."""
    face_down: tuple[int, ...]
    """For each seat how many of its tiles are face down."""
    unseen: tuple[tuple[tuple[int, int], ...], ...]
    """For each seat the tiles that are still face down, sorted: everybody can work them out."""
    stones_left: tuple[int, ...]
    influence: tuple[Influence, ...]
    """Cells where somebody has influence."""
    takeable: tuple[tuple[str, ...], ...]
    """For each seat the cells on which it could lay a stone now, were it its turn."""
    tameable: tuple[tuple[str, ...], ...]
    """For each seat the elementals it could tame now, were it its turn."""


class ElementalPlaced(Event, frozen=True, kw_only=True):
    """An elemental was placed."""

    cell: str


class TilesTurned(Event, frozen=True, kw_only=True):
    """Tiles of `owner` were turned up."""

    owner: int
    tiles: tuple[tuple[int, int], ...]


class DominoLaid(Event, frozen=True, kw_only=True):
    """An influence tile was laid."""

    fire: int
    water: int
    fire_cell: str
    water_cell: str


class LeaderPlaced(Event, frozen=True, kw_only=True):
    """A leader took its place."""

    cell: str


class StoneLaid(Event, frozen=True, kw_only=True):
    """One stone or two were laid on a cell, over `covered`'s leader or half a tile, if there was one."""

    cell: str
    count: int
    covered: int | None
    leader: bool


class ElementalTamed(Event, frozen=True, kw_only=True):
    """An elemental was tamed."""

    cell: str
    count: int


class Passed(Event, frozen=True, kw_only=True):
    """No stone was laid in the last round."""


class Skipped(Event, frozen=True, kw_only=True):
    """`skipped` could not act."""

    skipped: int


class LastRound(Event, frozen=True, kw_only=True):
    """No two adjacent cells are empty any more: `seat` had its last turn, the others may lay one more stone."""


class FeuerWasserOutcome(Outcome, frozen=True, kw_only=True):
    """How a match of Feuer & Wasser ended."""

    stones: tuple[int, ...]
    """For each seat the stones it laid."""
    penalties: tuple[int, ...]
    """For each seat what its leader cost it: 2 if it is not on the board or lost, else 0."""
    ended_by: str
    """How it ended: "all stones laid", "board full" or "nobody could act"."""
    decided_by: str
    """The deciding criterion: "all stones laid", "points" or "tie order"."""
    tie_order: tuple[int, ...]
    """The seats in the order in which a tie is decided."""


# Reading a position -------------------------------------------------------------------------------------------------

_STEPS = {
    rules.ELEMENTAL: "elemental",
    rules.ACTION: "action",
    rules.LAST_STONE: "last stone",
    rules.OVER: "over",
}
_ENDS = {
    rules.ALL_STONES_LAID: "all stones laid",
    rules.BOARD_FULL: "board full",
    rules.NOBODY_COULD_ACT: "nobody could act",
}


@hook
def view(state: State, seat: int | None, **common: Any) -> FeuerWasserView:
    """Return the view of a position; it is the same for everybody."""
    seats = range(int(state["players"]))
    spirits = state["spirits"][: int(state["spirits_placed"])].tolist()
    return FeuerWasserView(
        seat=seat,
        step=_STEPS[int(state["step"])],
        board=board_of(state),
        elementals=tuple(map(cell_text, spirits)),
        dominoes=_dominoes(state),
        leaders=_leaders(state),
        stones=_stones(state),
        open_tiles=tuple([_pairs(codes) for codes in state["open_tiles"].tolist()[: len(seats)]]),
        face_down=tuple([int(state["tiles"]) - turned for turned in state["turned_up"].tolist()[: len(seats)]]),
        unseen=_unseen(state),
        stones_left=tuple(state["stones"].tolist()[: len(seats)]),
        influence=_influence(state),
        takeable=tuple([_takeable(state, owner) for owner in seats]),
        tameable=tuple(_tameable(state, owner, spirits) for owner in seats),
        scores=points_of(state),
        **common,
    )


@hook
def hidden(state: State, seat: int | None) -> int:
    """Return how many tiles are still face down; nobody knows them."""
    players = int(state["players"])
    turned_up: list[int] = state["turned_up"].tolist()
    return players * int(state["tiles"]) - sum(turned_up[:players])


@hook
def known(state: State, seat: int | None) -> int:
    """Return 0 for everybody: what is hidden is hidden from all."""
    return 0


def cells_of(state: State) -> list[int]:
    """Return the cells of the board, row by row from the lower left."""
    return [row * rules.SIDE + column for row in range(int(state["rows"])) for column in range(int(state["columns"]))]


def board_of(state: State) -> tuple[str, ...]:
    """Return the elements as text, the top row first."""
    return _board(state["element"].tobytes(), int(state["rows"]), int(state["columns"]))


@lru_cache(maxsize=1024)
def _board(elements: bytes, rows: int, columns: int) -> tuple[str, ...]:
    starts = range((rows - 1) * rules.SIDE, -1, -rules.SIDE)
    return tuple("".join("-FW"[element] for element in elements[start : start + columns]) for start in starts)


def tile_pair(code: int) -> tuple[int, int]:
    """Return the fire and the water number of a tile."""
    return code // 4 + 1, code % 4 + 1


@lru_cache(maxsize=4096)
def _pairs(codes: int) -> tuple[tuple[int, int], ...]:
    return tuple(tile_pair(code) for code in range(rules.TILES) if codes >> code & 1)


@depends_on("pile", "turned_up", "tiles", "players")
def _unseen(state: State) -> tuple[tuple[tuple[int, int], ...], ...]:
    piles = state["pile"].tolist()[: int(state["players"])]
    down = zip(piles, state["turned_up"].tolist(), strict=False)
    return tuple(_pairs(sum(1 << code for code in pile[turned : int(state["tiles"])])) for pile, turned in down)


@depends_on("on", "beside", "other_half", "owner", "number")
def _dominoes(state: State) -> tuple[Domino, ...]:
    fires = np.flatnonzero(state["on"] == rules.FIRE)
    others = state["beside"][fires, state["other_half"][fires]]
    owner, number = state["owner"], state["number"]
    facts = owner[fires].tolist(), number[fires].tolist(), number[others].tolist(), fires.tolist(), others.tolist()
    return tuple(map(_domino, *facts))


@lru_cache(maxsize=16384)
def _domino(seat: int, fire: int, water: int, fire_cell: int, water_cell: int) -> Domino:
    cells = cell_text(fire_cell), cell_text(water_cell)
    return Domino(seat=seat, fire=fire, water=water, fire_cell=cells[0], water_cell=cells[1])


@depends_on("leader", "leader_lost", "players")
def _leaders(state: State) -> tuple[Leader, ...]:
    placed = zip(state["leader"].tolist()[: int(state["players"])], state["leader_lost"].tolist(), strict=False)
    return tuple(
        Leader(seat=owner, cell=cell_text(cell), lost=bool(lost))
        for owner, (cell, lost) in enumerate(placed)
        if cell != rules.NOWHERE
    )


@depends_on("stone_of", "stones_on")
def _stones(state: State) -> tuple[Stone, ...]:
    cells = np.flatnonzero(state["stone_of"] >= 0)
    return tuple(map(_stone, state["stone_of"][cells].tolist(), cells.tolist(), state["stones_on"][cells].tolist()))


@lru_cache(maxsize=4096)
def _stone(seat: int, cell: int, count: int) -> Stone:
    return Stone(seat=seat, cell=cell_text(cell), count=count)


@depends_on("influence", "players")
def _influence(state: State) -> tuple[Influence, ...]:
    by_seat = state["influence"][: int(state["players"])]
    cells = np.flatnonzero(by_seat.any(axis=0))
    return tuple(map(_influence_on, cells.tolist(), map(tuple, by_seat[:, cells].T.tolist())))


@lru_cache(maxsize=16384)
def _influence_on(cell: int, by_seat: tuple[int, ...]) -> Influence:
    return Influence(cell=cell_text(cell), by_seat=by_seat)


@depends_on("takeable", "step")
def _takeable(state: State, seat: int) -> tuple[str, ...]:
    if state["step"] not in (rules.ACTION, rules.LAST_STONE):
        return ()
    rows = [(row * rules.SIDE, here) for row, here in enumerate(state["takeable"][seat].tolist()) if here]
    return tuple(
        [cell_text(start + column) for start, here in rows for column in range(rules.SIDE) if here >> column & 1]
    )


def _tameable(state: State, seat: int, spirits: list[int]) -> tuple[str, ...]:
    if state["step"] != rules.ACTION:  # in the last round nothing is tamed
        return ()
    found = rules.tameable(state, seat)
    return tuple(cell_text(cell) for i, cell in enumerate(spirits) if found >> i & 1)


# What happened ------------------------------------------------------------------------------------------------------


@hook
def events(before: State, move: int, after: State) -> tuple[Event, ...]:
    """Return what happened when a move was played, in order."""
    seat = int(before["seat"])
    return (_action(before, move, after), *_turned_up(before, after), *_consequences(seat, before, after))


def _action(before: State, move: int, after: State) -> Event:
    seat = int(before["seat"])
    if move == rules.PASS:
        return Passed(seat=seat)
    if move < rules.TILE_MOVES:
        return ElementalPlaced(seat=seat, cell=cell_text(move - rules.ELEMENTAL_MOVES))
    if move < rules.LEADER_MOVES:
        code, fire, direction = rules.tile_of(move)
        numbers = tile_pair(code)
        water = int(before["beside"][fire, direction])
        return DominoLaid(
            seat=seat, fire=numbers[0], water=numbers[1], fire_cell=cell_text(fire), water_cell=cell_text(water)
        )
    if move < rules.STONE_MOVES:
        return LeaderPlaced(seat=seat, cell=cell_text(move - rules.LEADER_MOVES))
    cell = move - (rules.STONE_MOVES if move < rules.TAME_MOVES else rules.TAME_MOVES)
    count = int(after["stones_on"][cell])
    if move >= rules.TAME_MOVES:
        return ElementalTamed(seat=seat, cell=cell_text(cell), count=count)
    return StoneLaid(
        seat=seat,
        cell=cell_text(cell),
        count=count,
        covered=None if before["on"][cell] == rules.EMPTY else int(before["owner"][cell]),
        leader=bool(before["on"][cell] == rules.LEADER),
    )


def _turned_up(before: State, after: State) -> list[Event]:
    found: list[Event] = []
    for owner in range(int(before["players"])):
        start, end = int(before["turned_up"][owner]), int(after["turned_up"][owner])
        if start < end:
            tiles = tuple(tile_pair(code) for code in after["pile"][owner, start:end].tolist())
            found.append(TilesTurned(seat=int(before["seat"]), owner=owner, tiles=tiles))
    return found


def _consequences(seat: int, before: State, after: State) -> list[Event]:
    """Return the beginning of the last round, and who was skipped."""
    found: list[Event] = []
    ended_by = int(after["ended"])
    if before["step"] == rules.ACTION and (after["step"] == rules.LAST_STONE or ended_by == rules.BOARD_FULL):
        found.append(LastRound(seat=seat))
    if ended_by in (rules.ALL_STONES_LAID, rules.NOBODY_COULD_ACT) or before["step"] == rules.ELEMENTAL:
        return found
    players = int(before["players"])
    next_seat = int(after["last_regular"] if ended_by else after["seat"])
    skipped = (seat + 1) % players
    while skipped != next_seat:
        found.append(Skipped(seat=seat, skipped=skipped))
        skipped = (skipped + 1) % players
    return found


@hook
def event_cells(event: Event) -> tuple[str, ...]:
    """Return the cells that an event is about: a tile has two."""
    names = ("cell", "fire_cell", "water_cell")
    return tuple(getattr(event, name) for name in names if hasattr(event, name))


@hook
def outcome(state: State) -> FeuerWasserOutcome:
    """Return how a finished match ended."""
    seats = range(int(state["players"]))
    scores, winners = points_of(state), winners_of(state)
    ended_by = _ENDS[int(state["ended"])]
    by_score = "points" if scores.count(scores[winners[0]]) == 1 else "tie order"
    return FeuerWasserOutcome(
        scores=scores,
        winners=winners,
        stones=tuple(int(rules.stones_laid(state, seat)) for seat in seats),
        penalties=tuple(int(rules.penalty(state, seat)) for seat in seats),
        ended_by=ended_by,
        decided_by=ended_by if ended_by == "all stones laid" else by_score,
        tie_order=tuple(int(rules.tie_order(state, place)) for place in seats),
    )
