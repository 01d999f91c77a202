"""Feuer & Wasser in words: what is to be decided, what the seats have left, what happened, and what decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from funkenflug.core.drawing import Preview
from funkenflug.core.view import Event
from funkenflug.core.words import Message, either, listed
from funkenflug.games.base import hook
from funkenflug.games.feuer_wasser.rules.view import (
    DominoLaid,
    ElementalPlaced,
    ElementalTamed,
    FeuerWasserOutcome,
    FeuerWasserView,
    LastRound,
    LeaderPlaced,
    Skipped,
    StoneLaid,
    TilesTurned,
)


@hook
def task(view: FeuerWasserView) -> Message:
    """Return what the seat to move decides."""
    assert view.to_move is not None
    name = view.names[view.to_move]
    if view.step == "elemental":
        return Message("{name} places an elemental: not on the edge, not next to another", name=name)
    if view.step == "last stone":
        return Message("{name} may place one last stone or pass", name=name)
    return Message("{name} can choose: {choices}", name=name, choices=listed(_choices(view, view.to_move)))


def _choices(view: FeuerWasserView, seat: int) -> Iterator[Message]:
    if view.open_tiles[seat]:
        yield Message("lay a tile")
    if all(leader.seat != seat for leader in view.leaders):
        yield Message("place the leader")
    if view.takeable[seat]:
        yield Message("place a stone on {cells}", cells=either(view.takeable[seat]))
    if view.tameable[seat]:
        yield Message("tame {cells}", cells=either(view.tameable[seat]))


@hook
def holdings(view: FeuerWasserView) -> tuple[Message, ...]:
    """Return for each seat its open tiles, and how many tiles and stones are left."""
    return tuple(_holding(view, seat) for seat in range(view.players))


def _holding(view: FeuerWasserView, seat: int) -> Message:
    shelf = " ".join(f"{fire}{water}" for fire, water in view.open_tiles[seat]) or "-"
    return Message(
        "tiles {shelf}; face down: {face_down}; stones: {stones}",
        shelf=shelf,
        face_down=view.face_down[seat],
        stones=view.stones_left[seat],
    )


@hook
def tell(event: Event, names: tuple[str, ...]) -> Message:
    """Return what happened."""
    name = names[event.seat]
    match event:
        case ElementalPlaced(cell=cell):
            return Message("{name} placed an elemental on {cell}", name=name, cell=cell)
        case TilesTurned(owner=owner, tiles=tiles):
            turned = listed(Message("fire {fire}, water {water}", fire=fire, water=water) for fire, water in tiles)
            return Message("{owner} revealed {tiles}", owner=names[owner], tiles=turned)
        case DominoLaid():
            return _tell_domino(event, name)
        case LeaderPlaced(cell=cell):
            return Message("{name} placed their leader on {cell}", name=name, cell=cell)
        case StoneLaid():
            return _tell_stone(event, names)
        case ElementalTamed(cell=cell):
            return Message("{name} tamed the elemental on {cell}", name=name, cell=cell)
        case Skipped(skipped=skipped):
            return Message("{name} has no move and is skipped", name=names[skipped])
        case LastRound():
            return Message("No more room for tiles: everyone else may place one last stone")
        case _:
            return Message("{name} passed", name=name)


def _tell_domino(laid: DominoLaid, name: str) -> Message:
    return Message(
        "{name} laid fire {fire} on {fire_cell} and water {water} on {water_cell}",
        name=name,
        fire=laid.fire,
        fire_cell=laid.fire_cell,
        water=laid.water,
        water_cell=laid.water_cell,
    )


def _tell_stone(laid: StoneLaid, names: tuple[str, ...]) -> Message:
    name = names[laid.seat]
    if not laid.leader or laid.covered is None:
        return Message("{name} placed a stone on {cell}", name=name, cell=laid.cell)
    return Message("{name} captured {other}’s leader on {cell}", name=name, cell=laid.cell, other=names[laid.covered])


@hook
def reason(outcome: FeuerWasserOutcome) -> Message:
    """Return what decided, where the points alone do not say it."""
    if outcome.decided_by == "all stones laid":
        return Message("all stones are on the board")
    if outcome.decided_by == "tie order":
        return Message("tied; the first in turn order wins, counting from the player who took the last regular turn")
    return Message("")


@hook
def gain(view: FeuerWasserView, preview: Preview) -> Message:
    """Return the stones that a move would lay, or on how many cells it would take the lead."""
    laid = sum(event.count for event in preview.events if isinstance(event, StoneLaid | ElementalTamed))
    if laid:
        return Message("+{stones}", stones=_stones(laid))
    assert isinstance(preview.after, FeuerWasserView)
    led = len(_leads(preview.after, view.to_move) - _leads(view, view.to_move))
    return Message.counted("most influence on 1 cell", "most influence on {count} cells", led) if led else Message("")


def _leads(view: FeuerWasserView, seat: int | None) -> set[str]:
    """Return the cells without a stone on which a seat has more influence than every other."""
    taken = {stone.cell for stone in view.stones}
    return {here.cell for here in view.influence if here.cell not in taken and here.strongest == seat}


def _stones(count: int) -> Message:
    return Message.counted("1 stone", "{count} stones", count)


@hook
def account(outcome: FeuerWasserOutcome, players: int) -> tuple[Message, ...]:
    """Return for each seat its stones, and what its leader cost it."""
    return tuple(
        Message("{stones} − {penalty} for the leader", stones=_stones(stones), penalty=penalty)
        if penalty
        else _stones(stones)
        for stones, penalty in zip(outcome.stones, outcome.penalties, strict=True)
    )


@hook
def legend() -> Message:
    """Return how to read the board in a terminal."""
    return Message(
        "f and w are empty fire and water cells; Gf4/w is a green fire 4 on a water cell, [G] a green stone, G!/f the "
        "green leader on a fire cell, * an elemental. Tile 43 has fire 4 and water 3."
    )


@hook
def inks() -> tuple[tuple[str, str], ...]:
    """Return how a terminal colours it."""
    return (
        (r"\bf\b", "dim red"),
        (r"\bw\b", "dim blue"),
        (r"(?<=[GBYR])f[1-4]", "bold dark_orange"),
        (r"(?<=[GBYR])w[1-4]", "bold cyan"),
        (r"\*", "bold magenta"),
    )


@hook
def page_words() -> Mapping[str, str | tuple[str, str]]:
    """Return the texts of the table page."""
    return {
        "deal-board": "The board, row by row: F for fire, W for water",
        "deal-piles": "The tiles of each player, in the order in which they are turned up",
        "goal-competitive": "Get your stones onto the board: when all cells around a cell are full, the player with "
        "the most influence on it can claim it. The player with the most stones wins.",
        "ask-elemental": "Place an elemental: not on the edge, not next to another",
        "ask-tile": "Lay a tile",
        "ask-leader": "Place your leader",
        "ask-stone": "Claim a marked cell",
        "ask-tame": "Tame an elemental",
        "then-tile-0": "Where does the fire half go?",
        "then-tile-1": "And the water half?",
        "then-leader-0": "Where does your leader go?",
        "do-elemental": "Place the elemental",
        "do-tile": "Lay the tile",
        "do-leader": "Place the leader",
        "do-stone": "Place the stone",
        "do-tame": "Tame it",
        "verb-leader": "Leader",
        "typed-elemental": "elemental",
        "typed-tile": "tile, lay",
        "typed-leader": "leader",
        "typed-stone": "stone, take",
        "typed-tame": "tame",
        "halves": "{fire}{water}: fire {fire}, water {water}",
        "stones-left": ("1 stone left", "{count} stones left"),
        "face-down": ("1 tile face down", "{count} tiles face down"),
        "influence-on": "Influence on {cell}",
    }


@hook
def second_person() -> Mapping[str, tuple[str, ...]]:
    """Return what players without a name are told about themselves."""
    return {
        "{name} places an elemental: not on the edge, not next to another": (
            "You place an elemental: not on the edge, not next to another",
        ),
        "{name} may place one last stone or pass": ("You may place one last stone or pass",),
        "{name} can choose: {choices}": ("You can choose: {choices}",),
        "{name} placed an elemental on {cell}": ("You placed an elemental on {cell}",),
        "{owner} revealed {tiles}": ("You revealed {tiles}",),
        "{name} placed their leader on {cell}": ("You placed your leader on {cell}",),
        "{name} tamed the elemental on {cell}": ("You tamed the elemental on {cell}",),
        "{name} has no move and is skipped": ("You have no move and are skipped",),
        "{name} passed": ("You passed",),
        "{name} laid fire {fire} on {fire_cell} and water {water} on {water_cell}": (
            "You laid fire {fire} on {fire_cell} and water {water} on {water_cell}",
        ),
        "{name} placed a stone on {cell}": ("You placed a stone on {cell}",),
        "{name} captured {other}’s leader on {cell}": (
            "You captured {other}’s leader on {cell}",
            "{name} captured your leader on {cell}",
        ),
        "{power} for {name}": ("{power} for you",),
    }
