// Under which names only this computer can open a link.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

Object.assign(globalThis, { location: { hostname: "club.example" } });

const { opensOnlyHere } = await import("../../src/funkenflug/site/infra/scripts/links.js");

for (const name of [
  "localhost",
  "feurio.localhost",
  "127.0.0.1",
  "127.8.9.10",
  "0.0.0.0",
  "[::1]",
  "[::]",
  "[::ffff:7f00:1]",
]) {
  test(`only this computer can open ${name}`, () => assert.equal(opensOnlyHere(name), true));
}

for (const name of [
  "club.example",
  "192.168.178.20",
  "10.0.0.127",
  "[fd00::2]",
  "127.example",
  "localhost.example",
  "[::ffff:c0a8:1]",
]) {
  test(`others can open ${name}`, () => assert.equal(opensOnlyHere(name), false));
}
