// What the others have done since the player's last turn, marked on the board until the player begins to choose.

import { draw } from "../../infra/scripts/dom.js";
import { linesSince } from "../../boards/scripts/log.js";
import { board, id, table } from "../../boards/scripts/state.js";

/** @typedef {{seat: number, cells: Set<string>, at: string | undefined}} Done what a move did, and the cell that stands for it */

const layer = board.scene.layer("since");
const CHIP = 22; // from one emblem on a cell to the next

/** Mark what has happened, or nothing. @param {boolean} shown */
export function showSince(shown) {
  const { mine, seats, players, looking } = table();
  const places = board.scene.board.places();
  const moves = shown && players > 1 ? done(id || looking === null ? mine : [looking]) : [];
  const outlines = moves.map(({ seat, cells }) => {
    const path = board.scene.board.contour([...cells].flatMap((cell) => places.get(cell) ?? []));
    return draw(
      "g",
      { class: `since-mark ${seats[seat].colours[0]}` },
      draw("path", { class: "since-casing", d: path }),
      draw("path", { class: "since-line", d: path }),
    );
  });
  const chips = moves.flatMap(({ seat, at }, index) => {
    const place = places.get(at ?? "");
    const before = moves.slice(0, index).filter((move) => move.at === at);
    return place && !before.some((move) => move.seat === seat)
      ? [chip(seats[seat].colours[0], place, before.length)]
      : [];
  });
  layer.replaceChildren(...outlines, ...chips);
}

/** Return what each move since the last turn of these seats has done. @param {number[]} seats @returns {Done[]} */
function done(seats) {
  /** @type {Map<number | undefined, Done>} */
  const moves = new Map();
  for (const { ply, seat, cells } of linesSince(seats)) {
    if (seat === null) continue;
    const move = moves.get(ply) ?? { seat, cells: new Set(), at: cells[cells.length - 1] };
    for (const cell of cells) move.cells.add(cell);
    moves.set(ply, move);
  }
  return [...moves.values()];
}

/** Return the emblem of a player on a cell. @param {string} colour @param {{x: number, y: number}} at @param {number} nth */
function chip(colour, { x, y }, nth) {
  const transform = `translate(${x - board.scene.board.reach / 2} ${y - board.scene.board.reach / 2 + CHIP * nth})`;
  return draw(
    "g",
    { class: "since-chip", transform },
    draw("circle", { r: 9.5 }),
    draw("use", { href: `#e-${colour}`, class: `emblem ${colour}`, x: -6.5, y: -6.5, width: 13, height: 13 }),
  );
}
