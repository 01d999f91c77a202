// Choosing on the board: clicks and keys become a move, drafts and previews are shown, and the turn is sent.

import { changed } from "./board.js";
import { Choosing, isCell, only, valueOf } from "./choosing.js";
import { Refused } from "../../infra/scripts/connection.js";
import { one } from "../../infra/scripts/dom.js";
import { page } from "./game.js";
import { arrive } from "./motion.js";
import { complain, explain } from "../../infra/scripts/notices.js";
import { isWhole, label, steps } from "./options.js";
import { cellWords } from "./reading.js";
import { board, framed, isMarked, show, showDraft, svg, zoom } from "./scene.js";
import { source } from "./source.js";
import { coarse, main, state, table } from "./state.js";
import { Targets } from "./targets.js";
import { translate } from "../../infra/scripts/words.js";

/** @typedef {import("./choosing.js").Branch} Branch */

/** What is told when something else may be chosen, and what may answer the touch of a cell itself: true if it did. @type {{changed: () => void, touched: (cell: string) => boolean}} */
export const listeners = { changed: () => {}, touched: () => false };

export const choosing = new Choosing({
  look: (draft, move) => source.preview(draft, move),
  send: (moves) => send(moves),
  show: (look) => {
    const before = state.shown;
    const drawing = look ? changed(state.standing, look.difference) : state.standing;
    const { came } = show(drawing);
    showDraft(choosing.path, choosing.seen !== null);
    if (before === state.standing || choosing.draft.length) arrive(came, 0, false);
    // a preview must not move the board under a mouse; a finger is gone by then
    if (look === choosing.base || (coarse.matches && choosing.pending)) zoom.fit(framed(drawing));
  },
  changed: () => listeners.changed(),
  failed: complain,
});

export const targets = new Targets(/** @type {SVGGElement} */ (/** @type {unknown} */ (one(".targets"))), board, {
  most: () => page.mostMarks ?? Infinity,
  pick: (token) => tap(valueOf(token)),
  describe: (token) => cellWords(valueOf(token)) ?? label(token),
  consider: (token) =>
    consider(token === null ? null : (choosing.at(choosing.depthOf(token) ?? 0).branches.get(token) ?? null)),
});

/** Whether the viewer may choose now. */
export const mayChoose = () => choosing.offered.length > 0 && !table().cover && !state.past && !state.moving;

/** Send moves; return whether they were played. @param {string[]} moves */
export async function send(moves) {
  if (state.sending) return false;
  state.sending = true;
  state.sent = moves;
  listeners.changed();
  try {
    await source.play(moves);
    return true;
  } catch (error) {
    complain(error);
    const refused = error instanceof Refused && error.status !== 429 && error.status < 500;
    if (!refused) return false; // the server has not said no: the turn stays, to be sent once more
    if (error.status === 409) source.reload();
    offer();
    show(state.standing);
    return false;
  } finally {
    state.sending = false;
    listeners.changed();
  }
}

/** Begin with the moves that the server offers. */
export function offer() {
  choosing.offer(table().choices, table().draftable, table().clicks);
  preselect();
}

/** Take along what has no alternative, once it is this player's turn. */
export function preselect() {
  if (mayChoose() && !choosing.touched) choosing.preselect();
}

/** @param {string} token */
export async function choose(token) {
  if (state.sending || state.past) return;
  const keyboard = main.contains(document.activeElement) && document.activeElement?.matches(":focus-visible");
  await choosing.pick(token);
  if (!keyboard) return;
  if (choosing.pending) one(".send").focus();
  else if (
    choosing.depth === choosing.path.length &&
    choosing.path.length &&
    steps(choosing).some((branch) => !isWhole(branch))
  ) {
    one(".choices .option").focus();
  } else if (!targets.here) targets.enter();
}

let considering = 0;

/** Stop what `consider` has planned. */
export const stopConsidering = () => clearTimeout(considering);

/** Preview the move that a branch leads to, a moment later; null: end the preview. @param {Branch | null} branch */
export function consider(branch) {
  const choice = branch && only(branch);
  if (branch && !choice) stopConsidering();
  else considerMove(choice);
}

/** Preview a move, a moment later; null: end the preview. @param {import("./choosing.js").Choice | null} choice */
export function considerMove(choice) {
  stopConsidering();
  const { root, click } = choosing; // a new root: the turn has gone on, and the move may be part of the draft
  considering = setTimeout(
    () => {
      if (root === choosing.root && click === choosing.click && !state.sending) choosing.consider(choice);
    },
    choice ? 50 : 90,
  );
}

/** Choose the steps of a path, up to sending. @param {string[]} path */
export async function follow(path) {
  while (choosing.path.length && (await choosing.back()));
  for (const [depth, token] of path.entries()) {
    if (depth === choosing.path.length && !choosing.pending) await choosing.pick(token, depth);
  }
}

/** Mark the cells that may be chosen. @param {boolean} mine */
export function showTargets(mine) {
  targets.show(mine ? targetsNow() : [], choosing.path.length > 0);
}

function targetsNow() {
  const places = board.places();
  let depth = choosing.path.length;
  const cells = () => [...choosing.at(depth).branches.keys()].filter(isCell);
  const next = new Set(cells());
  while (depth > 0 && !cells().length) depth--;
  const chosen = new Set(choosing.path.filter(isCell));
  const all = new Set([...cells(), ...[...choosing.at(0).branches.keys()].filter(isCell)]);
  if (choosing.path.length && next.size) {
    for (const token of all) if (!next.has(token) && !chosen.has(token)) all.delete(token);
  }
  return [...all].flatMap((token) => {
    const place = places.get(valueOf(token));
    const quiet = isMarked(valueOf(token)) || !next.has(token);
    return place ? [{ token, place, quiet, chosen: chosen.has(token) && !choosing.seen }] : [];
  });
}

svg.addEventListener("click", (event) =>
  tap(/** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell") ?? null),
);

/** Choose a cell, or tell why it may not be chosen; what is beside all cells takes back the last step. @param {string | null} cell */
async function tap(cell) {
  if (state.past || (cell && listeners.touched(cell))) return;
  if (cell && choosing.depthOf(`cell:${cell}`) !== null) {
    choose(`cell:${cell}`);
    return;
  }
  if (!choosing.offered.length) return;
  if (!cell) {
    if (choosing.path.length) choosing.back();
    return;
  }
  try {
    const question = {
      cell,
      steps: choosing.stepsBeforeCell(),
      draft: choosing.draft.map(({ choice }) => choice.move),
    };
    explain(translate(await source.explain(question)));
  } catch (error) {
    complain(error);
  }
}
