// The steps of a move that are not on the board, as buttons: how many, which colour, which tile, what to do.

import { isCell, kindOf, only, valueOf } from "./choosing.js";
import { draw, emblem, make } from "./dom.js";
import { domino, piece, tile } from "./panel.js";
import { known, say } from "./words.js";

/** @typedef {import("./choosing.js").Choosing} Choosing */
/** @typedef {import("./choosing.js").Branch} Branch */

/** Words for a token. @param {string} token */
export function label(token) {
  const value = valueOf(token);
  switch (kindOf(token)) {
    case "cell":
      return say("cell", { cell: value });
    case "tile":
      return say("tile", { tile: value });
    case "verb":
      return known(`verb-${value}`) ? say(`verb-${value}`) : value;
    case "colour":
      return say(value);
    default:
      return value;
  }
}

/** Whether a step is a tile of two numbers. @param {string} token */
export const isDomino = (token) => kindOf(token) === "tile" && valueOf(token).length === 2;

/** What the button that sends a move says. @param {string} move */
export function deed(move) {
  const [verb, count] = move.split(" ");
  return known(`do-${verb}`) ? say(`do-${verb}`, { count }) : say("send");
}

/** @param {Choosing} choosing @param {string} fallback */
function colourOf(choosing, fallback) {
  return valueOf([...choosing.path].reverse().find((token) => kindOf(token) === "colour") ?? `colour:${fallback}`);
}

/** The question that the next step answers. @param {Branch[]} branches @param {Choosing} choosing */
export function question(branches, choosing) {
  const kinds = new Set(branches.map(({ token }) => kindOf(token)));
  if (kinds.size > 1) return "";
  if (kinds.has("count")) return say("how-many");
  if (kinds.has("colour")) return say("which-colour");
  if (kinds.has("tile") && choosing.offered.some(({ path }) => path.length > 2 && path.every((token) => kindOf(token) === "tile"))) return say("arranged");
  return "";
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
export const isWhole = (branch) => kindOf(branch.token) === "verb" && branch.choice !== null && branch.branches.size === 0;

/**
 * Return the buttons of the next step.
 * @param {Choosing} choosing
 * @param {{pick: (token: string) => void, consider: (branch: Branch | null) => void, neutral: (colour: string) => boolean, colour: string}} page
 * @returns {HTMLElement | null}
 */
export function options(choosing, page) {
  const branches = steps(choosing).filter((branch) => !isWhole(branch));
  if (!branches.length) return null;
  const chosen = choosing.path[choosing.depth];
  const holder = make("div", { class: `options${branches.length === 2 ? " wide-options" : ""}` });
  for (const branch of branches) {
    const picked = branch.token === chosen;
    const colour = kindOf(branch.token) === "colour" && valueOf(branch.token);
    const name = colour && page.neutral(colour) ? `${label(branch.token)} (${say("neutral")})` : label(branch.token);
    holder.append(
      make(
        "button",
        {
          type: "button",
          class: `option ${kindOf(branch.token)}${picked ? " on" : ""}${isDomino(branch.token) ? " domino" : ""}`,
          "aria-pressed": String(picked),
          "aria-label": name,
          "data-token": branch.token,
          onclick: () => page.pick(branch.token),
          onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && page.consider(branch),
          onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && page.consider(null),
          onfocus: () => only(branch) && page.consider(branch),
        },
        ...face(branch.token, name, choosing, page),
      ),
    );
  }
  return holder;
}

/**
 * @param {string} token
 * @param {string} name
 * @param {Choosing} choosing
 * @param {{colour: string}} page
 * @returns {(Node | string)[]}
 */
function face(token, name, choosing, page) {
  const value = valueOf(token);
  switch (kindOf(token)) {
    case "count": {
      const pawns = Array.from({ length: Number(value) }, () => piece(colourOf(choosing, page.colour), 24));
      return [make("span", { class: "pawns" }, ...pawns), make("b", {}, value)];
    }
    case "colour":
      return [document.getElementById("ff-crew") || document.getElementById("ff-drop-small") ? piece(value, 26) : emblem(value, 24), make("span", {}, name)];
    case "tile": {
      if (isDomino(token)) return [domino(page.colour, Number(value[0]), Number(value[1]))];
      const picture = tile(Number(value));
      picture.setAttribute("width", "64");
      picture.setAttribute("height", "58");
      return [picture];
    }
    default: {
      const symbol = `fw-${value}-${page.colour}`;
      const picture = document.getElementById(symbol) ? [draw("svg", { class: page.colour, viewBox: "-30 -44 60 80", width: 30, height: 40, "aria-hidden": "true" }, draw("use", { href: `#${symbol}` }), draw("use", { href: "#fw-crown", transform: "translate(0 -9)" }))] : [];
      return [...picture, make("span", {}, name)];
    }
  }
}
