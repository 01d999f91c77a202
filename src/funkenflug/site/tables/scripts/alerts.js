// For players who look elsewhere: the title of the page, and a notification.

import { one } from "../../infra/scripts/dom.js";
import { board, explain, id, main, table } from "../../boards/scripts/state.js";
import { say, translate } from "../../infra/scripts/words.js";

const title = main.dataset.title ?? "";
const page = document.title; // what the page is

export function showTitle() {
  const turn = board.turn.choosing.offered.length > 0;
  document.title = `${turn && document.hidden ? `● ${say("your-turn")} · ` : ""}${page}`;
}
document.addEventListener("visibilitychange", () => board.position && showTitle());

/** Whether a page can make notifications; on Android only a service worker can. */
const canNotify =
  "Notification" in window && (Notification.permission === "granted" || isMade(() => new Notification(""))); // without permission it is not shown

/** Whether the player is told: the browser allows it, and they have not switched it off. */
const isOn = () => canNotify && Notification.permission === "granted" && localStorage.getItem("notify") !== "off";

/** @param {() => unknown} constructor */
function isMade(constructor) {
  try {
    constructor();
    return true;
  } catch {
    return false;
  }
}

/** Switch notifications on or off, and say what came of it. */
export async function toggleNotifications() {
  const on = !isOn();
  const allowed = on ? await Notification.requestPermission() : "";
  localStorage.setItem("notify", on ? "on" : "off");
  explain(say(!on ? "notify-off" : allowed === "granted" ? "notify-on" : "notify-denied"));
  showNotifications();
}

/** Show in the menu what a click would do, or that nothing can be done. */
function showNotifications() {
  const item = /** @type {HTMLButtonElement} */ (one('[data-act="notify"]'));
  item.disabled = !canNotify;
  item.lastChild?.replaceWith(say(!canNotify ? "notify-never" : isOn() ? "notify-stop" : "notify-start"));
}
showNotifications();

/** Tell a player who looks elsewhere that it is their turn. */
export function notifyOfTurn() {
  if (!board.turn.choosing.offered.length || !document.hidden || !isOn()) return;
  const note = new Notification(say("notify-title", { game: title }), { body: translate(table().task), tag: id });
  note.onclick = () => {
    focus();
    note.close();
  };
}
