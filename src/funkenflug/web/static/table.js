// The table: what the server tells is shown around the board, and what is chosen there is sent.

import { Board, changed, outline, received } from "./board.js";
import { Choosing, firstChoice, isCell, only, valueOf } from "./choosing.js";
import { ask, Refused, Stream } from "./connection.js";
import { draw, emblem, icon, make, one } from "./dom.js";
import { chance, check, give, told } from "./fair.js";
import { invitation } from "./invite.js";
import { arrive, drop, fly, lift } from "./motion.js";
import { deed, isDomino, isWhole, label, options, question, steps } from "./options.js";
import { balance, deck, emblems, goals, half, possessions, powers, progress, tile } from "./panel.js";
import { Replay } from "./replay.js";
import { result } from "./result.js";
import { Targets } from "./targets.js";
import { known, say } from "./words.js";
import { Zoom } from "./zoom.js";

const main = one("main.table");
const id = main.dataset.table ?? "";
const base = `/api/tables/${id}`;
const wide = matchMedia("(min-width: 861px)");
const coarse = matchMedia("(pointer: coarse)");
const area = one(".board-area");
const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (one("svg.board")));
const board = new Board(svg);
const zoom = new Zoom(svg, area);
const flights = /** @type {SVGGElement} */ (/** @type {unknown} */ (one(".flights")));
const ghosts = /** @type {SVGGElement} */ (/** @type {unknown} */ (one(".ghosts")));
const hintBadges = /** @type {SVGGElement} */ (/** @type {unknown} */ (one(".hint-badges")));
const marks = /** @type {SVGGElement} */ (/** @type {unknown} */ (one(".marks")));

/** @type {any} what the server told, all of it */
let table = null;
/** @type {import("./board.js").Drawing} the board as it is, without draft and preview */
let standing = { box: [0, 0, 100, 100], fragments: new Map() };
/** @type {import("./board.js").Drawing} the board as it is shown */
let shown = standing;
let sending = false;
/** @type {Replay | null} */
let replay = null;
let muted = localStorage.getItem("muted") === id;
let unread = 0;

const seat = () => (table.looking === null ? null : table.seats[table.looking]);

// Choosing -----------------------------------------------------------------------------------------------------------

/** @type {Set<Promise<any>>} looks that are not answered yet: a move that overtakes them would make them late */
const looking = new Set();

/** @param {string[]} draft @param {string | null} move */
async function look(draft, move) {
  const asked = ask("POST", `${base}/look`, { number: table.number, seat: table.looking, draft, move });
  looking.add(asked);
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refused && error.status === 409) return null; // the table went on meanwhile, and tells it
    throw error;
  } finally {
    looking.delete(asked);
  }
}

const choosing = new Choosing({
  look,
  send: (moves) => send(moves),
  show: (look) => {
    const before = shown;
    const drawing = look ? changed(standing, look.difference) : standing;
    shown = drawing;
    const { came } = board.show(drawing);
    showHalf();
    if (before === standing || choosing.draft.length) arrive(came.filter((element) => !element.id.startsWith("region") && !element.id.startsWith("label")));
    // a preview must not move the board under a mouse; a finger is gone by then
    if (look === choosing.base || (coarse.matches && choosing.pending)) zoom.fit(drawing.box);
  },
  changed: () => offer(),
  failed: (error) => complain(error),
});

/** @param {string[]} moves */
async function send(moves) {
  if (sending) return;
  sending = true;
  offer();
  await Promise.allSettled([...looking]);
  try {
    const { number } = table;
    const answer = await ask("POST", `${base}/moves`, { number, seat: table.looking, moves });
    if (table.number === number) take(answer, true); // or the stream has brought some of it, and brings the rest
  } catch (error) {
    complain(error);
    const refused = error instanceof Refused && error.status !== 429 && error.status < 500;
    if (!refused) return; // nobody has said no: the turn still lies there to be sent once more
    if (error.status === 409) stream.again();
    choosing.offer(table.choices, table.draftable);
    board.show((shown = standing));
  } finally {
    sending = false;
    offer();
  }
}

const targets = new Targets(/** @type {SVGGElement} */ (/** @type {unknown} */ (one(".targets"))), {
  pick: (token) => choose(token),
  consider: (token) => consider(token === null ? null : choosing.at(choosing.depthOf(token) ?? 0).branches.get(token) ?? null),
});

/** @param {string} token */
async function choose(token) {
  if (sending) return;
  const keyboard = main.contains(document.activeElement) && document.activeElement?.matches(":focus-visible");
  await choosing.pick(token);
  if (!keyboard) return;
  if (choosing.pending) one(wide.matches && !popover.hidden ? ".popover .send-here" : ".send").focus();
  else if (choosing.depth === choosing.path.length && choosing.path.length && steps(choosing).some((branch) => !isWhole(branch))) one(".option", wide.matches && !popover.hidden ? popover : one(".choices")).focus();
  else targets.walk("ArrowDown");
}

/** @type {number} */
let considering = 0;
/** @param {import("./choosing.js").Branch | null} branch */
function consider(branch) {
  clearTimeout(considering);
  const choice = branch && only(branch);
  if (branch && !choice) return;
  const { turn, click } = choosing;
  considering = setTimeout(() => {
    if (turn === choosing.turn && click === choosing.click && !sending) choosing.consider(choice);
  }, choice ? 50 : 90);
}

svg.addEventListener("click", async (event) => {
  const found = /** @type {Element} */ (event.target).closest("[data-cell]");
  const cell = found?.getAttribute("data-cell");
  if (cell && choosing.depthOf(`cell:${cell}`) !== null) {
    choose(`cell:${cell}`);
    return;
  }
  if (choosing.path.length) {
    choosing.back();
    return;
  }
  if (!cell || !choosing.offered.length) return;
  const move = choosing.likewise(cell);
  if (!move) return;
  try {
    explain((await ask("POST", `${base}/explain`, { move, seat: table.looking, draft: choosing.moves })).words);
  } catch (error) {
    complain(error);
  }
});

const popover = one(".popover");

function offer() {
  if (!table) return;
  const pick = (/** @type {string} */ token) => choose(token);
  const neutral = (/** @type {string} */ colour) => !table.seats.some((/** @type {any} */ who) => who.colours.includes(colour));
  const page = { pick, consider, neutral, colour: seat()?.colours[0] ?? "green" };
  const mine = choosing.offered.length > 0 && !table.cover && !replay?.timer;
  showTargets(mine && !sending);
  showHalf();
  const branches = mine && !sending ? steps(choosing) : [];
  const shown = branches.filter((branch) => !isWhole(branch));
  const lastCell = choosing.path.slice(0, choosing.depth).reverse().find(isCell);
  const near = wide.matches && lastCell && shown.length > 1 ? valueOf(lastCell) : null;
  const asked = question(shown, choosing);
  const key = `${choosing.turn} ${choosing.draft.length} ${choosing.path.join(" ")} ${choosing.pending?.move ?? ""} ${shown.length}`;
  const listed = !near && (shown.length > 1 || !choosing.pending);
  keep(one(".choices"), listed ? key : "", () => (listed ? [options(choosing, page)] : []));
  popover.hidden = near === null;
  keep(one(".popover-options"), near ? key : "", () => (near ? [options(choosing, page)] : []));
  if (near) showPopover(asked);
  if (near) place(near);
  showTray(mine, branches, asked);
  if (hinted !== hintable()) unhint();
  main.dataset.state = table.outcome ? "over" : table.cover ? "covered" : sending ? "sending" : choosing.busy ? "looking" : mine ? "choosing" : "waiting";
  main.dataset.step = `${table.number} ${key}`;
}

/**
 * Fill an element, unless it shows the same already: what is under the pointer or has the focus stays.
 * @param {HTMLElement} holder
 * @param {string} key
 * @param {() => (Node | null)[]} build
 */
function keep(holder, key, build) {
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  const focused = holder.contains(document.activeElement) ? document.activeElement?.getAttribute("data-token") : null;
  holder.replaceChildren(.../** @type {Node[]} */ (build().filter(Boolean)));
  if (focused) /** @type {HTMLElement | null} */ (holder.querySelector(`[data-token="${focused}"]`))?.focus();
}

/** @param {boolean} mine */
function showTargets(mine) {
  if (!mine) {
    targets.show([]);
    return;
  }
  const places = board.places();
  let depth = choosing.path.length;
  const cells = () => [...choosing.at(depth).branches.values()].filter(({ token }) => isCell(token));
  const here = cells();
  while (depth > 0 && !cells().length) depth--;
  const hinted = new Set(here.map(({ token }) => token));
  const chosen = new Set(choosing.path.filter(isCell));
  const all = new Set([...cells().map(({ token }) => token), ...[...choosing.at(0).branches.keys()].filter(isCell)]);
  if (choosing.path.length && here.length) for (const token of all) if (!hinted.has(token) && !chosen.has(token)) all.delete(token);
  const shownTargets = [];
  for (const token of all) {
    const place = places.get(valueOf(token));
    if (!place) continue;
    const marked = place.element.classList.contains("spot") || board.elements.has(`take-${valueOf(token)}`);
    shownTargets.push({ token, place, quiet: marked || !hinted.has(token), chosen: chosen.has(token) && !choosing.seen, label: label(token) });
  }
  targets.show(shownTargets, choosing.path.length > 0);
}

/** The half of a domino that has its cell already: it lies there while the other half is chosen. */
function showHalf() {
  const laid = choosing.path.find(isDomino);
  const cell = choosing.path.find(isCell);
  const at = laid && cell && board.places().get(valueOf(cell));
  area.classList.toggle("laying", Boolean(at && choosing.seen)); // then the preview rings the whole domino
  ghosts.replaceChildren();
  if (!at || choosing.seen) return;
  const colour = seat().colours[0];
  const square = (/** @type {string} */ kind, /** @type {number} */ reach) => draw("rect", { class: kind, x: -reach, y: -reach, width: 2 * reach, height: 2 * reach, rx: 13 });
  const ring = [square("fw-selection-casing", 41), square("fw-selection", 41)];
  ghosts.append(draw("g", { class: `half-ghost ${colour}`, transform: `translate(${at.x} ${at.y})` }, ...ring, square("fw-ghost-plate", 37), half(colour, "fire", Number(valueOf(laid)[0]))));
}

/** @param {string} asked */
function showPopover(asked) {
  one(".popover h3").textContent = asked;
  one(".calc").hidden = !choosing.seen?.gain;
  one(".calc .num").textContent = choosing.seen?.gain ?? "";
  const go = /** @type {HTMLButtonElement} */ (one(".send-here"));
  go.hidden = !choosing.pending;
  go.disabled = sending;
  if (choosing.pending) go.textContent = deed(choosing.pending.move);
}

/** Put the popover beside a cell. @param {string} cell */
function place(cell) {
  const at = board.places().get(cell);
  const matrix = svg.getScreenCTM();
  if (!at || !matrix) return;
  const frame = area.getBoundingClientRect();
  const point = new DOMPoint(at.x, at.y).matrixTransform(matrix);
  const reach = (at.hex ? 66 : 48) * matrix.a;
  const x = point.x - frame.left;
  const y = point.y - frame.top;
  const first = board.places().get(valueOf(choosing.path.find(isCell) ?? ""));
  const left = first !== undefined && first.x > at.x; // off the row that is being considered; there is room at both sides
  const tall = Math.max(popover.offsetHeight, 230); // with all it may come to hold: it must not move under a mouse
  const top = Math.max(4, Math.min(frame.height - tall - 8, y - 74));
  popover.classList.toggle("on-left", left);
  popover.style.left = `${left ? x - reach - 12 - popover.offsetWidth : x + reach + 12}px`;
  popover.style.top = `${top}px`;
  popover.style.setProperty("--arrow", `${Math.max(12, Math.min(popover.offsetHeight - 26, y - top - 7))}px`);
}
zoom.moved = () => {
  const last = [...choosing.path].reverse().find(isCell);
  if (last && !popover.hidden) place(valueOf(last));
};
wide.addEventListener("change", () => offer());

/** @param {boolean} mine @param {import("./choosing.js").Branch[]} branches @param {string} asked */
function showTray(mine, branches, asked) {
  const tray = one(".tray");
  tray.classList.toggle("quiet", !mine);
  const mover = table.to_move === null ? null : table.seats[table.to_move];
  const several = table.mine.length > 1;
  one("#tray-title").textContent = mine ? (several ? say("turn-of-seat", { name: seat().name }) : say("your-turn")) : mover ? say(table.mine.length ? "turn-of" : "watching", { name: mover.name }) : "";
  one("#tab-turn").textContent = table.outcome ? say("result") : mine ? say("your-turn") : mover?.name ?? say("table");
  one(".tray-emblems").replaceChildren(...(mover ? emblems(mover, 17) : []));
  const drawn = one(".drawn");
  const number = table.panel.drawn;
  drawn.hidden = !mine || !number;
  if (drawn.hidden) {
    drawn.replaceChildren(); // a covered screen holds nothing that the next player may not see
    delete drawn.dataset.number;
  }
  if (!drawn.hidden && drawn.dataset.number !== String(number)) {
    drawn.dataset.number = String(number);
    drawn.replaceChildren(tile(number), make("span", { class: "hidden-text" }, say("tile-in-hand", { number })));
  }
  one(".steps").replaceChildren(...choosing.draft.map(({ choice, words }) => make("li", {}, make("span", { class: "tick" }, icon("check", 14)), toDo(choice.move) ?? words)));
  const task = one(".task-text");
  task.classList.toggle("waiting", !mine);
  task.textContent = mine ? asked || whatNow() : table.task;
  const gain = one(".task .gain");
  gain.hidden = !choosing.seen?.gain || !popover.hidden; // said once
  gain.replaceChildren(make("span", { class: "num" }, choosing.seen?.gain ?? ""));
  for (const back of [one(".take-back"), one(".tab-back")]) back.hidden = !mine || !choosing.begun;
  const whole = branches.filter(isWhole);
  const forced = whole.length === 1 && choosing.root.branches.size === 1 && !choosing.pending;
  keep(one(".foot-verbs"), `${choosing.turn} ${choosing.draft.length} ${forced} ${whole.map(({ token }) => token).join(" ")}`, () => whole.map((branch) => verbButton(branch, forced)));
  const go = /** @type {HTMLButtonElement} */ (one(".send"));
  go.hidden = !mine || !choosing.pending || !popover.hidden; // one main button is enough
  go.disabled = sending;
  if (choosing.pending) go.textContent = deed(choosing.pending.move);
  one(".tray-foot").hidden = go.hidden && one(".take-back").hidden && !whole.length;
}

/** @param {import("./choosing.js").Branch} branch @param {boolean} forced whether there is nothing else to do */
function verbButton(branch, forced) {
  const here = `${branch.token.replace(":", "-")}-${table.game}`;
  const words = known(here) ? say(here) : label(branch.token);
  return make("button", { type: "button", class: forced ? "btn main" : "btn text", "data-token": branch.token, onclick: () => choose(branch.token), onfocus: () => consider(branch) }, words);
}

/** What is to be decided, in a few words if the page has them. */
function whatNow() {
  if (choosing.pending) return say("ready-to-send");
  const next = firstChoice(choosing.at())?.move.split(" ")[0];
  const further = `then-${table.game}-${next}-${choosing.path.filter(isCell).length}`;
  if (choosing.path.length && known(further)) return say(further);
  const moves = (choosing.base?.choices ?? choosing.offered).map(({ move }) => move);
  moves.sort((a, b) => Number(a === "pass") - Number(b === "pass")); // to pass is the last thing one thinks of
  return moves.map(toDo).find(Boolean) ?? choosing.base?.task ?? table.task;
}

/** What a move is about, if the page has words for it. @param {string} move */
function toDo(move) {
  const key = `ask-${table.game}-${move.split(" ")[0]}`;
  return known(key) ? say(key, { number: table.panel.drawn ?? "" }) : null;
}

for (const go of [one(".send"), one(".send-here")]) go.addEventListener("click", () => choosing.finish());
for (const back of [one(".take-back"), one(".tab-back"), one(".popover-close")]) back.addEventListener("click", () => choosing.back());

// What the server tells ------------------------------------------------------------------------------------------------

/** @param {any} message */
function hear(message) {
  if (message.type === "snapshot") begin(message);
  else if (message.type === "update") take(message, false);
  else if (message.type === "presence") present(message);
  else if (message.type === "chat") chatted([message.line]);
  else if (message.type === "closing") explain(say("closing"));
}

/** @param {any} snapshot */
function begin(snapshot) {
  const news = table === null || snapshot.number !== table.number || snapshot.looking !== table.looking || snapshot.cover !== table.cover;
  table = snapshot;
  one(".loading").hidden = true;
  board.learn(snapshot.drawing.symbols);
  heard = performance.now();
  standing = received(snapshot.drawing);
  one(".log-lines").replaceChildren();
  one(".chat-lines").replaceChildren();
  unread = 0;
  chatted(snapshot.chat);
  if (news) render([]);
  log(snapshot.log);
  giveValue();
}

let giving = false;
/** Give a random value for the deal if it is waited for. */
async function giveValue() {
  if (!table.fair?.wanted || giving) return;
  giving = true;
  try {
    take(await give(id, table.fair), true);
  } catch (error) {
    complain(error);
  } finally {
    giving = false;
  }
}

/** @param {any} update @param {boolean} own */
function take(update, own) {
  if (!update || update.number < table.number) return; // an answer that the stream has overtaken
  if (update.number === table.number && !update.drawing) return;
  if (update.drawing) {
    begin(update);
    return;
  }
  standing = changed(standing, update.difference);
  table = { ...table, ...update };
  render(update.events ?? []);
  log(update.log);
  giveValue();
  if (!own) alertTurn();
}

/** @param {any[]} events */
function render(events) {
  const places = board.places();
  const fresh = shown.fragments.size === 0;
  const { came, went } = board.show((shown = standing));
  zoom.fit(framed(standing));
  if (!fresh) move(events, places, came, went);
  choosing.offer(table.choices, table.draftable);
  waitFor(table.patience);
  seats();
  one(".board-text").textContent = `${table.board_text}\n\n${table.legend ?? ""}`;
  one(".middle").replaceChildren(...(table.outcome ? [] : progress(table.panel, standing.fragments)));
  one(".which-more").textContent = table.outcome ? say("finished", { count: table.plies }) : say(table.mode === "competitive" ? `table-${table.players}` : table.mode);
  const still = deck(table.panel);
  one(".deck").hidden = still === null;
  if (still) one(".deck").replaceChildren(still);
  one(".players-deck").replaceChildren(...[deck(table.panel)].filter((card) => card !== null));
  covered();
  aim();
  wishes();
  one("#typed-moves").replaceChildren();
  one("form.typed").hidden = true;
  const alone = !table.public && table.seats.every((/** @type {any} */ who) => who.mine || who.kind === "bot");
  for (const act of ["undo", "resign", "hint"]) one(`[data-act="${act}"]`).hidden = !table.can[act];
  one('[data-act="leave"]').hidden = !table.can.leave || alone;
  for (const chat of ["#chat", "#tab-chat", '[data-act="mute"]']) one(chat).hidden = !table.can.chat || alone;
  ended();
  titled();
}

const SMALLEST = 500;
/** What should be in view: on a phone, at the end of Vulkan!, what still burns. @param {import("./board.js").Drawing} drawing */
function framed(drawing) {
  if (wide.matches || !table.outcome || !table.panel.collected) return drawing.box;
  const left = [...board.places().values()].filter(({ element }) => /^(?:tile-|volcano)/.test(element.id));
  const span = (/** @type {number[]} */ at) => {
    const [first, last] = [Math.min(...at) - 90, Math.max(...at) + 90];
    const more = Math.max(0, SMALLEST - (last - first)) / 2;
    return [first - more, last - first + 2 * more];
  };
  const [x, width] = span(left.map((place) => place.x));
  const [y, height] = span(left.map((place) => place.y));
  return [x, y, width, height];
}

/**
 * Let what happened be seen.
 * @param {any[]} events
 * @param {Map<string, import("./board.js").Place>} places
 * @param {SVGGraphicsElement[]} came
 * @param {SVGGraphicsElement[]} went
 */
function move(events, places, came, went) {
  let delay = 0;
  /** @type {Map<string, number | null>} */
  const winners = new Map(events.filter((event) => "winner" in event && event.cell).map((event) => [event.cell.join(","), event.winner]));
  for (const event of events) {
    if (event.type !== "Flown") continue;
    const over = (/** @type {number[][]} */ cells) => cells.map((cell) => places.get(cell.join(","))).filter((place) => place !== undefined);
    delay = Math.max(delay, fly(flights, over(event.cells), event.colour));
    drop(flights, over(event.drops.filter((/** @type {number[]} */ cell) => winners.has(cell.join(",")))), event.colour, delay);
  }
  arrive(came, delay);
  const goal = (/** @type {string} */ cell) => {
    const winner = winners.get(cell);
    const card = winner === undefined || winner === null ? null : document.querySelector(`.seat[data-seat="${winner}"]`);
    const matrix = svg.getScreenCTM();
    if (!card || !matrix) return null;
    const box = card.getBoundingClientRect();
    return new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(matrix.inverse());
  };
  if (winners.size) lift(went.filter((element) => /^(?:tile|badge)-/.test(element.id)), flights, goal, delay + 380);
}

/** Whether people are still invited: nothing has been played, and the seats have their links in the middle. */
const inviting = () => table.state === "open" && table.plies === 0;

/** Invite to the free seats where the board will lie. */
function invite() {
  const free = inviting() ? table.seats.filter((/** @type {any} */ who) => who.invite) : [];
  const box = one(".invitation");
  box.hidden = !free.length;
  area.classList.toggle("inviting", free.length > 0);
  keep(box, free.map((/** @type {any} */ who) => who.invite).join(" "), () => (free.length ? invitation(table.title, free, explain) : []));
}

function seats() {
  invite();
  one(".seat-list").replaceChildren(...table.seats.map(card));
  one(".players-list").replaceChildren(...table.seats.map(owner));
}

/** What somebody has, for a phone: there is no room for it in the row of seats. @param {import("./panel.js").Seat} who */
function owner(who) {
  const name = make("div", { class: "player-name" }, make("span", { class: "seat-emblems" }, ...emblems(who, 20)), make("b", {}, who.name));
  return make("li", { class: "player" }, name, ...(who.kind === "open" ? [] : possessions(table.panel, who)));
}

/** @param {import("./panel.js").Seat} who */
function card(who) {
  const kind = make("p", { class: "seat-kind" });
  if (who.kind === "bot") kind.append(icon("robot", 15), make("span", {}, say("computer")));
  else if (who.kind === "open") kind.append(say("open-seat"));
  else if (who.mine && table.mine.length > 1) kind.append(say("here"));
  else if (who.mine) kind.append(who.to_move ? say("you-to-move") : say("you"));
  else kind.append(who.online ? say("friend") : `${say("friend")}, ${say("away")}`);
  const clock = timeLeft(who.seat) === null ? null : make("span", { class: "seat-clock num", "data-seat": who.seat });
  if (clock) showClock(clock);
  const score = who.score === null ? null : make("span", { class: "seat-score", "aria-label": say("score", { score: who.score }), role: "img" }, String(who.score).replace("-", "−"));
  const front = make("div", { class: "seat-head" }, make("span", { class: "seat-emblems" }, ...emblems(who, 28)), make("div", { class: "seat-who" }, make("p", { class: "seat-name" }, who.name), kind), score, clock);
  const body = who.kind === "open" ? [] : possessions(table.panel, who);
  const classes = `seat${who.to_move ? " turn" : ""}${table.outcome?.winners.includes(who.seat) ? " winner" : ""}`;
  return make("li", { class: classes, "data-seat": who.seat, "aria-current": who.to_move && "true" }, front, ...body, seatActs(who));
}

/** @param {import("./panel.js").Seat} who */
function seatActs(who) {
  const free = who.kind === "open";
  const left = who.to_move && table.mine.length > 0 && table.patience !== null && performance.now() >= patienceFrom + 1000 * table.patience;
  if (table.outcome || !(free || who.kept || left)) return null;
  const acts = make("div", { class: "seat-acts" });
  const key = new URLSearchParams(location.hash.slice(1));
  const invited = free && Number(key.get("seat")) === who.seat && key.get("key");
  const may = who.kept || (free && !table.mine.length && (table.public || invited));
  if (may) acts.append(button("main small", say("sit"), () => act("POST", `/seats/${who.seat}`, invited ? { key: key.get("key") } : {})));
  if (who.invite && !inviting()) {
    const link = new URL(who.invite, location.href).href;
    acts.append(button("quiet small", say("copy"), async () => {
      await navigator.clipboard?.writeText(link);
      explain(`${say("copied")}: ${link}`);
    }));
  }
  if ((free && table.can.bot) || left) acts.append(button("quiet small", say("put-bot"), () => letBotPlay(who)));
  return acts;
}

/** Ask for a level, and let a bot play. @param {import("./panel.js").Seat} who */
function letBotPlay(who) {
  const dialog = /** @type {HTMLDialogElement} */ (one(".bot-dialog"));
  const level = /** @type {HTMLSelectElement} */ (one("select", dialog));
  one(".bot-text").textContent = who.kind === "open" ? say("bot-for-free", { name: who.name }) : say("bot-for-away", { name: who.name });
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.addEventListener("close", () => dialog.returnValue === "yes" && act("POST", `/seats/${who.seat}/bot`, { level: level.value }), { once: true });
}

/** @param {string} kind @param {string} words @param {() => void} press */
function button(kind, words, press) {
  return make("button", { type: "button", class: `btn ${kind}`, onclick: press }, words);
}

/** @param {any} message */
function present(message) {
  if (!table) return;
  table = { ...table, patience: message.patience, seats: table.seats.map((/** @type {any} */ who) => ({ ...who, online: message.seats[who.seat] })) };
  waitFor(message.patience);
  seats();
}

/** @type {number} */
let patience = 0;
let patienceFrom = 0;
/** Look at the seats again when somebody has been away for too long. @param {number | null} seconds */
function waitFor(seconds) {
  clearTimeout(patience);
  patienceFrom = performance.now();
  if (seconds) patience = setTimeout(seats, 1000 * seconds + 50);
}

/** Tell what happened; lines that were told before, from the first of these on, are told anew. @param {{number: number, seat: number | null, text: string, cells: string[], undone: boolean}[]} lines */
function log(lines) {
  const list = one(".log-lines");
  for (const told of [...list.children]) if (lines.length && Number(told.getAttribute("data-number")) >= lines[0].number) told.remove();
  const names = [...table.seats].sort((/** @type {any} */ a, /** @type {any} */ b) => b.name.length - a.name.length);
  for (const line of lines) {
    const told = names.find(({ name }) => line.text.startsWith(`${name} `));
    const who = told ?? names.find(({ name }) => line.text.endsWith(` ${name}`)) ?? (line.seat === null ? null : table.seats[line.seat]);
    const rest = line.text.slice(told ? told.name.length : 0).split(CELLS).map((part, index) => (index % 2 ? make("span", { class: "where" }, part) : part));
    const mark = (/** @type {PointerEvent} */ event) => (event.movementX || event.movementY) && point(line.cells); // not if the line has come to the mouse
    const unmark = () => marks.replaceChildren();
    const traits = { "data-number": line.number, tabindex: -1, onpointermove: mark, onpointerleave: unmark, onfocus: () => point(line.cells), onblur: unmark };
    list.prepend(make("li", traits, who ? emblem(who.colours[0], 17) : make("span", {}), make(line.undone ? "del" : "span", {}, told && make("b", {}, told.name), ...rest)));
  }
}
one(".log-scroll").addEventListener("keydown", (event) => {
  const at = document.activeElement?.closest(".log-lines li");
  const next = event.key === "ArrowDown" ? (at ? at.nextElementSibling : one(".log-lines").firstElementChild) : event.key === "ArrowUp" ? at?.previousElementSibling : null;
  if (!next) return;
  /** @type {HTMLElement} */ (next).focus();
  event.preventDefault();
});

/** How texts name cells: 1,-2 in a forest, c4 on a board. */
const CELLS = /(-?\d+,-?\d+|\b[a-l]\d{1,2}\b)/;

/** Ring cells. @param {string[]} cells */
function point(cells) {
  const places = board.places();
  marks.replaceChildren(...cells.flatMap((cell) => ring(places.get(cell))));
}

/** @param {import("./board.js").Place | undefined} at */
function ring(at) {
  if (!at) return [];
  const path = outline(at, -1.4);
  return [draw("path", { class: "mark-casing", d: path }), draw("path", { class: "mark-ring", d: path })];
}

/** Say what the game is about, until somebody knows. */
function aim() {
  const line = one(".aim");
  const key = `goal-${table.game}-${table.mode}`;
  if (table.outcome && table.mine.length) localStorage.setItem(key, "known");
  line.hidden = table.state !== "running" || !known(key) || localStorage.getItem(key) !== null;
  one(".aim-text").textContent = say(key);
  for (const list of document.querySelectorAll(".tray .goals")) list.replaceChildren(...goals(table.goals));
}
one(".aim-rules").addEventListener("click", () => rules());
one(".aim-close").addEventListener("click", () => {
  localStorage.setItem(`goal-${table.game}-${table.mode}`, "known");
  aim();
});

/** Show who has how much influence on a cell. @param {string | null} cell */
function influence(cell) {
  const [layer, box] = [one(".powers"), one(".influence")];
  const there = table?.panel.elementals?.includes(cell) ? null : table?.panel.influence?.find((/** @type {any} */ one) => one.cell === cell);
  const at = there && shown === standing ? board.places().get(there.cell) : undefined;
  box.hidden = !there;
  layer.replaceChildren(...(at ? powers(there.by_seat, table.seats, at) : []));
  if (there) box.replaceChildren(...balance(there, table.seats));
}
svg.addEventListener("pointerover", (event) => {
  const found = /** @type {Element} */ (event.target).closest("[data-cell], [data-token]");
  influence(found?.getAttribute("data-cell") ?? valueOf(found?.getAttribute("data-token") ?? ""));
});
svg.addEventListener("pointerleave", () => influence(null));
svg.addEventListener("focusin", (event) => influence(valueOf(/** @type {Element} */ (event.target).getAttribute("data-token") ?? "")));
svg.addEventListener("focusout", () => influence(null));

/** @type {number} */
let whyTimer = 0;
/** Say something briefly. @param {string} words */
function explain(words) {
  const why = one(".why");
  why.textContent = words;
  why.hidden = !words;
  clearTimeout(whyTimer);
  whyTimer = setTimeout(() => (why.hidden = true), 2200 + 45 * words.length);
}

/** @param {unknown} error */
function complain(error) {
  explain((error instanceof Refused && error.message) || say("failed"));
}

/** @param {string} method @param {string} path @param {unknown} [body] */
async function act(method, path, body) {
  clearTimeout(considering);
  await Promise.allSettled([...looking]);
  try {
    const answer = await ask(method, base + path, body);
    if (answer?.url) location.href = answer.url;
    else if (answer?.difference || answer?.drawing) take(answer, true);
    return answer;
  } catch (error) {
    complain(error);
    return null;
  }
}

// Clock, cover, wishes, end --------------------------------------------------------------------------------------------

let heard = performance.now();
const SHORT = 30;
/** How many seconds a seat has left; null: as many as it likes. @param {number} number @returns {number | null} */
function timeLeft(number) {
  const clock = table.clock;
  if (!clock?.left || clock.left[number] === null) return null;
  const spent = clock.running && table.to_move === number ? clock.elapsed + (performance.now() - heard) / 1000 : 0;
  return Math.max(0, Math.round(clock.left[number] - spent));
}

/** @param {Element} clock */
function showClock(clock) {
  const left = timeLeft(Number(clock.getAttribute("data-seat"))) ?? 0;
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), left % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  clock.textContent = hours > 9 ? `${hours} h` : hours ? `${hours} h ${two(minutes)}` : `${minutes}:${two(seconds)}`;
  clock.classList.toggle("short", left < SHORT);
}
setInterval(() => document.querySelectorAll(".seat-clock").forEach(showClock), 1000);

function covered() {
  const cover = one(".cover");
  const hide = table.cover && table.to_move !== null;
  if (hide && cover.hidden) setTimeout(() => one(".ready").focus());
  cover.hidden = !hide;
  for (const part of [one(".seats"), area, one(".side")]) part.inert = hide;
  if (!hide) return;
  const who = table.seats[table.to_move];
  one("#cover-title").textContent = say("ready-for", { name: who.name });
  one(".cover-emblem").replaceWith(Object.assign(emblem(who.colours[0], 72, "cover-emblem")));
}
one(".ready").addEventListener("click", () => act("POST", "/ready", { seat: table.to_move }));

function wishes() {
  const box = one(".wishes");
  const undo = table.wishes?.undo;
  box.hidden = !undo;
  box.replaceChildren();
  if (undo) {
    const name = table.seats[undo.seat].name;
    box.append(make("p", {}, undo.asked ? say("undo-asked", { name }) : say("undo-wished")));
    if (undo.asked) box.append(make("div", { class: "dialog-acts" }, button("quiet small", say("no"), () => act("POST", "/undo/answer", { yes: false })), button("solid small", say("yes"), () => act("POST", "/undo/answer", { yes: true }))));
  }
}

function ended() {
  const panel = one(".result");
  const over = table.outcome !== null && table.outcome !== undefined;
  const first = over && panel.hidden;
  main.classList.toggle("over", over);
  panel.hidden = !over;
  one(".tray").hidden = over;
  if (!over) {
    one(".replay").hidden = true;
    replay?.stop();
    replay = null;
    tab(one("#tab-turn").getAttribute("aria-selected") === "true" ? "turn" : current());
    return;
  }
  panel.replaceChildren(
    result(table, /** @type {any} */ ({
      base,
      offered: Boolean(table.wishes?.rematch),
      rematch: () => (table.wishes?.rematch ? (location.href = `/t/${table.wishes.rematch}`) : act("POST", "/rematch")),
      replay: () => replay?.toggle(),
      review: () => replay?.review().catch(complain),
      another: () => another(),
      forest: () => playOn(),
      fair: () => menu.fair(),
    })),
  );
  if (table.fair?.secret) check(id, table.fair, table.mine).then((good) => showVerdict(good));
  if (first || !replay) openReplay();
  tab(current());
}

/** @param {boolean | null} good */
function showVerdict(good) {
  const line = document.querySelector(".result .fair-line");
  if (line && good !== null) line.replaceChildren(icon(good ? "check" : "close", 16), say(good ? "fair-good" : "fair-bad"));
}

/** Play the same solitaire once more, with a deal of its own. */
async function another() {
  try {
    location.href = (await ask("POST", "/api/tables", { game: table.game, players: 1, mode: table.mode, seats: [{ kind: "me" }], fair: true })).url;
  } catch (error) {
    complain(error);
  }
}

/** Set up Vulkan! on this forest, with the same kinds of players. */
async function playOn() {
  const seats = table.seats.map((/** @type {any} */ who) => (who.kind === "bot" ? { kind: "bot", level: who.level } : who.mine ? { kind: who.seat === table.mine[0] ? "me" : "here", name: who.name } : { kind: "friend", name: who.name }));
  try {
    location.href = (await ask("POST", "/api/tables", { game: "vulkan", players: table.players, mode: table.mode, forest: id, seats })).url;
  } catch (error) {
    complain(error);
  }
}

async function openReplay() {
  let lines = null;
  try {
    lines = (await ask("GET", `${base}/replay/${table.plies}`)).score_lines ?? null;
  } catch (error) {
    complain(error);
  }
  const ended = standing;
  let wanted = table.plies;
  replay = new Replay(one(".replay"), {
    plies: table.plies,
    scores: lines,
    seats: table.seats,
    go: async (ply) => {
      wanted = ply;
      const drawing = ply === table.plies ? ended : received((await ask("GET", `${base}/replay/${ply}`)).drawing);
      if (wanted !== ply) return;
      const { came } = board.show((shown = drawing));
      arrive(came);
      zoom.fit(framed(drawing));
    },
    judge: (ply) => ask("GET", `${base}/review/${ply}`),
    point: (move) => point(move.split(CELLS).filter((_, index) => index % 2)),
  });
  requestAnimationFrame(() => zoom.fit(framed(shown)));
}

// Tabs of the phone's sheet --------------------------------------------------------------------------------------------

const panes = ["turn", "players", "log", "chat"];
const current = () => panes.find((name) => one(`#tab-${name}`).getAttribute("aria-selected") === "true") ?? "turn";
/** @param {string} name */
function tab(name) {
  for (const other of panes) {
    const on = other === name;
    one(`#tab-${other}`).setAttribute("aria-selected", String(on));
    one(`#tab-${other}`).tabIndex = on ? 0 : -1;
    one(`#${other}`).classList.toggle("shown", on && !(other === "turn" && table?.outcome));
  }
  one(".result").classList.toggle("shown", name === "turn" && Boolean(table?.outcome));
}
for (const name of panes) {
  one(`#tab-${name}`).addEventListener("click", () => {
    tab(name);
    if (name === "chat") read();
  });
  one(`#tab-${name}`).addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const there = panes.filter((other) => one(`#tab-${other}`).offsetParent);
    const next = there[(there.indexOf(name) + step + there.length) % there.length];
    tab(next);
    one(`#tab-${next}`).focus();
  });
}
tab("turn");

// Chat -----------------------------------------------------------------------------------------------------------------

/** @param {any[]} lines */
function chatted(lines) {
  const list = one(".chat-lines");
  for (const line of lines) {
    if (list.querySelector(`[data-number="${line.number}"]`)) continue;
    list.append(make("li", { "data-number": line.number, hidden: muted }, make("b", {}, line.name), ` ${line.text}`));
    if (one("#chat-body").offsetParent === null && !muted && !table?.mine.includes(line.seat)) unread += 1;
  }
  one(".chat-scroll").scrollTop = list.scrollHeight;
  one(".chat-new").hidden = unread === 0;
  one("#tab-chat").classList.toggle("news", unread > 0);
  one(".chat-new").textContent = say("new", { count: unread });
}
function read() {
  unread = 0;
  one(".chat-new").hidden = true;
  one("#tab-chat").classList.remove("news");
}
one(".chat-fold").addEventListener("click", () => {
  const body = one("#chat-body");
  body.hidden = !body.hidden;
  one(".chat-fold").setAttribute("aria-expanded", String(!body.hidden));
  if (!body.hidden) read();
});
/** What was to be said last: sent again after an uncertain answer it is the same line. */
let saying = { text: "", id: "" };
one(".chat-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (one(".chat-form input"));
  const text = input.value.trim();
  if (!text) return;
  if (text !== saying.text) saying = { text, id: chance() };
  if ((await act("POST", "/chat", saying)) === null) return;
  input.value = "";
  saying = { text: "", id: "" };
});

// Menu, keys, rules ----------------------------------------------------------------------------------------------------

/** @type {Record<string, () => void>} */
const menu = {
  undo: async () => {
    if (await choosing.back()) return;
    act("POST", "/undo", { number: table.number });
  },
  resign: async () => {
    const goesOn = table.players > 2 || (table.mode !== "competitive" && table.players > 1);
    const text = goesOn ? "resign-bot" : table.players > 1 ? "resign-text" : "resign-alone";
    if (await sure(say("resign-ask"), say(text))) act("POST", "/resign", {});
  },
  leave: async () => {
    if (!(await sure(say("leave-ask"), say("leave-text")))) return;
    for (const number of table.mine) if (!(await act("DELETE", `/seats/${number}`))) return;
    location.href = "/";
  },
  hint: () => hint(),
  rules: () => rules(),
  fit: () => zoom.whole(),
  mute: () => {
    muted = !muted;
    if (muted) localStorage.setItem("muted", id);
    else localStorage.removeItem("muted");
    one('[data-act="mute"]').lastChild?.replaceWith(say(muted ? "unmute" : "mute"));
    for (const line of document.querySelectorAll(".chat-lines li")) /** @type {HTMLElement} */ (line).hidden = muted;
    read();
  },
  notify: () => Notification.requestPermission().then(() => (one('[data-act="notify"]').hidden = true)),
  keys: () => /** @type {HTMLDialogElement} */ (one(".keys-dialog")).showModal(),
  type: () => type(),
  fair: async () => {
    one(".fair-text").replaceChildren(await told(id, table));
    /** @type {HTMLDialogElement} */ (one(".fair-dialog")).showModal();
  },
};
for (const item of document.querySelectorAll("[data-act]")) {
  item.addEventListener("click", () => {
    one("details.more").removeAttribute("open");
    menu[item.getAttribute("data-act") ?? ""]?.();
  });
}
if ("Notification" in window && Notification.permission === "default") one('[data-act="notify"]').hidden = false;

/** @param {string} title @param {string} text @returns {Promise<boolean>} */
function sure(title, text) {
  const dialog = /** @type {HTMLDialogElement} */ (one(".ask-dialog"));
  one("#ask-title").textContent = title;
  one(".ask-text").textContent = text;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((settle) => dialog.addEventListener("close", () => settle(dialog.returnValue === "yes"), { once: true }));
}

/** What the hints are for: this far into this turn. */
const hintable = () => `${choosing.turn} ${choosing.draft.length}`;
let hinted = "";

function unhint() {
  hinted = hintable();
  one(".hints").hidden = true;
  marks.replaceChildren();
  hintBadges.replaceChildren();
}

async function hint() {
  if (!table.can.hint || !choosing.offered.length || sending) return;
  const draft = choosing.draft.map(({ choice }) => choice.move);
  const box = one(".hints");
  const wanted = (hinted = hintable());
  box.hidden = false;
  box.replaceChildren(make("p", { class: "label" }, say("hint-thinking")));
  const moves = (await act("POST", "/hint", { draft }))?.moves ?? [];
  const looks = (await Promise.allSettled(moves.map((/** @type {any} */ best) => look(draft, best.move)))).map((told) => (told.status === "fulfilled" ? told.value : null));
  if (wanted !== hinted) return;
  if (!moves.length) {
    box.replaceChildren(make("p", {}, say("hint-none")));
    return;
  }
  const list = make("ol", {});
  const places = board.places();
  marks.replaceChildren();
  hintBadges.replaceChildren();
  /** @type {Map<string, number>} how many badges a cell has: several stand below each other */
  const badged = new Map();
  for (const [index, best] of moves.entries()) {
    const cell = [...best.path].reverse().find(isCell);
    const at = cell && places.get(valueOf(cell));
    marks.append(...best.path.filter(isCell).flatMap((/** @type {string} */ token) => ring(places.get(valueOf(token)))));
    if (at) {
      const numeral = draw("text", { y: 6 });
      numeral.textContent = String(index + 1);
      const above = badged.get(cell) ?? 0;
      badged.set(cell, above + 1);
      hintBadges.append(draw("g", { class: "hint-badge", transform: `translate(${at.x + 30} ${at.y - 28 + 30 * above})` }, draw("rect", { x: -14, y: -14, width: 28, height: 28, rx: 14 }), numeral));
    }
    const chance = say("hint-chance", { percent: Math.round(100 * (best.chances[table.looking] ?? best.chances[0])) });
    list.append(make("li", {}, make("span", { class: "rank-dot" }, String(index + 1)), make("button", { type: "button", onclick: () => follow(best.path) }, deed(best.move), make("span", { class: "hidden-text" }, `: ${best.move} `), make("small", {}, looks[index]?.gain ?? "")), make("span", { class: "num" }, chance)));
  }
  box.replaceChildren(make("h2", { class: "label" }, say("hint")), list);
}

/** Choose the steps of a path, up to sending. @param {string[]} path */
async function follow(path) {
  while (choosing.path.length && (await choosing.back()));
  for (const [depth, token] of path.entries()) {
    if (depth === choosing.path.length && !choosing.pending) await choosing.pick(token, depth);
  }
}

function type() {
  const form = one("form.typed");
  form.hidden = !form.hidden;
  tab("turn");
  if (form.hidden) return;
  const moves = [...new Set(table.choices.map((/** @type {any} */ choice) => choice.move))].slice(0, 200);
  one("#typed-moves").replaceChildren(...moves.map((move) => make("option", { value: move })));
  one("form.typed input").focus();
}
one("form.typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (one("form.typed input"));
  const moves = input.value.split(/[;/]/).map((move) => move.trim()).filter(Boolean);
  if (!moves.length) return;
  input.value = "";
  send([...choosing.moves, ...moves]);
});

async function rules() {
  const beside = one(".beside");
  beside.hidden = !beside.hidden;
  one(".rules-open").setAttribute("aria-expanded", String(!beside.hidden));
  main.classList.toggle("reading", !beside.hidden);
  const text = one(".beside-text");
  if (beside.hidden || text.childElementCount) return;
  const answer = await fetch(`/rules/${main.dataset.game}?part=1`);
  text.innerHTML = await answer.text();
}
one(".rules-open").addEventListener("click", () => rules());
one(".beside-close").addEventListener("click", () => {
  rules();
  one(".rules-open").focus();
});

document.addEventListener("keydown", (event) => {
  if (!table || event.altKey || event.ctrlKey || event.metaKey) return;
  const at = /** @type {HTMLElement} */ (event.target);
  if (at.closest("dialog[open], .cover:not([hidden])")) return;
  const writing = at.closest("input:not([type=range]), textarea, select");
  if (event.key === "Escape") {
    if (writing) /** @type {HTMLElement} */ (writing).blur();
    if (!one(".beside").hidden) rules();
    else choosing.back();
    return;
  }
  if (writing) return;
  if (event.key.startsWith("Arrow")) arrow(event, at);
  else if (/^[1-9]$/.test(event.key)) press(Number(event.key) - 1);
  else if (event.key === "Enter" && choosing.pending && (at === document.body || at.closest(".target"))) choosing.finish();
  else /** @type {Record<string, () => void>} */ ({ "?": menu.keys, h: menu.hint, u: menu.undo, m: menu.type, r: menu.rules, 0: menu.fit })[event.key.toLowerCase()]?.();
  if (event.key === "m") event.preventDefault();
});

/** @param {KeyboardEvent} event @param {HTMLElement} at */
function arrow(event, at) {
  if (at.closest(".beside-text, .log-scroll, .chat-scroll, [role=tab], .menu-list")) return;
  if (replay && !choosing.offered.length) {
    if (at.matches("input[type=range]")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -table.plies, ArrowDown: table.plies }[event.key] ?? 0;
    replay.to(replay.ply + step);
    event.preventDefault();
    return;
  }
  const group = at.closest(".options");
  const across = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (group && (across || !targets.targets.length)) {
    const all = [...group.querySelectorAll("button")];
    const next = all[all.indexOf(/** @type {HTMLButtonElement} */ (at)) + (event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1)];
    next?.focus();
  } else if (targets.targets.length) {
    targets.walk(event.key);
  } else {
    /** @type {HTMLElement | null} */ (document.querySelector(".choices .option"))?.focus();
  }
  event.preventDefault();
}

/** @param {number} index */
function press(index) {
  const buttons = [...document.querySelectorAll(".popover:not([hidden]) .option, .choices .option, .foot-verbs .btn")];
  /** @type {HTMLElement | undefined} */ (buttons[index])?.click();
}

// When one looks elsewhere -----------------------------------------------------------------------------------------------

function titled() {
  const turn = choosing.offered.length > 0;
  document.title = `${turn && document.hidden ? `● ${say("your-turn")} · ` : ""}${main.dataset.title} · Funkenflug`;
}
document.addEventListener("visibilitychange", titled);
addEventListener("unhandledrejection", (event) => complain(event.reason)); // what nobody else tells: a page of rules, a step of the replay

function alertTurn() {
  heard = performance.now();
  if (!choosing.offered.length || !document.hidden) return;
  if ("Notification" in window && Notification.permission === "granted") {
    const note = new Notification(say("notify-title", { game: main.dataset.title ?? "" }), { body: table.task, tag: id });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
}

const stream = new Stream(id, {
  message: hear,
  state: (online) => (one(".offline").hidden = online),
});
