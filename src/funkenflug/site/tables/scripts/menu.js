// The menu, the keys, and the rules beside the board.

import { enterTyping, toggleTyping } from "../../boards/scripts/asking.js";
import { one } from "../../infra/scripts/dom.js";
import { keys } from "../../boards/scripts/keys.js";
import { toggleSounds } from "../../boards/scripts/sounds.js";
import { board, main, table } from "../../boards/scripts/state.js";
import { say } from "../../infra/scripts/words.js";

const NAMES = "cell-names";
const names = board.scene.layer("cell-names");

/** What the items of the menu do. @type {Record<string, () => unknown>} */
export const menu = {
  undo: async () => (await stepBack()) || board.step(-1),
  rules: toggleRules,
  fit: () => board.whole(),
  sounds: toggleSounds,
  keys: () => /** @type {HTMLDialogElement} */ (one(".keys-dialog")).showModal(),
  names: toggleNames,
  type: toggleTyping,
};

/** Take back the last step of a choice; return whether there was one. */
export async function stepBack() {
  const { choosing } = board.turn;
  return choosing.touched && (await choosing.back());
}

/** Show what there is to choose from. */
export function showMenu() {
  one('[data-act="names"]').hidden = !board.page.cellName;
  one('[data-act="type"]').lastChild?.replaceWith(say(table().mine.length ? "type-or-ask" : "type-question"));
}

/** Show the names of cells, or hide them; the browser remembers it. */
function toggleNames() {
  if (names.classList.toggle("shown")) localStorage.setItem(NAMES, "shown");
  else localStorage.removeItem(NAMES);
}
names.classList.toggle("shown", localStorage.getItem(NAMES) !== null);

for (const item of document.querySelectorAll("[data-act]")) {
  item.addEventListener("click", () => {
    one("details.more").removeAttribute("open");
    menu[item.getAttribute("data-act") ?? ""]?.();
  });
}

// Rules ------------------------------------------------------------------------------------------------------------------

async function toggleRules() {
  const beside = one(".beside");
  beside.hidden = !beside.hidden;
  one(".rules-open").setAttribute("aria-expanded", String(!beside.hidden));
  main.classList.toggle("reading", !beside.hidden);
  const text = one(".beside-text");
  if (beside.hidden || text.childElementCount) return;
  const answer = await fetch(`/rules/${main.dataset.game}?part=1`);
  text.innerHTML = await answer.text();
}
for (const opener of [one(".rules-open"), one(".aim-rules")]) opener.addEventListener("click", toggleRules);
one(".beside-close").addEventListener("click", () => {
  toggleRules();
  one(".rules-open").focus();
});

// Keys -------------------------------------------------------------------------------------------------------------------

/** @type {Record<string, string>} */
const ITEMS = { "?": "keys", h: "hint", u: "undo", r: "rules", c: "names" };

document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (at.closest("dialog[open], .cover:not([hidden])")) return;
  if (event.key === "Escape" && !one(".beside").hidden) toggleRules();
  else if (!keys(board, event)) pageKey(event, at);
});

/** @param {KeyboardEvent} event @param {HTMLElement} at */
function pageKey(event, at) {
  if (!board.position || event.altKey || event.ctrlKey || event.metaKey) return;
  if (at.closest("input:not([type=range]), textarea, select")) return;
  const key = event.key.toLowerCase();
  if (key === "m") {
    enterTyping();
    event.preventDefault();
  } else menu[ITEMS[key]]?.();
}
