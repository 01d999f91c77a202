// The board: a drawing is an ordered mapping from ids to fragments; only what differs is touched. Knows no game: the
// drawing says where its cells are and what outline they have.

import { parse } from "./dom.js";

/**
 * @typedef {{box: number[], cell: string, fragments: Map<string, string>}} Drawing `cell`: the corners of a cell around its centre
 * @typedef {import("./messages.d.ts").Difference} Difference
 * @typedef {{cell: string, x: number, y: number, element: SVGGraphicsElement}} Place
 */

/**
 * Return a drawing as it came from the server.
 * @param {import("./messages.d.ts").Picture} sent
 * @returns {Drawing}
 */
export function received(sent) {
  return { box: sent.box, cell: sent.cell, fragments: new Map(sent.fragments) };
}

/**
 * Return the drawing after a difference.
 * @param {Drawing} drawing
 * @param {Difference} difference
 * @returns {Drawing}
 */
export function changed(drawing, difference) {
  const pool = new Map(drawing.fragments);
  for (const id of difference.gone) pool.delete(id);
  for (const [id, text] of Object.entries(difference.set)) pool.set(id, text);
  const box = difference.box ?? drawing.box;
  if (!difference.order) return { ...drawing, box, fragments: pool };
  /** @type {Map<string, string>} */
  const ordered = new Map();
  for (const id of difference.order) {
    const text = pool.get(id);
    if (text !== undefined) ordered.set(id, text);
  }
  return { ...drawing, box, fragments: ordered };
}

export class Board {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.defs = /** @type {SVGDefsElement} */ (svg.querySelector("defs"));
    this.group = /** @type {SVGGElement} */ (svg.querySelector(".fragments"));
    /** @type {SVGGElement} badges, and what comes after them: nothing that may be chosen covers a numeral */
    this.above = /** @type {SVGGElement} */ (svg.querySelector(".fragments.above"));
    /** @type {Map<string, string>} what is on the screen now */
    this.texts = new Map();
    /** @type {Map<string, SVGGraphicsElement>} */
    this.elements = new Map();
    this.symbols = "";
    /** @type {number[][]} the corners of a cell around its centre */
    this.corners = [];
  }

  /** How far a cell reaches to the left and to the right of its centre. */
  get reach() {
    return Math.max(0, ...this.corners.map(([x]) => x));
  }

  /** Take over what fragments refer to. @param {string} symbols */
  learn(symbols) {
    if (this.symbols === symbols) return;
    this.symbols = symbols;
    this.defs.innerHTML = symbols;
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
      this.texts.delete(id);
    }
    let { group } = this;
    let next = group.firstElementChild;
    for (const [id, text] of drawing.fragments) {
      if (group === this.group && id.startsWith("badge-")) {
        group = this.above;
        next = group.firstElementChild;
      }
      let element = this.elements.get(id);
      if (!element || this.texts.get(id) !== text) {
        const fresh = parse(text);
        if (element) {
          if (next === element) next = fresh;
          element.replaceWith(fresh);
        } else {
          came.push(fresh);
        }
        element = fresh;
        this.elements.set(id, fresh);
        this.texts.set(id, text);
      }
      if (element === next) next = element.nextElementSibling;
      else group.insertBefore(element, next);
    }
    return { came, went };
  }

  /**
   * Return where the cells lie, each once.
   * @returns {Map<string, Place>}
   */
  places() {
    /** @type {Map<string, Place>} */
    const places = new Map();
    for (const found of this.group.querySelectorAll("[data-cell]")) {
      const element = /** @type {SVGGraphicsElement} */ (found);
      const cell = element.dataset.cell ?? "";
      if (places.has(cell) || element.classList.contains("badge")) continue;
      places.set(cell, { cell, ...centre(element), element });
    }
    return places;
  }

  /**
   * Return the outline of a cell as path data, so far inside its edges.
   * @param {Place} place
   * @param {number} inset
   */
  outline({ x, y }, inset) {
    const scale = (this.reach - inset) / this.reach;
    return `M${this.corners.map(([right, down]) => `${(x + right * scale).toFixed(1)},${(y + down * scale).toFixed(1)}`).join("L")}z`;
  }
}

/** Return where an element is: what it is moved by, or the middle of what it draws. @param {SVGGraphicsElement} element */
function centre(element) {
  const moved = /translate\(([-\d.]+)[ ,]+([-\d.]+)/.exec(element.getAttribute("transform") ?? "");
  if (moved) return { x: Number(moved[1]), y: Number(moved[2]) };
  const box = element.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
