// The board in words: fetched when somebody walks the board with the keyboard, reads the lists or asks a question, and
// after every change from then on. Players get it in any case, once the board has rested: the cursor of a screen reader
// shows itself by no key and no focus.

import { Refused } from "../../infra/scripts/connection.js";
import { make, one } from "../../infra/scripts/dom.js";
import { cellName } from "./game.js";
import { complain } from "../../infra/scripts/notices.js";
import { source } from "./source.js";
import { state, table } from "./state.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/api.d.ts").TextResponse} Text */

const lists = /** @type {HTMLDetailsElement} */ (one(".board-as-text"));
const REST = 600; // milliseconds without a change
let reads = false; // whether somebody certainly reads
let waiting = 0;
/** @type {string[]} */
let draft = [];
/** What `asked` is about: the event, the seat, and the draft. */
let wanted = "";
/** @type {Promise<Text> | null} */
let asked = null;
/** @type {Text | null} */
let text = null;

/** What is told when the words have come. */
export const listeners = { read: () => {} };

/** Return a cell in words, if they are known. @param {string} cell */
export function cellWords(cell) {
  return text && say("cell-words", { cell: cellName(cell), words: text.cells[cell] ?? say("nothing-here") });
}

/** Follow the board, which shows these drafted moves. @param {string[]} moves */
export function follow(moves) {
  draft = moves;
  clearTimeout(waiting);
  if (reads || lists.open) refresh();
  else if (table().mine.length) waiting = setTimeout(() => document.hidden || refresh(), REST);
}

/** Read on from now. */
export function begin() {
  reads = true;
  if (state.table) refresh();
}

/** Return the board in words as it is now. @returns {Promise<Text>} */
export function read() {
  reads = true;
  return fetched();
}

/** Fetch the board in words that is shown: of a moment that the viewer looks back at, with the draft, or as it is; once a position. @returns {Promise<Text>} */
function fetched() {
  const { number, looking, cover } = table();
  const now = `${number} ${looking} ${cover} ${state.past?.ply} ${draft.join("; ")}`;
  if (asked && now === wanted) return asked;
  wanted = now;
  const reading = source.text(draft, state.past?.ply ?? null);
  asked = reading;
  reading.catch(() => asked === reading && (asked = null)); // the next one asks again
  return reading;
}

async function refresh() {
  const reading = fetched();
  try {
    const came = await reading;
    if (reading !== asked || text === came) return;
    text = came;
    show();
    listeners.read();
  } catch (error) {
    if (asked) return; // there is something newer
    const late = error instanceof Refused && error.status === 409; // the stream brings the new state
    if ((reads || lists.open) && !late) complain(error);
  }
}

/** Show the board as lists. */
function show() {
  const parts = (text?.sections ?? []).filter(({ lines }) => lines.length);
  one(".board-lists").replaceChildren(
    ...parts.flatMap(({ title, lines }) => [
      make("h2", {}, translate(title)),
      make("ul", {}, ...lines.map((line) => make("li", {}, translate(line)))),
    ]),
  );
}

lists.open = localStorage.getItem("board-as-text") !== null;
lists.addEventListener("toggle", () => {
  if (lists.open) localStorage.setItem("board-as-text", "open");
  else localStorage.removeItem("board-as-text");
  if (lists.open) begin();
});
addEventListener("keydown", (event) => {
  if (event.key === "Tab" || event.key.startsWith("Arrow") || event.key === "n") begin();
});
document.addEventListener("visibilitychange", () => document.hidden || !state.table || follow(draft));
