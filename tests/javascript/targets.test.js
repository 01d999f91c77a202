// The marks of cells that may be chosen: what they say, and how keys walk them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { svg } from "./page.js";

const { Board, received } = await import("../../src/funkenflug/site/boards/scripts/board.js");
const { Targets } = await import("../../src/funkenflug/site/boards/scripts/targets.js");

/** @param {number} count */
function drawing(count) {
  const fragments = Array.from(
    { length: count },
    (_, index) =>
      /** @type {[string, string, number, number, string]} */ ([`c${index}`, "cell", 100 * index, 0, `${index}`]),
  );
  /** @type {[number, number, number, number]} */
  const box = [0, 0, 1, 1];
  return { box, cell: "-44,-44 44,-44 44,44 -44,44", shapes: { cell: "<g></g>" }, fragments };
}

/** Return targets in a row, and what was picked and considered. @param {number} count @param {number} [most] */
function row(count, most = Infinity) {
  const holder = svg('<g class="fragments"></g><g class="fragments above"></g><g class="targets"></g>');
  const board = new Board(holder);
  board.show(received(drawing(count)));
  /** @type {(string | null)[]} */
  const picked = [];
  const targets = new Targets(/** @type {SVGGElement} */ (holder.querySelector(".targets")), board, {
    most: () => most,
    pick: (token) => picked.push(token),
    consider: () => {},
    describe: (token) => `Cell ${token.slice(5)}`,
    mayChoose: (words) => `${words}, can be chosen`,
  });
  const offered = [...board.places().values()].map((place) => ({
    token: `cell:${place.cell}`,
    place,
    quiet: false,
    chosen: false,
  }));
  return {
    board,
    targets,
    offered,
    picked,
    shown: () => [...holder.querySelectorAll(".target")],
    cells: () => [...holder.querySelectorAll(".cell")],
  };
}

const focused = () => document.activeElement?.getAttribute("data-token");

test("every cell has a button that says what it is, and whether it may be chosen", () => {
  const { targets, offered, cells } = row(3);
  targets.show(offered.slice(1));
  assert.deepEqual(
    cells().map((cell) => cell.getAttribute("tabindex")),
    ["-1", "0", "-1"],
  );
  assert.deepEqual(
    cells().map((cell) => cell.getAttribute("aria-label")),
    ["Cell 0", "Cell 1, can be chosen", "Cell 2, can be chosen"],
  );
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

test("the first arrow goes to the middle of what may be chosen, the next ones to all neighbours", () => {
  const { targets, offered } = row(5);
  targets.show(offered.slice(2));
  targets.stop = "";
  targets.walk("ArrowRight");
  assert.equal(focused(), "cell:3");
  for (const expected of ["cell:2", "cell:1", "cell:0", "cell:0"]) {
    targets.walk("ArrowLeft");
    assert.equal(focused(), expected);
  }
  targets.walk("ArrowUp");
  assert.equal(focused(), "cell:0");
});

test("Home and End go to the ends of the row", () => {
  const { targets, offered, cells } = row(5);
  targets.show([offered[1], offered[3]]);
  targets.goTo(targets.cells[1]);
  for (const [key, expected] of [
    ["End", "4"],
    ["Home", "0"],
  ]) {
    document.activeElement?.dispatchEvent(
      /** @type {Event} */ (/** @type {unknown} */ (new window.KeyboardEvent("keydown", { key }))),
    );
    assert.equal(focused(), `cell:${expected}`);
  }
  assert.equal(cells().filter((cell) => cell.getAttribute("tabindex") === "0").length, 1);
});

test("the next choice may be a cell or a button", () => {
  const { targets, offered } = row(5);
  targets.show([offered[1], offered[3]]);
  const button = document.createElement("button");
  button.setAttribute("data-token", "pass");
  document.body.append(button);
  targets.goTo(targets.cells[2]);
  for (const expected of ["cell:3", "pass", "cell:1", "cell:3"]) {
    targets.next(1, [button]);
    assert.equal(focused(), expected);
  }
  targets.next(-1, [button]);
  assert.equal(focused(), "cell:1");
});

test("the focus stays when the board changes, and goes to the nearest cell when its cell goes", () => {
  const { targets, offered, board } = row(4);
  targets.show(offered);
  targets.goTo(targets.cells[2]);
  targets.show([]);
  assert.equal(focused(), "cell:2");
  const { box, cell, fragments } = drawing(2);
  board.show(received({ box, cell, shapes: {}, fragments }));
  targets.show([]);
  assert.equal(focused(), "cell:1");
});
