// What the pages of the games in the forest share: tiles, chips, stocks, and how things arrive on the board.

import { draw, icon, make } from "../infra/scripts/dom.js";

/** @typedef {import("../infra/scripts/words.js").Words} Words */

const COLOURS = ["green", "blue", "yellow", "red"];
const ROW = 12;

/** A forest with more marks than this can no longer be seen. */
export const MOST_MARKS = 12;

/** Return the name of a cell, as `cell_name` in hexes.py does. @param {string} cell */
export function cellName(cell) {
  const [q, r] = cell.split(",").map(Number);
  if (Math.abs(q) >= 39) return cell;
  const letter = String.fromCharCode(97 + ((((q + 12) % 26) + 26) % 26));
  return letter.repeat(1 + Math.max(Math.floor((q - 1) / 13), Math.floor(-q / 13))) + String(13 - r);
}

/**
 * Return a function that draws a piece of a colour from a symbol, with the mark of its colour.
 * @param {string} symbol
 * @param {string} box the viewBox of the symbol
 * @param {number} y where the mark is
 * @param {number} size of the mark
 */
export function pieceFrom(symbol, box, y, size) {
  const [, , width, tall] = box.split(" ").map(Number);
  return (/** @type {string} */ colour, /** @type {number} */ height, there = true) => {
    const mark = draw("use", {
      href: `#e-${colour}`,
      class: `mark ${colour}`,
      x: -12,
      y: -12,
      width: 24,
      height: 24,
      transform: `translate(0 ${y}) scale(${size / 19})`,
    });
    return draw(
      "svg",
      {
        class: `stock-icon ${colour}${there ? "" : " none"}`,
        width: (height * width) / tall,
        height,
        viewBox: box,
        "aria-hidden": "true",
      },
      draw("use", { href: `#${symbol}` }),
      mark,
    );
  };
}

/** Return the number of a tile as a small hexagon. @param {number} number */
export function chip(number) {
  return make("span", { class: `chip-tile chip-${number}` }, String(number));
}

/** Return a tile as a small picture. @param {number} number */
export function tile(number) {
  const face = draw("g", { class: `tile number-${number}` });
  for (const href of [`#ff-ground-${number}`, `#ff-wood-${number % 3}`, `#ff-fire-${number}`]) {
    face.append(draw("use", { href }));
  }
  const numeral = draw("text", { class: "numeral", y: -36.6 });
  numeral.textContent = String(number);
  const badge = draw(
    "g",
    { class: "badge" },
    draw("rect", { x: -13, y: -53, width: 26, height: 20.4, rx: 10.2 }),
    numeral,
  );
  return draw("svg", { viewBox: "-64 -58 128 116", "aria-hidden": "true" }, face, badge);
}

/** Return a number and a word about tiles, for the top bar. @param {number} count @param {string} word @param {Words} words */
export function tileCount(count, word, { say }) {
  return [icon("hexes", 22), make("b", {}, String(count)), ` ${say(word, { count })}`];
}

/**
 * Return the rows of pieces that a seat has left.
 * @param {number[]} stock by colour
 * @param {string[]} led the colours that the seat leads
 * @param {(colour: string, height: number, there?: boolean) => SVGElement} piece
 * @param {Words} words
 */
export function stocks(stock, led, piece, { say }) {
  const rows = [];
  for (const [index, colour] of COLOURS.entries()) {
    const count = stock[index];
    const own = led.includes(colour);
    if (!own && !count) continue;
    const row = make("div", {
      class: own ? "stock" : "stock few",
      role: "img",
      "aria-label": say("stock-of", { count, colour: say(colour) }),
    });
    for (let nth = 0; nth < (own ? Math.max(ROW, count) : count); nth++) row.append(piece(colour, 19.5, nth < count));
    if (!own) row.append(make("span", { class: "neutral-note" }, say("neutral")));
    rows.push(row);
  }
  const left = COLOURS.map((colour, index) => ({ colour, count: stock[index] })).filter(
    ({ colour, count }) => count || led.includes(colour),
  );
  return [
    ...rows,
    make(
      "span",
      { class: "stock-count num", "aria-hidden": "true" },
      ...left.map(({ colour, count }) => make("span", {}, piece(colour, 14), String(count))),
    ),
  ];
}

/** @type {import("../boards/scripts/game.js").Arrival[]} */
export const ARRIVALS = [
  {
    id: /^tile-/,
    opacity: [0, 1, 1],
    frames: [{ transform: "translate(0, -46px) scale(1.16)" }, { transform: "translate(0, 0) scale(1)" }],
    time: 380,
  },
  { id: /^badge-/, opacity: [0, 1], time: 200, wait: 260 },
];
