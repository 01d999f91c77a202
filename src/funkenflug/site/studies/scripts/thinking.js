// The computer thinks along: the best moves of a position, numbered on the board, with the chances of all seats. Several
// searches follow each other, and their results add up; whoever moves on ends the one that runs.

import { announce } from "../../infra/scripts/announce.js";
import { isCell, valueOf, waysTo } from "../../boards/scripts/choosing.js";
import { ask, Refused } from "../../infra/scripts/connection.js";
import { emblem, make, one } from "../../infra/scripts/dom.js";
import { board, complain, table } from "../../boards/scripts/state.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/api.d.ts").Thoughts} Thoughts */
/** @typedef {import("../../infra/scripts/api.d.ts").Thought} Thought */
/** @typedef {{record: string, path: string[]}} Place */
/** @typedef {{moves: Thought[], simulations: number, seconds: number, rounds: number}} Known what is known of a position */

const ROUNDS = 12;
const RETRY = 1500; // milliseconds to wait while the site is busy
const SHOWN = 3;
const NAMED = 0.16; // a chance with room for an emblem and its number
const WHOLE = new Intl.NumberFormat(document.documentElement.lang);
const TENTHS = new Intl.NumberFormat(document.documentElement.lang, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** @type {Map<string, Known>} by position */
const known = new Map();
/** @type {AbortController | null} */
let running = null;
let wanted = false;
let now = "";
let told = ""; // the position and the best move that were announced last

/** What happens when a move of the list is chosen, and when chances are known. */
export const listeners = { play: /** @type {(move: string) => void} */ (() => {}), known: () => {} };

const box = one(".thinking");
const toggle = /** @type {HTMLButtonElement} */ (one(".think"));

/** @param {Place} place */
const keyOf = ({ record, path }) => `${record}\n${path.join("\n")}`;

/** Return the chances of all seats at a position, if it was thought about. @param {Place} place */
export const chancesAt = (place) => known.get(keyOf(place))?.moves[0]?.chances ?? null;

/** Think about the position that is shown now, if that is wanted, unless that goes on already. @param {Place} place */
export function follow(place) {
  if (keyOf(place) === now) show();
  else begin(place);
}

/** @param {Place} place */
function begin(place) {
  running?.abort();
  running = null;
  now = keyOf(place);
  board.scene.clearLabels();
  show();
  if (wanted && table().to_move !== null) think(place);
}

/** Begin to think, or stop. @param {Place} place */
export function toggleThinking(place) {
  wanted = !wanted;
  toggle.setAttribute("aria-pressed", String(wanted));
  begin(place);
}

/** @param {Place} place */
async function think(place) {
  const control = new AbortController();
  running = control;
  const key = keyOf(place);
  const seat = table().to_move ?? 0;
  for (let round = known.get(key)?.rounds ?? 0; round < ROUNDS && !control.signal.aborted; round++) {
    try {
      const found = await ask("POST /api/study/think", { body: { ...place, round } }, { signal: control.signal });
      known.set(key, added(known.get(key), found, seat));
      if (key === now) show();
      listeners.known();
    } catch (error) {
      if (control.signal.aborted) return;
      if (!(error instanceof Refused && [429, 503].includes(error.status))) {
        complain(error);
        return;
      }
      await new Promise((settle) => setTimeout(settle, RETRY));
      round--;
    }
  }
}

/** Add up what two searches have found: each counts as much as it has simulated. Of the moves that were tried most, the best for the seat to move comes first. @param {Known | undefined} before @param {Thoughts} found @param {number} seat @returns {Known} */
export function added(before, found, seat) {
  const moves = new Map((before?.moves ?? []).map((move) => [move.move, move]));
  for (const move of found.moves) {
    const other = moves.get(move.move);
    const visits = move.visits + (other?.visits ?? 0);
    const mean = (/** @type {number[]} */ one, /** @type {number[]} */ two) =>
      one.map((value, seat) => (value * move.visits + (two[seat] ?? 0) * (other?.visits ?? 0)) / visits);
    moves.set(move.move, {
      ...move,
      visits,
      chances: mean(move.chances, other?.chances ?? []),
      points: mean(move.points, other?.points ?? []),
    });
  }
  const order = [...moves.values()].sort((a, b) => b.visits - a.visits);
  return {
    moves: [...order.splice(0, SHOWN).sort((a, b) => b.chances[seat] - a.chances[seat]), ...order],
    simulations: (before?.simulations ?? 0) + found.simulations,
    seconds: (before?.seconds ?? 0) + found.seconds,
    rounds: (before?.rounds ?? 0) + 1,
  };
}

/** Show what is known of the position. */
function show() {
  const found = wanted ? known.get(now) : undefined;
  box.hidden = !wanted;
  showBar(found?.moves[0]?.chances ?? null);
  one(".think-time").textContent = !wanted
    ? ""
    : found
      ? effort(found)
      : table().to_move === null
        ? ""
        : say("hint-thinking");
  const best = (found?.moves ?? []).slice(0, SHOWN);
  one(".best-moves").replaceChildren(...best.map(row));
  board.scene.clearLabels();
  for (const [index, { move }] of best.entries()) {
    board.scene.label(waysTo(move, table().clicks)[0].path.filter(isCell).map(valueOf), String(index + 1));
  }
  if (best.length) tell(best[0]);
}

/** Return how long the search has taken, and how much it has tried. @param {Known} found */
const effort = ({ seconds, simulations }) =>
  say("think-time", { seconds: TENTHS.format(seconds), simulations: WHOLE.format(simulations), count: simulations });

/** Announce the best move when it is found, and when it is another one; not each search that confirms it. @param {Thought} thought */
function tell(thought) {
  const key = `${now}\n\n${thought.move}`;
  if (key === told) return;
  told = key;
  announce(`${translate(thought.words)}: ${promise(thought).join(", ")}`);
}

/** Return what a move promises to the seat that is to move. @param {Thought} thought */
function promise({ chances, points }) {
  const seat = table().to_move ?? 0;
  return [
    say("hint-chance", { percent: Math.round(100 * chances[seat]) }),
    points[seat] ? say("expected", { points: TENTHS.format(points[seat]) }) : "",
  ].filter(Boolean);
}

/** Show the chances of all seats as one bar. @param {readonly number[] | null} chances */
function showBar(chances) {
  const bar = one(".chances");
  const { seats, mode } = table();
  bar.hidden = !chances;
  if (!chances) return;
  const parts =
    mode === "competitive"
      ? seats.map((seat) => ({ seat, chance: chances[seat.seat] }))
      : [{ seat: seats[0], chance: chances[0] }];
  bar.setAttribute(
    "aria-label",
    parts
      .map(({ seat, chance }) => say("chance-of", { name: seat.name, percent: Math.round(100 * chance) }))
      .join(", "),
  );
  bar.replaceChildren(
    ...parts.map(({ seat, chance }) => {
      const part = make(
        "span",
        { class: `chance bar-${seat.colours[0]}` },
        chance >= NAMED && emblem(seat.colours[0], 14),
        chance >= NAMED && make("b", { class: "num" }, String(Math.round(100 * chance))),
      );
      part.style.width = `${100 * chance}%`;
      return part;
    }),
  );
}

/** A move: it is previewed under the pointer and with the focus, and played by a click. @param {Thought} thought @param {number} index */
function row(thought, index) {
  const [choice] = waysTo(thought.move, table().clicks);
  const [look, stop] = [() => board.turn.considerMove(choice), () => board.turn.considerMove(null)];
  const go = make(
    "button",
    {
      type: "button",
      "data-move": thought.move,
      onclick: () => listeners.play(thought.move),
      onpointerenter: look,
      onpointerleave: stop,
      onfocus: look,
      onblur: stop,
    },
    make("span", {}, translate(thought.words)),
    make("small", {}, promise(thought).join(" · ")),
  );
  return make("li", {}, make("span", { class: "rank-dot" }, String(index + 1)), go);
}
