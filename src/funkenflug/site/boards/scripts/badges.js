// Short labels beside cells: the numbers of hints, and the marks of judged moves.

import { draw, one } from "../../infra/scripts/dom.js";
import { board, marks, ring } from "./scene.js";

const layer = one(".hint-badges");
/** @type {Map<string, number>} how many labels a cell has: several are below each other */
const counts = new Map();

/** Ring the cells of a move, and label the last of them. @param {string[]} cells @param {string} text */
export function label(cells, text) {
  marks.append(...cells.flatMap(ring));
  const last = cells[cells.length - 1] ?? "";
  const at = board.places().get(last);
  if (!at) return;
  const above = counts.get(last) ?? 0;
  counts.set(last, above + 1);
  const numeral = draw("text", { y: 6 });
  numeral.textContent = text;
  layer.append(
    draw(
      "g",
      { class: "hint-badge", transform: `translate(${at.x + 30} ${at.y - 28 + 30 * above})` },
      draw("rect", { x: -14, y: -14, width: 28, height: 28, rx: 14 }),
      numeral,
    ),
  );
}

/** Remove all rings and labels. */
export function clearLabels() {
  counts.clear();
  marks.replaceChildren();
  layer.replaceChildren();
}
