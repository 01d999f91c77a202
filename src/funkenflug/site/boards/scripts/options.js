// The steps of a move that are not on the board, as buttons: how many, which colour, what to do.

import { firstChoice, isCell, kindOf, only, valueOf } from "./choosing.js";
import { emblem, make } from "../../infra/scripts/dom.js";
import { cellName, page } from "./game.js";
import { known, say } from "../../infra/scripts/words.js";

/** @typedef {import("./choosing.js").Choosing} Choosing */
/** @typedef {import("./choosing.js").Branch} Branch */

/** Return the name of a step. @param {string} token */
export function label(token) {
  const [kind, value] = [kindOf(token), valueOf(token)];
  const name = page.name?.(token);
  if (name) return name;
  if (kind === "cell") return cellName(value);
  if (kind === "colour") return say(value);
  if (kind === "verb") return known(`verb-${value}`) ? say(`verb-${value}`) : value;
  return known(kind) ? say(kind, { [kind]: value }) : value;
}

/** Return what the button says that sends a move. @param {string} move */
export function deed(move) {
  const [verb, count] = move.split(" ");
  return known(`do-${verb}`) ? say(`do-${verb}`, { count }) : say("send");
}

/** Return the question that these steps answer. @param {Branch[]} branches @param {Choosing} choosing */
export function question(branches, choosing) {
  const tokens = branches.map(({ token }) => token);
  const kinds = new Set(tokens.map(kindOf));
  if (kinds.size > 1) return "";
  const verb = branches.length ? firstChoice(branches[0])?.move.split(" ")[0] : "";
  if (kinds.has("count")) return say("how-many");
  if (kinds.has("colour")) return say(known(`colour-${verb}`) ? `colour-${verb}` : "which-colour");
  return page.question?.(tokens, choosing.offered) ?? "";
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

/**
 * @typedef {object} Hands what the buttons do and show
 * @property {(token: string) => void} pick
 * @property {(branch: Branch | null) => void} consider
 * @property {(colour: string) => boolean} neutral whether no seat leads this colour
 * @property {string} colour the player's own
 */

/**
 * Return the buttons of the next step.
 * @param {Choosing} choosing
 * @param {Hands} hands
 * @returns {HTMLElement | null}
 */
export function options(choosing, hands) {
  const branches = steps(choosing).filter((branch) => !isWhole(branch));
  if (!branches.length) return null;
  const chosen = choosing.path[choosing.depth];
  return make(
    "div",
    {
      class: `options${branches.length === 2 ? " wide-options" : ""}`,
      role: "group",
      "aria-label": question(branches, choosing) || say("choices"),
    },
    ...branches.map((branch) => option(branch, branch.token === chosen, choosing, hands)),
  );
}

/** @param {Branch} branch @param {boolean} picked @param {Choosing} choosing @param {Hands} hands */
function option(branch, picked, choosing, hands) {
  const { token } = branch;
  const name =
    kindOf(token) === "colour" && hands.neutral(valueOf(token)) ? `${label(token)} (${say("neutral")})` : label(token);
  const traits = {
    type: "button",
    class: `option ${kindOf(token)}${picked ? " on" : ""}`,
    "aria-pressed": String(picked),
    "aria-label": name,
    "data-token": token,
    onclick: () => hands.pick(token),
    onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && hands.consider(branch),
    onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && hands.consider(null),
    onfocus: () => only(branch) && hands.consider(branch),
  };
  return make("button", traits, ...face(token, name, choosing, hands.colour));
}

/**
 * @param {string} token
 * @param {string} name
 * @param {Choosing} choosing
 * @param {string} own the player's colour
 * @returns {Node[]}
 */
function face(token, name, choosing, own) {
  const drawn = page.face?.(token, own);
  if (drawn) return drawn;
  const value = valueOf(token);
  const piece =
    page.piece ?? ((/** @type {string} */ colour, /** @type {number} */ height) => emblem(colour, height - 2));
  if (kindOf(token) === "colour") return [piece(value, 26), make("span", {}, name)];
  if (kindOf(token) !== "count") return [make("span", {}, name)];
  const colour = valueOf(choosing.path.findLast((step) => kindOf(step) === "colour") ?? `colour:${own}`);
  return [
    make("span", { class: "pawns" }, ...Array.from({ length: Number(value) }, () => piece(colour, 24))),
    make("b", {}, value),
  ];
}
