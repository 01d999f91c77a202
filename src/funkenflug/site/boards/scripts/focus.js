// The focus of the keyboard never gets lost: when what has it goes away, it goes to the nearest thing that stays.

import { one } from "../../infra/scripts/dom.js";
import { board, main } from "./state.js";

/** @type {HTMLElement | null} what had the focus last */
let last = null;
let planned = false;
let pointing = false; // whether the pointer was used last: then nobody misses the focus

/** Whether the keyboard can be there. @param {HTMLElement} element */
const isThere = (element) => element.isConnected && element.checkVisibility() && !element.closest("[inert], :disabled");

function restore() {
  planned = false;
  const { activeElement } = document;
  if (
    pointing ||
    !last ||
    isThere(last) ||
    (activeElement && activeElement !== document.body && activeElement !== last)
  ) {
    return;
  }
  const menu = last.isConnected ? last.closest("details:not([open])")?.querySelector("summary") : null;
  const ready = one(".ready");
  const result = main.dataset.state === "over" ? one(".result") : null;
  if (menu) menu.focus();
  else if (isThere(ready)) ready.focus();
  else if (result) result.focus();
  else if (board.turn.targets.cells.length) board.turn.targets.enter();
  else main.focus();
}

addEventListener("pointerdown", () => (pointing = true), true);
addEventListener("keydown", () => (pointing = false), true);
document.addEventListener("focusin", ({ target }) => (last = /** @type {HTMLElement} */ (target)));
new MutationObserver(() => {
  if (planned) return;
  planned = true;
  requestAnimationFrame(restore);
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "inert", "open"] });
