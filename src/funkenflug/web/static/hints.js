// Good moves, listed in the tray and numbered on the board, for as long as the turn stays as it is.

import { isCell, valueOf, waysTo } from "./choosing.js";
import { ask } from "./connection.js";
import { draw, make, one } from "./dom.js";
import { complain } from "./notices.js";
import { deed } from "./options.js";
import { board, marks, ring } from "./scene.js";
import { id, state, table } from "./state.js";
import { preview } from "./sync.js";
import { choosing, follow } from "./turn.js";
import { say, translate } from "./words.js";

/** @typedef {import("./messages.d.ts").Hint} Hint */

const badges = one(".hint-badges");

/** What hints are for: this far into this turn. */
const position = () => `${choosing.turn} ${choosing.draft.length}`;
let hinted = "";
let asking = false;

/** Remove hints that no longer fit. */
export function dropOldHints() {
  if (hinted === position()) return;
  hinted = position();
  one(".hints").hidden = true;
  clear();
}

function clear() {
  marks.replaceChildren();
  badges.replaceChildren();
}

export async function showHints() {
  if (asking || !table().can.hint || !choosing.offered.length || state.sending) return;
  const draft = choosing.draft.map(({ choice }) => choice.move);
  const box = one(".hints");
  const wanted = (hinted = position());
  box.hidden = false;
  box.replaceChildren(make("p", { class: "label" }, say("hint-thinking")));
  asking = true;
  const answer = await ask("POST /api/tables/{id}/hint", { path: { id }, body: { draft } }).catch(complain);
  asking = false;
  const moves = answer?.moves ?? [];
  const looks = await Promise.allSettled(moves.map((best) => preview(draft, best.move)));
  if (wanted !== hinted) return;
  if (!answer) box.hidden = true;
  if (!moves.length) {
    box.replaceChildren(make("p", {}, say("hint-none")));
    return;
  }
  const gains = looks.map((look) => (look.status === "fulfilled" ? translate(look.value?.gain ?? "") : ""));
  clear();
  numberCells(moves);
  box.replaceChildren(make("h2", { class: "label" }, say("hint")), make("ol", {}, ...moves.map((best, index) => row(best, index, gains[index]))));
}

/** @param {Hint} best @param {number} index @param {string} gain */
function row(best, index, gain) {
  const percent = Math.round(100 * (best.chances[table().looking ?? 0] ?? best.chances[0]));
  const go = make("button", { type: "button", onclick: () => follow(waysTo(best.move, table().clicks)[0].path) }, deed(best.move), make("span", { class: "hidden-text" }, `: ${best.move} `), make("small", {}, gain));
  return make("li", {}, make("span", { class: "rank-dot" }, String(index + 1)), go, make("span", { class: "num" }, say("hint-chance", { percent })));
}

/** @param {Hint[]} moves */
function numberCells(moves) {
  const places = board.places();
  /** @type {Map<string, number>} how many badges a cell has: several are below each other */
  const counts = new Map();
  for (const [index, { move }] of moves.entries()) {
    const cells = waysTo(move, table().clicks)[0].path.filter(isCell).map(valueOf);
    marks.append(...cells.flatMap(ring));
    const last = cells[cells.length - 1];
    const at = places.get(last);
    if (!at) continue;
    const above = counts.get(last) ?? 0;
    counts.set(last, above + 1);
    const numeral = draw("text", { y: 6 });
    numeral.textContent = String(index + 1);
    badges.append(draw("g", { class: "hint-badge", transform: `translate(${at.x + 30} ${at.y - 28 + 30 * above})` }, draw("rect", { x: -14, y: -14, width: 28, height: 28, rx: 14 }), numeral));
  }
}
