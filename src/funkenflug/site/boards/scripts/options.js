// The steps of a move that are not on the board, as buttons: how many, which colour, what to do.

import { firstChoice, isCell, kindOf, only, valueOf } from "./choosing.js";
import { emblem, make } from "../../infra/scripts/dom.js";

/** @typedef {import("./choosing.js").Choosing} Choosing */
/** @typedef {import("./choosing.js").Branch} Branch */
/** @typedef {import("./element.js").BoardElement} BoardElement */

/** Return the name of a step. @param {string} token @param {BoardElement} board */
export function label(token, { page, words: { known, say } }) {
  const [kind, value] = [kindOf(token), valueOf(token)];
  const name = page.name?.(token);
  if (name) return name;
  if (kind === "cell") return page.cellName?.(value) ?? value;
  if (kind === "colour") return say(value);
  if (kind === "verb") return known(`verb-${value}`) ? say(`verb-${value}`) : value;
  return known(kind) ? say(kind, { [kind]: value }) : value;
}

/** Return what the button says that sends a move. @param {string} move @param {BoardElement} board */
export function deed(move, { words: { known, say } }) {
  const [verb, count] = move.split(" ");
  return known(`do-${verb}`) ? say(`do-${verb}`, { count }) : say("send");
}

/** Return the question that these steps answer. @param {Branch[]} branches @param {BoardElement} board */
export function question(branches, { page, turn, words: { known, say } }) {
  const tokens = branches.map(({ token }) => token);
  const kinds = new Set(tokens.map(kindOf));
  if (kinds.size > 1) return "";
  const verb = branches.length ? firstChoice(branches[0])?.move.split(" ")[0] : "";
  if (kinds.has("count")) return say("how-many");
  if (kinds.has("colour")) return say(known(`colour-${verb}`) ? `colour-${verb}` : "which-colour");
  return page.question?.(tokens, turn.choosing.offered) ?? "";
}

/**
 * Return the steps that are offered off the board.
 * @param {Choosing} choosing
 * @returns {Branch[]}
 */
export function steps(choosing) {
  return [...choosing.here.branches.values()].filter(({ token }) => !isCell(token));
}

/**
 * Whether a step belongs into the foot of the tray: a whole move in one word.
 * @param {Branch} branch
 */
export const isWhole = (branch) =>
  kindOf(branch.token) === "verb" && branch.choice !== null && branch.branches.size === 0;

/** Return the buttons of the next step. @param {BoardElement} board @returns {HTMLElement | null} */
export function options(board) {
  const { choosing } = board.turn;
  const branches = steps(choosing).filter((branch) => !isWhole(branch));
  if (!branches.length) return null;
  const chosen = choosing.path[choosing.depth];
  return make(
    "div",
    {
      class: `options${branches.length === 2 ? " wide-options" : ""}`,
      role: "group",
      "aria-label": question(branches, board) || board.words.say("choices"),
    },
    ...branches.map((branch) => option(branch, branch.token === chosen, board)),
  );
}

/** @param {Branch} branch @param {boolean} picked @param {BoardElement} board */
function option(branch, picked, board) {
  const { token } = branch;
  const { turn } = board;
  const named = label(token, board);
  const neutral = kindOf(token) === "colour" && !board.table.seats.some((who) => who.colours.includes(valueOf(token)));
  const name = neutral ? `${named} (${board.words.say("neutral")})` : named;
  const traits = {
    type: "button",
    class: `option ${kindOf(token)}${picked ? " on" : ""}`,
    "aria-pressed": String(picked),
    "aria-label": name,
    "data-token": token,
    onclick: () => turn.choose(token),
    onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && turn.consider(branch),
    onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && turn.consider(null),
    onfocus: () => only(branch) && turn.consider(branch),
  };
  return make("button", traits, ...face(token, name, board));
}

/** @param {string} token @param {string} name @param {BoardElement} board @returns {Node[]} */
function face(token, name, { page, turn, ownSeat }) {
  const own = ownSeat?.colours[0] ?? "green";
  const drawn = page.face?.(token, own);
  if (drawn) return drawn;
  const value = valueOf(token);
  const piece =
    page.piece ?? ((/** @type {string} */ colour, /** @type {number} */ height) => emblem(colour, height - 2));
  if (kindOf(token) === "colour") return [piece(value, 26), make("span", {}, name)];
  if (kindOf(token) !== "count") return [make("span", {}, name)];
  const colour = valueOf(turn.choosing.path.findLast((step) => kindOf(step) === "colour") ?? `colour:${own}`);
  return [
    make("span", { class: "pawns" }, ...Array.from({ length: Number(value) }, () => piece(colour, 24))),
    make("b", {}, value),
  ];
}
