// Looking back: an earlier position is on the board, with the points and the line of the log of that moment.

import { received } from "./board.js";
import { arrive } from "./motion.js";
import { framed, show, zoom } from "./scene.js";
import { source } from "./source.js";
import { state, table } from "./state.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").ReplayPosition} ReplayPosition */

/** What is told: that a ply is wanted, and that its position is shown. `stop` ends what plays the match back. */
export const listeners = { wanted: /** @type {(ply: number) => void} */ (() => {}), shown: () => {}, stop: () => {} };

/** @type {Map<number, Promise<ReplayPosition>>} positions by ply; they stay the same as long as nothing is taken back */
const known = new Map();
/** @type {number | null} the ply that is wanted; null: the last one */
let wanted = null;

/** Return the ply that is shown, or about to be. */
export const currentPly = () => wanted ?? table().plies;

/** Show the present again, because the table has changed. @param {boolean} whole whether moves may have been taken back */
export function forget(whole) {
  if (whole) known.clear();
  wanted = null;
  state.past = null;
}

/** Return the position after `ply` moves. @param {number} ply */
function position(ply) {
  const found = known.get(ply) ?? source.position(ply);
  known.set(ply, found);
  found.catch(() => known.delete(ply));
  return found;
}

/** Show the position after `ply` moves. @param {number} ply */
export async function lookAt(ply) {
  const { plies } = table();
  const asked = Math.min(plies, Math.max(0, ply));
  wanted = asked === plies ? null : asked;
  listeners.wanted(asked);
  const past = wanted === null ? null : await position(asked);
  if (currentPly() !== asked) return;
  state.past = past;
  const drawing = past ? received(past.drawing) : state.standing;
  arrive(show(drawing).came);
  zoom.fit(framed(drawing));
  listeners.shown();
}

/** Go to a position, and stay there. @param {number} ply */
export function jump(ply) {
  listeners.stop();
  return source.goTo?.(ply) ?? lookAt(ply);
}

/** Return the ply of the last position. */
export const lastPly = () => source.last?.() ?? table().plies;

/** Go this many moves forward, or back. @param {number} moves */
export const step = (moves) => jump(currentPly() + moves);
