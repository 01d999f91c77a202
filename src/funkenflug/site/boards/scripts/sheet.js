// What unfolds on a phone: the drawer above the turn, and the choices of the turn.

import { one } from "../../infra/scripts/dom.js";
import { board, id } from "./state.js";
import { openTab, showTab } from "./tabs.js";

const PULL = 16; // pixels that a finger moves to pull the sheet up or down

const side = one(".side");
const handle = one(".handle");
let from = 0;
let dragged = false;

/** Open or close the drawer. @param {boolean} open */
export function openDrawer(open) {
  side.classList.toggle("pulled", open);
  side.classList.remove("tall");
  handle.setAttribute("aria-expanded", String(open));
  if (open && openTab() === "turn" && !board.position?.outcome) showTab(id ? "players" : "study");
}

/** Fold the choices of the turn away, or unfold them. @param {boolean} folded */
export function foldChoices(folded) {
  side.classList.toggle("folded", folded);
}

/** Unfold the choices, then open the drawer, then make it tall; or the other way round. @param {boolean} up */
function pull(up) {
  const [folded, open, tall] = ["folded", "pulled", "tall"].map((name) => side.classList.contains(name));
  if (up && folded) foldChoices(false);
  else if (open && up !== tall) side.classList.toggle("tall", up);
  else if (up !== open) openDrawer(up);
  else if (!up) foldChoices(true);
}

handle.addEventListener("pointerdown", (event) => {
  from = event.clientY;
  dragged = false;
  handle.setPointerCapture(event.pointerId);
});
handle.addEventListener("pointerup", (event) => {
  dragged = Math.abs(event.clientY - from) >= PULL;
  if (dragged) pull(event.clientY < from);
});
handle.addEventListener("click", () => {
  if (!dragged) pull(!side.classList.contains("pulled"));
  dragged = false;
});

for (const tab of side.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => side.classList.contains("pulled") || openDrawer(true));
}

/** Show the board and the turn alone. */
function putAway() {
  if (!board.position?.outcome) openDrawer(false);
}
board.scene.svg.addEventListener("pointerdown", putAway);
one(".more summary").addEventListener("click", putAway);
