// Choosing a move step by step, without a page and without rules.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Choosing, firstChoice, only, tree, waysTo } from "../../src/funkenflug/site/boards/scripts/choosing.js";

/** @typedef {import("../../src/funkenflug/site/boards/scripts/choosing.js").Choice} Choice */
/** @typedef {import("../../src/funkenflug/site/boards/scripts/choosing.js").Look} Look */

/** @param {string} move @param {string[]} path @returns {Choice} */
const choice = (move, ...path) => ({ move, path });

const CLICKS = { crew: ["cell:2 count:1"], tile: ["cell:1"], domino: ["tile:1 cell:2 cell:3"] };
const CREWS = [
  choice("crew 1 a1", "cell:a1", "count:1"),
  choice("crew 2 a1", "cell:a1", "count:2"),
  choice("crew 1 b1", "cell:b1", "count:1"),
  choice("pass", "verb:pass"),
];
const MOVES = CREWS.map(({ move }) => move);

/** @param {Partial<Look>} [more] @returns {Look} */
const look = (more = {}) => ({
  difference: { removed: [], reshaped: {}, inserted: {}, shapes: {} },
  choices: [],
  gain: "",
  warning: "",
  words: "",
  task: "",
  goes_on: false,
  ...more,
});

/** Return a choosing and all that it sent, with an answer to every look. @param {Choice[]} choices @param {(draft: string[], move: string | null) => Promise<Look | null>} [answer] */
function begin(choices, answer = async () => look(), draftable = false) {
  /** @type {string[][]} */
  const sent = [];
  /** @type {unknown[]} */
  const failures = [];
  const choosing = new Choosing({
    look: answer,
    send: (moves) => sent.push(moves),
    show: () => {},
    changed: () => {},
    failed: (error) => failures.push(error),
  });
  choosing.offer(
    choices.map(({ move }) => move),
    draftable,
    CLICKS,
  );
  return { choosing, sent, failures };
}

test("a game tells by patterns how its moves are chosen", () => {
  const fly = { fly: ["cell:2 cell:3 colour:1", "cell:3 cell:2 colour:1"], break: ["verb:break cell:1"] };
  assert.deepEqual(
    waysTo("fly red -1,0 2,0", fly).map(({ path }) => path),
    [
      ["cell:-1,0", "cell:2,0", "colour:red"],
      ["cell:2,0", "cell:-1,0", "colour:red"],
    ],
  );
  assert.deepEqual(
    waysTo("fly red -1,0 2,0", fly).map(({ move }) => move),
    ["fly red -1,0 2,0", "fly red 2,0 -1,0"],
    "the way it was clicked",
  );
  assert.deepEqual(waysTo("break 0,1", fly), [choice("break 0,1", "verb:break", "cell:0,1")]);
  assert.deepEqual(waysTo("pass", fly), [choice("pass", "verb:pass")]);
});

test("the paths of all moves form a tree", () => {
  const root = tree(CREWS);
  assert.deepEqual([...root.branches.keys()], ["cell:a1", "cell:b1", "verb:pass"]);
  const [a1, b1] = root.branches.values();
  assert.equal(only(a1), null);
  assert.equal(only(b1), CREWS[2]);
  assert.equal(firstChoice(a1), CREWS[0]);
});

test("a step without alternatives is taken along, and the move waits to be sent", async () => {
  const { choosing, sent } = begin(CREWS);
  await choosing.pick("cell:b1");
  assert.deepEqual(choosing.path, ["cell:b1", "count:1"]);
  assert.deepEqual(choosing.pending, CREWS[2]);
  assert.deepEqual(sent, []);
  choosing.finish();
  assert.deepEqual(sent, [["crew 1 b1"]]);
});

test("the same cell once more sends the move", async () => {
  const { choosing, sent } = begin(CREWS);
  await choosing.pick("cell:b1");
  await choosing.pick("cell:b1");
  assert.deepEqual(sent, [["crew 1 b1"]]);
});

test("another cell replaces the one chosen before", async () => {
  const { choosing } = begin(CREWS);
  await choosing.pick("cell:a1");
  assert.equal(choosing.depthOf("cell:b1"), 0);
  await choosing.pick("cell:b1");
  assert.deepEqual(choosing.pending, CREWS[2]);
});

test("to pass is sent at once, any other move of one word is shown first", async () => {
  const { choosing, sent } = begin(CREWS);
  await choosing.pick("verb:pass");
  assert.deepEqual(sent, [["pass"]]);
  const other = begin([choice("stone a1", "cell:a1"), choice("swap", "verb:swap")]);
  await other.choosing.pick("verb:swap");
  assert.deepEqual([other.choosing.pending?.move, other.sent], ["swap", []]);
  other.choosing.finish();
  assert.deepEqual(other.sent, [["swap"]]);
});

test("back undoes the last click, and then says that there is nothing more", async () => {
  const { choosing } = begin(CREWS);
  await choosing.pick("cell:a1");
  await choosing.pick("count:2");
  assert.equal(await choosing.back(), true);
  assert.deepEqual(choosing.path, ["cell:a1"]);
  assert.equal(await choosing.back(), true);
  assert.equal(choosing.begun, false);
  assert.equal(await choosing.back(), false);
});

test("a turn that goes on is drafted, and sent as a whole", async () => {
  const { choosing, sent } = begin(
    [choice("tile a1", "cell:a1"), choice("tile a2", "cell:a2")],
    async (_, move) => look(move ? { goes_on: true, words: "laid" } : { choices: MOVES }),
    true,
  );
  await choosing.pick("cell:a1");
  assert.deepEqual(
    choosing.draft.map(({ words }) => words),
    ["laid"],
  );
  assert.deepEqual([...choosing.root.branches.keys()], ["cell:a1", "cell:b1", "verb:pass"]);
  await choosing.pick("verb:pass");
  assert.deepEqual(sent, [["tile a1", "pass"]]);
});

test("a move of the draft is taken back", async () => {
  const { choosing } = begin(
    [choice("tile a1", "cell:a1"), choice("tile a2", "cell:a2")],
    async (_, move) => look(move ? { goes_on: true } : { choices: MOVES }),
    true,
  );
  await choosing.pick("cell:a1");
  await choosing.back();
  assert.deepEqual(choosing.moves, []);
  assert.deepEqual([...choosing.root.branches.keys()], ["cell:a1", "cell:a2"]);
});

test("a click whose answer fails is undone and reported", async () => {
  const lost = new Error("lost");
  const { choosing, failures } = begin([choice("tile a1", "cell:a1")], () => Promise.reject(lost), true);
  await choosing.pick("cell:a1");
  assert.deepEqual(failures, [lost]);
  assert.deepEqual(choosing.path, []);
  assert.equal(choosing.pending, null);
});

test("an answer that comes after the next click is ignored", async () => {
  /** @type {((look: Look) => void)[]} */
  const waiting = [];
  const { choosing } = begin(
    [choice("tile a1", "cell:a1"), choice("tile a2", "cell:a2")],
    () => new Promise((settle) => waiting.push(settle)),
    true,
  );
  const first = choosing.pick("cell:a1");
  const second = choosing.pick("cell:a2");
  waiting[1](look());
  waiting[0](look({ goes_on: true }));
  await Promise.all([first, second]);
  assert.equal(choosing.pending?.move, "tile a2");
  assert.deepEqual(choosing.draft, []);
});

test("a cell that may not be chosen is explained after the steps before it", async () => {
  const { choosing } = begin([choice("domino 43 a1 a2"), choice("domino 43 a1 b1"), choice("domino 21 a1 a2")]);
  assert.deepEqual(choosing.stepsBeforeCell(), []);
  await choosing.pick("tile:43");
  assert.deepEqual(choosing.stepsBeforeCell(), ["tile:43", "cell:a1"], "the only cell of this tile was taken along");
  await choosing.pick("cell:b1");
  assert.deepEqual(choosing.stepsBeforeCell(), ["tile:43", "cell:a1"], "another last cell may still be chosen");
});

test("the only choice is taken along before a click, and stays to be sent", async () => {
  const { choosing, sent } = begin([choice("domino 43 a1 a2"), choice("domino 43 a1 b1")]);
  await choosing.preselect();
  assert.deepEqual([choosing.path, choosing.pending], [["tile:43", "cell:a1"], null]);
  const single = begin([choice("tile a1")]);
  await single.choosing.preselect();
  assert.equal(single.choosing.pending?.move, "tile a1");
  const pass = begin([choice("pass")]);
  await pass.choosing.preselect();
  assert.deepEqual([pass.choosing.path, sent, single.sent, pass.sent], [[], [], [], []]);
});
