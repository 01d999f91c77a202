// Moves as a player types them in German.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const catalogue = { table: { "typed-fly": "fliegen, fliege", "typed-green": "grün", "typed-pass": "passen" } };
document.documentElement.lang = "de";
document.body.innerHTML = '<main class="table"></main><link id="words" data-page="table">';
Object.assign(document.getElementById("words") ?? {}, {
  href: `data:application/json,${encodeURIComponent(JSON.stringify(catalogue))}`,
});
const { asSent, asTyped } = await import("../../src/funkenflug/site/boards/scripts/typing.js");

const CLICKS = { fly: ["cell:2 cell:3 colour:1", "cell:3 cell:2 colour:1"] };

test("a move is sent as moves are written", () => {
  assert.equal(asSent(" Fliege GRUN m13  o13 ", CLICKS), "fly green m13 o13");
  assert.equal(asSent("fly green m13 o13", CLICKS), "fly green m13 o13");
  assert.equal(asSent("passen", CLICKS), "pass");
  assert.equal(asTyped("fly green m13 o13", CLICKS), "fliegen grün m13 o13");
});

test("what cannot be a move is sent as it was typed, for the answer quotes it", () => {
  assert.equal(asSent("Fliege von l11 nach n11", CLICKS), "Fliege von l11 nach n11");
  assert.equal(asSent("fliege l11", CLICKS), "fliege l11");
});
