// The board on the screen: it shows a drawing, what moves on it, rings around cells, and what a game adds to it.

import { Board } from "./board.js";
import { valueOf } from "./choosing.js";
import { draw, one } from "../../infra/scripts/dom.js";
import { page } from "./game.js";
import { arrive } from "./motion.js";
import { showNames } from "./names.js";
import { coarse, moment, ownSeat, state, table, wide } from "./state.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./board.js").Drawing} Drawing */
/** @typedef {import("../../infra/scripts/messages.d.ts").GameEvent} GameEvent */

/** @param {string} selector */
const layer = (selector) => /** @type {SVGGElement} */ (/** @type {unknown} */ (one(selector)));

export const area = one(".board-area");
export const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (one("svg.board")));
export const board = new Board(svg);
export const zoom = new Zoom(svg, area);
export const marks = layer(".marks");
const ghosts = layer(".ghosts");
const inspected = layer(".inspected");

/** @type {import("./game.js").Scene} */
const scene = { svg, flights: layer(".flights"), elements: board.elements, places: () => board.places() };

const SHEET = 140; // pixels of a phone's sheet with a row of choices: when it opens, the board does not turn

/** Turn the board of a phone or tablet by a quarter if it is larger then. Return whether that has changed. */
export function turnBoard() {
  const [, , width, height] = state.standing.box;
  const room = area.getBoundingClientRect();
  const tall = (room.bottom < innerHeight ? innerHeight - SHEET : room.bottom) - room.top;
  const turned =
    Boolean(page.turns) &&
    (!wide.matches || coarse.matches) &&
    width > height === tall > room.width &&
    width !== height;
  if (turned === board.turned) return false;
  board.turns = page.turns ?? board.turns;
  board.turn(turned);
  marks.replaceChildren();
  zoom.fit(framed(state.shown));
  return true;
}

/** Fetch the symbols that the shapes of the game refer to. */
export async function loadSymbols() {
  const answer = await fetch(/** @type {HTMLLinkElement} */ (one("#symbols")).href);
  one("svg.board defs").innerHTML = await answer.text();
}

let cellInspected = "";

/** Show a drawing, and return what came and what went. @param {Drawing} drawing */
export function show(drawing) {
  state.shown = drawing;
  const change = board.show(drawing);
  showNames(board);
  inspect(cellInspected);
  return change;
}

/** Show the board after these events, with their motion; return the milliseconds until new fragments arrive. @param {GameEvent[]} events */
export function showStanding(events) {
  const places = board.places();
  const fresh = state.shown.fragments.size === 0;
  const { looking, to_move } = table();
  svg.dataset.seat = String(looking ?? to_move ?? "");
  if (fresh) turnBoard();
  const { came, went } = show(state.standing);
  zoom.fit(framed(state.standing));
  if (fresh) return 0;
  const delay = page.motion?.({ events, places, went, sent: state.sent }, scene) ?? 0;
  arrive(came, delay);
  return delay;
}

/** Return the part of the board that a drawing takes up. @param {Drawing} drawing */
export const framed = (drawing) => board.box(drawing.box);

/** Whether the drawing itself marks a cell that may be chosen. @param {string} cell */
export const isMarked = (cell) => page.marked?.(cell, scene) ?? false;

/** Show what lies on the board while a move is being chosen. @param {string[]} path @param {boolean} previewed whether the board shows the whole move */
export function showDraft(path, previewed) {
  area.dataset.steps = path.map((token) => token.split(":")[0]).join(" ");
  area.classList.toggle("previewed", previewed);
  ghosts.replaceChildren(
    ...(previewed || !path.length ? [] : (page.draft?.(path, ownSeat()?.colours[0] ?? "green", scene) ?? [])),
  );
}

/** Ring cells. @param {string[]} cells */
export function point(cells) {
  marks.replaceChildren(...cells.flatMap(ring));
}

/** Return a ring around a cell, nothing if it is not on the board. @param {string} cell */
export function ring(cell) {
  const at = board.places().get(cell);
  if (!at) return [];
  const path = board.outline(at, -1.4);
  return [draw("path", { class: "mark-casing", d: path }), draw("path", { class: "mark-ring", d: path })];
}

/** Show what there is to know about a cell. @param {string} cell */
function inspect(cell) {
  cellInspected = cell;
  const known = state.table && cell ? (page.inspect?.(moment(), moment().panel, cell, scene) ?? null) : null;
  one(".inspector").hidden = !known;
  inspected.replaceChildren(
    ...(known && (coarse.matches || state.past || state.shown === state.standing) ? known.above : []),
  );
  if (known) one(".inspector").replaceChildren(...known.beside);
}
svg.addEventListener("pointerover", (event) => {
  const found = /** @type {Element} */ (event.target).closest("[data-cell], [data-token]");
  inspect(found?.getAttribute("data-cell") ?? valueOf(found?.getAttribute("data-token") ?? ""));
});
svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && inspect("")); // a finger has left after every tap
for (const moved of ["focusin", "focusout"]) {
  svg.addEventListener(moved, (event) => {
    const token = /** @type {Element} */ (event.target).getAttribute("data-token");
    if (token) inspect(moved === "focusin" ? valueOf(token) : "");
  });
}
