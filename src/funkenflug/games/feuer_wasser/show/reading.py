"""The board of Feuer & Wasser in words, for players who use the keyboard and a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from funkenflug.core.words import Message, both, series
from funkenflug.games.base import Section, cell_line, hook
from funkenflug.games.feuer_wasser.rules.view import Domino, FeuerWasserView, Influence


@hook
def describe_cells(view: FeuerWasserView) -> dict[str, Message]:
    """Return all cells, row by row from the top."""
    contents, powers = _contents(view), {known.cell: _powers(view, known) for known in view.influence}
    found = {}
    for cell, letter in _cells(view):
        element = Message("fire cell") if letter == "F" else Message("water cell")
        words = [element, *contents.get(cell, [Message("empty")])]
        if cell in powers:
            words.append(Message("influence: {powers}", powers=powers[cell]))
        if takers := [view.names[seat] for seat in range(view.players) if cell in _takeable(view, seat)]:
            words.append(Message("can be claimed ({names})", names=both(takers)))
        found[cell] = series(words)
    return found


@hook
def describe_board(view: FeuerWasserView) -> tuple[Section, ...]:
    """Return what each seat can take and has on the board, the elementals, and the influence on the free cells."""
    taken = {stone.cell for stone in view.stones}
    free = [known for known in view.influence if known.cell not in taken]
    takeable = ((seat, cell) for seat in range(view.players) for cell in _takeable(view, seat))
    stones = ((stone.seat, stone.cell) for stone in view.stones)
    return (
        Section(Message("claims"), Message("Cells that can be claimed"), tuple(_by_seat(view, takeable))),
        Section(Message("stones"), Message("Stones on the board"), tuple(_by_seat(view, stones))),
        Section(Message("leaders"), Message("Leaders"), tuple(_by_seat(view, _leaders(view)))),
        Section(Message("elementals"), Message("Elementals"), tuple(_elementals(view))),
        Section(Message("tiles"), Message("Tiles on the board"), tuple(_by_seat(view, _tiles(view)))),
        Section(
            Message("influence"),
            Message("Influence"),
            tuple(cell_line(known.cell, _powers(view, known)) for known in free),
        ),
    )


# A cell -------------------------------------------------------------------------------------------------------------


def _cells(view: FeuerWasserView) -> Iterator[tuple[str, str]]:
    for row, letters in enumerate(view.board):
        for column, letter in enumerate(letters):
            yield f"{chr(ord('a') + column)}{len(view.board) - row}", letter


def _contents(view: FeuerWasserView) -> dict[str, list[Message]]:
    """Return what lies on the cells, the uppermost first."""
    found: dict[str, list[Message]] = {}
    for stone in view.stones:
        words = Message.counted("1 stone ({name})", "{count} stones ({name})", stone.count, name=view.names[stone.seat])
        found.setdefault(stone.cell, []).append(words)
    for leader in view.leaders:
        found.setdefault(leader.cell, []).append(Message("leader ({name})", name=view.names[leader.seat]))
    for cell in view.elementals:
        found.setdefault(cell, []).append(Message("an elemental"))
    for domino in view.dominoes:
        for cell, words in _halves(domino, view.names[domino.seat]):
            found.setdefault(cell, []).append(words)
    return found


def _halves(domino: Domino, name: str) -> Iterator[tuple[str, Message]]:
    yield domino.fire_cell, Message("fire {number} ({name})", number=domino.fire, name=name)
    yield domino.water_cell, Message("water {number} ({name})", number=domino.water, name=name)


def _powers(view: FeuerWasserView, known: Influence) -> Message:
    powers = zip(view.names, known.by_seat, strict=True)
    return both(Message("{power} for {name}", name=name, power=power) for name, power in powers if power)


def _takeable(view: FeuerWasserView, seat: int) -> tuple[str, ...]:
    return view.takeable[seat] + view.tameable[seat]


# The board ----------------------------------------------------------------------------------------------------------


def _by_seat(view: FeuerWasserView, owned: Iterable[tuple[int, str]]) -> Iterator[Message]:
    """Yield a line for each seat that has something."""
    having: dict[int, list[str]] = {}
    for seat, words in owned:
        having.setdefault(seat, []).append(words)
    for seat in sorted(having):
        yield Message("{name}: {words}", name=view.names[seat], words=both(having[seat]))


def _leaders(view: FeuerWasserView) -> Iterator[tuple[int, str]]:
    for leader in view.leaders:
        yield leader.seat, Message("{cell}, lost", cell=leader.cell) if leader.lost else leader.cell


def _elementals(view: FeuerWasserView) -> Iterator[Message]:
    tamed = {stone.cell: view.names[stone.seat] for stone in view.stones}
    for cell in view.elementals:
        words = Message("tamed ({name})", name=tamed[cell]) if cell in tamed else Message("free")
        yield cell_line(cell, words)


def _tiles(view: FeuerWasserView) -> Iterator[tuple[int, str]]:
    for domino in view.dominoes:
        yield (
            domino.seat,
            Message(
                "fire {fire} on {fire_cell} with water {water} on {water_cell}",
                fire=domino.fire,
                fire_cell=domino.fire_cell,
                water=domino.water,
                water_cell=domino.water_cell,
            ),
        )
