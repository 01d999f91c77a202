// Where keys lead on boards of hexes and of squares.

import assert from "node:assert/strict";
import { test } from "node:test";

import { end, inReadingOrder, lineOf, nearest, neighbour } from "../../src/funkenflug/site/boards/scripts/walking.js";

/** @typedef {{name: string, x: number, y: number}} Cell */
/** @typedef {import("../../src/funkenflug/site/boards/scripts/walking.js").Line} Line */

/** Return a hexagon of flat-topped hexes around 0,0. @param {number} radius */
function hexes(radius) {
  /** @type {Cell[]} */
  const cells = [];
  for (let q = -radius; q <= radius; q++) {
    for (let r = -radius; r <= radius; r++) {
      if (Math.abs(q + r) <= radius) cells.push({ name: `${q},${r}`, x: 66 * q, y: 76 * (r + q / 2) });
    }
  }
  return inReadingOrder(cells);
}

/** Return where keys lead, one after another. @param {Cell[]} cells @param {string} start @param {string[]} keys */
function walk(cells, start, ...keys) {
  let here = /** @type {Cell} */ (cells.find(({ name }) => name === start));
  /** @type {Line | null} */
  let line = null;
  return keys.map((key) => {
    line = lineOf(here, key, line);
    here = neighbour(cells, here, key, line) ?? here;
    return here.name;
  });
}

test("six keys lead to the six neighbours of a hex", () => {
  for (const [key, there] of Object.entries({ q: "-1,0", w: "0,-1", e: "1,-1", a: "-1,1", s: "0,1", d: "1,0" })) {
    assert.deepEqual(walk(hexes(2), "0,0", key), [there]);
  }
});

test("an arrow across hexes stays in its row, and leads back", () => {
  assert.deepEqual(walk(hexes(2), "0,0", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"), [
    "1,-1",
    "2,-1",
    "1,-1",
    "0,0",
  ]);
  assert.deepEqual(walk(hexes(2), "0,0", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown"), [
    "0,-1",
    "0,-2",
    "0,-2",
    "0,-1",
  ]);
});

test("arrows lead around a gap", () => {
  assert.deepEqual(
    walk(
      hexes(2).filter(({ name }) => name !== "0,0"),
      "0,1",
      "ArrowUp",
      "ArrowUp",
      "ArrowUp",
    ),
    ["-1,1", "0,-1", "0,-2"],
  );
});

test("keys lead along rows, columns and diagonals of squares", () => {
  const squares = [0, 1, 2].flatMap((row) =>
    ["a", "b", "c"].map((column, x) => ({ name: `${column}${3 - row}`, x: 92 * x, y: 92 * row })),
  );
  for (const [key, there] of Object.entries({
    q: "a3",
    w: "b3",
    e: "c3",
    a: "a1",
    s: "b1",
    d: "c1",
    ArrowLeft: "a2",
    ArrowRight: "c2",
  })) {
    assert.deepEqual(walk(squares, "b2", key), [there]);
  }
  assert.deepEqual(walk(squares, "a3", "ArrowLeft", "ArrowUp", "q"), ["a3", "a3", "a3"]);
});

test("there is a first and a last cell, of a row and of the board", () => {
  const cells = hexes(1);
  const [middle] = cells.filter(({ name }) => name === "0,0");
  const names = [
    end(cells, middle, false, 76),
    end(cells, middle, true, 76),
    end(cells, middle, false, 0),
    end(cells, middle, true, 0),
  ].map(({ name }) => name);
  assert.deepEqual(names, ["-1,0", "1,0", "0,-1", "0,1"]);
});

test("the nearest cell is found", () => {
  assert.equal(nearest(hexes(1), { x: 60, y: -30 })?.name, "1,-1");
  assert.equal(nearest([], { x: 0, y: 0 }), undefined);
});
