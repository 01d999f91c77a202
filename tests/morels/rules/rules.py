"""The rules of Morels, compiled."""

from typing import Final

import numpy as np

from funkenflug.kernel import Array, State, award, below, compiled, record, register

SIDE: Final = 4
CELLS: Final = SIDE * SIDE
VALUES: Final = (-3, -3, -3, -3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5)
"""False morels, and morels by their size."""
PICKS: Final = 12
"""The match ends after this many picks."""
LOOKS: Final = 2
"""How often each seat may look."""
LOOK_MOVES: Final = CELLS
"""To pick a cell is the move of its number, to look there is this much more."""
MOVES: Final = 2 * CELLS
MOST_MOVES: Final = MOVES

STATE: Final = record(
    [
        ("value", np.int8, CELLS),
        ("picker", np.int8, CELLS),  # a seat, -1 as long as the cell is covered
        ("seen", np.int8, (4, CELLS)),  # by seat: whether it has looked
        ("looks", np.int8, 4),  # left
        ("picks", np.int8),  # so far
        ("seat", np.int8),
        ("players", np.int8),
    ]
)


def new(players: int, values: tuple[int, ...]) -> State:
    """Return the first position."""
    state = np.zeros(1, STATE)[0]
    state["value"], state["picker"], state["players"] = values, -1, players
    state["looks"][:players] = LOOKS
    return state


@compiled
def to_move(state: State) -> int:
    return state.seat if state.picks < PICKS else -1


@compiled
def legal(state: State, moves: Array) -> int:
    count = 0
    for cell in range(CELLS):
        if state.picker[cell] < 0:
            moves[count] = cell
            count += 1
            if state.looks[state.seat] > 0 and not state.seen[state.seat, cell]:
                moves[count] = LOOK_MOVES + cell
                count += 1
    return count


@compiled
def play(state: State, move: int) -> None:
    if move < LOOK_MOVES:
        state.picker[move] = state.seat
        state.picks += 1
    else:
        state.seen[state.seat, move - LOOK_MOVES] = 1
        state.looks[state.seat] -= 1
    state.seat = (state.seat + 1) % state.players


@compiled
def scores(state: State, points: Array) -> None:
    points[:] = 0.0
    for cell in range(CELLS):
        if state.picker[cell] >= 0:
            points[state.picker[cell]] += state.value[cell]


@compiled
def utilities(state: State, values: Array) -> None:
    scores(state, values)
    award(values, state.players)


@compiled
def knows(state: State, seat: int, cell: int) -> bool:
    """Whether a seat, or a spectator (-1), knows what grows on a cell."""
    return state.picker[cell] >= 0 or (seat >= 0 and state.seen[seat, cell] == 1)


@compiled
def determinize(state: State, seat: int, rng: Array) -> None:
    unknown = np.array([cell for cell in range(CELLS) if not knows(state, seat, cell)], np.int64)
    values = np.sort(state.value[unknown])  # sorted, for the true order must not matter
    for last in range(len(unknown) - 1, -1, -1):
        pick = below(rng, last + 1)
        state.value[unknown[last]] = values[pick]
        values[pick] = values[last]


register(__name__, STATE)
