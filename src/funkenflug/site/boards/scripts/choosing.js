// Choosing a move step by step. The paths of all legal moves form a tree; the branches at a step are the next choices.
// This module knows no rules, no board and no page: it gets the legal moves and offers the next choices.

/**
 * @typedef {{move: string, path: string[]}} Choice a legal move, and the steps that choose it
 * @typedef {Record<string, string[]>} Clicks by first word of a move: the ways to choose it, as the game's type has them
 * @typedef {import("../../infra/scripts/messages.d.ts").Preview} Look
 * @typedef {{token: string, choice: Choice | null, branches: Map<string, Branch>}} Branch
 */

/**
 * Return the steps that choose a move, one choice for each way. A way that takes the cells in another order than the
 * move writes them gives the move with its cells in that order.
 * @param {string} move
 * @param {Clicks} clicks
 * @returns {Choice[]}
 */
export function waysTo(move, clicks) {
  const words = move.split(" ");
  const ways = clicks[words[0]] ?? [];
  const step = (/** @type {string} */ pattern) => pattern.replace(/\d+$/, (place) => words[Number(place)]);
  return ways.length
    ? ways.map((way) => ({ move: inOrder(words, way), path: way.split(" ").map(step) }))
    : [{ move, path: [`verb:${move}`] }];
}

/** Return a move with its cells in the order of a way. @param {string[]} words @param {string} way */
function inOrder(words, way) {
  const places = way
    .split(" ")
    .filter(isCell)
    .map((step) => Number(valueOf(step)));
  const chosen = places.map((place) => words[place]);
  const written = places.toSorted((a, b) => a - b);
  return words.map((word, place) => (places.includes(place) ? chosen[written.indexOf(place)] : word)).join(" ");
}

/**
 * Return the tree of all paths.
 * @param {Choice[]} choices
 * @returns {Branch}
 */
export function tree(choices) {
  /** @type {Branch} */
  const root = { token: "", choice: null, branches: new Map() };
  for (const choice of choices) {
    let branch = root;
    for (const token of choice.path) {
      let next = branch.branches.get(token);
      if (!next) {
        next = { token, choice: null, branches: new Map() };
        branch.branches.set(token, next);
      }
      branch = next;
    }
    branch.choice ??= choice;
  }
  return root;
}

/**
 * Return the move that a branch leads to, if there is only one.
 * @param {Branch} branch
 * @returns {Choice | null}
 */
export function only(branch) {
  if (branch.branches.size === 0) return branch.choice;
  if (branch.choice || branch.branches.size > 1) return null;
  return only([...branch.branches.values()][0]);
}

/**
 * Return the first of the moves that a branch leads to.
 * @param {Branch} branch
 * @returns {Choice | null}
 */
export function firstChoice(branch) {
  if (branch.choice || branch.branches.size === 0) return branch.choice;
  return firstChoice([...branch.branches.values()][0]);
}

/** @param {string} token */
export const isCell = (token) => token.startsWith("cell:");
/** @param {string} token */
export const valueOf = (token) => token.slice(token.indexOf(":") + 1);
/** @param {string} token */
export const kindOf = (token) => token.slice(0, token.indexOf(":"));

export class Choosing {
  /**
   * @param {{
   *   look: (draft: string[], move: string | null) => Promise<Look | null>,
   *   send: (moves: string[]) => void,
   *   show: (look: Look | null) => void,
   *   changed: () => void,
   *   failed: (error: unknown) => void,
   * }} page `look` asks the server for a preview, `send` plays moves, `show` shows a preview (null: the board as it is), `changed` is called after every change, `failed` after a failed preview
   */
  constructor(page) {
    this.page = page;
    /** @type {Choice[]} */
    this.offered = [];
    /** @type {Clicks} */
    this.clicksOf = {};
    this.draftable = false; // whether the turn may continue after a move that reveals nothing
    this.root = tree([]);
    /** @type {{choice: Choice, words: import("../../infra/scripts/messages.d.ts").Words}[]} moves of this turn that are chosen but not sent */
    this.draft = [];
    /** @type {string[]} */
    this.path = [];
    /** @type {number[]} the length of the path before each click */
    this.clicks = [];
    /** @type {Choice | null} a complete move, ready to be sent */
    this.pending = null;
    /** @type {Choice | null} the move to preview: previews of other moves are ignored when they arrive */
    this.wanted = null;
    /** @type {Look | null} the board after the draft */
    this.base = null;
    /** @type {Look | null} the preview that is shown */
    this.seen = null;
    /** @type {Map<string, Promise<Look | null>>} previews after the draft, by move */
    this.looks = new Map();
    this.busy = false; // whether the preview of a complete move has been requested and has not arrived
    this.turn = 0; // counts turns, to ignore responses from before the present turn
    this.click = 0; // counts clicks, to ignore responses from before the last click
    this.preselected = 0; // how many of these clicks are not the player's
  }

  /** Start again, without draft and clicks. */
  reset() {
    this.root = tree(this.offered);
    this.draft = [];
    this.path = [];
    this.clicks = [];
    this.pending = this.wanted = null;
    this.base = this.seen = null;
    this.looks = new Map();
    this.busy = false;
    this.turn += 1;
    this.click = this.preselected = 0;
  }

  /**
   * Start with the moves that the server offers.
   * @param {string[]} moves
   * @param {boolean} draftable
   * @param {Clicks} clicks
   */
  offer(moves, draftable, clicks) {
    this.clicksOf = clicks;
    this.offered = this.choices(moves);
    this.draftable = draftable;
    this.reset();
    this.page.changed();
  }

  /** Take the steps that have no alternative, but send nothing. */
  async preselect() {
    const [branch, ...others] = this.root.branches.values();
    if (!branch || others.length || (kindOf(branch.token) === "verb" && branch.choice)) return;
    this.preselected = 1;
    await this.pick(branch.token, 0);
  }

  /** Return moves with the ways to choose them. @param {string[]} moves */
  choices(moves) {
    return moves.flatMap((move) => waysTo(move, this.clicksOf));
  }

  /** Return the branch at a depth of the path. @param {number} [depth] @returns {Branch} */
  at(depth = this.path.length) {
    let branch = this.root;
    for (const token of this.path.slice(0, depth)) branch = /** @type {Branch} */ (branch.branches.get(token));
    return branch;
  }

  /** The depth of the choices that are offered beside the board: the last one with several stays visible. */
  get depth() {
    for (let depth = this.path.length; depth >= 0; depth--) {
      const steps = [...this.at(depth).branches.keys()].filter((token) => !isCell(token));
      if (steps.length > 1 || (steps.length && depth === this.path.length)) return depth;
    }
    return this.path.length;
  }

  /** The branch whose branches are offered. */
  get here() {
    return this.at(this.depth);
  }

  /** The moves to send: the draft and the complete move. */
  get moves() {
    const drafted = this.draft.map(({ choice }) => choice.move);
    return this.pending ? [...drafted, this.pending.move] : drafted;
  }

  get begun() {
    return this.path.length > 0 || this.draft.length > 0;
  }

  /** Whether the player has chosen something, or taken something back. */
  get touched() {
    return this.click > this.preselected;
  }

  /**
   * Return the depth of the path at which a token may be chosen now; null if it may not.
   * @param {string} token
   * @returns {number | null}
   */
  depthOf(token) {
    for (let depth = this.path.length; depth >= 0; depth--) {
      if (this.at(depth).branches.has(token)) return depth;
    }
    return null;
  }

  /**
   * Choose a token: the next step, or instead of an earlier one.
   * @param {string} token
   * @param {number} [depth] the length of the path that stays
   */
  async pick(token, depth = this.depthOf(token) ?? -1) {
    if (depth < 0) return;
    if (this.pending && isCell(token) && this.path[this.clicks[this.clicks.length - 1]] === token) {
      this.finish();
      return;
    }
    this.click += 1;
    this.busy = false;
    this.clicks = this.clicks.filter((length) => length < depth);
    this.clicks.push(depth);
    this.path = [...this.path.slice(0, depth), token];
    this.pending = null;
    let branch = this.at();
    while (!branch.choice && branch.branches.size === 1) {
      branch = [...branch.branches.values()][0];
      this.path.push(branch.token);
    }
    if (branch.choice && branch.branches.size === 0) await this.reach(branch.choice);
    else this.consider(null);
    this.page.changed();
  }

  /** Complete a move: add it to the draft if the turn continues after it, else wait for it to be sent. @param {Choice} choice */
  async reach(choice) {
    if (choice.move === "pass") {
      // it changes nothing that a preview could show
      this.pending = choice;
      this.finish();
      return;
    }
    const { turn, click } = this;
    const past = () => turn !== this.turn || click !== this.click;
    if (this.draftable) {
      this.busy = true;
      this.page.changed();
      let told;
      let after = null;
      try {
        told = await this.lookAt(choice);
        if (told?.goes_on && !past()) after = await this.page.look([...this.moves, choice.move], null);
      } catch (error) {
        if (!past()) this.undone(error);
        return;
      }
      if (past()) return;
      this.busy = false;
      if (told && after) {
        this.draft.push({ choice, words: told.words });
        this.go(after);
        return;
      }
    }
    this.pending = choice;
    this.consider(choice); // without await: the preview must not take the focus back when it arrives
  }

  /** Take back the last click, because the request failed. @param {unknown} error */
  undone(error) {
    this.busy = false;
    this.path = this.path.slice(0, this.clicks.pop() ?? 0);
    this.consider(null);
    this.page.failed(error);
  }

  /** Continue after a change of the draft. @param {Look | null} after the board after the draft; null without a draft */
  go(after) {
    this.base = after;
    this.root = tree(after ? this.choices(after.choices) : this.offered);
    this.path = [];
    this.clicks = [];
    this.pending = null;
    this.seen = null;
    this.looks.clear();
    this.page.show(after);
  }

  /**
   * Show the preview of a move; null: of the complete move if there is one, else the board after the draft.
   * @param {Choice | null} choice
   */
  async consider(choice) {
    this.wanted = choice ?? this.pending;
    const wanted = this.wanted;
    if (!wanted) {
      this.seen = null;
      this.page.show(this.base);
      return;
    }
    const turn = this.turn;
    const past = () => turn !== this.turn || this.wanted !== wanted;
    let seen = null;
    try {
      seen = await this.lookAt(wanted);
    } catch (error) {
      if (!past()) this.page.failed(error);
    }
    if (past() || !seen) return;
    this.seen = seen;
    this.page.show(seen);
    this.page.changed();
  }

  /**
   * Return the preview of a move after the draft. It is cached unless the request failed.
   * @param {Choice} choice
   * @returns {Promise<Look | null>}
   */
  lookAt(choice) {
    const { looks } = this;
    const known = looks.get(choice.move);
    if (known) return known;
    const asked = this.page.look(
      this.draft.map((done) => done.choice.move),
      choice.move,
    );
    looks.set(choice.move, asked);
    asked.catch(() => looks.delete(choice.move));
    return asked;
  }

  /** Take back the last click, else the last move of the draft. Return whether there was one. */
  async back() {
    const click = ++this.click;
    this.busy = false;
    if (this.path.length) {
      const length = this.clicks.pop() ?? 0;
      this.path = this.path.slice(0, length);
      this.pending = null;
      await this.consider(null);
    } else if (this.draft.length) {
      const { turn } = this;
      const draft = this.draft.slice(0, -1);
      let after = null;
      try {
        if (draft.length) {
          after = await this.page.look(
            draft.map(({ choice }) => choice.move),
            null,
          );
        }
      } catch (error) {
        this.page.failed(error);
        return true;
      }
      if (turn !== this.turn || click !== this.click) return true;
      this.draft = draft;
      this.go(after);
    } else {
      return false;
    }
    this.page.changed();
    return true;
  }

  /** Send the turn. */
  finish() {
    if (this.pending) this.page.send(this.moves);
  }

  /** Return the steps before the last choice of a cell: a touched cell would be chosen there. @returns {string[]} */
  stepsBeforeCell() {
    for (let depth = this.path.length; depth > 0; depth--) {
      if ([...this.at(depth).branches.keys()].some(isCell)) return this.path.slice(0, depth);
    }
    return [];
  }
}
