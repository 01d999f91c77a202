// The table and the server: messages change what the board shows, and commands are sent.

import { changed, received } from "../../boards/scripts/board.js";
import { restart } from "./clock.js";
import { showWholeChat } from "./chat.js";
import { ask, Stream } from "../../infra/scripts/connection.js";
import { one } from "../../infra/scripts/dom.js";
import { give } from "./fair.js";
import { clearLog, showLog } from "../../boards/scripts/log.js";
import { board, complain, id, table, whenMoved } from "../../boards/scripts/state.js";
import { address } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").Table} Table */
/** @typedef {import("../../infra/scripts/messages.d.ts").Update} Update */
/** @typedef {import("../../infra/scripts/messages.d.ts").GameEvent} GameEvent */
/** @typedef {import("../../infra/scripts/messages.d.ts").StreamMessage} StreamMessage */

/**
 * @typedef {object} Renderers
 * @property {() => void} snapshot a whole table has come
 * @property {(message: Exclude<StreamMessage, {type: "snapshot"} | {type: "own"} | {type: "update"}>) => void} other show any other message
 * @property {() => void} news another player has moved
 */

/** @type {Renderers} */
let renderers;
/** @type {Stream} */
let stream;
let giving = false;
/** @type {import("../../infra/scripts/messages.d.ts").Own | null} what is the viewer's own after the update that follows */
let own = null;

/** Milliseconds after which a stream that has not told of a stored command is taken to be lost. */
const LOST = 5000;
/** @type {Set<() => void>} what to do when something has happened */
const waiting = new Set();

/** Connect to the table. @param {Renderers} parts */
export function open(parts) {
  renderers = parts;
  board.addEventListener("outdated", reload);
  whenMoved((moves) => {
    const { number, looking } = table();
    const body = { number, seat: looking ?? -1, moves }; // -1, which the server refuses: a bot has taken the seat
    return command("POST /api/tables/{id}/moves", { path: { id }, body });
  });
  stream = new Stream(id, {
    message: hear,
    state: (online) => (one(".offline").hidden = online),
  });
}

/** Fetch the whole table again. */
const reload = () => stream.again();

/** @param {StreamMessage} message */
function hear(message) {
  if (message.type === "snapshot" || message.type === "update") restart();
  if (message.type === "snapshot") begin(message);
  else if (message.type === "own") own = message;
  else if (message.type === "update") apply(message);
  else renderers.other(message);
  if (message.type === "chat") table().number = message.number;
  for (const check of waiting) check();
}

/** Wait until the stream has told what happened up to that number. @param {number} number @returns {Promise<void>} */
function heard(number) {
  return new Promise((resolve) => {
    const lost = setInterval(reload, LOST);
    const check = () => {
      if (table().number < number) return;
      waiting.delete(check);
      clearInterval(lost);
      resolve();
    };
    waiting.add(check);
    check();
  });
}

/** @param {Table} snapshot */
function begin(snapshot) {
  const { position: before } = board;
  const news =
    before === null ||
    snapshot.number !== before.number ||
    snapshot.looking !== before.looking ||
    snapshot.cover !== before.cover;
  board.position = snapshot;
  board.forget();
  const [own, ...others] = snapshot.mine;
  address(own === undefined || others.length ? null : snapshot.seats[own].name);
  renderers.snapshot();
  clearLog();
  showWholeChat(snapshot.chat);
  addLines(snapshot.log);
  board.meanwhile = { to_move: snapshot.to_move, task: snapshot.task };
  if (news) board.present(snapshot, received(snapshot.drawing), []);
  giveValue();
}

/** @param {import("../../infra/scripts/messages.d.ts").LogLine[]} lines */
function addLines(lines) {
  showLog(lines);
  board.news.tellLines(lines);
}

/** Give a random value for the deal if the table waits for it. */
async function giveValue() {
  if (!table().fair?.wanted || giving) return;
  giving = true;
  try {
    await give(id, table().fair);
  } catch (error) {
    complain(error);
  } finally {
    giving = false;
  }
}

/** @param {Update} update */
function apply(update) {
  const { to_move: mover, task } = table();
  const { scores, holdings, panel, ...rest } = update;
  const { can, ...mine } = own?.number === update.number ? own : {};
  board.meanwhile =
    mover !== null && table().mine.includes(mover)
      ? { to_move: update.to_move, task: update.task }
      : { to_move: mover, task };
  /** @type {Table} */
  const after = {
    ...table(),
    patience: null,
    ...rest,
    ...mine,
    can: { ...table().can, ...can },
    panel: { ...table().panel, ...panel },
    seats: table().seats.map((seat, place) => ({
      ...seat,
      score: scores[place] ?? null,
      holdings: holdings?.[place] ?? seat.holdings,
      to_move: place === update.to_move,
    })),
  };
  board.position = after;
  addLines(update.log);
  const standing = changed(board.standing, update.difference);
  board.present(after, standing, /** @type {GameEvent[]} */ (update.events));
  giveValue();
  if (mover === null || !table().mine.includes(mover)) renderers.news();
}

/**
 * Send a command, and wait until the stream has told what happened; throw if it was not stored.
 * @template {import("../../infra/scripts/messages.d.ts").Command} C
 * @param {C} what
 * @param {import("../../infra/scripts/messages.d.ts").RequestOf<C>} request
 */
export async function command(what, request) {
  await board.hush();
  const { number } = await ask(what, request);
  await heard(number);
}

/**
 * Send a command, and complain if it was not stored; return whether it was.
 * @template {import("../../infra/scripts/messages.d.ts").Command} C
 * @param {C} what
 * @param {import("../../infra/scripts/messages.d.ts").RequestOf<C>} request
 */
export async function act(what, request) {
  try {
    await command(what, request);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
