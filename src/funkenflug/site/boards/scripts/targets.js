// The cells of the board, for the mouse, the finger and the keyboard: an outline marks those that may be chosen. Keys
// walk to all of them, and each says what it is.

import { draw } from "../../infra/scripts/dom.js";
import { end, inReadingOrder, lineOf, nearest, neighbour, walks } from "./walking.js";

/** @typedef {import("./board.js").Place} Place */
/** @typedef {{token: string, place: Place, quiet: boolean, chosen: boolean}} Target what may be chosen */
/** @typedef {{token: string, x: number, y: number, element: SVGElement, target: Target | null}} Cell */

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
   * @param {(token: string) => string} hands.describe
   * @param {(words: string) => string} hands.mayChoose what describes a cell that may be chosen
   */
  constructor(layer, board, hands) {
    this.layer = layer;
    this.board = board;
    this.hands = hands;
    /** @type {Cell[]} all cells in reading order */
    this.cells = [];
    /** @type {string} where Tab enters the board */
    this.stop = "";
    /** @type {import("./walking.js").Line | null} */
    this.line = null;
  }

  /** The cells that may be chosen. */
  get choices() {
    return this.cells.filter(({ target }) => target);
  }

  /** The cell that has the focus. */
  get here() {
    return this.cells.find(({ element }) => element === document.activeElement);
  }

  /** @param {Target[]} targets @param {boolean} [begun] whether something is chosen already: how it goes on is always marked */
  show(targets, begun = false) {
    const focused = this.here;
    const before = new Map(this.cells.map((cell) => [cell.token, cell]));
    const offered = new Map(targets.map((target) => [target.token, target]));
    const many = !begun && targets.filter(({ quiet }) => !quiet).length > this.hands.most();
    this.cells = inReadingOrder([...this.board.places().values()].map((place) => this.cell(place, before, offered)));
    for (const { element, target } of this.cells) {
      element.setAttribute(
        "class",
        !target ? "cell" : `cell target${target.quiet || many ? " plain" : ""}${target.chosen ? " chosen" : ""}`,
      );
      if (target?.chosen) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
    }
    this.describe();
    this.arrange();
    for (const { token, element } of before.values()) {
      if (!this.cells.some((cell) => cell.token === token)) element.remove();
    }
    if (focused && !this.here) this.enter(focused);
    else this.stopAt(this.cells.find(({ token }) => token === this.stop) ?? this.choices[0] ?? this.cells[0]);
  }

  /** @param {Place} place @param {Map<string, Cell>} before @param {Map<string, Target>} offered @returns {Cell} */
  cell({ cell, x, y }, before, offered) {
    const token = `cell:${cell}`;
    const known = before.get(token);
    const element = known?.element ?? this.element(token);
    if (known?.x !== x || known.y !== y) {
      for (const line of element.querySelectorAll("path")) {
        line.setAttribute("d", this.board.outline({ x, y }, INSETS[line.classList.item(0) ?? ""] ?? 0));
      }
    }
    return { token, x, y, element, target: offered.get(token) ?? null };
  }

  /** Say what each cell is. */
  describe() {
    for (const { token, element, target } of this.cells) {
      const words = this.hands.describe(token);
      const label = target ? this.hands.mayChoose(words) : words;
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    }
  }

  /** Put the elements into reading order without moving the one that has the focus, which would lose it. */
  arrange() {
    const focused = this.here?.element;
    let next = this.layer.firstElementChild;
    for (const { element } of this.cells) {
      if (element === next) next = next.nextElementSibling;
      else if (element !== focused) this.layer.insertBefore(element, next);
    }
  }

  /** @param {string} token */
  element(token) {
    const lines = ["hit", "hint-casing", "hint-line", "focus-casing", "focus-line"].map((name) =>
      draw("path", { class: name }),
    );
    return draw(
      "g",
      {
        role: "button",
        "data-token": token,
        tabindex: -1,
        onclick: (/** @type {Event} */ event) => {
          event.stopPropagation();
          this.hands.pick(token);
        },
        onpointerenter: (/** @type {PointerEvent} */ event) =>
          event.pointerType === "mouse" && this.hands.consider(token),
        onpointerleave: (/** @type {PointerEvent} */ event) =>
          event.pointerType === "mouse" && this.hands.consider(null),
        onfocus: () => {
          this.stopAt(this.here);
          this.hands.consider(token);
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event, token),
      },
      ...lines,
    );
  }

  /** @param {KeyboardEvent} event @param {string} token */
  key(event, token) {
    if (event.altKey || event.metaKey || (event.ctrlKey && !/^(Home|End)$/.test(event.key))) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Enter" || key === " ") this.hands.pick(token);
    else if (walks(key)) this.walk(key);
    else if (key === "Home" || key === "End") {
      this.goTo(end(this.cells, this.here ?? this.cells[0], key === "End", event.ctrlKey ? 0 : this.board.height));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Walk with a key; the first step enters the board. @param {string} key */
  walk(key) {
    const { here } = this;
    if (!here) {
      this.enter();
      return;
    }
    const line = lineOf(here, key, this.line);
    const next = neighbour(this.cells, here, key, line);
    if (!next) return;
    this.goTo(next);
    this.line = line;
  }

  /** Go to the next thing that may be chosen, or to the one before: a cell, or one of these buttons. @param {1 | -1} step @param {HTMLElement[]} [buttons] */
  next(step, buttons = []) {
    const order = [
      ...this.cells.map(({ element, target }) => ({ element, may: target !== null })),
      ...buttons.map((element) => ({ element, may: true })),
    ];
    if (step < 0) order.reverse();
    const from = order.findIndex(({ element }) => element === document.activeElement) + 1;
    [...order.slice(from), ...order.slice(0, from)].find(({ may }) => may)?.element.focus({ preventScroll: true });
    this.line = null;
  }

  /** Go to the board: to the nearest cell of a place, or to where the keyboard was last, or else to the middle of what may be chosen. @param {import("./walking.js").Point} [place] */
  enter(place) {
    const { choices } = this;
    const last = this.cells.find(({ token }) => token === this.stop);
    const middle = () => ({
      x: choices.reduce((sum, { x }) => sum + x, 0) / choices.length,
      y: choices.reduce((sum, { y }) => sum + y, 0) / choices.length,
    });
    if (place) this.goTo(nearest(this.cells, place));
    else if (choices.length && !last?.target) this.goTo(nearest(choices, last ?? middle()));
    else this.goTo(last ?? this.cells[0]);
  }

  /** @param {Cell | undefined} cell */
  goTo(cell) {
    this.line = null;
    if (!cell) return;
    this.stopAt(cell);
    cell.element.focus({ preventScroll: true });
  }

  /** Let Tab enter the board at a cell. @param {Cell | undefined} stop */
  stopAt(stop) {
    this.stop = stop?.token ?? "";
    for (const { element } of this.cells) {
      const index = element === stop?.element ? "0" : "-1";
      if (element.getAttribute("tabindex") !== index) element.setAttribute("tabindex", index);
    }
  }
}
