// The table and the server: messages change the state, commands are sent, and every change is rendered.

import { changed, received } from "../../boards/scripts/board.js";
import { restart } from "./clock.js";
import { ask, Refused, Stream } from "../../infra/scripts/connection.js";
import { one } from "../../infra/scripts/dom.js";
import { give } from "./fair.js";
import { complain } from "../../infra/scripts/notices.js";
import { use } from "../../boards/scripts/source.js";
import { id, playedSeat, state, table } from "../../boards/scripts/state.js";
import { address } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").Table} Table */
/** @typedef {import("../../infra/scripts/messages.d.ts").Update} Update */
/** @typedef {import("../../infra/scripts/messages.d.ts").GameEvent} GameEvent */
/** @typedef {import("../../infra/scripts/messages.d.ts").StreamMessage} StreamMessage */
/** @typedef {import("../../infra/scripts/messages.d.ts").LogLine} LogLine */
/** @typedef {import("../../infra/scripts/messages.d.ts").Preview} Preview */

/**
 * @typedef {object} Renderers
 * @property {(table: Table) => void} reset begin with a whole table: the log and the chat come again
 * @property {(events: GameEvent[]) => void} render show the table after these events
 * @property {(lines: LogLine[]) => void} log add lines to the log
 * @property {(message: Exclude<StreamMessage, {type: "snapshot"} | {type: "own"} | {type: "update"}>) => void} other show any other message
 * @property {() => void} news another player has moved
 * @property {() => void} quiet plan no more previews: a command is about to be sent
 */

/** @type {Renderers} */
let renderers;
/** @type {Stream} */
let stream;
/** @type {Set<Promise<unknown>>} previews that are not answered yet: a command that overtakes them would make them late */
const previews = new Set();
let giving = false;
/** @type {import("../../infra/scripts/messages.d.ts").Own | null} what is the viewer's own after the update that follows */
let own = null;

/** Milliseconds after which a stream that has not told of a stored command is taken to be lost. */
const LOST = 5000;
/** @type {Set<() => void>} what to do when something has happened */
const waiting = new Set();

/** Connect to the table. @param {Renderers} parts */
export function open(parts) {
  use({ play, preview, explain, text, position, territory, reload, undo });
  renderers = parts;
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
  const { table: before } = state;
  const news =
    before === null ||
    snapshot.number !== before.number ||
    snapshot.looking !== before.looking ||
    snapshot.cover !== before.cover;
  state.table = snapshot;
  state.meanwhile = { to_move: snapshot.to_move, task: snapshot.task };
  state.standing = received(snapshot.drawing);
  const [own, ...others] = snapshot.mine;
  address(own === undefined || others.length ? null : snapshot.seats[own].name);
  renderers.reset(snapshot);
  renderers.log(snapshot.log);
  if (news) renderers.render([]);
  giveValue();
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
  state.meanwhile =
    mover !== null && table().mine.includes(mover)
      ? { to_move: update.to_move, task: update.task }
      : { to_move: mover, task };
  state.standing = changed(state.standing, update.difference);
  state.table = {
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
  renderers.log(update.log);
  renderers.render(/** @type {GameEvent[]} */ (update.events));
  giveValue();
  if (mover === null || !table().mine.includes(mover)) renderers.news();
}

/** @param {string[]} draft @param {string | null} move @returns {Promise<Preview | null>} */
async function preview(draft, move) {
  if (playedSeat() < 0) return null; // time is up, and a bot has taken the seat
  const asked = ask("POST /api/tables/{id}/look", {
    path: { id },
    body: { number: table().number, seat: playedSeat(), draft, move },
  });
  previews.add(asked);
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refused && error.status === 409) return null; // the stream brings the new state
    throw error;
  } finally {
    previews.delete(asked);
  }
}

/** Wait until no preview is on its way. */
const previewsAnswered = () => Promise.allSettled([...previews]);

/** @param {string[]} moves */
const play = (moves) =>
  command("POST /api/tables/{id}/moves", { path: { id }, body: { number: table().number, seat: playedSeat(), moves } });

/** @param {import("../../boards/scripts/source.js").Question} question */
const explain = async (question) =>
  (await ask("POST /api/tables/{id}/explain", { path: { id }, body: { ...question, seat: table().looking } })).words;

/** @param {string[]} draft @param {number | null} ply @returns {Promise<import("../../infra/scripts/api.d.ts").TextResponse>} */
function text(draft, ply) {
  if (ply !== null) return ask("GET /api/tables/{id}/replay/{ply}/text", { path: { id, ply } });
  if (draft.length && playedSeat() >= 0) {
    return ask("POST /api/tables/{id}/text", {
      path: { id },
      body: { number: table().number, seat: playedSeat(), draft },
    });
  }
  return ask("GET /api/tables/{id}/text", { path: { id } });
}

/** @param {number} ply */
const position = (ply) => ask("GET /api/tables/{id}/replay/{ply}", { path: { id, ply } });

/** @param {number} seat @param {number} ply */
const territory = (seat, ply) => ask("GET /api/tables/{id}/territory/{seat}/{ply}", { path: { id, seat, ply } });

const undo = () => void act("POST /api/tables/{id}/undo", { path: { id }, body: { number: table().number } });

/**
 * Send a command, and wait until the stream has told what happened; throw if it was not stored.
 * @template {import("../../infra/scripts/messages.d.ts").Command} C
 * @param {C} what
 * @param {import("../../infra/scripts/messages.d.ts").RequestOf<C>} request
 */
export async function command(what, request) {
  renderers.quiet();
  await previewsAnswered();
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
