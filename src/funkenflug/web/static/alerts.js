// For players who look elsewhere: the title of the page, and a notification.

import { id, main, state, table } from "./state.js";
import { choosing } from "./turn.js";
import { say, translate } from "./words.js";

const title = main.dataset.title ?? "";

export function showTitle() {
  const turn = choosing.offered.length > 0;
  document.title = `${turn && document.hidden ? `● ${say("your-turn")} · ` : ""}${title} · Funkenflug`;
}
document.addEventListener("visibilitychange", () => state.table && showTitle());

/** Tell a player who looks elsewhere that it is their turn. */
export function notifyOfTurn() {
  if (!choosing.offered.length || !document.hidden) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(say("notify-title", { game: title }), { body: translate(table().task), tag: id });
  note.onclick = () => {
    focus();
    note.close();
  };
}
