// What has to be settled before play goes on: a device to hand over, a wish to take back a move, a seat to return to.

import { emblem, make, one } from "../../infra/scripts/dom.js";
import { button } from "../../infra/scripts/notices.js";
import { id, table } from "../../boards/scripts/state.js";
import { act } from "./sync.js";
import { say } from "../../infra/scripts/words.js";

/** Cover the screen while the device goes to the next player. */
export function showCover() {
  const { cover: wanted, to_move: toMove, seats } = table();
  const cover = one(".cover");
  const who = wanted && toMove !== null ? seats[toMove] : null;
  if (who && cover.hidden) setTimeout(() => one(".ready").focus());
  cover.hidden = !who;
  for (const part of [one(".seats"), one(".board-area"), one(".side")]) part.inert = who !== null;
  if (!who) return;
  one("#cover-title").textContent = say("ready-for", { name: who.name });
  one(".cover-emblem").replaceWith(emblem(who.colours[0], 72, "cover-emblem"));
}
one(".ready").addEventListener("click", () =>
  act("POST /api/tables/{id}/ready", { path: { id }, body: { seat: table().to_move ?? -1 } }),
);

/** Show that somebody would like to take back a move, or that a bot plays for the viewer. */
export function showWishes() {
  const { wishes, seats, outcome } = table();
  const { undo } = wishes;
  const kept = outcome ? undefined : seats.find((who) => who.kept);
  one(".wishes").hidden = !undo && !kept;
  one(".wishes").replaceChildren();
  if (kept) showKept(kept.seat);
  if (!undo) return;
  one(".wishes").append(
    make("p", {}, undo.asked ? say("undo-asked", { name: seats[undo.seat].name }) : say("undo-wished")),
  );
  if (!undo.asked) return;
  const answer = (/** @type {boolean} */ yes) => () =>
    act("POST /api/tables/{id}/undo/answer", { path: { id }, body: { yes } });
  one(".wishes").append(
    make(
      "div",
      { class: "dialog-acts" },
      button("quiet small", say("no"), answer(false)),
      button("solid small", say("yes"), answer(true)),
    ),
  );
}

/** Offer the viewer the seat at which a bot plays for them. @param {number} seat */
function showKept(seat) {
  const back = () => act("POST /api/tables/{id}/seats/{seat}", { path: { id, seat }, body: {} });
  const words = say(table().clock.kind === "none" ? "kept" : "time-is-up");
  one(".wishes").append(
    make("p", {}, words),
    make("div", { class: "dialog-acts" }, button("main small", say("come-back"), back)),
  );
}
