// The names of cells on the board: shown when the player wants them, and in print.

import { draw, one } from "../../infra/scripts/dom.js";
import { page } from "./game.js";

const layer = one(".cell-names");
const INSET = 5; // from the lower edge of a cell

/** Write the name of each cell, if the drawing itself does not. @param {import("./board.js").Board} board */
export function showNames(board) {
  const { cellName } = page;
  if (!cellName) return;
  const bottom = Math.max(0, ...board.corners.map(([, y]) => y)) - INSET;
  layer.replaceChildren(...[...board.places().values()].map(({ cell, x, y }) => name(cellName(cell), x, y + bottom)));
}

/** @param {string} text @param {number} x @param {number} y */
function name(text, x, y) {
  const element = draw("text", { class: "cell-name", x, y: Math.round(y) });
  element.textContent = text;
  return element;
}

/** Show the names, or hide them; the browser remembers it. */
export function toggleNames() {
  const shown = layer.classList.toggle("shown");
  if (shown) localStorage.setItem("cell-names", "shown");
  else localStorage.removeItem("cell-names");
}

/** Offer the names where the board does not show them anyway. */
export function offerNames() {
  one('[data-act="names"]').hidden = !page.cellName;
}

layer.classList.toggle("shown", localStorage.getItem("cell-names") !== null);
