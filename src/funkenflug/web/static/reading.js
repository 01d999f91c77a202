// The board as text, for whoever reads or hears it: fetched when it is opened, and after every change while it is open.

import { ask } from "./connection.js";
import { one } from "./dom.js";
import { complain } from "./notices.js";
import { id, state, table } from "./state.js";

const reading = /** @type {HTMLDetailsElement} */ (one(".board-as-text"));
/** The event, and the seat, whose board is shown. */
let shown = "";

/** Fetch the text if it is read and old. */
export async function showText() {
  const { number, looking, cover } = table();
  const wanted = `${number} ${looking} ${cover}`;
  if (!reading.open || shown === wanted) return;
  shown = wanted;
  try {
    const { text, legend } = await ask("GET /api/tables/{id}/text", { path: { id } });
    if (shown !== wanted) return;
    one(".board-text").textContent = text;
    one(".board-legend").textContent = legend;
  } catch (error) {
    shown = "";
    complain(error);
  }
}

reading.open = localStorage.getItem("board-as-text") !== null;
reading.addEventListener("toggle", () => {
  if (reading.open) localStorage.setItem("board-as-text", "open");
  else localStorage.removeItem("board-as-text");
  if (state.table) showText();
});
