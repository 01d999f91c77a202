// Talking to the server: requests, and the stream of a table's events that comes back by itself when it was lost.

export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} words what the server says, for a player
   * @param {any} body
   */
  constructor(status, words, body) {
    super(words);
    this.status = status;
    this.body = body;
  }
}

/**
 * Ask the server. What it refuses is thrown as `Refused`, with its words.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  let data;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null; // an answer that is no JSON has nothing to say to a player
  }
  if (!answer.ok) throw new Refused(answer.status, typeof data?.error === "string" ? data.error : "", data);
  return data;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15000;
const PING = 25000;

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
    /** @type {number} */
    this.timer = 0;
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    setInterval(() => this.socket?.readyState === WebSocket.OPEN && this.socket.send('{"type":"ping"}'), PING);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/events`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.ears.state(true);
    });
    socket.addEventListener("message", (event) => this.ears.message(JSON.parse(event.data)));
    socket.addEventListener("close", ({ code }) => {
      if (this.socket !== socket) return;
      if (code === 1012) this.ears.message({ type: "closing" });
      this.ears.state(false);
      this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
    });
  }

  /** Try at once, if there is no connection. */
  now() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Forget what is known and begin anew, from a snapshot. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearTimeout(this.timer);
    this.open();
  }
}
