"""Vulkan! restated slowly: every answer is worked out afresh from the bare position.

This is a yardstick for tests, written from the rules alone. It keeps what lies on the table (tiles, the volcano, loads,
stocks, what was collected) and whose turn it is, and nothing that could be derived from these.
"""

import re

Cell = tuple[int, int]

COLOURS = ("green", "blue", "yellow", "red")
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # N, NE, SE, S, SW, NW: once around
SPACES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
OWN_COLOURS = {
    1: [["green", "blue", "yellow", "red"]],
    2: [["green", "blue"], ["yellow", "red"]],
    3: [["green"], ["blue"], ["yellow"]],
    4: [["green"], ["blue"], ["yellow"], ["red"]],
}
NUMBER = "(0|-?[1-9][0-9]*)"
FLIGHT = re.compile(f"fly ([a-z]+) {NUMBER},{NUMBER} {NUMBER},{NUMBER}")


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def connected(start: Cell, cells: set[Cell]) -> set[Cell]:
    """The cells that can be reached from the start by steps within the cells."""
    reached = {start}
    while True:
        grown = reached | {other for cell in reached for other in neighbours(cell) if other in cells}
        if grown == reached:
            return reached
        reached = grown


class Oracle:
    """One game of Vulkan!, from the choice of the volcano to the end."""

    def __init__(self, players: int, mode: str, layout: dict[Cell, int]) -> None:
        if players not in (1, 2, 3, 4) or mode not in ("competitive", "solitaire", "cooperative"):
            raise ValueError("no such game")
        if (mode == "solitaire") != (players == 1):
            raise ValueError("one player plays the solitaire, and nobody else does")
        cells = set(layout)
        touching = {cell: sum(other in cells for other in neighbours(cell)) for cell in cells}
        if (
            not cells
            or connected(min(cells), cells) != cells
            or min(touching.values()) < 2
            or 6 not in touching.values()
        ):
            raise ValueError("a layout hangs together, each tile touches two, and one is shut in")  # V1
        self.players = players
        self.mode = mode

        # What lies on the table.
        self.tiles = dict(layout)  # what still burns; without the volcano once that is chosen
        self.volcano: Cell | None = None
        self.loads: dict[Cell, dict[str, int]] = {}  # loads on a tile by colour
        self.stocks: list[dict[str, int]] = []  # loads in front of a seat by colour
        self.collected: list[dict[Cell, int]] = [{} for _ in range(players)]  # the tiles a seat won
        self.gone: dict[Cell, int] = {}  # tiles that left the game without a load
        for seat in range(players):
            stock = dict.fromkeys(OWN_COLOURS[players][seat], 12)
            if players == 3:
                stock["red"] = 4  # neutrals: every seat has its own four
            self.stocks.append(stock)

        # Whose turn it is: the last seat chooses the volcano.
        self.turn: int | None = players - 1

    # -- questions about the table -------------------------------------------------------------------------------

    def is_tile(self, cell: Cell) -> bool:
        return cell in self.tiles or cell == self.volcano  # the volcano is a tile where edges are concerned

    def load_count(self, cell: Cell) -> int:
        return sum(self.loads.get(cell, {}).values())

    def has_space(self, cell: Cell) -> bool:
        return self.load_count(cell) < SPACES[self.tiles[cell]]

    def two_adjacent_free_edges(self, cell: Cell) -> bool:
        free = [not self.is_tile(other) for other in neighbours(cell)]
        return any(free[i] and free[(i + 1) % 6] for i in range(6))

    def extinguished(self) -> set[Cell]:
        return {cell for cell in self.tiles if not self.has_space(cell) and self.two_adjacent_free_edges(cell)}

    def isolated(self) -> set[Cell]:
        assert self.volcano is not None
        return set(self.tiles) - connected(self.volcano, set(self.tiles))

    def seat_of(self, colour: str) -> int | None:
        """The seat that leads the colour; nobody leads the neutrals."""
        for seat in range(self.players):
            if colour in OWN_COLOURS[self.players][seat]:
                return seat
        return None

    def winner_of(self, cell: Cell, flyer: int) -> int:
        """Who gets a tile with loads on it."""
        loads = {colour: n for colour, n in self.loads[cell].items() if n > 0}
        most = [colour for colour in loads if loads[colour] == max(loads.values())]
        if len(most) > 1:
            return flyer  # a tie between colours, whoever leads them; V5: even without a load there
        leader = self.seat_of(most[0])
        return flyer if leader is None else leader  # neutrals work for the flyer

    # -- questions about the score -------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(won.values()) for won in self.collected)

    def winners(self) -> tuple[int, ...]:
        if self.turn is not None:
            raise ValueError("the game is not over")
        seats = range(self.players)
        if self.mode != "competitive":
            won = not self.gone and not self.tiles
            return tuple(seats) if won else ()
        scores = self.scores()
        # Highest sum first, then fewer own loads on what still burns, then shared.
        merit = [(scores[seat], -self.own_loads_left_on_tiles(seat)) for seat in seats]
        return tuple(seat for seat in seats if merit[seat] == max(merit))

    def own_loads_left_on_tiles(self, seat: int) -> int:
        own = OWN_COLOURS[self.players][seat]
        return sum(n for cell in self.tiles for colour, n in self.loads.get(cell, {}).items() if colour in own)

    # -- moves ---------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        return self.turn

    def row(self, first: Cell, last: Cell) -> list[Cell] | None:
        """The cells from first to last if they lie in one of the straight lines of the hexes."""
        dq, dr = last[0] - first[0], last[1] - first[1]
        if dq != 0 and dr != 0 and dq + dr != 0:
            return None
        steps = max(abs(dq), abs(dr))
        if steps == 0:
            return [first]
        return [(first[0] + dq // steps * i, first[1] + dr // steps * i) for i in range(steps + 1)]

    def drops(self, seat: int, colour: str, first: Cell, last: Cell) -> list[Cell]:
        """Where a flight from first to last drops loads, in order; nowhere if it is not allowed."""
        flown = self.row(first, last)
        if flown is None or any(cell not in self.tiles for cell in flown):  # V2: no gap, no volcano, all along
            return []
        free = [cell for cell in flown if self.has_space(cell)]
        return free[: self.stocks[seat].get(colour, 0)]  # as long as the loads of that colour last

    def canonical(self, colour: str, dropped: list[Cell]) -> str:
        first, last = min(dropped), max(dropped)  # V3
        return f"fly {colour} {first[0]},{first[1]} {last[0]},{last[1]}"

    def flights(self, seat: int) -> set[str]:
        """Every set of drops of every flight there is, each under its canonical text."""
        found = set()
        for colour in self.stocks[seat]:
            for first in self.tiles:
                for last in self.tiles:
                    dropped = self.drops(seat, colour, first, last)
                    if dropped:
                        found.add(self.canonical(colour, dropped))
        return found

    def can_fly(self, seat: int) -> bool:
        return any(self.stocks[seat].values()) and any(self.has_space(cell) for cell in self.tiles)

    def legal(self) -> set[str]:
        if self.turn is None:
            return set()
        if self.volcano is None:
            shut_in = [cell for cell in self.tiles if all(other in self.tiles for other in neighbours(cell))]
            return {f"volcano {q},{r}" for q, r in shut_in}
        return self.flights(self.turn)

    def accepts(self, text: str) -> str | None:
        if self.turn is None:
            return None
        if self.volcano is None:
            return text if text in self.legal() else None
        match = FLIGHT.fullmatch(text)
        if match is None:
            return None
        colour = match[1]
        dropped = self.drops(self.turn, colour, (int(match[2]), int(match[3])), (int(match[4]), int(match[5])))
        return self.canonical(colour, dropped) if dropped else None  # at least one load must be dropped

    def play(self, text: str) -> None:
        canonical = self.accepts(text)
        if canonical is None or self.turn is None:
            raise ValueError(f"not allowed: {text}")
        if self.volcano is None:
            q, r = text.removeprefix("volcano ").split(",")
            self.volcano = (int(q), int(r))
            del self.tiles[self.volcano]  # its number is out of the game
            self.turn = 0
            return
        flyer = self.turn
        match = FLIGHT.fullmatch(text)
        assert match is not None
        colour = match[1]
        for cell in self.drops(flyer, colour, (int(match[2]), int(match[3])), (int(match[4]), int(match[5]))):
            on_tile = self.loads.setdefault(cell, {})
            on_tile[colour] = on_tile.get(colour, 0) + 1
            self.stocks[flyer][colour] -= 1
        while self.extinguished():
            for cell in self.extinguished():
                self.remove(cell, flyer)
        for cell in self.isolated():
            self.remove(cell, flyer)
        self.turn = self.next_turn(flyer)

    def remove(self, cell: Cell, flyer: int) -> None:
        number = self.tiles[cell]
        if self.load_count(cell) > 0:
            self.collected[self.winner_of(cell, flyer)][cell] = number
        else:
            self.gone[cell] = number
        del self.tiles[cell]
        self.loads.pop(cell, None)  # out of the game with the tile

    def next_turn(self, flyer: int) -> int | None:
        if self.mode != "competitive" and self.gone:
            return None  # lost at once
        for step in range(1, self.players + 1):
            seat = (flyer + step) % self.players
            if self.can_fly(seat):
                return seat  # V4: whoever cannot fly is skipped
        return None  # nobody can fly
