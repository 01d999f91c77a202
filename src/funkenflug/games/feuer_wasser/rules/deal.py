"""Setting up Feuer & Wasser: the board (W1) and the order of everybody's tiles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from funkenflug.core.seeds import Chance, as_int
from funkenflug.core.words import Message, clipped
from funkenflug.games.base import Setup, hook
from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.games.feuer_wasser.rules.view import Domino, FeuerWasserView, board_of, tile_pair
from funkenflug.kernel import State

Pile = tuple[tuple[int, int], ...]
"""Tiles as (fire, water) in the order in which they are turned up."""
_SIDES = range(6, rules.SIDE + 1)


class Dealt(NamedTuple):
    """The board, the top row first, and a pile for each seat."""

    board: tuple[str, ...]
    piles: tuple[Pile, ...]


def all_tiles(players: int) -> Pile:
    """Return the tiles of a seat; with four players there are no doubles."""
    return tuple((fire, water) for fire in range(1, 5) for water in range(1, 5) if players < 4 or fire != water)


BOARDS = ("6x6", "8x8", "10x10", "12x8", "12x12")
"""The boards of the package by name; each is a text file."""


@cache
def named_board(name: str) -> tuple[str, ...]:
    """Return a board of the package."""
    return checked_board(files(__package__).joinpath(f"boards/{name}.txt").read_text("utf-8"))


def standard_board(players: int) -> tuple[str, ...]:
    """Return the board that the rules give for that many players."""
    return named_board("8x8" if players == 2 else "12x8")


def checked_board(board: Any) -> tuple[str, ...]:
    """Return a board given as a text map, or as a list of its rows, the top row first."""
    if isinstance(board, str):
        if len(board.split()) == 1:
            wanted, boards = clipped(repr(board)), ", ".join(BOARDS)
            raise ValueError(
                Message("there is no board {board}; there are {boards}, or give a map", board=wanted, boards=boards)
            )
        board = board.strip().splitlines()
    if not isinstance(board, list | tuple) or not all(isinstance(row, str) for row in board):
        raise ValueError(f"a board must be a text map of F and W, not {clipped(repr(board))}")
    rows = tuple("".join(row.split()) for row in board)
    if len(rows) not in _SIDES:
        sides = {"least": _SIDES[0], "most": _SIDES[-1]}
        raise ValueError(Message("a board has {least} to {most} rows, this one has {found}", **sides, found=len(rows)))
    for number, row in zip(range(len(rows), 0, -1), rows, strict=True):
        if error := _row_error(number, row, len(rows[0])):
            raise ValueError(error)
    return rows


def _row_error(number: int, row: str, expected: int) -> Message | None:
    for element in row:
        if element not in "FW":
            return Message("row {row} of the board has {found}; it may have F and W", row=number, found=repr(element))
    if len(row) not in _SIDES:
        return Message(
            "a row has {least} to {most} cells, row {row} has {found}",
            least=_SIDES[0],
            most=_SIDES[-1],
            row=number,
            found=len(row),
        )
    if len(row) != expected:
        return Message(
            "all rows must be equally long; row {row} has {found} cells, the top row {expected}",
            row=number,
            found=len(row),
            expected=expected,
        )
    return None


@hook
def leaves_to_chance(words: Mapping[str, Any]) -> bool:
    """Whether the seed shuffles the piles."""
    return "piles" not in words


@hook
def deal(players: int, seed: str | None, words: Mapping[str, Any]) -> Dealt:
    """Return board and piles: as given, or the standard board and piles shuffled by the seed."""
    wanted = words.get("board", "standard")
    if wanted == "standard":
        board = standard_board(players)
    else:
        board = named_board(wanted) if wanted in BOARDS else checked_board(wanted)
    if seed is None:
        return Dealt(board, checked_piles(words["piles"], players))
    piles = (tuple(Chance(seed, f"pile {seat}").shuffled(all_tiles(players))) for seat in range(players))
    return Dealt(board, tuple(piles))


def checked_piles(piles: Any, players: int) -> tuple[Pile, ...]:
    """Return given piles: for each seat exactly its set of tiles."""
    try:
        given = tuple(tuple((fire, water) for fire, water in pile) for pile in piles)
    except (TypeError, ValueError):
        raise ValueError(
            f"piles must be lists of (fire, water), one for each seat, not {clipped(repr(piles))}"
        ) from None
    if len(given) != players:
        found = Message.counted("1 pile", "{count} piles", len(given))
        needed = Message.counted("1 player", "{count} players", players)
        raise ValueError(Message("{piles} for {players}", piles=found, players=needed))
    return tuple(_checked_pile(seat, pile, players) for seat, pile in enumerate(given))


def _checked_pile(seat: int, given: tuple[tuple[Any, Any], ...], players: int) -> Pile:
    pile: list[tuple[int, int]] = []
    for fire, water in given:
        tile = as_int(fire), as_int(water)
        if tile not in all_tiles(players):
            wrong = clipped(repr((fire, water)))
            raise ValueError(
                Message("the pile of seat {seat} has a tile {tile} that is not in the set", seat=seat, tile=wrong)
            )
        if tile in pile:
            raise ValueError(Message("the pile of seat {seat} has the tile {tile} twice", seat=seat, tile=repr(tile)))
        pile.append(tile)
    if len(pile) != (tiles := len(all_tiles(players))):
        words = Message(
            "a pile has {tiles} tiles, that of seat {seat} has {found}", tiles=tiles, seat=seat, found=len(pile)
        )
        raise ValueError(words)
    return tuple(pile)


@hook
def start(setup: Setup) -> State:
    """Return the first position."""
    return rules.new(setup.players, *setup.deal)


@hook
def deal_tags(setup: Setup) -> dict[str, str]:
    """Return what a record says of the board and the piles, where they are not the usual ones."""
    tags = {}
    if setup.deal.board != standard_board(setup.players):
        tags["Board"] = "/".join(setup.deal.board)
    if setup.seed is None:
        tags["Piles"] = " / ".join(" ".join(f"{fire}{water}" for fire, water in pile) for pile in setup.deal.piles)
    return tags


@hook
def read_deal_tags(tags: Mapping[str, str]) -> dict[str, Any]:
    """Return the board and the piles that a record gives."""
    words: dict[str, Any] = {}
    if "Board" in tags:
        board = tags["Board"]
        named = board in ("standard", *BOARDS)
        words["board"] = board if named else checked_board(board.split("/") if "/" in board else board)
    if "Piles" in tags:
        words["piles"] = [[_read_tile(word) for word in pile.split()] for pile in tags["Piles"].split("/")]
    return words


def _read_tile(word: str) -> tuple[int, int]:
    if len(word) != 2 or any(digit not in "1234" for digit in word):
        raise ValueError(Message("a tile must be two digits from 1 to 4, not {found}", found=clipped(repr(word))))
    return int(word[0]), int(word[1])


@hook
def possible_deal(view: FeuerWasserView) -> dict[str, Any]:
    """Return piles that are consistent with a view: what was laid, what is open, and the rest in order.

    The order among the tiles that were turned up is a possible one, not the one that was.
    """
    laid: list[list[tuple[int, int]]] = [[] for _ in range(view.players)]
    for domino in sorted(view.dominoes, key=lambda domino: view.moves.index(_laying(domino))):
        laid[domino.seat].append((domino.fire, domino.water))
    piles = [laid[seat] + [*view.open_tiles[seat], *view.unseen[seat]] for seat in range(view.players)]
    return {"piles": piles, "board": view.board}


def _laying(domino: Domino) -> str:
    return f"tile {domino.fire}{domino.water} {domino.fire_cell} {domino.water_cell}"


@hook
def deal_of(state: State) -> dict[str, Any]:
    """Return the board and the piles of a match as arguments of `new`."""
    piles = state["pile"][: int(state["players"]), : int(state["tiles"])].tolist()
    return {"board": board_of(state), "piles": [list(map(tile_pair, pile)) for pile in piles]}
