// The bar over the board with which one steps through a match: while a player looks back at a running one, and always on a
// board with `controls`.

import { icon, make } from "../../infra/scripts/dom.js";

export class Stepper {
  /** @param {import("./element.js").BoardElement} board */
  constructor(board) {
    this.of = board;
    const { say } = board.words;
    const key = (/** @type {string} */ kind, /** @type {string} */ face, /** @type {string} */ word, steps = 0) =>
      make(
        "button",
        { type: "button", class: `tb ${kind}`, "aria-label": say(word), onclick: () => board.step(steps) },
        icon(face),
      );
    this.now = make("p", { class: "moment", role: "status" });
    const back = { type: "button", class: "btn solid small to-now", onclick: () => board.goTo(board.last) };
    this.bar = make(
      "div",
      { class: "looking-back", role: "group", "aria-label": say("earlier"), hidden: true },
      key("step-back", "left", "previous", -1),
      this.now,
      key("step-on", "right", "next", 1),
      board.hasAttribute("controls") ? null : make("button", back, say("to-now")),
    );
    board.append(this.bar);
  }

  /** Show which position it is, or hide the bar. */
  show() {
    const { past, table, ply, last } = this.of;
    this.bar.hidden = !this.of.hasAttribute("controls") && (!past || table.outcome !== null);
    this.now.textContent = this.of.words.say("move-of", { now: ply, all: last });
  }
}
