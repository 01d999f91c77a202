// The board of a study: it shows any position of a match, and the viewer plays the seats. The same scripts show it as at a
// table; the positions come from requests that change nothing, and what a move does is up to the page.
//
//   const board = await openBoard({ record, moved: async (moves) => board.show([...board.path, ...moves]) });

import { received } from "../../boards/scripts/board.js";
import { ask } from "../../infra/scripts/connection.js";
import { one } from "../../infra/scripts/dom.js";
import { showLog } from "../../boards/scripts/log.js";
import { tellAnew } from "../../boards/scripts/news.js";
import { renderers } from "../../tables/scripts/parts.js";
import { ring } from "../../boards/scripts/scene.js";
import { use } from "../../boards/scripts/source.js";
import { isStudy, state } from "../../boards/scripts/state.js";
import { stopConsidering } from "../../boards/scripts/turn.js";
import { address } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/api.d.ts").StudyPosition} Position */

/**
 * @typedef {object} Study
 * @property {string} record the record with the deal, and perhaps the first moves
 * @property {(moves: string[]) => Promise<void>} [moved] the viewer has played a turn; if it throws, the choice begins again. Without it, the position after the moves is shown
 * @property {(legal: string[]) => string[]} [choices] which of the legal moves may be chosen; without it, all
 * @property {number[]} [seats] the seats that the viewer plays, and the first of them is whose view is shown; without it, they play all, and see what the seat to move may know
 * @property {boolean} [single] each move is sent by itself, also where a turn has several; without it, a turn is drafted
 * @property {string[]} [path] the moves after those of the record that lead to the first position
 * @property {(position: Position, board: StudyBoard) => void} [shown] a position is shown
 * @property {(ply: number) => Promise<void>} [goTo] go to the position after `ply` moves; without it, along the path that was shown
 * @property {() => void} [hint] the viewer asks for good moves
 * @property {() => number} [last] how many moves there are on the way that `goTo` takes
 */

export class StudyBoard {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.record = study.record;
    /** @type {string[]} the moves that led to the position, after those of the record */
    this.path = [];
    /** @type {string[]} the longest way that was shown, for steps forward */
    this.way = [];
    /** @type {Position | null} */
    this.position = null;
    /** @type {string[]} */
    this.ringed = [];
    this.isLocked = false;
    this.asked = 0; // counts, to ignore positions that come too late
    this.body = () => ({ record: this.record, path: this.path, looking: study.seats?.[0] ?? null });
    use({
      play: (moves) => this.play(moves),
      preview: (draft, move) => ask("POST /api/study/look", { body: { ...this.body(), draft, move } }),
      explain: async (question) =>
        (await ask("POST /api/study/explain", { body: { ...this.body(), ...question } })).words,
      text: (draft) => ask("POST /api/study/text", { body: { ...this.body(), draft } }),
      territory: (seat) => ask("POST /api/study/territory", { body: { ...this.body(), seat } }),
      position: () => Promise.reject(new Error("a study goes to a position")),
      reload: () => void this.show(this.path),
      undo: () => void this.goTo((this.position?.plies ?? 0) - 1),
      goTo: (ply) => this.goTo(ply),
      hint: () => this.study.hint?.(),
      last: () => this.study.last?.() ?? this.first + this.way.length,
    });
  }

  /** How many moves the record has. */
  get first() {
    return (this.position?.plies ?? 0) - this.path.length;
  }

  /** @param {string[]} moves */
  async play(moves) {
    stopConsidering();
    if (this.study.moved) await this.study.moved(moves);
    else await this.show([...this.path, ...moves]);
  }

  /** @param {number} ply */
  async goTo(ply) {
    const steps = Math.max(0, Math.min(this.way.length, ply - this.first));
    if (this.study.goTo) await this.study.goTo(ply);
    else if (steps !== this.path.length) await this.show(this.way.slice(0, steps));
  }

  /** Show the position after these moves. What they did is shown as it happens, if they follow those that were shown. @param {string[]} path */
  async show(path) {
    const asked = ++this.asked;
    const follows =
      this.position !== null &&
      path.length > this.path.length &&
      this.path.every((move, place) => move === path[place]);
    const since = follows ? this.first + this.path.length : null;
    const position = await ask("POST /api/study/position", { body: { ...this.body(), path, since } });
    if (asked !== this.asked) return;
    this.path = path;
    if (path.some((move, place) => move !== this.way[place])) this.way = path;
    this.position = position;
    this.ringed = [];
    this.render(since);
    this.study.shown?.(position, this);
  }

  /** Show a position of another match of the same game. @param {string} record @param {string[]} [path] */
  start(record, path = []) {
    this.record = record;
    this.path = this.way = [];
    this.position = null;
    return this.show(path);
  }

  /** @param {number | null} since the ply from which on events are shown; null: none */
  render(since) {
    const position = /** @type {Position} */ (this.position);
    const { seats } = this.study;
    const mover = position.to_move;
    const plays = mover !== null && !this.isLocked && (!seats || seats.includes(mover));
    const choices = plays ? (this.study.choices?.(position.choices) ?? position.choices) : [];
    if (since === null || !seats) state.meanwhile = { to_move: mover, task: position.task };
    // positions of different ways have the same number of moves, so they are numbered as they are shown
    state.table = {
      ...position,
      choices,
      number: this.asked,
      mine: seats ?? position.mine,
      draftable: position.draftable && !this.study.single,
    };
    state.standing = received(position.drawing);
    address(state.table.mine.length === 1 ? position.seats[state.table.mine[0]].name : null);
    renderers.reset(state.table);
    showLog(position.log);
    tellAnew(position.log, since === null ? [] : position.log.filter(({ ply }) => ply !== undefined && ply >= since));
    renderers.render(/** @type {import("../../infra/scripts/messages.d.ts").GameEvent[]} */ (position.events));
    this.showRings();
  }

  /** Let nothing be chosen, or let it be chosen again. @param {boolean} locked */
  lock(locked) {
    if (locked === this.isLocked) return;
    this.isLocked = locked;
    if (this.position) this.render(null);
  }

  /** Ring cells until another position is shown. @param {string[]} cells */
  ring(cells) {
    this.ringed = cells;
    this.showRings();
  }

  showRings() {
    one(".rings").replaceChildren(...this.ringed.flatMap(ring));
  }

  /** Say something in the card on the board; null: nothing. @param {string | Node | null} words */
  note(words) {
    const card = one(".study-note");
    card.hidden = words === null;
    card.replaceChildren(words ?? "");
  }
}

/** Show the board of a study. @param {Study} study */
export async function openBoard(study) {
  if (!isStudy) throw new Error("this page has no study");
  const board = new StudyBoard(study);
  addEventListener("resize", () => board.showRings());
  await board.show(study.path ?? []);
  return board;
}
