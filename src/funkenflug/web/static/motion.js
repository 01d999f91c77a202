// Motion tells what happened: a tile lands, crews step on, a plane flies its row, tiles are lifted off to their winner,
// stones flip over. Every motion starts from the drawing as it is, ends there, and never blocks.

import { calm, draw } from "./dom.js";

const SETTLE = "cubic-bezier(.2, .8, .3, 1)";

/** How what comes moves in, by the beginning of its id; transforms are added to the element's own place. */
const ARRIVALS = [
  { id: /^tile-/, opacity: [0, 1, 1], frames: [{ transform: "translate(0, -46px) scale(1.16)" }, { transform: "translate(0, 0) scale(1)" }], time: 380 },
  { id: /^badge-/, opacity: [0, 1], time: 200, wait: 260 },
  { id: /^crew-/, opacity: [0, 1, 1], frames: [{ transform: "translate(0, 34px) scale(.7)" }, { transform: "translate(0, -7px) scale(1.06)", offset: 0.7 }, { transform: "translate(0, 0) scale(1)" }], time: 420, each: 90 },
  { id: /^load-/, opacity: [0, 1, 1], frames: [{ transform: "translate(0, -60px) scale(.5)" }, { transform: "translate(0, 3px) scale(1.08, .92)", offset: 0.8 }, { transform: "translate(0, 0) scale(1)" }], time: 340, each: 70 },
  { id: /^domino-/, opacity: [0, 1, 1], frames: [{ transform: "translate(0, -34px) scale(1.14)" }, { transform: "translate(0, 0) scale(1)" }], time: 340 },
  { id: /^stone-/, opacity: [0.3, 1, 1], frames: [{ transform: "scale(.1, 1.1)" }, { transform: "scale(1.12)", offset: 0.7 }, { transform: "scale(1)" }], time: 420, each: 80 },
  { id: /^(?:leader|elemental|volcano)/, opacity: [0, 1, 1], frames: [{ transform: "scale(.4)" }, { transform: "scale(1.1)", offset: 0.7 }, { transform: "scale(1)" }], time: 420 },
  { id: /^(?:region|label)-/, opacity: [0, 1], time: 500, each: 70 },
];

/**
 * Let what came arrive.
 * @param {SVGGraphicsElement[]} came
 * @param {number} [delay] milliseconds to wait, for a plane on its way
 */
export function arrive(came, delay = 0) {
  if (calm()) return;
  const counts = new Map();
  for (const element of came) {
    const how = ARRIVALS.find((arrival) => arrival.id.test(element.id));
    if (!how) continue;
    const nth = counts.get(how) ?? 0;
    counts.set(how, nth + 1);
    const timing = { duration: how.time, delay: delay + (how.wait ?? 0) + nth * (how.each ?? 0), fill: /** @type {const} */ ("backwards") };
    element.animate({ opacity: how.opacity }, { ...timing, easing: "ease-out" });
    if (how.frames) element.animate(/** @type {Keyframe[]} */ (how.frames), { ...timing, easing: SETTLE, composite: "add" });
  }
}

/**
 * Lift tiles off the board, towards a card.
 * @param {SVGGraphicsElement[]} went
 * @param {SVGGElement} layer where they are drawn while they fly
 * @param {(cell: string) => DOMPoint | null} goal where a tile flies to, in the board's coordinates
 * @param {number} delay
 */
export function lift(went, layer, goal, delay) {
  if (calm()) return;
  for (const element of went) {
    if (!/^(?:tile|badge|load)-/.test(element.id)) continue;
    const cell = element.dataset.cell ?? element.id.replace(/^load-(-?\d+)-(-?\d+)-.*/, "$1,$2");
    const at = /translate\(([-\d.]+)[ ,]+([-\d.]+)/.exec(element.getAttribute("transform") ?? "");
    if (!at) continue;
    const to = goal(cell);
    element.removeAttribute("id");
    layer.append(element);
    const away = to ? `translate(${to.x}px, ${to.y}px) scale(.16)` : `translate(${at[1]}px, ${Number(at[2]) - 60}px) scale(.8)`;
    const motion = element.animate(
      [
        { transform: `translate(${at[1]}px, ${at[2]}px) scale(1)`, opacity: 1 },
        { transform: `translate(${at[1]}px, ${Number(at[2]) - 22}px) scale(1.1)`, opacity: 1, offset: 0.35 },
        { transform: away, opacity: 0 },
      ],
      { duration: 560, delay, easing: "ease-in-out", fill: "both" },
    );
    motion.onfinish = () => element.remove();
    motion.oncancel = () => element.remove();
  }
}

/**
 * Let water fall where nothing of it stays to be seen, for the tile goes out.
 * @param {SVGGElement} layer
 * @param {{x: number, y: number}[]} points
 * @param {string} colour
 * @param {number} delay
 */
export function drop(layer, points, colour, delay) {
  if (calm()) return;
  for (const [nth, { x, y }] of points.entries()) {
    const water = draw("g", { class: `load ${colour}` }, draw("use", { href: "#ff-drop" }));
    layer.append(water);
    const motion = water.animate(
      [
        { transform: `translate(${x}px, ${y - 50}px) scale(.5)`, opacity: 0 },
        { transform: `translate(${x}px, ${y + 22}px) scale(1.06, .94)`, opacity: 1, offset: 0.6 },
        { transform: `translate(${x}px, ${y + 20}px) scale(1)`, opacity: 1 },
      ],
      { duration: 520, delay: delay + 70 * nth, easing: SETTLE, fill: "both" },
    );
    motion.onfinish = motion.oncancel = () => water.remove();
  }
}

/**
 * Fly a plane over these points.
 * @param {SVGGElement} layer
 * @param {{x: number, y: number}[]} points
 * @param {string} colour
 * @returns {number} milliseconds until it is over the first tile
 */
export function fly(layer, points, colour) {
  if (calm() || points.length === 0 || !document.getElementById("ff-plane-art")) return 0;
  const first = points[0];
  const last = points[points.length - 1];
  const angle = points.length > 1 ? Math.atan2(last.y - first.y, last.x - first.x) : -Math.PI / 6;
  const ahead = { x: 170 * Math.cos(angle), y: 170 * Math.sin(angle) };
  const turn = (angle * 180) / Math.PI;
  const plane = draw(
    "g",
    { class: `plane ${colour}` },
    draw("use", { href: "#ff-plane-shade", transform: `translate(9 18) rotate(${turn})` }),
    draw("use", { href: "#ff-plane-art", transform: `rotate(${turn})` }),
  );
  layer.append(plane);
  const duration = 360 + 70 * points.length;
  const motion = plane.animate(
    [
      { transform: `translate(${first.x - ahead.x}px, ${first.y - ahead.y}px)`, opacity: 0 },
      { opacity: 1, offset: 0.2 },
      { opacity: 1, offset: 0.8 },
      { transform: `translate(${last.x + ahead.x}px, ${last.y + ahead.y}px)`, opacity: 0 },
    ],
    { duration, easing: "linear", fill: "both" },
  );
  motion.onfinish = () => plane.remove();
  motion.oncancel = () => plane.remove();
  return 150;
}
