// What has happened and what comes next, told to screen readers: new lines of the log, whose turn it is, the steps of a
// move. It also remembers the log for questions.

import { announce, announceStep, announceTurn, sentence } from "../../infra/scripts/announce.js";
import { one } from "../../infra/scripts/dom.js";
import { main, state, table } from "./state.js";
import { choosing } from "./turn.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").LogLine} LogLine */

/** @type {LogLine[]} */
let lines = [];
/** The last line that was told; null before the first snapshot. @type {number | null} */
let told = null;
let turn = "";
let asked = "";
let brought = "";
let drafted = 0;
/** @type {Set<string>} lines that were told when their moves were drafted */
const early = new Set();

/** Tell lines of the log that are new. @param {LogLine[]} added those that were there before, from the first of these on, are replaced */
export function tellLines(added) {
  if (added.length) lines = [...lines.filter(({ number }) => number < added[0].number), ...added];
  if (told !== null) for (const line of added) if (line.number > told && !closes(line)) tellLine(translate(line.text));
  told = Math.max(told ?? 0, ...lines.map(({ number }) => number));
  tellTurn();
}

/** Tell what happened on the way to another position. @param {LogLine[]} all the log there @param {LogLine[]} fresh what is told of it */
export function tellAnew(all, fresh) {
  lines = all;
  for (const { text } of fresh) tellLine(translate(text));
  tellTurn();
}

/** Whether a line is a part of the closing words, which are told: somebody resigned, so another wins. @param {LogLine} line */
function closes({ text }) {
  const words = table().outcome?.words ?? "";
  return (
    typeof words !== "string" &&
    Object.values(words[1] ?? {}).some((part) => JSON.stringify(part) === JSON.stringify(text))
  );
}

/** Tell a line, unless it was told when it was drafted. @param {string} text */
function tellLine(text) {
  if (!early.delete(text)) announce(text);
}

/** Tell whose turn it is, if somebody has to be waited for; and how the match ended. */
function tellTurn() {
  const { to_move: mover, outcome, seats, mine, task } = table();
  const key = `${mover} ${outcome !== null}`;
  if (key === turn) return;
  turn = key;
  if (outcome) announce(translate(task));
  else if (mover === null) announce(translate(task));
  else if (!mine.includes(mover) && seats[mover].kind !== "bot") announce(say("turn-of", { name: seats[mover].name }));
}

/** Tell what the player has to do, and what a move would bring, when that changes. */
export function tellStep() {
  const now = main.dataset.state;
  if (now !== "choosing") {
    if (now === "looking") return;
    asked = brought = "";
    drafted = 0;
    return;
  }
  const task = one(".task-text").textContent ?? "";
  const gain = translate(choosing.seen?.gain ?? "");
  if (!asked) announceTurn(one("#tray-title").textContent ?? "");
  tellDraft();
  const parts = [task === asked ? "" : task, gain === brought || !gain ? "" : say("brings", { gain })];
  asked = task;
  brought = gain;
  announceStep(parts.filter(Boolean).map(sentence).join(" "));
}

/** Tell the moves that were drafted, also those that had no alternative. */
function tellDraft() {
  const words = choosing.draft.map((done) => translate(done.words));
  for (const text of words.slice(drafted)) {
    announceTurn(text);
    early.add(text);
  }
  drafted = words.length;
}

/** Tell which moment the viewer looks back at, and the move that led to it. */
export function tellMoment() {
  if (!state.past && main.dataset.state === "choosing") return; // back at their turn, which is told
  const { plies } = table();
  const ply = state.past?.ply ?? plies;
  const moved = lines.filter((line) => line.ply === ply - 1 && !line.undone).map(({ text }) => translate(text));
  announceStep([say("move-of", { now: ply, all: plies }), ...moved].map(sentence).join(" "));
}

/** Return what has happened since the viewer's last turn; for spectators the last few lines. @returns {string[]} */
export function sinceLastTurn() {
  const { mine } = table();
  const past = lines.filter(({ undone }) => !undone);
  const own = past.findLastIndex(({ seat }) => seat !== null && mine.includes(seat));
  const since = past.slice(own + 1);
  return (since.length && mine.length ? since : past.slice(-4)).map(({ text }) => translate(text));
}
