// What all parts of the table page share: the table as the server has sent it, and the board as it is shown.

import { one } from "../../infra/scripts/dom.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").Table} Table */
/** @typedef {import("./board.js").Drawing} Drawing */

export const main = one("main.table");
export const id = main.dataset.table ?? "";
export const base = `/api/tables/${id}`;
/** Whether the page shows a study, at which the viewer plays all seats. */
export const isStudy = main.classList.contains("study");
export const wide = matchMedia("(min-width: 861px) and (min-height: 481px)");
export const coarse = matchMedia("(pointer: coarse)");

/** @type {Drawing} */
const empty = { box: [0, 0, 100, 100], cell: "", fragments: new Map() };

export const state = {
  /** @type {Table | null} the table, once the first snapshot has come */
  table: null,
  /** the board after the last move, without draft and preview */
  standing: empty,
  /** the board that is on the screen */
  shown: empty,
  /** whether moves are on their way to the server */
  sending: false,
  /** @type {string[]} the moves that this page sent last */
  sent: [],
  /** whether the board is still moving; until it rests, the page does not say whose turn it is */
  moving: false,
  /** @type {Pick<Table, "to_move" | "task">} who is shown to move meanwhile, and what they have to do */
  meanwhile: { to_move: null, task: "" },
  /** @type {import("../../infra/scripts/messages.d.ts").ReplayPosition | null} the position that the viewer looks back at */
  past: null,
};

/** Return the table; only for code that runs after the first snapshot. */
export function table() {
  if (!state.table) throw new Error("the table has not come yet");
  return state.table;
}

/** Return the table as it is shown: now, while the last move still moves, or at the moment that the viewer looks back at. @returns {Table} */
export function moment() {
  const { past, moving, meanwhile } = state;
  if (moving && !past) {
    return {
      ...table(),
      ...meanwhile,
      seats: table().seats.map((seat) => ({ ...seat, to_move: seat.seat === meanwhile.to_move })),
    };
  }
  if (!past) return table();
  const seats = table().seats.map((seat) => ({
    ...seat,
    score: past.scores[seat.seat] ?? null,
    holdings: past.holdings[seat.seat],
    to_move: seat.seat === past.to_move,
  }));
  return { ...table(), task: past.task, to_move: past.to_move, panel: past.panel, seats };
}

/** Return the number of the seat that the viewer plays; -1, which the server refuses, if there is none. */
export const playedSeat = () => table().looking ?? -1;

/** Return the seat that the viewer looks from, if there is one. */
export function ownSeat() {
  const { looking, seats } = table();
  return looking === null ? null : seats[looking];
}
