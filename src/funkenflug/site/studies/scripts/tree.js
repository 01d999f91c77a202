// A tree of moves with comments and nags, as a study has it. Knows no page.

/** @typedef {import("../../infra/scripts/api.d.ts").StudyNode} SentNode */
/** @typedef {import("../../infra/scripts/api.d.ts").StudyTree} SentTree */

export class TreeNode {
  /** How many moves lead here. */
  ply = 0;
  /** The number of the turn of the last of them. */
  turn = 0;

  /** @param {TreeNode | null} parent @param {string} move @param {number} seat @param {boolean} beginsTurn */
  constructor(parent, move, seat, beginsTurn) {
    this.parent = parent;
    this.move = move;
    this.seat = seat;
    this.beginsTurn = beginsTurn;
    this.nag = "";
    this.comment = "";
    /** @type {TreeNode[]} the first continues the main line */
    this.children = [];
    if (parent) {
      this.ply = parent.ply + 1;
      this.turn = parent.turn + Number(beginsTurn);
    }
  }

  /** The moves that lead here. @returns {string[]} */
  get path() {
    return this.way().map(({ move }) => move);
  }

  /** Return the positions on the way here, without the beginning. @returns {TreeNode[]} */
  way() {
    const way = [];
    for (let node = /** @type {TreeNode} */ (this); node.parent; node = node.parent) way.unshift(node);
    return way;
  }

  /** Return the positions on the way here, and on along the first moves. @returns {TreeNode[]} */
  line() {
    const line = this.way();
    for (let [next] = this.children; next; [next] = next.children) line.push(next);
    return line;
  }

  /** Whether this is not the first move at its position. */
  get isVariation() {
    return this.parent !== null && this.parent.children[0] !== this;
  }

  /** Return the position after a move, which is added if it is new. @param {string} move @param {number} seat @param {boolean} beginsTurn */
  add(move, seat, beginsTurn) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const child = new TreeNode(this, move, seat, beginsTurn);
    this.children.push(child);
    return child;
  }

  /** Take this position, and all after it, out of the tree; return the one before. */
  remove() {
    const { parent } = this;
    if (!parent) return this;
    parent.children = parent.children.filter((child) => child !== this);
    return parent;
  }

  /** Make the variation that this position belongs to the main line of where it branches off; return whether it was one. */
  promote() {
    const branch = this.way().findLast((node) => node.isVariation);
    if (!branch?.parent) return false;
    branch.parent.children = [branch, ...branch.parent.children.filter((child) => child !== branch)];
    return true;
  }

  /**
   * Return a short text that names the position within its tree: how many moves of the main line lead to it. Where it
   * leaves that line, the number of the variation follows, and how many moves of it: 12.1.3
   */
  get address() {
    /** @type {number[]} */
    const parts = [0];
    for (const node of this.way()) {
      const place = node.parent?.children.indexOf(node) ?? 0;
      if (place) parts.push(place, 1);
      else parts[parts.length - 1] += 1;
    }
    return parts.join(".");
  }

  /** Return the position with an address; where it leads nowhere, the last one on the way. @param {string} address */
  at(address) {
    /** @type {TreeNode} */
    let node = this;
    const [steps, ...branches] = address.split(".").map((part) => Number.parseInt(part, 10) || 0);
    const walk = (/** @type {number} */ count) => {
      for (let left = count; left > 0 && node.children.length; left--) [node] = node.children;
    };
    walk(steps);
    for (let index = 0; index < branches.length; index += 2) {
      const next = node.children[branches[index]];
      if (!next) return node;
      node = next;
      walk((branches[index + 1] ?? 1) - 1);
    }
    return node;
  }

  /** Return all positions after this one; each comes before those that follow it. @returns {TreeNode[]} */
  all() {
    const found = [];
    const waiting = [...this.children].reverse();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      found.push(node);
      waiting.push(...[...node.children].reverse());
    }
    return found;
  }
}

/** Return the beginning of a tree that the server has sent. @param {SentTree} sent */
export function grown({ comment, nodes }) {
  const root = new TreeNode(null, "", 0, false);
  root.comment = comment;
  const added = [root];
  for (const { parent, move, seat, begins_turn: beginsTurn, nag, comment: words } of nodes) {
    const node = added[parent + 1].add(move, seat, beginsTurn);
    node.nag = nag;
    node.comment = words;
    added.push(node);
  }
  return root;
}

/** Return the moves of a tree as they are sent. @param {TreeNode} root @returns {SentNode[]} */
export function flat(root) {
  const all = root.all();
  const places = new Map(all.map((node, place) => [node, place]));
  return all.map((node) => ({
    parent: (node.parent && places.get(node.parent)) ?? -1,
    move: node.move,
    seat: node.seat,
    begins_turn: node.beginsTurn,
    nag: node.nag,
    comment: node.comment,
  }));
}
