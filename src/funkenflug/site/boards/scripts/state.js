// The board of a page of the site, and what the parts around it share.

import "./element.js";
import { one } from "../../infra/scripts/dom.js";

export const main = one("main.table");
export const board = /** @type {import("./element.js").BoardElement} */ (one("funkenflug-board"));
/** The id of the table; a page of a study has none. */
export const id = main.dataset.table ?? "";
export const base = `/api/tables/${id}`;

/** Return the table, which only a page of a table has; for code that runs after the first snapshot. */
export const table = () => /** @type {import("../../infra/scripts/messages.d.ts").Table} */ (board.table);

/** Return what the board shows: now, or at the moment that the viewer looks back at. */
export const moment = () => board.moment;

/** Show a message over the board. @param {string} words */
export const explain = (words) => board.explain(words);

/** Show why something failed. @param {unknown} error */
export const complain = (error) => board.complain(error);

/** Let the page do with the moves of a turn what it likes, instead of playing them on the board. @param {(moves: string[]) => Promise<unknown>} play */
export function whenMoved(play) {
  board.addEventListener("move", (event) => {
    const moved = /** @type {import("./element.js").MoveEvent} */ (event);
    moved.respondWith(play(moved.moves));
  });
}
