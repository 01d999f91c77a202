"""Feurio! restated slowly: every answer is worked out afresh from the bare position.

This is a yardstick for tests, written from the rules alone. It keeps what lies on the table (tiles, firebreaks,
firefighters, stocks, the deck) and whose step it is, and nothing that could be derived from these.
"""

from collections.abc import Iterable
from itertools import permutations

Cell = tuple[int, int]

COLOURS = ("green", "blue", "yellow", "red")
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # N, NE, SE, S, SW, NW
SPACES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}  # F1
START = {
    1: [(0, 0)],
    2: [(0, 0), (1, 0)],
    3: [(0, 0), (1, -1), (0, -1)],
    4: [(0, 0), (1, -1), (0, -1), (1, 0)],  # the two middles, then the two tips
}
OWN_COLOURS = {
    1: [["green", "blue", "yellow", "red"]],
    2: [["green", "blue"], ["yellow", "red"]],
    3: [["green"], ["blue"], ["yellow"]],
    4: [["green"], ["blue"], ["yellow"], ["red"]],
}


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


class Oracle:
    """One game of Feurio!, from the set-up to the end."""

    def __init__(self, players: int, mode: str, options: tuple[str, ...], deck: list[int]) -> None:
        if players not in (1, 2, 3, 4) or mode not in ("competitive", "solitaire", "cooperative"):
            raise ValueError("no such game")
        if (mode == "solitaire") != (players == 1):
            raise ValueError("one player plays the solitaire, and nobody else does")
        if not set(options) <= {"firebreak", "hotter"} or (options and mode != "competitive"):
            raise ValueError("options are firebreak and hotter, for competitive games only")
        if len(deck) <= players or not set(deck) <= set(SPACES):
            raise ValueError("a deck is numbers from 1 to 6, more than there are players")
        self.players = players
        self.mode = mode
        self.options = options

        # What lies on the table.
        self.deck = list(deck)  # face down, the next one first; the drawn tile stays its first until it is laid
        self.tiles: dict[Cell, int] = {}  # face up
        self.breaks: dict[Cell, int] = {}  # face down: firebreaks and the numbers nobody may know
        self.crews: dict[Cell, dict[str, int]] = {}  # firefighters on a tile by colour
        self.stocks: list[dict[str, int]] = []  # firefighters in front of a seat by colour
        for seat in range(players):
            stock = dict.fromkeys(OWN_COLOURS[players][seat], 12)
            if players == 3:
                stock["red"] = 4  # neutrals: every seat has its own four
            self.stocks.append(stock)

        # Whose step it is.
        self.over = False
        self.seat = 0
        self.step = "tile"  # or "arrange", "crew"
        self.laid_this_turn = False
        self.passes = 0  # turns in a row, in the phase without tiles, that were passes
        self.turned_up: list[int] = []  # with four players: the tiles to arrange

        first = [self.deck.pop(0) for _ in range(players)]
        if players == 4:
            self.turned_up = first
            self.seat = 3
            self.step = "arrange"
        else:
            self.tiles = dict(zip(START[players], first, strict=True))

    # -- questions about the forest ------------------------------------------------------------------------------

    def occupied(self) -> set[Cell]:
        return set(self.tiles) | set(self.breaks)

    def heat(self, cell: Cell) -> int:
        return sum(self.tiles[other] for other in neighbours(cell) if other in self.tiles)  # a firebreak counts 0

    def hottest(self) -> set[Cell]:
        """The cells where the next tile may be laid."""
        forest = self.occupied()
        empty = {cell for tile in forest for cell in neighbours(tile)} - forest  # F6: a firebreak is enough to touch
        highest = max((self.heat(cell) for cell in empty), default=0)
        return {cell for cell in empty if self.heat(cell) == highest}

    def free_edges(self, cell: Cell) -> int:
        return sum(other not in self.occupied() for other in neighbours(cell))

    def crew_size(self, cell: Cell) -> int:
        return sum(self.crews.get(cell, {}).values())

    # -- questions about the score -------------------------------------------------------------------------------

    def areas(self, colour: str) -> list[frozenset[Cell]]:
        """The maximal connected sets of tiles with a firefighter of the colour."""
        manned = {cell for cell, crew in self.crews.items() if crew.get(colour, 0) > 0}
        found = []
        while manned:
            area = {min(manned)}
            while True:
                grown = area | {other for cell in area for other in neighbours(cell) if other in manned}
                if grown == area:
                    break
                area = grown
            manned -= area
            found.append(frozenset(area))
        return found

    def points(self, area: Iterable[Cell]) -> int:
        cells = list(area)
        total = sum(self.tiles[cell] for cell in cells)
        open_numbers = [self.tiles[cell] for cell in cells if self.free_edges(cell) > 0]
        if not open_numbers:
            return 0
        if "hotter" in self.options:
            return total // min(open_numbers)
        return -(-total // min(open_numbers))  # rounded up

    def regions(self) -> dict[str, list[tuple[frozenset[Cell], int]]]:
        """Every colour's regions (the neutrals' too) with their points."""
        return {colour: [(area, self.points(area)) for area in self.areas(colour)] for colour in COLOURS}

    def seat_points(self, seat: int) -> list[int]:
        """The points of each region of each of the seat's own colours; neutrals never score."""
        regions = self.regions()
        return [points for colour in OWN_COLOURS[self.players][seat] for _, points in regions[colour]]

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(self.seat_points(seat)) for seat in range(self.players))

    def goals(self) -> dict[str, tuple[bool, bool, bool]]:
        """Solitaire and cooperative, a colour: all 12 on tiles? exactly one region? a 1 with a free edge in each?"""
        result = {}
        for colour in COLOURS:
            on_tiles = sum(crew.get(colour, 0) for crew in self.crews.values())
            areas = self.areas(colour)
            watered = [any(self.tiles[cell] == 1 and self.free_edges(cell) > 0 for cell in area) for area in areas]
            result[colour] = (on_tiles == 12, len(areas) == 1, bool(areas) and all(watered))
        return result

    def winners(self) -> tuple[int, ...]:
        if not self.over:
            raise ValueError("the game is not over")
        seats = range(self.players)
        if self.mode != "competitive":
            won = all(all(goal) for goal in self.goals().values())
            return tuple(seats) if won else ()
        # Sum first, then the single most valuable region, then shared: F4.
        merit = [(sum(self.seat_points(seat)), max(self.seat_points(seat), default=0)) for seat in seats]
        return tuple(seat for seat in seats if merit[seat] == max(merit))

    # -- moves ---------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        return None if self.over else self.seat

    @property
    def drawn(self) -> int | None:
        """The number of the drawn tile, before it is laid."""
        return self.deck[0] if not self.over and self.step == "tile" else None

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.step == "arrange":
            return {
                f"arrange {a} {b} {c} {d}" for a, b, c, d in permutations(self.turned_up) if a >= b and c >= d
            }  # only which two lie in the middle matters
        if self.step == "tile":
            return self.legal_tiles() | self.legal_breaks()
        return self.legal_crews() | {"pass"}  # F2

    def legal_tiles(self) -> set[str]:
        return {f"tile {name(cell)}" for cell in self.hottest()}

    def legal_breaks(self) -> set[str]:
        if "firebreak" not in self.options:
            return set()
        payers = [c for c in OWN_COLOURS[self.players][self.seat] if self.stocks[self.seat][c] > 0]  # never a neutral
        return {f"break {name(cell)} {colour}" for cell in self.hottest() for colour in payers}

    def legal_crews(self) -> set[str]:
        moves = set()
        for cell, number in self.tiles.items():
            for colour, stock in self.stocks[self.seat].items():
                for n in (1, 2, 3):
                    then = self.crew_size(cell) + n
                    if n <= stock and then <= SPACES[number] and then <= self.free_edges(cell):
                        moves.add(f"crew {n} {colour} {name(cell)}")
        return moves

    def accepts(self, text: str) -> str | None:
        if text in self.legal():
            return text
        if not self.over and self.step == "arrange":
            anyhow = {f"arrange {a} {b} {c} {d}" for a, b, c, d in permutations(self.turned_up)}
            if text in anyhow:
                return text  # laid as given
        return None

    def play(self, text: str) -> None:
        if self.accepts(text) is None:
            raise ValueError(f"not allowed: {text}")
        word, *rest = text.split(" ")
        if word == "arrange":
            self.tiles = dict(zip(START[4], [int(number) for number in rest], strict=True))
            self.turned_up = []
            self.begin_turn(0)
        elif word == "tile":
            self.tiles[cell_of(rest[0])] = self.deck.pop(0)
            self.laid_this_turn = True
            self.step = "crew"
        elif word == "break":
            self.breaks[cell_of(rest[0])] = self.deck.pop(0)
            self.stocks[self.seat][rest[1]] -= 1
            self.laid_this_turn = True
            self.end_turn(passed=False)  # no firefighters this turn
        elif word == "crew":
            n, colour, cell = int(rest[0]), rest[1], cell_of(rest[2])
            self.stocks[self.seat][colour] -= n
            crew = self.crews.setdefault(cell, {})
            crew[colour] = crew.get(colour, 0) + n
            self.end_turn(passed=False)
        else:
            self.end_turn(passed=True)

    def begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.laid_this_turn = False
        self.step = "tile" if self.deck else "crew"

    def end_turn(self, passed: bool) -> None:
        if self.laid_this_turn:
            self.passes = 0  # F3: not a pass, whatever else was done
            if self.mode != "competitive" and not self.deck:
                self.over = True  # at once after the turn that laid the last tile
        elif passed:
            self.passes += 1
            if self.passes == self.players:
                self.over = True
        else:
            self.passes = 0
        if not self.over:
            self.begin_turn((self.seat + 1) % self.players)


def cell_of(text: str) -> Cell:
    q, r = text.split(",")
    return int(q), int(r)
