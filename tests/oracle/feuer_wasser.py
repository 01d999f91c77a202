"""Feuer & Wasser restated slowly: every answer is worked out afresh from the bare position.

This is a yardstick for tests, written from the rules alone. It keeps what lies on the board and in front of the seats
and whose turn it is, and nothing that could be derived from these. Cells are their names, `a1` at the lower left.
"""

COLUMNS = "abcdefghijkl"
STONES = {2: 20, 3: 20, 4: 15}


def standard_board(columns: int) -> list[str]:
    """W1: a chessboard but for its middle; eight rows, the top row first."""
    shift = (columns - 8) // 2
    rows = []
    for r in range(8):
        letters = ""
        for column in range(columns):
            c = column - shift
            middle = (3 <= c <= 4 and 1 <= r <= 6) or (2 <= c <= 5 and 3 <= r <= 4)
            water = (column + r) % 2 == 0
            letters += "W" if water != middle else "F"
        rows.append(letters)
    return rows[::-1]


STANDARD_8x8 = standard_board(8)
STANDARD_12x8 = standard_board(12)


def all_tiles(players: int) -> list[tuple[int, int]]:
    """The influence tiles of a seat as (fire, water), in order."""
    pairs = [(fire, water) for fire in (1, 2, 3, 4) for water in (1, 2, 3, 4)]
    return [(fire, water) for fire, water in pairs if players != 4 or fire != water]


class Oracle:
    """One game of Feuer & Wasser, from the first elemental to the end."""

    def __init__(self, players: int, board: list[str], piles: list[list[tuple[int, int]]]) -> None:
        if players not in (2, 3, 4) or len(piles) != players:
            raise ValueError("two to four players with a pile each")
        if not 6 <= len(board) <= 12 or not 6 <= len(board[0]) <= 12:
            raise ValueError("a board has 6 to 12 rows and columns")
        if any(len(row) != len(board[0]) or set(row) - {"F", "W"} for row in board):
            raise ValueError("a board has equally long rows of F and W")
        self.players = players
        self.rows = len(board)
        self.columns = len(board[0])
        self.element: dict[str, str] = {}  # "F" or "W" for every cell of the board
        for number, row in zip(range(self.rows, 0, -1), board, strict=True):
            for letter, element in zip(COLUMNS, row, strict=False):
                self.element[f"{letter}{number}"] = element

        # What lies on the board.
        self.elementals: list[str] = []
        self.halves: dict[str, tuple[int, str, int]] = {}  # half a tile: whose, its element, its number
        self.leaders: dict[int, str] = {}  # where a seat's leader was laid, lost or not
        self.stones: dict[str, tuple[int, int]] = {}  # whose stones, and how many (one or two)

        # What lies in front of the seats.
        self.open_tiles: list[list[tuple[int, int]]] = [[] for _ in range(players)]  # (fire, water)
        self.piles = [list(pile) for pile in piles]  # face down, the next one first

        # Whose turn it is.
        self.turn: int | None = 0
        self.ending: str | None = None  # how the game ended: "stones", "full" or "stuck"
        self.last_regular: int | None = None  # the seat that acted last, not counting the last round
        self.last_round: list[int] | None = None  # the seats still to come in the last round, once it has begun

    # -- questions about the board -------------------------------------------------------------------------------

    def neighbours(self, cell: str) -> list[str]:
        """The orthogonal neighbours on the board: four, three on the edge, two in a corner."""
        column, row = COLUMNS.index(cell[0]), int(cell[1:])
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        return [
            f"{COLUMNS[column]}{row}" for column, row in around if 0 <= column < self.columns and 1 <= row <= self.rows
        ]

    def is_edge(self, cell: str) -> bool:
        return len(self.neighbours(cell)) < 4

    def is_corner(self, cell: str) -> bool:
        return len(self.neighbours(cell)) == 2

    def touch(self, one: str, other: str) -> bool:
        """Next to each other, orthogonally or diagonally, or the same."""
        columns = abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0]))
        return columns <= 1 and abs(int(one[1:]) - int(other[1:])) <= 1

    def occupied(self, cell: str) -> bool:
        return (
            cell in self.elementals
            or cell in self.halves
            or cell in self.leaders.values()  # W2
            or cell in self.stones
        )

    def surrounded(self, cell: str) -> bool:
        return all(self.occupied(other) for other in self.neighbours(cell))

    def room_for_a_tile(self) -> bool:
        empty = [cell for cell in self.element if not self.occupied(cell)]
        return any(other in empty for cell in empty for other in self.neighbours(cell))

    def uncovered_halves(self, seat: int, cell: str) -> list[tuple[str, int]]:
        """The seat's halves on the orthogonal neighbours that bear no stone: their elements and numbers."""
        found = []
        for other in self.neighbours(cell):
            if other in self.halves and other not in self.stones:
                owner, element, number = self.halves[other]
                if owner == seat:
                    found.append((element, number))
        return found

    def influence(self, seat: int, cell: str) -> int:
        """What the seat's halves of the cell's element give on the cell."""
        return sum(n for element, n in self.uncovered_halves(seat, cell) if element == self.element[cell])

    def sum_around(self, seat: int, cell: str) -> int:
        """What counts for an elemental: the seat's halves next to it, whatever their element."""
        return sum(n for _, n in self.uncovered_halves(seat, cell))

    def stones_laid(self, seat: int) -> int:
        return sum(n for owner, n in self.stones.values() if owner == seat)

    def stones_left(self, seat: int) -> int:
        return STONES[self.players] - self.stones_laid(seat)

    def leader_stands(self, seat: int) -> bool:
        """On the board and not lost."""
        return seat in self.leaders and self.leaders[seat] not in self.stones

    # -- questions about the score -------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        return tuple(self.stones_laid(s) - (0 if self.leader_stands(s) else 2) for s in range(self.players))

    def winners(self) -> tuple[int, ...]:
        if self.turn is not None:
            raise ValueError("the game is not over")
        if self.ending == "stones":
            return tuple(seat for seat in range(self.players) if self.stones_left(seat) == 0)  # whatever the points
        assert self.last_regular is not None
        scores = self.scores()
        order = [(self.last_regular + step) % self.players for step in range(self.players)]  # W7
        return (next(seat for seat in order if scores[seat] == max(scores)),)

    # -- moves ---------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        return self.turn

    def legal(self) -> set[str]:
        if self.turn is None:
            return set()
        if len(self.elementals) < 3:
            return self.legal_elementals()
        if self.last_round is not None:
            return self.legal_stones(self.turn) | {"pass"}
        return self.actions(self.turn)

    def actions(self, seat: int) -> set[str]:
        """What a seat can do in a regular turn; there is no pass (W5)."""
        return self.legal_tiles(seat) | self.legal_leaders(seat) | self.legal_stones(seat) | self.legal_tames(seat)

    def legal_elementals(self) -> set[str]:
        return {
            f"elemental {cell}"
            for cell in self.element
            if not self.is_edge(cell) and not any(self.touch(cell, other) for other in self.elementals)
        }

    def legal_tiles(self, seat: int) -> set[str]:
        return {
            f"tile {fire}{water} {cell} {other}"
            for fire, water in self.open_tiles[seat]
            for cell in self.element
            for other in self.neighbours(cell)
            if not self.occupied(cell) and not self.occupied(other)
        }

    def legal_leaders(self, seat: int) -> set[str]:
        if seat in self.leaders:
            return set()  # laid already; W3: also when lost
        return {
            f"leader {cell}"
            for cell in self.element
            if not self.occupied(cell)
            and not self.is_corner(cell)
            and not any(other in self.elementals for other in self.neighbours(cell))
        }

    def may_lay_stone(self, seat: int, cell: str) -> bool:
        others = [other for other in range(self.players) if other != seat]
        return (
            self.stones_left(seat) > 0
            and self.surrounded(cell)
            and all(self.influence(seat, cell) > self.influence(other, cell) for other in others)
            and cell not in self.stones
            and cell not in self.elementals
            and self.leaders.get(seat) != cell
        )

    def legal_stones(self, seat: int) -> set[str]:
        return {f"stone {cell}" for cell in self.element if self.may_lay_stone(seat, cell)}

    def may_tame(self, seat: int, cell: str) -> bool:
        own = self.sum_around(seat, cell)
        others = [self.sum_around(other, cell) for other in range(self.players) if other != seat]
        return (
            self.stones_left(seat) > 0
            and self.surrounded(cell)
            and cell not in self.stones
            and self.leader_stands(seat)
            and own >= 1
            and all(own < other for other in others if other >= 1)
        )

    def legal_tames(self, seat: int) -> set[str]:
        return {f"tame {cell}" for cell in self.elementals if self.may_tame(seat, cell)}

    def accepts(self, text: str) -> str | None:
        return text if text in self.legal() else None

    def play(self, text: str) -> None:
        if self.accepts(text) is None or self.turn is None:
            raise ValueError(f"not allowed: {text}")
        seat = self.turn
        word, *rest = text.split(" ")
        if word == "elemental":
            self.elementals.append(rest[0])
            self.turn = (seat + 1) % self.players
            if len(self.elementals) == 3:
                for each in range(self.players):
                    self.open_tiles[each] = self.piles[each][:3]
                    self.piles[each] = self.piles[each][3:]
                self.turn = self.next_able(seat)
            return
        if word == "tile":
            fire, water = int(rest[0][0]), int(rest[0][1])
            self.halves[rest[1]] = (seat, "F", fire)
            self.halves[rest[2]] = (seat, "W", water)
            self.open_tiles[seat].remove((fire, water))
            if self.piles[seat]:
                self.open_tiles[seat].append(self.piles[seat].pop(0))
        elif word == "leader":
            self.leaders[seat] = rest[0]
        elif word == "stone":
            double = rest[0] in self.leaders.values()  # never one's own
            self.stones[rest[0]] = (seat, min(2 if double else 1, self.stones_left(seat)))  # W4
        elif word == "tame":
            self.stones[rest[0]] = (seat, min(2, self.stones_left(seat)))  # W4
        self.after_action(seat)

    def after_action(self, seat: int) -> None:
        if self.stones_left(seat) == 0:
            self.end("stones")  # at once, also in the last round
            return
        if self.last_round is None:
            self.last_regular = seat
            if self.room_for_a_tile():
                self.turn = self.next_able(seat)
                return
            self.last_round = [(seat + step) % self.players for step in range(1, self.players)]  # W6
        while self.last_round:
            self.turn = self.last_round.pop(0)
            if self.legal_stones(self.turn):
                return  # otherwise skipped
        self.end("full")

    def next_able(self, seat: int) -> int | None:
        """The next seat with an action, perhaps the same again; if there is none the game ends (W5)."""
        for step in range(1, self.players + 1):
            other = (seat + step) % self.players
            if self.actions(other):
                return other
        self.end("stuck")
        return None

    def end(self, how: str) -> None:
        self.ending = how
        self.turn = None
