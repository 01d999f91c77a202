// The marks of cells that may be chosen: what they say, and how keys walk them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { svg } from "./page.js";

const { Board, received } = await import("../../src/funkenflug/web/static/board.js");
const { Targets } = await import("../../src/funkenflug/web/static/targets.js");

/** Return targets in a row, and what was picked and considered. @param {number} count @param {number} [most] */
function row(count, most = Infinity) {
  const fragments = Array.from({ length: count }, (_, index) => /** @type {[string, string, number, number, string]} */ ([`c${index}`, "cell", 100 * index, 0, `${index}`]));
  const holder = svg('<g class="fragments"></g><g class="fragments above"></g><g class="targets"></g>');
  const board = new Board(holder);
  board.show(received({ box: [0, 0, 1, 1], cell: "-44,-44 44,-44 44,44 -44,44", shapes: { cell: "<g></g>" }, fragments }));
  /** @type {(string | null)[]} */
  const picked = [];
  const targets = new Targets(/** @type {SVGGElement} */ (holder.querySelector(".targets")), board, { most: () => most, pick: (token) => picked.push(token), consider: () => {} });
  const offered = [...board.places().values()].map((place) => ({ token: `cell:${place.cell}`, place, quiet: false, chosen: false, label: `Cell ${place.cell}` }));
  return { targets, offered, picked, shown: () => [...holder.querySelectorAll(".target")] };
}

const focused = () => document.activeElement?.getAttribute("data-token");

test("every cell that may be chosen has a button with its name", () => {
  const { targets, offered, shown } = row(3);
  targets.show(offered);
  assert.deepEqual(shown().map((target) => target.getAttribute("aria-label")), ["Cell 0", "Cell 1", "Cell 2"]);
  assert.deepEqual(shown().map((target) => target.getAttribute("tabindex")), ["0", "-1", "-1"]);
});

test("too many marks are hidden until something is chosen", () => {
  const { targets, offered, shown } = row(3, 2);
  targets.show(offered);
  assert.ok(shown().every((target) => target.classList.contains("plain")));
  targets.show(offered, true);
  assert.ok(shown().every((target) => !target.classList.contains("plain")));
});

test("marks that stay keep their elements", () => {
  const { targets, offered, shown } = row(3);
  targets.show(offered);
  const [, second] = shown();
  targets.show(offered.slice(1));
  assert.equal(shown()[0], second);
  assert.equal(shown().length, 2);
});

test("a click and Enter pick a cell", () => {
  const { targets, offered, picked, shown } = row(2);
  targets.show(offered);
  shown()[0].dispatchEvent(new window.MouseEvent("click"));
  shown()[1].dispatchEvent(new window.KeyboardEvent("keydown", { key: "Enter" }));
  assert.deepEqual(picked, ["cell:0", "cell:1"]);
});

test("the first arrow goes to the middle, the next ones to neighbours", () => {
  const { targets, offered } = row(5);
  targets.show(offered);
  targets.walk("ArrowRight");
  assert.equal(focused(), "cell:2");
  targets.walk("ArrowRight");
  assert.equal(focused(), "cell:3");
  targets.walk("ArrowUp");
  assert.equal(focused(), "cell:3");
});
