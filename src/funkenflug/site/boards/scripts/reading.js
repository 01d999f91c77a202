// The board in words: fetched when somebody walks the board with the keyboard, reads the lists or asks a question, and
// after every change from then on. Players get it in any case, once the board has rested: the cursor of a screen reader
// shows itself by no key and no focus.

import { Refused } from "../../infra/scripts/connection.js";
import { make } from "../../infra/scripts/dom.js";

/** @typedef {import("../../infra/scripts/api.d.ts").TextResponse} Text */

const REST = 600; // milliseconds without a change
const KEPT = "board-as-text";

export class Reading {
  /** @param {import("./element.js").BoardElement} board */
  constructor(board) {
    this.of = board;
    this.reads = false; // whether somebody certainly reads
    this.waiting = 0;
    this.wanted = ""; // what `asked` is about: the event, the seat, and the draft
    /** @type {Promise<Text> | null} */
    this.asked = null;
    /** @type {Text | null} */
    this.text = null;
    this.lists = make("div", { class: "board-lists" });
    this.details = make(
      "details",
      { class: "board-as-text", open: localStorage.getItem(KEPT) !== null },
      make("summary", {}, board.words.say("board-as-text")),
      this.lists,
    );
    this.details.addEventListener("toggle", () => this.toggled());
    board.append(this.details);
    addEventListener("keydown", (event) => {
      if (event.key === "Tab" || event.key.startsWith("Arrow") || event.key === "n") this.begin();
    });
    document.addEventListener("visibilitychange", () => document.hidden || !board.position || this.follow());
  }

  toggled() {
    if (this.details.open) localStorage.setItem(KEPT, "open");
    else localStorage.removeItem(KEPT);
    if (this.details.open) this.begin();
  }

  /** Return a cell in words, if they are known. @param {string} cell */
  cellWords(cell) {
    const { words } = this.of;
    const told = this.text?.cells[cell] ?? words.say("nothing-here");
    return this.text && words.say("cell-words", { cell: this.of.cellName(cell), words: told });
  }

  /** Follow the board. */
  follow() {
    clearTimeout(this.waiting);
    if (this.reads || this.details.open) this.refresh();
    else if (this.of.table.mine.length) this.waiting = setTimeout(() => document.hidden || this.refresh(), REST);
  }

  /** Read on from now. */
  begin() {
    this.reads = true;
    if (this.of.position) this.refresh();
  }

  /** Return the board in words as it is now. @returns {Promise<Text>} */
  read() {
    this.reads = true;
    return this.fetched();
  }

  /** Fetch the board in words that is shown: of a moment that the viewer looks back at, with the draft, or as it is; once a position. @returns {Promise<Text>} */
  fetched() {
    const { table, past, turn } = this.of;
    const draft = turn.drafted;
    const now = `${table.number} ${table.looking} ${table.cover} ${past?.ply} ${draft.join("; ")}`;
    if (this.asked && now === this.wanted) return this.asked;
    this.wanted = now;
    const reading = this.of.text(draft);
    this.asked = reading;
    reading.catch(() => this.asked === reading && (this.asked = null)); // the next one asks again
    return reading;
  }

  async refresh() {
    const reading = this.fetched();
    try {
      const came = await reading;
      if (reading !== this.asked || this.text === came) return;
      this.text = came;
      this.show();
      this.of.turn.targets.describe();
    } catch (error) {
      if (this.asked) return; // there is something newer
      const late = error instanceof Refused && error.status === 409; // the stream brings the new state
      if ((this.reads || this.details.open) && !late) this.of.complain(error);
    }
  }

  /** Show the board as lists. */
  show() {
    const { translate } = this.of.words;
    const parts = (this.text?.sections ?? []).filter(({ lines }) => lines.length);
    this.lists.replaceChildren(
      ...parts.flatMap(({ title, lines }) => [
        make("h2", {}, translate(title)),
        make("ul", {}, ...lines.map((line) => make("li", {}, translate(line)))),
      ]),
    );
  }
}
