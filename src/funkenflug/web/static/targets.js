// What may be chosen on the board: an outline on each cell, for the mouse, the finger and the keyboard.

import { neighbour } from "./choosing.js";
import { draw } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./board.js").Place} Place */
/** @typedef {{token: string, place: Place, quiet: boolean, chosen: boolean, label?: string}} Target */

/** @type {Record<string, number>} */
const INSETS = { "hint-casing": 6, "hint-line": 6, "focus-casing": -3.2, "focus-line": -3.2 };

export class Targets {
  /**
   * @param {SVGGElement} layer
   * @param {import("./board.js").Board} board
   * @param {object} hands
   * @param {() => number} hands.most more marks than this hide the board: then only the pointer and the focus show where a move may begin
   * @param {(token: string) => void} hands.pick
   * @param {(token: string | null) => void} hands.consider
   */
  constructor(layer, board, hands) {
    this.layer = layer;
    this.board = board;
    this.hands = hands;
    /** @type {(Target & {element: SVGElement, x: number, y: number})[]} */
    this.targets = [];
  }

  /** @param {Target[]} targets @param {boolean} [begun] whether something is chosen already: how it goes on is always marked */
  show(targets, begun = false) {
    const focused = this.targets.find(({ element }) => element === document.activeElement)?.token;
    const before = new Map(this.targets.map((target) => [target.token, target.element]));
    const many = !begun && targets.filter(({ quiet }) => !quiet).length > this.hands.most();
    this.targets = targets.map((target) => {
      const element = before.get(target.token) ?? this.element(target.token);
      before.delete(target.token);
      for (const line of element.querySelectorAll("path")) line.setAttribute("d", this.board.outline(target.place, INSETS[line.classList.item(0) ?? ""] ?? 0));
      element.setAttribute("class", `target${target.quiet || many ? " plain" : ""}${target.chosen ? " chosen" : ""}`);
      element.setAttribute("aria-label", target.label ?? say("cell", { cell: target.token.slice(5) }));
      element.setAttribute("aria-pressed", String(target.chosen));
      return { ...target, element, x: target.place.x, y: target.place.y };
    });
    for (const gone of before.values()) gone.remove();
    for (const { element } of this.targets) if (element.parentNode !== this.layer) this.layer.append(element);
    const stop = this.targets.find(({ token }) => token === focused) ?? this.targets[0];
    for (const target of this.targets) target.element.setAttribute("tabindex", target === stop ? "0" : "-1");
  }

  /** @param {string} token */
  element(token) {
    const lines = ["hit", "hint-casing", "hint-line", "focus-casing", "focus-line"].map((name) => draw("path", { class: name }));
    return draw(
      "g",
      {
        role: "button",
        "data-token": token,
        onclick: (/** @type {Event} */ event) => {
          event.stopPropagation();
          this.hands.pick(token);
        },
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.hands.consider(token),
        onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.hands.consider(null),
        onfocus: () => this.hands.consider(token),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          this.hands.pick(token);
        },
      },
      ...lines,
    );
  }

  /**
   * Walk with an arrow key; the first step goes to the middle of what may be chosen.
   * @param {string} key
   */
  walk(key) {
    if (!this.targets.length) return;
    const here = this.targets.find(({ element }) => element === document.activeElement);
    if (here) {
      const next = neighbour(this.targets, here, key);
      if (next) this.focus(next.element);
      return;
    }
    const x = this.targets.reduce((sum, target) => sum + target.x, 0) / this.targets.length;
    const y = this.targets.reduce((sum, target) => sum + target.y, 0) / this.targets.length;
    const middle = this.targets.reduce((a, b) => (Math.hypot(a.x - x, a.y - y) <= Math.hypot(b.x - x, b.y - y) ? a : b));
    this.focus(middle.element);
  }

  /** @param {SVGElement} element */
  focus(element) {
    for (const target of this.targets) target.element.setAttribute("tabindex", target.element === element ? "0" : "-1");
    element.focus();
  }
}
