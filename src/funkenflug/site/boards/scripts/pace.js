// How fast things move on the board. The page says whose turn it is when they have come to rest.

import { chosenSpeed, speed } from "./motion.js";
import { svg } from "./scene.js";
import { state } from "./state.js";

/** What is told when everything has come to rest. */
export const listeners = { rested: () => {} };

const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-speed]"));
let motions = 0; // counts, to ignore the end of motion that is followed by other motion

/** Set the speed of everything that has begun to move, and wait for its end: until then it is nobody's turn. */
export async function settle() {
  const moving = svg
    .getAnimations({ subtree: true })
    .filter((motion) => motion.playState === "running" && !(motion instanceof CSSTransition));
  for (const motion of moving) motion.playbackRate = speed();
  const count = ++motions;
  state.moving = moving.length > 0 && !document.hidden;
  if (!state.moving) return;
  await Promise.allSettled(moving.map(({ finished }) => finished));
  if (count === motions) rest();
}

/** Let the turn begin, whatever still moves. */
export function rest() {
  if (!state.moving) return;
  motions += 1;
  state.moving = false;
  listeners.rested();
}

function show() {
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.speed === chosenSpeed()));
}
for (const button of buttons) {
  button.addEventListener("click", () => {
    localStorage.setItem("speed", button.dataset.speed ?? "");
    show();
  });
}
show();
// who touches the board or a key need not wait
svg.addEventListener("pointerdown", rest);
document.addEventListener("keydown", rest, true);
document.addEventListener("visibilitychange", () => document.hidden && rest());
