// What the table of Vulkan! shows besides the board: stocks and tiles won, planes on their flights, tiles that go to
// their winners.

import { calm, draw, make } from "../../../infra/scripts/dom.js";
import { SETTLE } from "../../../boards/scripts/motion.js";
import { layoutEditor } from "../../layout.js";
import { ARRIVALS, cellName, chip, MOST_MARKS, pieceFrom, stocks, tile, tileCount } from "../../hexes.js";

/** @typedef {import("../../../boards/scripts/game.js").Scene} Scene */
/** @typedef {import("../../../boards/scripts/game.js").Change} Change */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{stocks: number[][], collected: {seat: number | null, number: number}[]}} Panel */
/** @typedef {{type: "Flown", cells: number[][], drops: number[][], colour: string}} Flown */

const BEFORE_LIFT = 380;
const piece = pieceFrom("ff-drop-small", "-8 -15.5 16 18", -4.4, 5);

/** @param {import("../../../infra/scripts/words.js").Words} words @returns {import("../../../boards/scripts/game.js").GamePage<Panel>} */
export default (words) => ({
  cellName,
  piece,
  picture: () => tile(6),
  mostMarks: MOST_MARKS,
  marked: (cell, scene) => scene.places().get(cell)?.element.classList.contains("spot") ?? false,

  possessions(panel, seat) {
    const rows = stocks(panel.stocks[seat.seat], seat.colours, piece, words);
    const won = panel.collected.filter((gone) => gone.seat === seat.seat).map(({ number }) => number);
    if (won.length) {
      rows.push(
        make(
          "div",
          { class: "won", role: "img", "aria-label": `${words.say("tiles-won")}: ${won.join(", ")}` },
          ...won.sort((a, b) => a - b).map(chip),
        ),
      );
    }
    return rows;
  },

  dealEditor: (word, text, changed) => (word === "layout" ? layoutEditor(text, changed, words) : null),

  progress: (_, fragments) =>
    tileCount([...fragments.keys()].filter((id) => id.startsWith("tile-")).length, "burning", words),

  parts: ({ collected }, seat) =>
    /** @type {number[][] | undefined} */ (collected)?.[seat].toSorted((a, b) => b - a) ?? null,

  arrivals: [
    ...ARRIVALS,
    {
      id: /^load-/,
      opacity: [0, 1, 1],
      frames: [
        { transform: "translate(0, -60px) scale(.5)" },
        { transform: "translate(0, 3px) scale(1.08, .92)", offset: 0.8 },
        { transform: "translate(0, 0) scale(1)" },
      ],
      time: 340,
      each: 70,
    },
    {
      id: /^volcano/,
      opacity: [0, 1, 1],
      frames: [{ transform: "scale(.4)" }, { transform: "scale(1.1)", offset: 0.7 }, { transform: "scale(1)" }],
      time: 420,
    },
  ],

  sounds: { VolcanoChosen: "tile", Flown: "plane", Extinguished: "drop", Isolated: "tile" },

  motion({ events, places, went, sent }, scene) {
    if (calm()) return 0;
    let delay = 0;
    /** @type {Map<string, number | null>} */
    const winners = new Map();
    for (const { cell, winner } of events) {
      if (cell && winner !== undefined) winners.set(String(cell), /** @type {number | null} */ (winner));
    }
    for (const event of events) {
      if (event.type !== "Flown") continue;
      const { cells, drops, colour } = /** @type {Flown} */ (/** @type {unknown} */ (event));
      const over = (/** @type {number[][]} */ row) =>
        row.map((cell) => places.get(String(cell))).filter((place) => place !== undefined);
      const back = sent.includes(`fly ${colour} ${cells[cells.length - 1]} ${cells[0]}`); // chosen from the other end
      delay = Math.max(delay, fly(scene, over(back ? cells.toReversed() : cells), colour));
      drop(scene, over(drops.filter((cell) => winners.has(String(cell)))), colour, delay);
    }
    if (winners.size) {
      lift(
        went.filter((element) => /^(?:tile|badge)-/.test(element.dataset.id ?? "")),
        scene,
        winners,
        delay + BEFORE_LIFT,
      );
    }
    return delay;
  },
});

/** Fly a plane over these points; return the milliseconds until it is over the first. @param {Scene} scene @param {Point[]} points @param {string} colour */
function fly(scene, points, colour) {
  if (!points.length) return 0;
  const first = points[0];
  const last = points[points.length - 1];
  const angle = points.length > 1 ? Math.atan2(last.y - first.y, last.x - first.x) : -Math.PI / 6;
  const ahead = { x: 170 * Math.cos(angle), y: 170 * Math.sin(angle) };
  const turn = (angle * 180) / Math.PI;
  const shade = draw("use", { href: "#ff-plane-shade", transform: `translate(9 18) rotate(${turn})` });
  const plane = draw(
    "g",
    { class: `plane ${colour}` },
    shade,
    draw("use", { href: "#ff-plane-art", transform: `rotate(${turn})` }),
  );
  scene.flights.append(plane);
  const frames = [
    { transform: `translate(${first.x - ahead.x}px, ${first.y - ahead.y}px)`, opacity: 0 },
    { opacity: 1, offset: 0.2 },
    { opacity: 1, offset: 0.8 },
    { transform: `translate(${last.x + ahead.x}px, ${last.y + ahead.y}px)`, opacity: 0 },
  ];
  removed(plane, plane.animate(frames, { duration: 360 + 70 * points.length, easing: "linear", fill: "both" }));
  return 150;
}

/** Let water fall on tiles that go out, where nothing of it stays. @param {Scene} scene @param {Point[]} points @param {string} colour @param {number} delay */
function drop(scene, points, colour, delay) {
  for (const [nth, { x, y }] of points.entries()) {
    const water = draw("g", { class: `load ${colour}` }, draw("use", { href: "#ff-drop" }));
    scene.flights.append(water);
    const frames = [
      { transform: `translate(${x}px, ${y - 50}px) scale(.5)`, opacity: 0 },
      { transform: `translate(${x}px, ${y + 22}px) scale(1.06, .94)`, opacity: 1, offset: 0.6 },
      { transform: `translate(${x}px, ${y + 20}px) scale(1)`, opacity: 1 },
    ];
    removed(water, water.animate(frames, { duration: 520, delay: delay + 70 * nth, easing: SETTLE, fill: "both" }));
  }
}

/**
 * Lift tiles off the board, towards the cards of their winners.
 * @param {SVGGraphicsElement[]} tiles
 * @param {Scene} scene
 * @param {Map<string, number | null>} winners
 * @param {number} delay
 */
function lift(tiles, scene, winners, delay) {
  for (const element of tiles) {
    const at = /translate\(([-\d.]+)[ ,]+([-\d.]+)/.exec(element.getAttribute("transform") ?? "");
    if (!at) continue;
    const [x, y] = [Number(at[1]), Number(at[2])];
    const to = card(winners.get(element.dataset.cell ?? "") ?? null, scene);
    delete element.dataset.id;
    scene.flights.append(element);
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(1)`, opacity: 1 },
      { transform: `translate(${x}px, ${y - 22}px) scale(1.1)`, opacity: 1, offset: 0.35 },
      {
        transform: to ? `translate(${to.x}px, ${to.y}px) scale(.16)` : `translate(${x}px, ${y - 60}px) scale(.8)`,
        opacity: 0,
      },
    ];
    removed(element, element.animate(frames, { duration: 560, delay, easing: "ease-in-out", fill: "both" }));
  }
}

/** Return where the card of a seat is, in the board's coordinates. @param {number | null} seat @param {Scene} scene */
function card(seat, scene) {
  const box = seat === null ? null : document.querySelector(`.seat[data-seat="${seat}"]`)?.getBoundingClientRect();
  const matrix = scene.svg.getScreenCTM();
  if (!box || !matrix) return null;
  return new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(matrix.inverse());
}

/** Remove an element when its motion ends. @param {SVGElement} element @param {Animation} motion */
function removed(element, motion) {
  motion.onfinish = motion.oncancel = () => element.remove();
}
