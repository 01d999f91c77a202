// What has to be settled before play goes on: a device to hand over, and a wish to take back a move.

import { emblem, make, one } from "./dom.js";
import { button } from "./notices.js";
import { area } from "./scene.js";
import { id, table } from "./state.js";
import { act } from "./sync.js";
import { say } from "./words.js";

/** Cover the screen while the device goes to the next player. */
export function showCover() {
  const { cover: wanted, to_move: toMove, seats } = table();
  const cover = one(".cover");
  const who = wanted && toMove !== null ? seats[toMove] : null;
  if (who && cover.hidden) setTimeout(() => one(".ready").focus());
  cover.hidden = !who;
  for (const part of [one(".seats"), area, one(".side")]) part.inert = who !== null;
  if (!who) return;
  one("#cover-title").textContent = say("ready-for", { name: who.name });
  one(".cover-emblem").replaceWith(emblem(who.colours[0], 72, "cover-emblem"));
}
one(".ready").addEventListener("click", () => act("POST /api/tables/{id}/ready", { path: { id }, body: { seat: table().to_move ?? -1 } }));

/** Show that somebody would like to take back a move. */
export function showWishes() {
  const { wishes, seats } = table();
  const { undo } = wishes;
  one(".wishes").hidden = !undo;
  one(".wishes").replaceChildren();
  if (!undo) return;
  one(".wishes").append(make("p", {}, undo.asked ? say("undo-asked", { name: seats[undo.seat].name }) : say("undo-wished")));
  if (!undo.asked) return;
  const answer = (/** @type {boolean} */ yes) => () => act("POST /api/tables/{id}/undo/answer", { path: { id }, body: { yes } });
  one(".wishes").append(make("div", { class: "dialog-acts" }, button("quiet small", say("no"), answer(false)), button("solid small", say("yes"), answer(true))));
}
