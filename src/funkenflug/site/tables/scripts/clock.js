// The clocks of the seats, counted on from what the server said last.

import { table } from "../../boards/scripts/state.js";

const SHORT = 30;
let heard = performance.now();
/** @type {number | null} since when the site can store nothing: all clocks stand still */
let stopped = null;
const now = () => stopped ?? performance.now();

/** Begin to count from what the server has just said. */
export function restart() {
  heard = performance.now();
  if (stopped !== null) stopped = heard;
}

/** Stop all clocks, or let them run on. @param {boolean} runs */
export function run(runs) {
  const before = now();
  stopped = runs ? null : before;
  heard += now() - before;
}

/** Return how many seconds a seat has left, null if it has no clock. @param {number} seat */
export function timeLeft(seat) {
  const { clock, to_move: toMove } = table();
  const left = clock.left?.[seat] ?? null;
  if (left === null) return null;
  const spent = clock.running && toMove === seat ? (clock.elapsed ?? 0) + (now() - heard) / 1000 : 0;
  return Math.max(0, Math.round(left - spent));
}

/** @param {Element} clock an element with the number of its seat */
export function showClock(clock) {
  const left = timeLeft(Number(clock.getAttribute("data-seat"))) ?? 0;
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), left % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  clock.textContent = hours > 9 ? `${hours} h` : hours ? `${hours} h ${two(minutes)}` : `${minutes}:${two(seconds)}`;
  clock.classList.toggle("short", left < SHORT);
}
setInterval(() => document.querySelectorAll(".seat-clock").forEach(showClock), 1000);
