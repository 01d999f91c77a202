// The board: a drawing is an ordered mapping from ids to fragments; only what differs is touched.

import { parse } from "./dom.js";

/**
 * @typedef {{box: number[], fragments: Map<string, string>}} Drawing
 * @typedef {{box?: number[] | null, order: string[] | null, set: Record<string, string>, gone: string[]}} Difference
 * @typedef {{cell: string, x: number, y: number, hex: boolean, element: SVGGraphicsElement}} Place
 */

/**
 * Return a drawing as it came from the server.
 * @param {{box: number[], fragments: [string, string][]}} sent
 * @returns {Drawing}
 */
export function received(sent) {
  return { box: sent.box, fragments: new Map(sent.fragments) };
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
  if (!difference.order) return { box: difference.box ?? drawing.box, fragments: pool };
  /** @type {Map<string, string>} */
  const ordered = new Map();
  for (const id of difference.order) {
    const text = pool.get(id);
    if (text !== undefined) ordered.set(id, text);
  }
  return { box: difference.box ?? drawing.box, fragments: ordered };
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
  }

  /** @param {string} symbols */
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
      const box = element.getBBox();
      const moved = /translate\(([-\d.]+)[ ,]+([-\d.]+)/.exec(element.getAttribute("transform") ?? "");
      const hex = moved !== null;
      const x = moved ? Number(moved[1]) : box.x + box.width / 2;
      const y = moved ? Number(moved[2]) : box.y + box.height / 2;
      places.set(cell, { cell, x, y, hex, element });
    }
    return places;
  }
}

/**
 * Return the outline of a cell as path data, so far inside its edges.
 * @param {Place} place
 * @param {number} inset
 */
export function outline(place, inset) {
  const { x, y } = place;
  if (!place.hex) {
    const half = 44 - inset;
    return `M${x - half},${y - half}h${2 * half}v${2 * half}h${-2 * half}z`;
  }
  const radius = 62 - inset;
  const corners = [0, 60, 120, 180, 240, 300].map((angle) => {
    const turn = (angle * Math.PI) / 180;
    return `${(x + radius * Math.cos(turn)).toFixed(1)},${(y + radius * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}
