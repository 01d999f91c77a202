// What several parts of the page show of a seat: its emblems, what it has, and its goals.

import { emblem, make } from "../../infra/scripts/dom.js";
import { board } from "./state.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("./element.js").Seat} Seat */
/** @typedef {import("../../infra/scripts/messages.d.ts").Goal} Goal */

const COLOURS = ["green", "blue", "yellow", "red"];

/** Return what a seat has. @param {Record<string, unknown>} panel @param {Seat} seat @returns {HTMLElement[]} */
export function possessions(panel, seat) {
  if (seat.kind === "open") return [];
  const rows = board.page.possessions?.(panel, seat) ?? [];
  return rows.length || !seat.holdings ? rows : [make("p", { class: "seat-note" }, translate(seat.holdings))];
}

/** Return the goals, each with how far it is. @param {Goal[]} list */
export function goals(list) {
  return list.map(({ text, reached, wanted, colours }) => {
    const bar = make("i", {});
    bar.style.width = `${(100 * reached) / wanted}%`;
    const missing = (/** @type {string} */ colour) => (colours?.includes(colour) ? "" : "free");
    const how = colours
      ? make(
          "span",
          { class: "emblems", role: "img", "aria-label": colours.map((colour) => say(colour)).join(", ") || "–" },
          ...COLOURS.map((colour) => emblem(colour, 18, missing(colour))),
        )
      : make("span", { class: "goal-bar", "aria-hidden": "true" }, bar);
    return make(
      "li",
      { class: reached === wanted ? "goal reached" : "goal" },
      make("span", {}, translate(text)),
      make("b", { class: "num" }, `${reached} / ${wanted}`),
      how,
    );
  });
}
