// Choosing on the board: clicks and keys become a move, drafts and previews are shown, and the turn is sent.

import { changed } from "./board.js";
import { Choosing, isCell, only, valueOf } from "./choosing.js";
import { Refused } from "../../infra/scripts/connection.js";
import { isWhole, label, steps } from "./options.js";
import { coarse } from "./scene.js";
import { Targets } from "./targets.js";

/** @typedef {import("./choosing.js").Branch} Branch */
/** @typedef {import("./choosing.js").Choice} Choice */

export class Turn {
  /** @param {import("./element.js").BoardElement} board */
  constructor(board) {
    this.of = board;
    this.considering = 0;
    this.choosing = new Choosing({
      look: (draft, move) => board.preview(draft, move),
      send: (moves) => this.send(moves),
      show: (look) => this.showLook(look),
      changed: () => board.changed(),
      failed: (error) => board.complain(error),
    });
    const { scene } = board;
    this.targets = new Targets(scene.layer("targets"), scene.board, {
      most: () => board.page.mostMarks ?? Infinity,
      pick: (token) => this.tap(valueOf(token)),
      describe: (token) => board.reading.cellWords(valueOf(token)) ?? label(token, board),
      mayChoose: (words) => board.words.say("may-choose", { words }),
      consider: (token) => this.consider(token === null ? null : this.branchOf(token)),
    });
    scene.svg.addEventListener("click", (event) =>
      this.tap(/** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell") ?? null),
    );
  }

  /** Whether the viewer may choose now. */
  get mayChoose() {
    const { table, past, moving } = this.of;
    return this.choosing.offered.length > 0 && !table.cover && !past && !moving;
  }

  /** The moves of the turn that are chosen already; what has no alternative is among them. */
  get drafted() {
    return this.choosing.draft.map(({ choice }) => choice.move);
  }

  /** @param {string} token */
  branchOf(token) {
    const { choosing } = this;
    return choosing.at(choosing.depthOf(token) ?? 0).branches.get(token) ?? null;
  }

  /** Show a preview; null: the board as it is. @param {import("./choosing.js").Look | null} look */
  showLook(look) {
    const { of: board, choosing } = this;
    const before = board.shown;
    const drawing = look ? changed(board.standing, look.difference) : board.standing;
    const { came } = board.scene.show(drawing);
    board.scene.showDraft(choosing.path, choosing.seen !== null);
    if (before === board.standing || choosing.draft.length) board.scene.arrive(came, 0, false);
    // a preview must not move the board under a mouse; a finger is gone by then
    if (look === choosing.base || (coarse.matches && choosing.pending)) board.scene.fit();
  }

  /** Send moves; return whether they were played. @param {string[]} moves */
  async send(moves) {
    const { of: board } = this;
    if (board.sending) return false;
    board.sending = true;
    board.sent = moves;
    board.changed();
    try {
      this.stopConsidering();
      await board.play(moves);
      return true;
    } catch (error) {
      board.complain(error);
      const refused = error instanceof Refused && error.status !== 429 && error.status < 500;
      if (!refused) return false; // the server has not said no: the turn stays, to be sent once more
      if (error.status === 409) board.tell("outdated");
      this.offer();
      board.scene.show(board.standing);
      return false;
    } finally {
      board.sending = false;
      board.changed();
    }
  }

  /** Begin with the moves that the server offers. */
  offer() {
    const { choices, draftable, clicks } = this.of.table;
    this.choosing.offer(choices, draftable, clicks);
    this.preselect();
  }

  /** Take along what has no alternative, once it is this player's turn. */
  preselect() {
    if (this.mayChoose && !this.choosing.touched) this.choosing.preselect();
  }

  /** @param {string} token */
  async choose(token) {
    const { of: board, choosing, targets } = this;
    if (board.sending || board.past) return;
    const keyboard = board.tray.hasFocus;
    await choosing.pick(token);
    if (!keyboard) return;
    const further = choosing.path.length && choosing.depth === choosing.path.length;
    if (choosing.pending) board.tray.send.focus();
    else if (further && steps(choosing).some((branch) => !isWhole(branch))) board.tray.buttons[0]?.focus();
    else if (!targets.here) targets.enter();
  }

  /** Stop what `consider` has planned. */
  stopConsidering() {
    clearTimeout(this.considering);
  }

  /** Preview the move that a branch leads to, a moment later; null: end the preview. @param {Branch | null} branch */
  consider(branch) {
    const choice = branch && only(branch);
    if (branch && !choice) this.stopConsidering();
    else this.considerMove(choice);
  }

  /** Preview a move, a moment later; null: end the preview. @param {Choice | null} choice */
  considerMove(choice) {
    this.stopConsidering();
    const { choosing } = this;
    const { root, click } = choosing; // a new root: the turn has gone on, and the move may be part of the draft
    this.considering = setTimeout(
      () => {
        if (root === choosing.root && click === choosing.click && !this.of.sending) choosing.consider(choice);
      },
      choice ? 50 : 90,
    );
  }

  /** Choose the steps of a path, up to sending. @param {string[]} path */
  async follow(path) {
    const { choosing } = this;
    while (choosing.path.length && (await choosing.back()));
    for (const [depth, token] of path.entries()) {
      if (depth === choosing.path.length && !choosing.pending) await choosing.pick(token, depth);
    }
  }

  /** Mark the cells that may be chosen. @param {boolean} mine */
  showTargets(mine) {
    this.targets.show(mine ? this.targetsNow() : [], this.choosing.path.length > 0);
  }

  targetsNow() {
    const { choosing } = this;
    const { scene } = this.of;
    const places = scene.board.places();
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
      const quiet = scene.isMarked(valueOf(token)) || !next.has(token);
      return place ? [{ token, place, quiet, chosen: chosen.has(token) && !choosing.seen }] : [];
    });
  }

  /** Choose a cell, or tell why it may not be chosen; what is beside all cells takes back the last step. @param {string | null} cell */
  async tap(cell) {
    const { of: board, choosing } = this;
    if (board.past || (cell && !board.tell("touch", { cell }))) return;
    if (cell && choosing.depthOf(`cell:${cell}`) !== null) {
      this.choose(`cell:${cell}`);
      return;
    }
    if (!choosing.offered.length) return;
    if (!cell) {
      if (choosing.path.length) choosing.back();
      return;
    }
    try {
      board.refuse(await board.whyNot({ cell, steps: choosing.stepsBeforeCell(), draft: this.drafted }));
    } catch (error) {
      board.complain(error);
    }
  }
}
