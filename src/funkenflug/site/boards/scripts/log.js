// The log: what happened, in words; a line points to its cells on the board.

import { emblem, make, one } from "../../infra/scripts/dom.js";
import { wide } from "./scene.js";
import { openDrawer } from "./sheet.js";
import { board, table } from "./state.js";
import { translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").LogLine} LogLine */

/** How texts name cells: 1,-2 or c4. */
const CELLS = /(-?\d+,-?\d+|\b[a-l]\d{1,2}\b)/;

/** @type {LogLine[]} what is in the log */
let known = [];

export function clearLog() {
  known = [];
  one(".log-lines").replaceChildren();
}

/** Return the lines about moves since the last move of these seats. @param {number[]} seats */
export function linesSince(seats) {
  const told = known.filter(({ ply, undone }) => ply !== undefined && !undone);
  return told.slice(told.findLastIndex(({ seat }) => seat !== null && seats.includes(seat)) + 1);
}

/** Mark the lines of the move after which the board is shown. */
export function followLog() {
  const last = board.past ? board.past.ply - 1 : null;
  for (const line of one(".log-lines").children) {
    const here = last !== null && line.getAttribute("data-ply") === String(last);
    if (here) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
  const scroll = one(".log-scroll");
  const here = scroll.querySelector("[aria-current]");
  if (here) {
    scroll.scrollTop += here.getBoundingClientRect().top - scroll.getBoundingClientRect().top - scroll.clientHeight / 3;
  } else if (last === null) scroll.scrollTop = 0;
}

/** Add lines; those that were shown before, from the first of these on, are replaced. @param {LogLine[]} lines */
export function showLog(lines) {
  const list = one(".log-lines");
  known = [...known.filter(({ number }) => !lines.length || number < lines[0].number), ...lines];
  for (const old of [...list.children]) {
    if (lines.length && Number(old.getAttribute("data-number")) >= lines[0].number) old.remove();
  }
  for (const line of lines) {
    const who = named(line.text) ?? (line.seat === null ? null : table().seats[line.seat]);
    const text = translate(line.text);
    const name = who && text.startsWith(translate(who.name)) ? translate(who.name) : "";
    const rest = text
      .slice(name.length)
      .split(CELLS)
      .map((part, index) => (index % 2 ? make("span", { class: "where" }, part) : part));
    const words = make(line.undone ? "del" : "span", {}, name && make("b", {}, name), ...rest);
    list.prepend(make("li", traits(line), who ? emblem(who.colours[0], 17) : make("span", {}), words));
  }
}

/** Return the seat whose name comes first in a text. @param {import("../../infra/scripts/messages.d.ts").Words} text */
function named(text) {
  const names = table().seats.map(({ name }) => JSON.stringify(name));
  const values = typeof text === "string" ? [] : Object.values(text[1] ?? {});
  const seats = values.map((value) => table().seats[names.indexOf(JSON.stringify(value))]);
  return seats.find(Boolean);
}

/** @param {LogLine} line */
function traits(line) {
  const mark = () => board.scene.point(line.cells);
  const unmark = () => board.scene.marks.replaceChildren();
  const moved = (/** @type {PointerEvent} */ event) => (event.movementX || event.movementY) && mark(); // not if the line has come to the mouse
  const traits = {
    "data-number": line.number,
    tabindex: -1,
    onpointermove: moved,
    onpointerleave: unmark,
    onfocus: mark,
    onblur: unmark,
  };
  const { ply } = line;
  if (ply === undefined || line.undone) return traits;
  const show = () => {
    board.goTo(ply + 1);
    if (!wide.matches) openDrawer(false); // the log lies over the board
  };
  return {
    ...traits,
    "data-ply": ply,
    onclick: show,
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && show(),
  };
}

one(".log-scroll").addEventListener("keydown", (event) => {
  const at = document.activeElement?.closest(".log-lines li");
  const next =
    event.key === "ArrowDown"
      ? at
        ? at.nextElementSibling
        : one(".log-lines").firstElementChild
      : event.key === "ArrowUp"
        ? at?.previousElementSibling
        : null;
  if (!next) return;
  /** @type {HTMLElement} */ (next).focus();
  event.preventDefault();
});
