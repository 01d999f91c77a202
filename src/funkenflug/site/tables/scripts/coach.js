// The coach of a first match: says what is new on the board, each thing once, and never stands in the way.

import { announce } from "../../infra/scripts/announce.js";
import { ask } from "../../infra/scripts/connection.js";
import { icon, make, one } from "../../infra/scripts/dom.js";
import { board, id } from "../../boards/scripts/state.js";
import { say, translate } from "../../infra/scripts/words.js";

const KEY = `coach-${id}`;

/** Whether the coach speaks at this table. */
export const isOn = () => localStorage.getItem(KEY) !== null;

/** @returns {string[]} what was said at this table */
function said() {
  const kept = localStorage.getItem(KEY) ?? "";
  return kept === "on" ? [] : kept.split(" ");
}

/** Switch the coach on or off. @param {boolean} on */
export function switchCoach(on) {
  if (on) localStorage.setItem(KEY, "on");
  else localStorage.removeItem(KEY);
  hush();
  if (on) coach();
}

function hush() {
  document.querySelector(".coach")?.remove();
}

/** Whether the goal of the game lies over the board, as it does on phones until it is closed. */
function isCovered() {
  const aim = one(".aim");
  return !aim.hidden && getComputedStyle(aim).position === "fixed";
}
one(".aim-close").addEventListener("click", () => setTimeout(() => document.querySelector(".coach") ?? coach())); // when the goal is gone

let asked = 0;

/** Say something new about the position, if there is anything. */
export async function coach() {
  if (!isOn() || !board.position || isCovered()) return;
  const turn = ++asked;
  const { notes } = await ask("GET /api/tables/{id}/coach", { path: { id } }).catch(() => ({ notes: [] }));
  if (turn !== asked || !isOn() || isCovered()) return;
  const heard = said();
  const next = notes.find((note) => !heard.includes(note.id));
  if (!next) return;
  localStorage.setItem(KEY, [...heard, next.id].join(" "));
  const words = translate(next.words);
  hush();
  const close = make(
    "button",
    { type: "button", class: "tb", "aria-label": say("close"), onclick: hush },
    icon("close"),
  );
  const off = make(
    "button",
    { type: "button", class: "btn text small", onclick: () => switchCoach(false) },
    say("coach-stop"),
  );
  one(".board-area").append(
    make("aside", { class: "coach", "aria-label": say("coach") }, make("p", {}, words, " ", off), close),
  );
  board.scene.point(next.cells);
  announce(words);
}
