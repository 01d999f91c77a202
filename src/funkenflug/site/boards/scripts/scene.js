// The board on the screen: it shows a drawing, what moves on it, rings and labels on cells, and what a game adds to it.

import { Board } from "./board.js";
import { valueOf } from "./choosing.js";
import { draw } from "../../infra/scripts/dom.js";
import { arrive } from "./motion.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./board.js").Drawing} Drawing */
/** @typedef {import("./element.js").BoardElement} BoardElement */
/** @typedef {import("../../infra/scripts/messages.d.ts").GameEvent} GameEvent */

export const wide = matchMedia("(min-width: 861px) and (min-height: 481px)");
export const coarse = matchMedia("(pointer: coarse)");

/** What lies on the board, from below; all but the targets is for eyes only. */
const LAYERS = [
  "fragments",
  "since",
  "ghosts",
  "marks",
  "rings",
  "targets",
  "territory",
  "fragments above",
  "cell-names",
  "hint-badges",
  "flights",
  "inspected",
];
const SHEET = 140; // pixels of a phone's sheet with a row of choices: when it opens, the board does not turn
const MARGIN = 20; // pixels below a board that reaches to the lower end of the page
const NAME_INSET = 5; // from the lower edge of a cell to its name

export class Scene {
  /** @param {BoardElement} board */
  constructor(board) {
    this.of = board;
    const layers = LAYERS.map((name) => draw("g", { class: name, "aria-hidden": name !== "targets" && "true" }));
    this.svg = /** @type {SVGSVGElement} */ (
      draw("svg", { class: "board", role: "application", preserveAspectRatio: "xMidYMid meet" }, ...layers)
    );
    this.board = new Board(this.svg);
    this.zoom = new Zoom(this.svg, board);
    this.marks = this.layer("marks");
    /** @type {import("./game.js").Scene} */
    this.stage = {
      svg: this.svg,
      flights: this.layer("flights"),
      elements: this.board.elements,
      places: () => this.board.places(),
    };
    this.inspectedCell = "";
    /** @type {Map<string, number>} how many labels a cell has: several are below each other */
    this.labels = new Map();
    this.listen();
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGGElement} */ (this.svg.querySelector(`.${name}`));
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerover", (event) => {
      const found = /** @type {Element} */ (event.target).closest("[data-cell], [data-token]");
      this.inspect(found?.getAttribute("data-cell") ?? valueOf(found?.getAttribute("data-token") ?? ""));
    });
    svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.inspect("")); // a finger has left after every tap
    for (const moved of ["focusin", "focusout"]) {
      svg.addEventListener(moved, (event) => {
        const token = /** @type {Element} */ (event.target).getAttribute("data-token");
        if (token) this.inspect(moved === "focusin" ? valueOf(token) : "");
      });
    }
  }

  /** Turn the board of a phone or tablet by a quarter if it is larger then. Return whether that has changed. */
  turn() {
    const { turns } = this.of.page;
    const [, , width, height] = this.of.standing.box;
    const room = this.of.getBoundingClientRect();
    const tall = (room.bottom < innerHeight - MARGIN ? innerHeight - SHEET : room.bottom) - room.top;
    const turned =
      Boolean(turns) && (!wide.matches || coarse.matches) && width > height === tall > room.width && width !== height;
    if (turned === this.board.turned) return false;
    this.board.turns = turns ?? this.board.turns;
    this.board.turn(turned);
    this.marks.replaceChildren();
    this.fit();
    return true;
  }

  /** Show the whole drawing, unless the player has zoomed in. */
  fit() {
    this.zoom.fit(this.board.box(this.of.shown.box));
  }

  /** Show a drawing, and return what came and what went. @param {Drawing} drawing */
  show(drawing) {
    this.of.shown = drawing;
    const change = this.board.show(drawing);
    this.showNames();
    this.inspect(this.inspectedCell);
    return change;
  }

  /** Show the board after these events, with their motion; return the milliseconds until new fragments arrive. @param {GameEvent[]} events */
  showStanding(events) {
    const { page, sent, standing } = this.of;
    const places = this.board.places();
    const fresh = this.of.shown.fragments.size === 0;
    const { looking, to_move: mover } = this.of.table;
    this.svg.dataset.seat = String(looking ?? mover ?? "");
    if (fresh) this.turn();
    const { came, went } = this.show(standing);
    this.fit();
    if (fresh) return 0;
    const delay = page.motion?.({ events, places, went, sent }, this.stage) ?? 0;
    this.arrive(came, delay);
    return delay;
  }

  /** Let new fragments arrive. @param {SVGGraphicsElement[]} came @param {number} [delay] @param {boolean} [played] */
  arrive(came, delay = 0, played = true) {
    arrive(came, this.of.page.arrivals, delay, played);
  }

  /** Whether the drawing itself marks a cell that may be chosen. @param {string} cell */
  isMarked(cell) {
    return this.of.page.marked?.(cell, this.stage) ?? false;
  }

  /** Show what lies on the board while a move is being chosen. @param {string[]} path @param {boolean} previewed whether the board shows the whole move */
  showDraft(path, previewed) {
    const colour = this.of.ownSeat?.colours[0] ?? "green";
    this.of.dataset.steps = path.map((token) => token.split(":")[0]).join(" ");
    this.of.classList.toggle("previewed", previewed);
    const draft = previewed || !path.length ? [] : (this.of.page.draft?.(path, colour, this.stage) ?? []);
    this.layer("ghosts").replaceChildren(...draft);
  }

  /** Write the name of each cell, if the drawing itself does not: shown when the player wants them, and in print. */
  showNames() {
    const { cellName } = this.of.page;
    if (!cellName) return;
    const bottom = Math.max(0, ...this.board.corners.map(([, y]) => y)) - NAME_INSET;
    const names = [...this.board.places().values()].map(({ cell, x, y }) => {
      const name = draw("text", { class: "cell-name", x, y: Math.round(y + bottom) });
      name.textContent = cellName(cell);
      return name;
    });
    this.layer("cell-names").replaceChildren(...names);
  }

  /** Ring cells, and nothing else. @param {string[]} cells */
  point(cells) {
    this.marks.replaceChildren(...cells.flatMap((cell) => this.ring(cell)));
  }

  /** Return a ring around a cell, nothing if it is not on the board. @param {string} cell */
  ring(cell) {
    const at = this.board.places().get(cell);
    if (!at) return [];
    const path = this.board.outline(at, -1.4);
    return [draw("path", { class: "mark-casing", d: path }), draw("path", { class: "mark-ring", d: path })];
  }

  /** Ring the cells of a move, and label the last of them. @param {string[]} cells @param {string} text */
  label(cells, text) {
    this.marks.append(...cells.flatMap((cell) => this.ring(cell)));
    const last = cells[cells.length - 1] ?? "";
    const at = this.board.places().get(last);
    if (!at) return;
    const above = this.labels.get(last) ?? 0;
    this.labels.set(last, above + 1);
    const numeral = draw("text", { y: 6 });
    numeral.textContent = text;
    const place = `translate(${at.x + 30} ${at.y - 28 + 30 * above})`;
    const plate = draw("rect", { x: -14, y: -14, width: 28, height: 28, rx: 14 });
    this.layer("hint-badges").append(draw("g", { class: "hint-badge", transform: place }, plate, numeral));
  }

  /** Remove all rings and labels. */
  clearLabels() {
    this.labels.clear();
    this.marks.replaceChildren();
    this.layer("hint-badges").replaceChildren();
  }

  /** Show what there is to know about a cell, and tell the page what to write beside the board. @param {string} cell */
  inspect(cell) {
    this.inspectedCell = cell;
    const { page, position, past, shown, standing } = this.of;
    const known = position && cell ? page.inspect?.(this.of.moment, this.of.moment.panel, cell, this.stage) : null;
    const above = known && (coarse.matches || past || shown === standing) ? known.above : [];
    this.layer("inspected").replaceChildren(...above);
    this.of.tell("inspect", { beside: known?.beside ?? null });
  }
}
