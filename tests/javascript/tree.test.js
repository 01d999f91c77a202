// The tree of moves of a study.

import assert from "node:assert/strict";
import { test } from "node:test";

import { flat, grown } from "../../src/funkenflug/site/studies/scripts/tree.js";

/** A tree: a b c, at b instead of c: d e, and there instead of e: f; instead of a: g. */
const SENT = {
  game: "morels",
  record: "",
  comment: "",
  nodes: [
    [-1, "a", true],
    [0, "b", false],
    [1, "c", true],
    [1, "d", true],
    [3, "e", false],
    [3, "f", false],
    [-1, "g", true],
  ].map(([parent, move, begins]) => ({
    parent: Number(parent),
    move: String(move),
    seat: 0,
    begins_turn: Boolean(begins),
    nag: "",
    comment: "",
  })),
};

test("every position has an address that leads back to it", () => {
  const root = grown(SENT);
  const addresses = Object.fromEntries(root.all().map((node) => [node.move, node.address]));
  assert.deepEqual(addresses, { a: "1", b: "2", c: "3", d: "2.1.1", e: "2.1.2", f: "2.1.1.1.1", g: "0.1.1" });
  for (const node of root.all()) assert.equal(root.at(node.address), node);
  assert.equal(root.at(""), root);
  assert.equal(root.at("99").move, "c");
  assert.equal(root.at("2.7.1").move, "b");
});

test("a tree is sent as it came", () => {
  assert.deepEqual(
    flat(grown(SENT)).map(({ parent, move }) => [parent, move]),
    SENT.nodes.map(({ parent, move }) => [parent, move]),
  );
});

test("lines, turns and paths follow the first moves", () => {
  const root = grown(SENT);
  const d = root.at("2.1.1");
  assert.deepEqual(d.path, ["a", "b", "d"]);
  assert.deepEqual(
    d.line().map(({ move }) => move),
    ["a", "b", "d", "e"],
  );
  assert.deepEqual([d.ply, d.turn, d.isVariation], [3, 2, true]);
});

test("variations are promoted, removed and found again", () => {
  const root = grown(SENT);
  const f = root.at("2.1.1.1.1");
  assert.ok(f.promote());
  assert.deepEqual(
    f.line().map(({ move }) => move),
    ["a", "b", "d", "f"],
  );
  assert.ok(f.promote());
  assert.equal(f.address, "4");
  assert.ok(!f.promote());
  assert.equal(root.add("g", 0, true), root.children[1]);
  assert.equal(root.add("h", 1, true).address, "0.2.1");
  assert.equal(root.children[0].remove(), root);
  assert.deepEqual(
    root.children.map(({ move }) => move),
    ["g", "h"],
  );
});
