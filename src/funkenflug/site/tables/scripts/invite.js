// Before the match: the links to the free seats for the host, and a card for a guest, where the board will lie.

import { copied, onlyHere } from "../../infra/scripts/links.js";
import { ask } from "../../infra/scripts/connection.js";
import { icon, make } from "../../infra/scripts/dom.js";
import { emblems } from "../../boards/scripts/tray.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").Seat} Seat */

/**
 * Return the invitation to the seats that have a link.
 * @param {string} game
 * @param {Seat[]} seats
 * @param {(words: string) => void} tell
 */
export function invitation(game, seats, tell) {
  const rows = seats.map((seat, index) => link(game, seat, index === 0, tell));
  const head = make("h2", {}, say(seats.length > 1 ? "invite-some" : "invite-one"));
  return [head, make("p", {}, say(onlyHere ? "invite-here" : "invite-next")), ...rows, ...(onlyHere ? network() : [])];
}

/** Return how others can join on a site that only this computer reaches. */
const network = () => [
  make("p", { class: "invite-network" }, say("invite-network")),
  make("code", { class: "invite-command" }, "funkenflug --host 0.0.0.0"),
];

/**
 * Return the card of a guest: who is here, and a field for their own name.
 * @param {string} game
 * @param {Seat[]} seats
 * @param {Seat} free the seat to take
 * @param {(name: string) => void} sit
 */
export function welcome(game, seats, free, sit) {
  const name = /** @type {HTMLInputElement} */ (
    make("input", { name: "name", maxlength: 30, autocomplete: "nickname", placeholder: translate(free.name) })
  );
  ask("GET /api/me", {})
    .then((me) => (name.value ||= me.name))
    .catch(() => {}); // they can type it
  const people = seats.map((seat) =>
    make(
      "li",
      {},
      ...emblems(seat, 20),
      make("span", {}, seat.kind === "open" ? say(seat === free ? "your-seat" : "open-seat") : translate(seat.name)),
    ),
  );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    sit(name.value.trim());
  };
  return [
    make("h2", {}, say("invited", { game })),
    make("p", {}, say("invited-next")),
    make("ul", { class: "welcome-seats" }, ...people),
    make(
      "form",
      { class: "welcome-form", onsubmit: submit },
      make("label", { class: "field" }, make("span", {}, say("your-name")), name),
      make("button", { type: "submit", class: "btn main" }, say("sit")),
    ),
  ];
}

/** @param {string} game @param {Seat} seat @param {boolean} first @param {(words: string) => void} tell */
function link(game, seat, first, tell) {
  const url = new URL(seat.invite ?? "", location.href).href;
  const field = /** @type {HTMLInputElement} */ (
    make("input", {
      class: "invite-link",
      readonly: true,
      value: url,
      "aria-label": say("invite-link", { name: seat.name }),
      onfocus: () => field.select(),
    })
  );
  const copy = async () => {
    field.focus();
    tell(await copied(url));
  };
  const share = () => navigator.share({ title: game, text: say("invite-text", { game }), url }).catch(() => {}); // or they have thought better of it
  const acts = make(
    "div",
    { class: "invite-acts" },
    make(
      "button",
      { type: "button", class: `btn ${first ? "main" : "solid"}`, onclick: copy },
      icon("link"),
      say("copy"),
    ),
  );
  if ("share" in navigator && !onlyHere) {
    acts.append(make("button", { type: "button", class: "btn quiet", onclick: share }, say("share")));
  }
  return make(
    "div",
    { class: "invite-row" },
    make(
      "div",
      { class: "invite-seat" },
      make("span", { class: "emblems", "aria-hidden": "true" }, ...emblems(seat, 24)),
      field,
    ),
    acts,
  );
}
