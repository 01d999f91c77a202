// Messages that are compressed with a dictionary.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import "./page.js";

const content = '{"type":"update","name":"Jörg"}\n'.repeat(300);
globalThis.fetch = async () => new Response(content);
document.head.innerHTML = '<link id="dictionary" data-name="abc" href="/dictionary.txt">';
const { dictionary, unpacked } = await import("../../src/funkenflug/site/infra/scripts/packed.js");

test("a page that has a dictionary says so, and unpacks messages with it", async () => {
  assert.equal(dictionary, "abc");
  const text = '{"type":"update","name":"Zoë"}';
  const packed = deflateRawSync(text, { dictionary: Buffer.from(content) });
  assert.ok(packed.length < text.length / 2);
  assert.equal(await unpacked(Uint8Array.from(packed).buffer), text);
});
