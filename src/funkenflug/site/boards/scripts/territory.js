// Where the points of a player come from: outlined on the board while the pointer or the keyboard is on their card, or on
// their line of the result, and after a tap on it.

import { one } from "../../infra/scripts/dom.js";
import { board } from "./state.js";

/** @type {number | null} the seat whose card was tapped */
let tapped = null;
/** @type {number | null} the seat whose card has the pointer or the keyboard */
let looked = null;

/** Show the current territory of the card that the player looks at, if any. */
export function showTerritory() {
  const seat = looked ?? tapped;
  for (const card of document.querySelectorAll(".seat, .rank")) {
    card.classList.toggle("looked-at", card.getAttribute("data-seat") === String(seat));
  }
  board.showTerritory(seat);
}

/** Return the seat of the card that an event is about. @param {Event} event */
function seatOf({ target }) {
  const card = /** @type {Element} */ (target).closest("[data-seat]");
  return card ? Number(card.getAttribute("data-seat")) : null;
}

/** @param {number | null} seat */
function look(seat) {
  looked = seat;
  showTerritory();
}

/** Keep a territory in view, or end that. @param {number | null} seat */
function tap(seat) {
  tapped = seat;
  one(".seats").classList.toggle("unfolded", seat !== null);
  showTerritory();
}

for (const list of [one(".seat-list"), one(".result")]) {
  list.addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(seatOf(event)));
  list.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && look(null));
  list.addEventListener(
    "focusin",
    (event) => /** @type {Element} */ (event.target).matches(":focus-visible") && look(seatOf(event)),
  );
  list.addEventListener("focusout", () => look(null));
  list.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("button")) return;
    const seat = seatOf(event);
    tap(seat === tapped ? null : seat);
  });
}
board.scene.svg.addEventListener("pointerdown", () => tap(null));
