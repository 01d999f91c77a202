// The board: a drawing is an ordered mapping from ids to fragments, which are shapes in places; only what differs is
// touched. Knows no game: the drawing says where its cells are and what outline they have.

import { parse } from "../../infra/scripts/dom.js";

/**
 * @typedef {{shape: string, x: number, y: number, cell: string}} Fragment `shape`: its name
 * @typedef {{box: number[], cell: string, fragments: Map<string, Fragment>}} Drawing `cell`: the corners of a cell around its centre
 * @typedef {import("../../infra/scripts/messages.d.ts").Difference} Difference
 * @typedef {{cell: string, x: number, y: number, element: SVGGraphicsElement}} Place
 */

/** @type {Map<string, SVGGraphicsElement>} every shape that the server has sent, by its name */
const shapes = new Map();

/** Keep shapes. @param {Record<string, string>} sent */
function keepShapes(sent) {
  for (const [name, markup] of Object.entries(sent)) if (!shapes.has(name)) shapes.set(name, parse(markup));
}

/** @param {import("../../infra/scripts/messages.d.ts").Picture["fragments"][number]} placed @returns {[string, Fragment]} */
const entry = ([id, shape, x, y, cell]) => [id, { shape, x, y, cell }];

/**
 * Return a drawing as it came from the server.
 * @param {import("../../infra/scripts/messages.d.ts").Picture} sent
 * @returns {Drawing}
 */
export function received(sent) {
  keepShapes(sent.shapes);
  return { box: sent.box, cell: sent.cell, fragments: new Map(sent.fragments.map(entry)) };
}

/**
 * Return the drawing after a difference.
 * @param {Drawing} drawing
 * @param {Difference} difference
 * @returns {Drawing}
 */
export function changed(drawing, difference) {
  const { box = drawing.box, removed = [], reshaped = {}, inserted = {}, shapes = {} } = difference;
  keepShapes(shapes);
  const gone = new Set(removed);
  for (const [id] of Object.values(inserted).flat()) gone.add(id);
  const fragments = new Map((inserted[""] ?? []).map(entry));
  for (const [id, fragment] of drawing.fragments) {
    if (gone.has(id)) continue;
    const shape = reshaped[id];
    fragments.set(id, shape ? { ...fragment, shape } : fragment);
    for (const placed of inserted[id] ?? []) fragments.set(...entry(placed));
  }
  return { ...drawing, box, fragments };
}

/** Return the element of a fragment, not placed yet. @param {string} id @param {Fragment} fragment */
function element(id, { shape, cell }) {
  const fresh = /** @type {SVGGraphicsElement} */ (shapes.get(shape)?.cloneNode(true));
  fresh.dataset.id = id; // not `id`: a page may have several boards
  if (cell) fresh.dataset.cell = cell;
  return fresh;
}

/** Return a point after a quarter turn to the right. @param {number} x @param {number} y */
const quarter = (x, y) => [-y, x];

/** Whether two fragments are drawn alike. @param {Fragment | undefined} one @param {Fragment} other */
const alike = (one, other) =>
  one?.shape === other.shape && one.x === other.x && one.y === other.y && one.cell === other.cell;

/** Whether a fragment, and all that come after it, lie above what may be chosen. @param {string} id */
const isAbove = (id) => id.startsWith("badge-");

export class Board {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.group = /** @type {SVGGElement} */ (svg.querySelector(".fragments"));
    /** @type {SVGGElement} so that nothing that may be chosen covers a numeral */
    this.above = /** @type {SVGGElement} */ (svg.querySelector(".fragments.above"));
    /** @type {Map<string, Fragment>} what is on the screen now */
    this.fragments = new Map();
    /** @type {Map<string, SVGGraphicsElement>} */
    this.elements = new Map();
    /** @type {number[][]} the corners of a cell around its centre */
    this.corners = [];
    this.turned = false; // whether the board is drawn with a quarter turn to the right
    /** @type {(id: string) => boolean} whether a fragment turns with the board; all others stay upright */
    this.turns = () => false;
  }

  /** Draw the board with a quarter turn, or without. @param {boolean} turned */
  turn(turned) {
    this.turned = turned;
    this.svg.classList.toggle("turned", turned);
    for (const [id, fragment] of this.fragments) this.place(id, fragment, this.elements.get(id));
  }

  /** Return where a point of the drawing is. @param {number} x @param {number} y */
  at(x, y) {
    return this.turned ? quarter(x, y) : [x, y];
  }

  /** Return where a box of the drawing is. @param {number[]} box */
  box([left, top, width, height]) {
    return this.turned ? [-top - height, left, height, width] : [left, top, width, height];
  }

  /** @param {string} id @param {Fragment} fragment @param {SVGGraphicsElement | undefined} shown */
  place(id, { x, y }, shown) {
    shown?.setAttribute(
      "transform",
      `translate(${this.at(x, y).join(" ")})${this.turned && this.turns(id) ? " rotate(90)" : ""}`,
    );
  }

  /** How far a cell reaches to the left and to the right of its centre. */
  get reach() {
    return Math.max(0, ...this.corners.map(([x]) => x));
  }

  /** How tall a cell is. */
  get height() {
    return Math.max(...this.corners.map(([, y]) => y)) - Math.min(...this.corners.map(([, y]) => y));
  }

  /** The shorter side of a cell. */
  get size() {
    const span = (/** @type {number[]} */ at) => Math.max(...at) - Math.min(...at);
    return this.corners.length ? Math.min(span(this.corners.map(([x]) => x)), span(this.corners.map(([, y]) => y))) : 0;
  }

  /**
   * Show a drawing, and tell what came and what went.
   * @param {Drawing} drawing
   * @returns {{came: SVGGraphicsElement[], went: SVGGraphicsElement[]}}
   */
  show(drawing) {
    this.corners = drawing.cell.split(" ").map((corner) => corner.split(",").map(Number));
    const came = [];
    const went = [];
    for (const [id, element] of this.elements) {
      if (drawing.fragments.has(id)) continue;
      went.push(element);
      element.remove();
      this.elements.delete(id);
    }
    let { group } = this;
    let next = group.firstElementChild;
    for (const [id, fragment] of drawing.fragments) {
      if (group === this.group && isAbove(id)) {
        group = this.above;
        next = group.firstElementChild;
      }
      let shown = this.elements.get(id);
      if (!shown || !alike(this.fragments.get(id), fragment)) {
        const fresh = element(id, fragment);
        this.place(id, fragment, fresh);
        if (shown) {
          if (next === shown) next = fresh;
          shown.replaceWith(fresh);
        } else {
          came.push(fresh);
        }
        shown = fresh;
        this.elements.set(id, fresh);
      }
      if (shown === next) next = shown.nextElementSibling;
      else group.insertBefore(shown, next);
    }
    this.fragments = drawing.fragments;
    return { came, went };
  }

  /**
   * Return elements for fragments that are not part of the drawing.
   * @param {string} name begins their ids
   * @param {{fragments: import("../../infra/scripts/messages.d.ts").Picture["fragments"], shapes: Record<string, string>}} sent
   */
  overlay(name, sent) {
    keepShapes(sent.shapes);
    return sent.fragments.map(entry).map(([id, fragment]) => {
      const fresh = element(`${name}-${id}`, fragment);
      this.place(id, fragment, fresh);
      return fresh;
    });
  }

  /**
   * Return where the cells lie, each once.
   * @returns {Map<string, Place>}
   */
  places() {
    /** @type {Map<string, Place>} */
    const places = new Map();
    for (const [id, { x, y, cell }] of this.fragments) {
      if (isAbove(id)) break;
      const element = this.elements.get(id);
      if (!element || !cell || places.has(cell)) continue;
      const [right, down] = this.at(x, y);
      places.set(cell, { cell, x: right, y: down, element });
    }
    return places;
  }

  /**
   * Return the outline of cells as path data: the edges that only one of them has.
   * @param {Place[]} places
   */
  contour(places) {
    /** @type {Map<string, string | null>} */
    const edges = new Map();
    for (const { x, y } of places) {
      for (const [index, [right, down]] of this.corners.entries()) {
        const [toRight, toDown] = this.corners[(index + 1) % this.corners.length];
        const middle = `${Math.round(x + (right + toRight) / 2)} ${Math.round(y + (down + toDown) / 2)}`;
        edges.set(
          middle,
          edges.has(middle)
            ? null
            : `M${(x + right).toFixed(1)},${(y + down).toFixed(1)}L${(x + toRight).toFixed(1)},${(y + toDown).toFixed(1)}`,
        );
      }
    }
    return [...edges.values()].filter(Boolean).join("");
  }

  /**
   * Return the outline of a cell as path data, `inset` inside its edges.
   * @param {{x: number, y: number}} place
   * @param {number} inset
   */
  outline({ x, y }, inset) {
    const scale = (this.reach - inset) / this.reach;
    const corners = this.corners.map(([right, down]) => this.at(right, down));
    return `M${corners.map(([right, down]) => `${(x + right * scale).toFixed(1)},${(y + down * scale).toFixed(1)}`).join("L")}z`;
  }
}
