// Drawings, their differences, and the elements that show them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { svg } from "./page.js";

const { Board, changed, received } = await import("../../src/funkenflug/site/boards/scripts/board.js");

const SQUARE = "-44,-44 44,-44 44,44 -44,44";

/** @typedef {[string, string, number, number, string]} Placed */

const SHAPES = { plain: "<g></g>", new: '<g class="new"></g>' };

/** @param {Placed[]} fragments */
const drawing = (...fragments) => received({ box: [0, 0, 9, 9], cell: SQUARE, shapes: SHAPES, fragments });
/** @param {string} id @param {Partial<import("../../src/funkenflug/site/boards/scripts/board.js").Fragment>} [traits] @returns {Placed} */
const group = (id, { shape = "plain", x = 0, y = 0, cell = "" } = {}) => [id, shape, x, y, cell];
const board = () => new Board(svg('<g class="fragments"></g><g class="fragments above"></g>'));
/** @param {Element} element */
const idOf = (element) => element.getAttribute("data-id");
/** @param {InstanceType<typeof Board>} shown */
const ids = (shown) => [...shown.svg.querySelectorAll("[data-id]")].map(idOf);
/** @param {Partial<import("../../src/funkenflug/site/infra/scripts/messages.d.ts").Difference>} changes */
const difference = (changes) => ({ removed: [], reshaped: {}, inserted: {}, shapes: {}, ...changes });

test("a difference removes and inserts fragments", () => {
  const before = drawing(group("a"), group("b"), group("c"));
  const after = changed(
    before,
    difference({
      box: [1, 1, 1, 1],
      removed: ["b"],
      inserted: { "": [group("d")], a: [group("e"), group("f")], c: [group("g")] },
    }),
  );
  assert.deepEqual([...after.fragments.keys()], ["d", "a", "e", "f", "c", "g"]);
  assert.deepEqual(after.box, [1, 1, 1, 1]);
  assert.equal(after.cell, SQUARE);
  assert.deepEqual([...before.fragments.keys()], ["a", "b", "c"]);
});

test("a fragment that is inserted again leaves its place", () => {
  const after = changed(
    drawing(group("a"), group("b"), group("c")),
    difference({ inserted: { c: [group("a", { x: 5 })] } }),
  );
  assert.deepEqual([...after.fragments.keys()], ["b", "c", "a"]);
  assert.equal(after.fragments.get("a")?.x, 5);
});

test("a fragment with another shape stays where it was", () => {
  const after = changed(drawing(group("a", { x: 7, cell: "a1" }), group("b")), difference({ reshaped: { a: "new" } }));
  assert.deepEqual(
    [...after.fragments],
    [
      ["a", { shape: "new", x: 7, y: 0, cell: "a1" }],
      ["b", { shape: "plain", x: 0, y: 0, cell: "" }],
    ],
  );
  assert.deepEqual(after.box, [0, 0, 9, 9]);
});

test("shapes that a difference brings are there for all later ones", () => {
  const shown = board();
  const first = changed(
    drawing(group("a")),
    difference({ inserted: { a: [group("b", { shape: "round" })] }, shapes: { round: '<circle r="9"></circle>' } }),
  );
  shown.show(
    changed(first, difference({ inserted: { b: [group("c", { shape: "round", x: 1.5, y: -2, cell: "c4" })] } })),
  );
  assert.equal(shown.elements.get("b")?.tagName, "circle");
  const last = shown.elements.get("c");
  assert.deepEqual(
    [last?.getAttribute("r"), last?.getAttribute("transform"), last?.dataset.cell],
    ["9", "translate(1.5 -2)", "c4"],
  );
});

test("the board tells what came and what went, and keeps what stays", () => {
  const shown = board();
  shown.show(drawing(group("a"), group("b")));
  const kept = shown.elements.get("b");
  const { came, went } = shown.show(drawing(group("b"), group("c")));
  assert.deepEqual(came.map(idOf), ["c"]);
  assert.deepEqual(went.map(idOf), ["a"]);
  assert.equal(shown.elements.get("b"), kept);
  assert.deepEqual(ids(shown), ["b", "c"]);
});

test("a fragment that changed is replaced in its place", () => {
  const shown = board();
  shown.show(drawing(group("a"), group("b"), group("c")));
  const { came } = shown.show(drawing(group("a"), group("b", { shape: "new" }), group("c")));
  assert.deepEqual(came, []);
  assert.deepEqual(ids(shown), ["a", "b", "c"]);
  assert.equal(shown.elements.get("b")?.getAttribute("class"), "new");
});

test("badges, and what is drawn after them, lie above what may be chosen", () => {
  const shown = board();
  shown.show(drawing(group("tile-1"), group("badge-1"), group("label-1")));
  assert.deepEqual([...shown.above.children].map(idOf), ["badge-1", "label-1"]);
});

test("a cell is where its first fragment is", () => {
  const shown = board();
  shown.show(drawing(group("a", { x: 30, y: -40.5, cell: "1,2" }), group("b", { cell: "1,2" })));
  const place = shown.places().get("1,2");
  assert.deepEqual([place?.x, place?.y, place?.element.dataset.id], [30, -40.5, "a"]);
});

test("the outline of a cell has the shape that the drawing gives, as far inside as wanted", () => {
  const shown = board();
  shown.show(drawing(group("a", { x: 100, y: 100, cell: "a1" })));
  const [place] = shown.places().values();
  assert.equal(shown.reach, 44);
  assert.equal(shown.outline(place, 0), "M56.0,56.0L144.0,56.0L144.0,144.0L56.0,144.0z");
  assert.equal(shown.outline(place, 4), "M60.0,60.0L140.0,60.0L140.0,140.0L60.0,140.0z");
});
