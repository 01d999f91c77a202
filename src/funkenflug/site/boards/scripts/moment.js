// The bar over the board while a player looks back at a running match: which move it is, a step back and on, and the
// way back to the present. A finished match has its replay instead.

import { one } from "../../infra/scripts/dom.js";
import { jump, step } from "./history.js";
import { openDrawer } from "./sheet.js";
import { main, state, table, wide } from "./state.js";
import { say } from "../../infra/scripts/words.js";

const bar = one(".looking-back");

/** Show or hide the bar, and the button that begins to look back. */
export function showMoment() {
  const { past } = state;
  const { outcome, plies } = table();
  main.classList.toggle("past", past !== null);
  bar.hidden = !past || outcome !== null;
  one(".log-back").hidden = outcome !== null || plies === 0;
  if (past) one(".moment").textContent = say("move-of", { now: past.ply, all: plies });
}

one(".step-back", bar).addEventListener("click", () => step(-1));
one(".log-back").addEventListener("click", () => {
  step(-1);
  if (!wide.matches) openDrawer(false); // the log lies over the board
});
one(".step-on", bar).addEventListener("click", () => step(1));
one(".to-now", bar).addEventListener("click", () => jump(table().plies));
