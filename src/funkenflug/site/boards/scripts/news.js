// What has happened and what comes next, told to screen readers: new lines of the log, whose turn it is, the steps of a
// move. It also remembers the log for questions.

import { announce, announceStep, announceTurn, sentence } from "../../infra/scripts/announce.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").LogLine} LogLine */

export class News {
  /** @param {import("./element.js").BoardElement} board */
  constructor(board) {
    this.of = board;
    /** @type {LogLine[]} */
    this.lines = [];
    /** The last line that was told; null before the first position. @type {number | null} */
    this.told = null;
    this.turn = "";
    this.asked = "";
    this.brought = "";
    this.drafted = 0;
    /** @type {Set<string>} lines that were told when their moves were drafted */
    this.early = new Set();
  }

  /** Tell lines of the log that are new. @param {LogLine[]} added those that were there before, from the first of these on, are replaced */
  tellLines(added) {
    if (added.length) this.lines = [...this.lines.filter(({ number }) => number < added[0].number), ...added];
    const { told } = this;
    if (told !== null) {
      for (const line of added) if (line.number > told && !this.closes(line)) this.tellLine(line);
    }
    this.told = Math.max(told ?? 0, ...this.lines.map(({ number }) => number));
    this.tellTurn();
  }

  /** Tell what happened on the way to another position. @param {LogLine[]} all the log there @param {number | null} since the ply from which on it is told; null: nothing is */
  tellAnew(all, since) {
    this.lines = all;
    if (since !== null) for (const line of all) if (line.ply !== undefined && line.ply >= since) this.tellLine(line);
    this.tellTurn();
  }

  /** Whether a line is a part of the closing words, which are told: somebody resigned, so another wins. @param {LogLine} line */
  closes({ text }) {
    const words = this.of.table.outcome?.words ?? "";
    return (
      typeof words !== "string" &&
      Object.values(words[1] ?? {}).some((part) => JSON.stringify(part) === JSON.stringify(text))
    );
  }

  /** Tell a line, unless it was told when it was drafted. @param {LogLine} line */
  tellLine(line) {
    const text = this.of.words.translate(line.text);
    if (!this.early.delete(text)) announce(text);
  }

  /** Tell whose turn it is, if somebody has to be waited for; and how the match ended. */
  tellTurn() {
    const { to_move: mover, outcome, seats, mine, task } = this.of.table;
    const { say, translate } = this.of.words;
    const key = `${mover} ${outcome !== null}`;
    if (key === this.turn) return;
    this.turn = key;
    if (outcome || mover === null) announce(translate(task));
    else if (!mine.includes(mover) && seats[mover].kind !== "bot") {
      announce(say("turn-of", { name: seats[mover].name }));
    }
  }

  /** Tell what the player has to do, and what a move would bring, when that changes. */
  tellStep() {
    const { tray, turn, words } = this.of;
    const now = this.of.dataset.state;
    if (now !== "choosing") {
      if (now === "looking") return;
      this.asked = this.brought = "";
      this.drafted = 0;
      return;
    }
    const task = tray.task.textContent ?? "";
    const gain = words.translate(turn.choosing.seen?.gain ?? "");
    if (!this.asked) announceTurn(tray.title.textContent ?? "");
    this.tellDraft();
    const brings = gain === this.brought || !gain ? "" : words.say("brings", { gain });
    const parts = [task === this.asked ? "" : task, brings];
    this.asked = task;
    this.brought = gain;
    announceStep(parts.filter(Boolean).map(sentence).join(" "));
  }

  /** Tell the moves that were drafted, also those that had no alternative. */
  tellDraft() {
    const words = this.of.turn.choosing.draft.map((done) => this.of.words.translate(done.words));
    for (const text of words.slice(this.drafted)) {
      announceTurn(text);
      this.early.add(text);
    }
    this.drafted = words.length;
  }

  /** Tell which moment the viewer looks back at, and the move that led to it. */
  tellMoment() {
    const { past, table, words } = this.of;
    if (!past && this.of.dataset.state === "choosing") return; // back at their turn, which is told
    const ply = past?.ply ?? table.plies;
    const moved = this.lines.filter((line) => line.ply === ply - 1 && !line.undone);
    const count = words.say("move-of", { now: ply, all: table.plies });
    announceStep([count, ...moved.map(({ text }) => words.translate(text))].map(sentence).join(" "));
  }

  /** Return what has happened since the viewer's last turn; for spectators the last few lines. @returns {string[]} */
  sinceLastTurn() {
    const { mine } = this.of.table;
    const past = this.lines.filter(({ undone }) => !undone);
    const own = past.findLastIndex(({ seat }) => seat !== null && mine.includes(seat));
    const since = past.slice(own + 1);
    return (since.length && mine.length ? since : past.slice(-4)).map(({ text }) => this.of.words.translate(text));
  }
}
