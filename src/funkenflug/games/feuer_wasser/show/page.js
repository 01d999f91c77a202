// What the table of Feuer & Wasser shows besides the board: stones and dominoes of the seats, a domino while it is
// laid, and who has how much influence on a cell.

import { isCell, kindOf, valueOf } from "../../../boards/scripts/choosing.js";
import { draw, make } from "../../../infra/scripts/dom.js";
import { emblems } from "../../../boards/scripts/tray.js";

/** @typedef {{cell: string, by_seat: number[]}} Influence */
/** @typedef {{stones_left: number[], open_tiles: number[][][], face_down: number[], influence: Influence[], elementals: string[]}} Panel */
/** @typedef {import("../../../boards/scripts/game.js").Seat} Seat */
/** @typedef {import("../../../boards/scripts/game.js").Place} Place */

const RING = 41;
const PLATE = 37;
const CHIP = 44;
const READABLE = 0.8; // pixels for a unit of the drawing: smaller chips are drawn larger

/** @param {string} colour @param {number} height */
const piece = (colour, height) =>
  draw(
    "svg",
    { class: `stock-icon ${colour}`, width: height, height, viewBox: "-10 -10 20 20", "aria-hidden": "true" },
    draw("use", { href: `#fw-pip-${colour}` }),
  );

/** @param {import("../../../infra/scripts/words.js").Words} words @returns {import("../../../boards/scripts/game.js").GamePage<Panel>} */
export default ({ say, translate }) => ({
  piece,
  turns: (id) => /^(?:frame|domino-|ghost-domino-|last-move)/.test(id),
  marked: (cell, scene) => scene.elements.has(`take-${scene.svg.dataset.seat}-${cell}`),

  possessions(panel, { seat, colours: [colour] }) {
    const left = panel.stones_left[seat];
    const stones = make(
      "div",
      { class: "pips", role: "img", "aria-label": say("stones-left", { count: left }) },
      ...Array.from({ length: left }, () => piece(colour, 17)),
    );
    const count = make(
      "span",
      { class: "stock-count num", "aria-hidden": "true" },
      make("span", {}, piece(colour, 14), String(left)),
    );
    const open = panel.open_tiles[seat];
    const label = open.map(([fire, water]) => say("halves", { fire, water })).join("; ");
    const shelf = make(
      "div",
      { class: "shelf", ...(label && { role: "img", "aria-label": label }) },
      ...open.map(([fire, water]) => domino(colour, fire, water)),
    );
    return [
      make("div", {}, stones, count),
      shelf,
      make("p", { class: "seat-note" }, say("face-down", { count: panel.face_down[seat] })),
    ];
  },

  name: (token) =>
    kindOf(token) === "tile" ? say("halves", { fire: valueOf(token)[0], water: valueOf(token)[1] }) : null,

  face(token, colour) {
    const value = valueOf(token);
    if (kindOf(token) === "tile") return [domino(colour, Number(value[0]), Number(value[1]))];
    if (!document.getElementById(`fw-${value}-${colour}`)) return null;
    const picture = draw(
      "svg",
      { class: colour, viewBox: "-30 -44 60 80", width: 30, height: 40, "aria-hidden": "true" },
      draw("use", { href: `#fw-${value}-${colour}` }),
      draw("use", { href: "#fw-crown", transform: "translate(0 -9)" }),
    );
    return [picture, make("span", {}, say(`verb-${value}`))];
  },

  // the half that has its cell already lies there while the other one is chosen
  draft(path, colour, scene) {
    const laid = path.find((token) => kindOf(token) === "tile");
    const at = laid && scene.places().get(valueOf(path.find(isCell) ?? ""));
    if (!at) return [];
    const square = (/** @type {string} */ kind, /** @type {number} */ reach) =>
      draw("rect", { class: kind, x: -reach, y: -reach, width: 2 * reach, height: 2 * reach, rx: 13 });
    const ring = [square("fw-selection-casing", RING), square("fw-selection", RING)];
    return [
      draw(
        "g",
        { class: `half-ghost ${colour}`, transform: `translate(${at.x} ${at.y})` },
        ...ring,
        square("fw-ghost-plate", PLATE),
        half(colour, "fire", Number(valueOf(laid)[0])),
      ),
    ];
  },

  inspect({ seats }, { influence, elementals }, cell, scene) {
    const there = elementals.includes(cell) ? undefined : influence.find((known) => known.cell === cell);
    const at = there && scene.places().get(cell);
    if (!there) return null;
    const rows = seats.map((seat) =>
      make(
        "li",
        {},
        ...emblems(seat, 20),
        make("span", {}, translate(seat.name)),
        make("b", { class: "num" }, String(there.by_seat[seat.seat])),
      ),
    );
    return {
      beside: [make("h2", {}, say("influence-on", { cell })), make("ul", {}, ...rows)],
      above: at ? [chips(there.by_seat, seats, at, scene.svg)] : [],
    };
  },

  sounds: {
    ElementalPlaced: "piece",
    DominoLaid: "tile",
    LeaderPlaced: "piece",
    StoneLaid: "piece",
    ElementalTamed: "piece",
  },

  arrivals: [
    {
      id: /^domino-/,
      opacity: [0, 1, 1],
      frames: [{ transform: "translate(0, -34px) scale(1.14)" }, { transform: "translate(0, 0) scale(1)" }],
      time: 340,
    },
    {
      id: /^stone-/,
      opacity: [0.3, 1, 1],
      frames: [{ transform: "scale(.1, 1.1)" }, { transform: "scale(1.12)", offset: 0.7 }, { transform: "scale(1)" }],
      time: 420,
      each: 80,
    },
    {
      id: /^(?:leader|elemental)/,
      opacity: [0, 1, 1],
      frames: [{ transform: "scale(.4)" }, { transform: "scale(1.1)", offset: 0.7 }, { transform: "scale(1)" }],
      time: 420,
    },
  ],
});

/** Return one half of a domino. @param {string} colour @param {string} element fire or water @param {number} number @param {number} [x] */
function half(colour, element, number, x = 0) {
  const numeral = draw("text", { class: `numeral fw-on-${element}`, x, y: colour === "yellow" ? 15 : 11.5 }); // a triangle has its number lower
  numeral.textContent = String(number);
  return draw("g", {}, draw("use", { href: `#fw-${element}-${colour}`, x }), numeral);
}

/** Return an open domino. @param {string} colour @param {number} fire @param {number} water */
function domino(colour, fire, water) {
  const parts = [
    draw("use", { href: "#fw-plate-across" }),
    half(colour, "fire", fire, -44),
    half(colour, "water", water, 44),
    draw("use", { href: `#fw-rivet-${colour}` }),
  ];
  return draw("svg", { viewBox: "-84 -41 168 82", "aria-hidden": "true" }, draw("g", { class: colour }, ...parts));
}

/** Return the influence of all seats as chips at a cell. @param {number[]} bySeat @param {Seat[]} seats @param {Place} at @param {SVGSVGElement} svg */
function chips(bySeat, seats, at, svg) {
  const view = svg.viewBox.baseVal;
  const scale = Math.max(1, READABLE / (svg.getScreenCTM()?.a ?? 1));
  const wide = scale * CHIP * seats.length;
  const left = Math.max(view.x + 6 * scale, Math.min(view.x + view.width - wide - 2, at.x - wide / 2));
  const parts = seats.map((seat, index) => {
    const numeral = draw("text", { class: "numeral", x: CHIP * index + 31, y: 6 });
    numeral.textContent = String(bySeat[seat.seat]);
    return draw(
      "g",
      {},
      draw("use", {
        href: `#e-${seat.colours[0]}`,
        class: `emblem ${seat.colours[0]}`,
        x: CHIP * index + 4,
        y: -9,
        width: 18,
        height: 18,
      }),
      numeral,
    );
  });
  const up = 36 + 14 * scale;
  const beside = at.y - up < view.y ? up : -up; // the uppermost row has no room above
  return draw(
    "g",
    { class: "power", transform: `translate(${left} ${at.y + beside}) scale(${scale})` },
    draw("rect", { x: -4, y: -14, width: CHIP * seats.length + 4, height: 28, rx: 14 }),
    ...parts,
  );
}
