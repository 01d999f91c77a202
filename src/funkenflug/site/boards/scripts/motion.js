// New parts of the drawing arrive with a motion that tells what happened. Motion ends with the drawing as it is, and
// blocks nothing.

import { calm } from "../../infra/scripts/dom.js";

/** @type {import("./game.js").Arrival[]} */
const FADE = [{ id: /^/, opacity: [0, 1], time: 200 }];

/** @type {Record<string, number>} the speeds: how many times as fast as things are drawn here */
const SPEEDS = { slow: 0.5, normal: 1, fast: 2.5 };

/** Return the name of the speed that the player has chosen. */
export function chosenSpeed() {
  const chosen = localStorage.getItem("speed") ?? "";
  return chosen in SPEEDS ? chosen : "normal";
}

/** How many times as fast things move. */
export const speed = () => SPEEDS[chosenSpeed()];

export const SETTLE = "cubic-bezier(.2, .8, .3, 1)";

/**
 * Let new elements arrive.
 * @param {SVGGraphicsElement[]} came
 * @param {import("./game.js").Arrival[]} [arrivals] of the game
 * @param {number} [delay] milliseconds to wait
 * @param {boolean} [played] whether a move was played; else it is a preview
 */
export function arrive(came, arrivals = FADE, delay = 0, played = true) {
  if (calm()) return;
  const counts = new Map();
  for (const element of came) {
    const how = arrivals.find((arrival) => arrival.id.test(element.dataset.id ?? ""));
    if (!how || (how.played && !played)) continue;
    const nth = counts.get(how) ?? 0;
    counts.set(how, nth + 1);
    const timing = {
      duration: how.time,
      delay: delay + (how.wait ?? 0) + nth * (how.each ?? 0),
      fill: /** @type {const} */ ("backwards"),
    };
    element.animate({ opacity: how.opacity }, { ...timing, easing: "ease-out" }).playbackRate = speed();
    if (how.frames) element.animate(how.frames, { ...timing, easing: SETTLE, composite: "add" }).playbackRate = speed();
  }
}
