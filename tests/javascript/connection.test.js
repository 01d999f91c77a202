// Requests to the server, and what the type check knows about them.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";
import { ask, Refused, Stream } from "../../src/funkenflug/site/infra/scripts/connection.js";

/** @type {[string, RequestInit][]} */
let sent = [];

/** Let the server send this response. @param {string} text @param {number} [status] */
function respond(text, status = 200) {
  sent = [];
  globalThis.fetch = async (url, init) => {
    sent.push([String(url), init ?? {}]);
    return new Response(text, { status });
  };
}

test("a request fills in its path and its query, and sends its body", async () => {
  respond('{"step": "x"}');
  const { step } = await ask("GET /api/lessons/{game}", { path: { game: "a-1" }, query: { step: "x y" } });
  assert.equal(step, "x");
  await ask("POST /api/lessons/{game}/{step}", { path: { game: "a-1", step: "x" }, body: { answer: "pass" } });
  assert.deepEqual(
    sent.map(([url, { method, body }]) => [url, method, body]),
    [
      ["/api/lessons/a-1?step=x+y", "GET", undefined],
      ["/api/lessons/a-1/x", "POST", '{"answer":"pass"}'],
    ],
  );
});

test("a request without a body has no content type", async () => {
  respond("[]");
  assert.deepEqual(await ask("GET /api/games", {}), []);
  assert.deepEqual(sent, [["/api/games", { method: "GET", headers: {}, body: undefined }]]);
});

test("a refusal is thrown with the server's words", async () => {
  respond('{"error": "It’s not your turn"}', 409);
  await assert.rejects(
    ask("GET /api/me", {}),
    (error) => error instanceof Refused && error.status === 409 && error.message === "It’s not your turn",
  );
  respond("<h1>Bad gateway</h1>", 502);
  await assert.rejects(
    ask("GET /api/me", {}),
    (error) => error instanceof Refused && error.status === 502 && error.message === "",
  );
});

test("the type check knows endpoints, bodies and responses", async () => {
  respond("{}");
  // @ts-expect-error there is no such endpoint
  await ask("GET /api/nothing", {});
  // @ts-expect-error the body has no such field
  await ask("POST /api/me", { body: { title: "Ann" } });
  // @ts-expect-error the path needs a value
  await ask("GET /api/tables/{id}", {});
  // @ts-expect-error the response has no such field
  assert.equal((await ask("GET /api/me", {})).title, undefined);
});

class Socket extends EventTarget {
  static OPEN = 1;
  readyState = Socket.OPEN;
  /** @type {string[]} */
  sent = [];
  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }
}

test("a connection that is cut without a word is noticed within seconds", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const window = new EventTarget();
  Object.assign(globalThis, {
    WebSocket: Socket,
    reportError: assert.fail,
    location: { protocol: "https:", host: "a" },
    addEventListener: window.addEventListener.bind(window),
  });
  /** @type {boolean[]} */
  const states = [];
  const { socket } = new Stream("t", { message: () => {}, state: (online) => states.push(online) });
  assert.ok(socket);
  socket.dispatchEvent(new Event("open"));
  assert.deepEqual(states.splice(0), [true]);
  context.mock.timers.tick(6000);
  assert.deepEqual(/** @type {Socket} */ (/** @type {unknown} */ (socket)).sent, ['{"type":"ping"}']);
  context.mock.timers.tick(4000);
  assert.deepEqual(states.splice(0), [false]);
  socket.dispatchEvent(new MessageEvent("message", { data: '{"type":"pong"}' }));
  assert.deepEqual(states.splice(0), [true]);
  window.dispatchEvent(new Event("offline"));
  assert.deepEqual(states, [false]);
});
