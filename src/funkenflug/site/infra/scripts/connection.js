// Requests to the server, and the stream of a table's events, which reconnects when the connection is lost.

import { dictionary, unpacked } from "./packed.js";

/** @typedef {import("./messages.d.ts").Endpoint} Endpoint */

/** The server refused a request; the message says why, in words for a player. It may be empty. */
export class Refused extends Error {
  /** @param {number} status @param {string} words */
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

/**
 * Send a request and return the response. Throw `Refused` if the server refuses it.
 * @template {Endpoint} E
 * @param {E} endpoint the method and the path, as in the OpenAPI document
 * @param {import("./messages.d.ts").RequestOf<E>} request the values in the path and in the query, and the body
 * @param {{server?: string, signal?: AbortSignal}} [options] `server`: the address of another site
 * @returns {Promise<import("./messages.d.ts").ResponseOf<E>>}
 */
export async function ask(endpoint, request, { server = "", signal } = {}) {
  /** @type {{path?: Record<string, string | number>, query?: Record<string, string>, body?: unknown}} */
  const { path = {}, query, body } = request;
  const [method, template] = endpoint.split(" ");
  const address = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name]));
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const response = await fetch(`${server}${address}${search}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    ...(signal && { signal }),
  });
  const data = parsed(await response.text());
  if (!response.ok) throw new Refused(response.status, typeof data?.error === "string" ? data.error : "");
  return data;
}

/** Return what a JSON text stands for; null if it is not JSON. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15000;
const PING = 6000; // between two questions whether the connection still works, while somebody looks
const ANSWER = 4000; // tell the player after this long without an answer
const LOST = 20000; // and reconnect this much later

/** The events of one table. */
export class Stream {
  /**
   * @param {string} table
   * @param {{message: (message: import("./messages.d.ts").StreamMessage) => void, state: (online: boolean) => void}} ears
   */
  constructor(table, ears) {
    this.table = table;
    this.ears = ears;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Promise<void>} settled when the last message has been passed on */
    this.passed = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout>[]} what happens if a ping is not answered */
    this.doubts = [];
    addEventListener("offline", () => this.ears.state(false));
    for (const back of ["online", "focus"]) addEventListener(back, () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    setInterval(() => document.hidden || this.ping(), PING);
    this.open();
  }

  /** Ask whether the connection still works: a network may be cut without a word. */
  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send('{"type":"ping"}');
    if (!this.doubts.length) {
      this.doubts = [setTimeout(() => this.ears.state(false), ANSWER), setTimeout(() => this.again(), ANSWER + LOST)];
    }
  }

  /** The server is there. */
  answered() {
    for (const doubt of this.doubts.splice(0)) clearTimeout(doubt);
    this.ears.state(true);
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${this.table}/events${dictionary && `?packed=${dictionary}`}`,
    );
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.answered();
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.socket === socket) this.answered();
      this.pass(socket, data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.socket !== socket) return;
      if (code === 1012) this.ears.message({ type: "closing" });
      this.ears.state(false);
      this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
    });
  }

  /** Pass a message on when all before it have been. @param {WebSocket} socket @param {string | ArrayBuffer} data */
  pass(socket, data) {
    const message = async () => {
      const text = typeof data === "string" ? data : await unpacked(data);
      if (this.socket === socket) this.ears.message(JSON.parse(text));
    };
    this.passed = this.passed.then(message).catch(reportError);
  }

  /** Connect at once if there is no connection, and else ask whether it works. */
  now() {
    this.ping();
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Connect again, to get a new snapshot. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearTimeout(this.timer);
    this.open();
  }
}
