// The tree of moves beside the board: the main line turn by turn, variations indented below the move that they replace.

import { emblem, make, one } from "../../infra/scripts/dom.js";
import { board, table } from "../../boards/scripts/state.js";
import { asTyped } from "../../boards/scripts/typing.js";

/** @typedef {import("./tree.js").TreeNode} TreeNode */

const holder = one(".study-tree");

/** @type {Map<TreeNode, HTMLButtonElement>} */
const buttons = new Map();

/** Show a tree. @param {TreeNode} root @param {TreeNode} here the position on the board @param {(node: TreeNode) => void} go */
export function showTree(root, here, go) {
  const focused = holder.contains(document.activeElement);
  buttons.clear();
  holder.replaceChildren(
    ...(root.comment ? [words(root)] : []),
    ...(root.children.length ? [line(root.children[0], "main-line", here, go)] : []),
  );
  const now = buttons.get(here);
  now?.setAttribute("aria-current", "step");
  if (now) reveal(now);
  if (focused) (now ?? holder).focus({ preventScroll: true });
}

/** Scroll the tree, and nothing else, so that a move is in view. @param {HTMLElement} button */
function reveal(button) {
  const [box, room] = [button.getBoundingClientRect(), holder.getBoundingClientRect()];
  if (box.top < room.top || box.bottom > room.bottom) holder.scrollTop += box.top - room.top - room.height / 2;
}

/** Return a line of moves, with the variations that begin at them. @param {TreeNode} first @param {string} kind @param {TreeNode} here @param {(node: TreeNode) => void} go */
function line(first, kind, here, go) {
  const list = make("ol", { class: kind });
  /** @type {HTMLElement | null} */
  let turn = null;
  for (let node = /** @type {TreeNode | undefined} */ (first); node; [node] = node.children) {
    if (!turn || node.beginsTurn) {
      const colour = table().seats[node.seat]?.colours[0] ?? "green";
      turn = make(
        "li",
        { class: "tree-turn" },
        make("span", { class: "tree-number num" }, `${node.turn}.`),
        emblem(colour, 13),
      );
      list.append(turn);
    }
    turn.append(move(node, go));
    if (node.comment) turn.append(words(node));
    const others = node === first ? [] : (node.parent?.children.slice(1) ?? []);
    // a first move has its variations with the line that it begins; the main line begins with none before it
    const own = node === first && kind === "main-line" ? (node.parent?.children.slice(1) ?? []) : others;
    for (const other of own) list.append(make("li", {}, line(other, "variation", here, go)));
    if (own.length) turn = null;
  }
  return list;
}

/** @param {TreeNode} node @param {(node: TreeNode) => void} go */
function move(node, go) {
  const button = make(
    "button",
    { type: "button", class: "tree-move", tabindex: -1, "data-address": node.address, onclick: () => go(node) },
    asTyped(node.move, table().clicks, board.cellName),
    node.nag && make("b", { class: "tree-nag" }, node.nag),
  );
  buttons.set(node, button);
  return button;
}

/** @param {TreeNode} node */
const words = (node) => make("span", { class: "tree-comment" }, node.comment);

holder.addEventListener("keydown", (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  const all = [...holder.querySelectorAll("button")];
  const at = all.findIndex(
    (button) =>
      button === document.activeElement || (document.activeElement === holder && button.hasAttribute("aria-current")),
  );
  const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
  next?.focus();
  next?.click();
  event.preventDefault();
  event.stopPropagation();
});
