// Signs at the edges of the board: something may be chosen that is out of view. A press shows it.

import { icon, make } from "../../infra/scripts/dom.js";
import { area, svg, zoom } from "./scene.js";
import { targets } from "./turn.js";
import { say } from "../../infra/scripts/words.js";

/** @typedef {{x: number, y: number, far: number}} Hidden a target out of view: where it is on the board, and by how many pixels */

const SIDES = ["left", "right", "up", "down"];

const signs = SIDES.map((side) => {
  const count = make("span", {});
  const sign = make(
    "button",
    { type: "button", class: `sign ${side}`, hidden: true, onclick: () => show(side) },
    icon("right", 20),
    count,
  );
  area.append(sign);
  return { side, sign, count };
});

/** @type {Map<string, Hidden[]>} what is out of view, by side */
let hidden = new Map();

/** Show which targets are out of view. */
export function showSigns() {
  hidden = new Map(SIDES.map((side) => [side, []]));
  const matrix = svg.getScreenCTM();
  const frame = svg.getBoundingClientRect();
  if (matrix && !zoom.free) {
    for (const target of targets.choices) note(target, new DOMPoint(target.x, target.y).matrixTransform(matrix), frame);
  }
  for (const { side, sign, count } of signs) {
    const many = hidden.get(side)?.length ?? 0;
    sign.hidden = !many;
    sign.setAttribute("aria-label", say("out-of-view", { count: many }));
    count.textContent = String(many);
  }
}

/** @param {{x: number, y: number}} target @param {DOMPoint} at on the screen @param {DOMRect} frame */
function note({ x, y }, at, frame) {
  const far = [frame.left - at.x, at.x - frame.right, frame.top - at.y, at.y - frame.bottom];
  const most = Math.max(...far);
  if (most > 0) hidden.get(SIDES[far.indexOf(most)])?.push({ x, y, far: most });
}

/** Bring the nearest target on a side into view. @param {string} side */
function show(side) {
  const [nearest] = (hidden.get(side) ?? []).toSorted((a, b) => a.far - b.far);
  if (nearest) zoom.centre(nearest.x, nearest.y);
}

zoom.moved = showSigns;
