// Draw a forest tile by tile: choose a number, and put it on cells.

import { draw, make } from "../infra/scripts/dom.js";
import { cellName, chip } from "./hexes.js";

const REACH = 34; // from the centre of a cell to its corners
const EACH = 6; // tiles of each number

/** Return where a cell is. @param {number} q @param {number} r */
const centre = (q, r) => ({ x: 1.5 * REACH * q, y: Math.sqrt(3) * REACH * (r + q / 2) });

const CORNERS = [0, 1, 2, 3, 4, 5]
  .map((corner) =>
    [REACH * 0.96 * Math.cos((corner * Math.PI) / 3), REACH * 0.96 * Math.sin((corner * Math.PI) / 3)]
      .map((at) => at.toFixed(1))
      .join(","),
  )
  .join(" ");

/** Return what edits a layout. @param {string} text cells and numbers, as a record has them @param {(text: string) => void} changed @param {import("../infra/scripts/words.js").Words} words */
export function layoutEditor(text, changed, { say }) {
  /** @type {Map<string, number>} */
  const tiles = new Map(
    text
      .split(" ")
      .map((word) => word.split("="))
      .map(([cell, number]) => [cell, Number(number)]),
  );
  let brush = 1; // 0: take away
  const first = [...tiles.keys()];
  const svg = draw("svg", { class: "layout-editor", role: "group", "aria-label": say("deal-layout") });
  const palette = make("div", { class: "layout-palette", role: "group" });

  /** @param {string} cell */
  function put(cell) {
    const count = [...tiles.values()].filter((number) => number === brush).length;
    if (!brush || tiles.get(cell) === brush) tiles.delete(cell);
    else if (count < EACH) tiles.set(cell, brush);
    changed([...tiles].map(([place, number]) => `${place}=${number}`).join(" "));
    show();
  }

  function show() {
    const focused = svg.contains(document.activeElement) ? document.activeElement?.getAttribute("data-cell") : null;
    const at = around([...first, ...tiles.keys()]).map((cell) => ({ cell, ...centre(...pair(cell)) }));
    const [left, top] = [Math.min(...at.map(({ x }) => x)) - REACH, Math.min(...at.map(({ y }) => y)) - REACH];
    const [width, height] = [
      Math.max(...at.map(({ x }) => x)) + REACH - left,
      Math.max(...at.map(({ y }) => y)) + REACH - top,
    ];
    svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    svg.replaceChildren(...at.map(({ cell, x, y }) => hex(cell, x, y)));
    if (focused) /** @type {SVGElement | null} */ (svg.querySelector(`[data-cell="${focused}"]`))?.focus();
    palette.replaceChildren(...[1, 2, 3, 4, 5, 6, 0].map(colour));
  }

  /** @param {string} cell @param {number} x @param {number} y */
  function hex(cell, x, y) {
    const number = tiles.get(cell) ?? 0;
    const numeral = draw("text", { y: 8 });
    numeral.textContent = number ? String(number) : "";
    const label = `${cellName(cell)}${number ? `: ${number}` : ""}`;
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      put(cell);
    };
    return draw(
      "g",
      {
        class: number ? `layout-cell number-${number}` : "layout-cell",
        transform: `translate(${x} ${y})`,
        role: "button",
        tabindex: 0,
        "data-cell": cell,
        "aria-label": label,
        onclick: () => put(cell),
        onkeydown: press,
      },
      draw("polygon", { points: CORNERS }),
      numeral,
    );
  }

  /** @param {number} number */
  function colour(number) {
    const left = EACH - [...tiles.values()].filter((laid) => laid === number).length;
    const pick = () => {
      brush = number;
      show();
    };
    return make(
      "button",
      { type: "button", "aria-pressed": String(brush === number), onclick: pick },
      number ? chip(number) : say("take-tile"),
      number ? make("small", {}, `×${left}`) : null,
    );
  }

  show();
  return make("div", { class: "field" }, make("span", {}, say("deal-layout")), palette, svg);
}

/** @param {string} cell @returns {[number, number]} */
const pair = (cell) => /** @type {[number, number]} */ (cell.split(",").map(Number));

/** Return cells and all that touch them. @param {string[]} cells */
function around(cells) {
  const all = new Set(cells);
  for (const [q, r] of cells.map(pair)) {
    for (const [right, down] of [
      [1, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [0, -1],
      [1, -1],
    ]) {
      all.add(`${q + right},${r + down}`);
    }
  }
  return [...all];
}
