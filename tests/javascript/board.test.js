// Drawings, their differences, and the elements that show them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { svg } from "./page.js";

const { Board, changed, received } = await import("../../src/funkenflug/web/static/board.js");

const SQUARE = "-44,-44 44,-44 44,44 -44,44";

/** @param {[string, string][]} fragments */
const drawing = (...fragments) => received({ box: [0, 0, 9, 9], cell: SQUARE, symbols: "", fragments });
/** @param {string} id @param {string} [more] @returns {[string, string]} */
const group = (id, more = "") => [id, `<g id="${id}"${more}></g>`];
const board = () => new Board(svg('<defs></defs><g class="fragments"></g><g class="fragments above"></g>'));
/** @param {InstanceType<typeof Board>} shown */
const ids = (shown) => [...shown.svg.querySelectorAll("[id]")].map(({ id }) => id);

test("a difference sets, removes and orders fragments", () => {
  const before = drawing(group("a"), group("b"), group("c"));
  const after = changed(before, { box: [1, 1, 1, 1], order: ["c", "d", "a"], set: { d: "<g/>" }, gone: ["b"] });
  assert.deepEqual([...after.fragments.keys()], ["c", "d", "a"]);
  assert.deepEqual(after.box, [1, 1, 1, 1]);
  assert.equal(after.cell, SQUARE);
  assert.deepEqual([...before.fragments.keys()], ["a", "b", "c"]);
});

test("without an order the fragments stay where they were", () => {
  const after = changed(drawing(group("a"), group("b")), { box: [0, 0, 9, 9], order: null, set: { a: "<g class='new'/>" }, gone: [] });
  assert.deepEqual([...after.fragments], [["a", "<g class='new'/>"], group("b")]);
});

test("the board tells what came and what went, and keeps what stays", () => {
  const shown = board();
  shown.show(drawing(group("a"), group("b")));
  const kept = shown.elements.get("b");
  const { came, went } = shown.show(drawing(group("b"), group("c")));
  assert.deepEqual(came.map(({ id }) => id), ["c"]);
  assert.deepEqual(went.map(({ id }) => id), ["a"]);
  assert.equal(shown.elements.get("b"), kept);
  assert.deepEqual(ids(shown), ["b", "c"]);
});

test("a fragment that changed is replaced in its place", () => {
  const shown = board();
  shown.show(drawing(group("a"), group("b"), group("c")));
  const { came } = shown.show(drawing(group("a"), group("b", ' class="new"'), group("c")));
  assert.deepEqual(came, []);
  assert.deepEqual(ids(shown), ["a", "b", "c"]);
  assert.equal(shown.elements.get("b")?.getAttribute("class"), "new");
});

test("badges, and what is drawn after them, lie above what may be chosen", () => {
  const shown = board();
  shown.show(drawing(group("tile-1"), group("badge-1"), group("label-1")));
  assert.deepEqual([...shown.above.children].map(({ id }) => id), ["badge-1", "label-1"]);
});

test("a cell is where its first element is moved to", () => {
  const shown = board();
  shown.show(drawing(group("a", ' data-cell="1,2" transform="translate(30 -40.5)"'), group("b", ' data-cell="1,2" transform="translate(0 0)"')));
  const place = shown.places().get("1,2");
  assert.deepEqual([place?.x, place?.y, place?.element.id], [30, -40.5, "a"]);
});

test("the outline of a cell has the shape that the drawing gives, as far inside as wanted", () => {
  const shown = board();
  shown.show(drawing(group("a", ' data-cell="a1" transform="translate(100 100)"')));
  const [place] = shown.places().values();
  assert.equal(shown.reach, 44);
  assert.equal(shown.outline(place, 0), "M56.0,56.0L144.0,56.0L144.0,144.0L56.0,144.0z");
  assert.equal(shown.outline(place, 4), "M60.0,60.0L140.0,60.0L140.0,140.0L60.0,140.0z");
});
