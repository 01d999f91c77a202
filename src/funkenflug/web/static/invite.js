// Waiting for friends: the links to the free seats, where the board will lie.

import { icon, make } from "./dom.js";
import { emblems } from "./panel.js";
import { say } from "./words.js";

/** @typedef {import("./messages.d.ts").Seat} Seat */

/**
 * Return the invitation to the seats that have a link.
 * @param {string} game
 * @param {Seat[]} seats
 * @param {(words: string) => void} tell
 */
export function invitation(game, seats, tell) {
  const rows = seats.map((seat, index) => link(game, seat, index === 0, tell));
  return [make("h2", {}, say(seats.length > 1 ? "invite-some" : "invite-one")), make("p", {}, say("invite-next")), ...rows];
}

/** @param {string} game @param {Seat} seat @param {boolean} first @param {(words: string) => void} tell */
function link(game, seat, first, tell) {
  const url = new URL(seat.invite ?? "", location.href).href;
  const field = /** @type {HTMLInputElement} */ (make("input", { class: "invite-link", readonly: true, value: url, "aria-label": say("invite-link", { name: seat.name }), onfocus: () => field.select() }));
  const copy = async () => {
    field.focus();
    await navigator.clipboard?.writeText(url);
    tell(say("copied"));
  };
  const share = () => navigator.share({ title: game, text: say("invite-text", { game }), url }).catch(() => {}); // or they have thought better of it
  const acts = make("div", { class: "invite-acts" }, make("button", { type: "button", class: `btn ${first ? "main" : "solid"}`, onclick: copy }, icon("link"), say("copy")));
  if ("share" in navigator) acts.append(make("button", { type: "button", class: "btn quiet", onclick: share }, say("share")));
  return make("div", { class: "invite-row" }, make("div", { class: "invite-seat" }, make("span", { class: "emblems", "aria-hidden": "true" }, ...emblems(seat, 24)), field), acts);
}
