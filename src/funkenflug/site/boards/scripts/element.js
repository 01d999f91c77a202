// <funkenflug-board>: a board that one looks at, plays on, or steps through. It shows a position of a record, or of a table
// whose page passes on what the server tells. Several can stand on a page, also of another site. docs/board.md has its
// options, methods and events.

import { received } from "./board.js";
import { Refused } from "../../infra/scripts/connection.js";
import { announce } from "../../infra/scripts/announce.js";
import { icon, make } from "../../infra/scripts/dom.js";
import { loadPage } from "./game.js";
import { furnish } from "./furniture.js";
import { keys } from "./keys.js";
import { addLoupe } from "./loupe.js";
import { speed } from "./motion.js";
import { News } from "./news.js";
import { Reading } from "./reading.js";
import { Resource } from "./resource.js";
import { Scene, wide } from "./scene.js";
import { Signs } from "./signs.js";
import { Stepper } from "./stepper.js";
import { addSprite } from "./symbols.js";
import { Tray } from "./tray.js";
import { Turn } from "./turn.js";
import { words as pageWords } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").GameEvent} GameEvent */
/** @typedef {import("./board.js").Drawing} Drawing */
/** @typedef {import("../../infra/scripts/api.d.ts").BoardPosition} BoardPosition */
/** @typedef {import("../../infra/scripts/messages.d.ts").Seat} TableSeat */
/** @typedef {Pick<TableSeat, "seat" | "name" | "colours" | "score" | "holdings" | "to_move"> & Partial<TableSeat>} Seat */

/**
 * What a board shows. `plies`: the moves that lead to it; `number` is another one for each position; `mine`: the seats
 * that the viewer plays; `cover`: whether a device is being passed on.
 * @typedef {Pick<BoardPosition, "game" | "mode" | "players" | "to_move" | "looking" | "task" | "panel" | "goals" | "outcome" | "clicks" | "choices" | "draftable" | "log"> &
 *   {number: number, plies: number, mine: number[], seats: Seat[], cover?: boolean, id?: string}} Shown
 */

/** @type {Drawing} */
const EMPTY = { box: [0, 0, 100, 100], cell: "", fragments: new Map() };
const THEMES = ["auto", "light", "dark"];
/** What is there before anything else can be asked of a board. @type {any} */
const LATER = undefined;

/** The moves of a turn that were chosen. Whoever responds with a promise plays them instead of the board; if it is rejected, the choice begins again. */
export class MoveEvent extends Event {
  /** @param {string[]} moves */
  constructor(moves) {
    super("move", { bubbles: true });
    this.moves = moves;
    /** @type {Promise<unknown> | null} */
    this.response = null;
  }

  /** @param {Promise<unknown>} promise */
  respondWith(promise) {
    this.response = promise;
  }
}

export class BoardElement extends HTMLElement {
  static observedAttributes = ["record", "ply", "theme"];

  /** @type {() => void} */
  #isReady = LATER;
  /** Resolved when the board can be shown: its game is known and loaded. @type {Promise<void>} */
  ready = new Promise((resolve) => (this.#isReady = resolve));
  /** @type {Scene} */
  scene = LATER;
  /** @type {Turn} */
  turn = LATER;
  /** @type {Tray} */
  tray = LATER;
  /** @type {Reading} */
  reading = LATER;
  /** @type {Signs} */
  signs = LATER;
  /** @type {Stepper} */
  stepper = LATER;
  /** @type {News} */
  news = LATER;
  /** @type {HTMLElement} */
  loading = LATER;
  /** @type {HTMLElement} */
  whyBox = LATER;
  /** @type {string[]} the moves after those of the record that lead to the position */
  path = [];
  /** @type {string[]} the moves to step through, those of the record first; all that were shown, until one leaves them */
  line = [];
  /** @type {number[] | null} the seats that the viewer plays, and the first of them is whose view is shown; null: all, and what the seat to move may know is shown */
  seats = null;
  /** @type {(legal: string[]) => string[]} which of the legal moves may be chosen */
  allow = (legal) => legal;
  readonly = false; // whether nothing may be chosen
  single = false; // whether each move is sent by itself, also where a turn has several
  /** @type {Shown | null} what is shown, without draft and preview */
  position = null;
  /** the drawing of it */
  standing = EMPTY;
  /** the drawing that is on the screen */
  shown = EMPTY;
  /** whether moves are on their way to the server */
  sending = false;
  /** @type {string[]} the moves that were sent last */
  sent = [];
  /** whether something still moves; until it rests, the board does not say whose turn it is */
  moving = false;
  /** @type {Pick<Shown, "to_move" | "task">} who is shown to move meanwhile, and what they have to do */
  meanwhile = { to_move: null, task: "" };
  /** @type {BoardPosition | null} the position of a table that the viewer looks back at */
  past = null;
  playing = false; // whether a match is being played back
  isHinting = false; // whether the page lists good moves
  /** @type {import("./game.js").GamePage} */
  page = {};
  words = pageWords;
  /** The address of the site; empty: that of the page. */
  server = "";
  #resource = new Resource("");

  /** @type {Map<number, Promise<BoardPosition>>} positions of a table by ply; they stay the same as long as nothing is taken back */
  #known = new Map();
  /** @type {number | null} the ply that is wanted; null: the last one */
  #wanted = null;
  #asked = 0; // counts, to ignore positions that come too late
  #motions = 0; // counts, to ignore the end of motion that is followed by other motion
  #whyTimer = 0;
  /** @type {Set<Promise<unknown>>} previews that are not answered yet */
  #previews = new Set();
  /** @type {string[]} */
  #ringed = [];
  #isConnected = false;
  #game = "";
  /** @type {string | null} null: the board shows a table */
  #record = null;
  /** @type {BoardPosition | null} the position of a record that was shown last */
  #last = null;
  /** @type {string[]} the moves of the record */
  #recorded = [];
  /** @type {number | null} how many of them are played; null: all */
  #cut = null;

  connectedCallback() {
    if (this.#isConnected) return; // moved within its page
    this.#isConnected = true;
    this.attributeChangedCallback("theme", null, this.getAttribute("theme"));
    this.readonly ||= this.hasAttribute("readonly");
    if (this.hasAttribute("game")) {
      this.#build();
      this.#load(this.getAttribute("game") ?? "", this.getAttribute("page"), this.getAttribute("symbols") ?? "");
    } else {
      this.server = this.getAttribute("server") ?? new URL(import.meta.url).origin;
      this.#resource = new Resource(this.server);
      if (!this.closest(".funkenflug")) this.classList.add("funkenflug", "auto");
      const record = this.getAttribute("record") ?? this.textContent?.trim();
      this.replaceChildren();
      if (record) this.#openAttribute(record);
    }
  }

  /** @param {string} name @param {string | null} before @param {string | null} value */
  attributeChangedCallback(name, before, value) {
    if (name === "theme" && value) {
      this.classList.remove(...THEMES);
      this.classList.add("funkenflug", THEMES.includes(value) ? value : "auto");
    } else if (this.isConnected && before !== value && value !== null) {
      if (name === "record") this.#openAttribute(value);
      else if (name === "ply" && this.position) this.goTo(Number(value)).catch((error) => this.complain(error));
    }
  }

  /** @param {string} record */
  async #openAttribute(record) {
    try {
      await this.open(record);
    } catch (error) {
      this.complain(error);
    }
  }

  // What it consists of ---------------------------------------------------------------------------------------------------

  #build() {
    const { say } = this.words;
    this.scene = new Scene(this);
    const { svg } = this.scene;
    svg.setAttribute("aria-label", say("board-label"));
    this.loading = make("p", { class: "loading" }, say("loading"));
    this.whyBox = make("p", { class: "why", hidden: true });
    const whole = make(
      "button",
      { type: "button", class: "btn quiet whole-board", onclick: () => this.whole() },
      icon("fit"),
      say("whole-board"),
    );
    this.replaceChildren(svg, this.loading, whole, this.whyBox);
    this.stepper = new Stepper(this);
    this.reading = new Reading(this);
    this.turn = new Turn(this);
    this.signs = new Signs(this);
    this.news = new News(this);
    const holder = document.getElementById(this.getAttribute("tray") ?? "");
    const own = holder ?? make("div", { class: "tray", role: "group", "aria-label": say("choices") });
    if (!holder) this.append(own);
    this.tray = new Tray(this, own);
    addLoupe(this.scene, this);
    this.#listen();
  }

  #listen() {
    // who touches the board or a key need not wait
    this.scene.svg.addEventListener("pointerdown", () => this.rest());
    document.addEventListener("keydown", () => this.rest(), true);
    document.addEventListener("visibilitychange", () => document.hidden && this.rest());
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (this.whyBox.hidden = true), true);
    wide.addEventListener("change", () => this.changed());
    addEventListener("resize", () => {
      if (this.position && this.scene.turn()) this.changed();
      this.#showRings();
    });
    if (!this.hasAttribute("game")) this.addEventListener("keydown", (event) => keys(this, event));
  }

  /** Load what belongs to a game. @param {string} game @param {string | null} page @param {string} symbols */
  async #load(game, page, symbols) {
    this.#game = game;
    [this.page] = await Promise.all([loadPage(page, this.words), addSprite(symbols)]);
    this.#isReady();
  }

  /** Get ready for a game on a page that has nothing for it. @param {string} game */
  async #furnish(game) {
    const { words, page, symbols } = await furnish(this.server, game, this.lang || document.documentElement.lang);
    this.words = words;
    if (!this.scene) this.#build();
    await this.#load(game, page, symbols);
  }

  // What it shows ----------------------------------------------------------------------------------------------------------

  /** The position; only for code that runs after the first one has come. */
  get table() {
    if (!this.position) throw new Error("no position has come yet");
    return this.position;
  }

  /** The position as it is shown: now, while the last move still moves, or at the moment that the viewer looks back at. @returns {Shown} */
  get moment() {
    const { past, moving, meanwhile, table } = this;
    if (moving && !past) {
      const seats = table.seats.map((seat) => ({ ...seat, to_move: seat.seat === meanwhile.to_move }));
      return { ...table, ...meanwhile, seats };
    }
    if (!past) return table;
    const seats = table.seats.map((seat) => ({ ...seat, ...past.seats[seat.seat], name: seat.name }));
    return { ...table, task: past.task, to_move: past.to_move, panel: past.panel, seats };
  }

  /** The seat that the viewer looks from, if there is one. */
  get ownSeat() {
    const { looking, seats } = this.table;
    return looking === null ? null : seats[looking];
  }

  /** Return what players call a cell, which moves may write in another way. @type {(cell: string) => string} */
  cellName = (cell) => this.page.cellName?.(cell) ?? cell;

  /** What the board asks the server about. @returns {import("./resource.js").AtTable | import("./resource.js").OfRecord} */
  get where() {
    if (this.#record === null) return { kind: "table", id: this.table.id ?? "", ply: this.past?.ply ?? null };
    return this.#at(this.#record, this.#cut, this.path);
  }

  /** @param {string} record @param {number | null} ply @param {string[]} path */
  #at(record, ply, path) {
    return { kind: /** @type {const} */ ("record"), record, ply, path, looking: this.seats?.[0] ?? null };
  }

  /** Show a record, and the position after these moves. @param {string} record @param {string[]} [path] @param {BoardPosition | null} [known] the position, if it has come already */
  async open(record, path = [], known = null) {
    const asked = ++this.#asked;
    const position = known ?? (await this.#resource.position(this.#at(record, null, path)));
    if (!this.hasAttribute("game") && position.game !== this.#game) await this.#furnish(position.game);
    await this.ready;
    if (asked !== this.#asked) return;
    this.#record = record;
    this.#recorded = position.moves.slice(0, position.moves.length - path.length);
    this.line = position.moves;
    const ply = Number(this.getAttribute("ply") ?? Infinity);
    const cut = path.length || ply >= position.ply ? null : ply;
    const shown = cut === null ? position : await this.#resource.position(this.#at(record, cut, []));
    if (asked === this.#asked) this.#render(shown, cut, path, null);
  }

  /** Show the position after these moves, which follow those of the record. What they did is shown as it happens, if they follow those that were shown. @param {string[]} path @param {BoardPosition | null} [known] the position, if it has come already */
  show(path, known = null) {
    return this.#go(null, path, known);
  }

  /** @param {number | null} cut @param {string[]} path @param {BoardPosition | null} [known] */
  async #go(cut, path, known = null) {
    const asked = ++this.#asked;
    const { plies } = this.table;
    const shown = this.line.slice(0, plies);
    const moves = [...this.#recorded.slice(0, cut ?? undefined), ...path];
    const since = moves.length > plies && shown.every((move, at) => move === moves[at]) ? plies : null;
    const position = known ?? (await this.#resource.position(this.#at(this.#record ?? "", cut, path), since));
    if (asked !== this.#asked) return;
    if (position.moves.some((move, at) => move !== this.line[at])) this.line = position.moves;
    this.#render(position, cut, path, since);
  }

  /** Show the position again: what may be chosen has changed. */
  again() {
    if (this.#last) this.#render(this.#last, this.#cut, this.path, null);
  }

  /** @param {BoardPosition} position @param {number | null} cut @param {string[]} path @param {number | null} since the ply from which on events are shown; null: none */
  #render(position, cut, path, since) {
    const { seats } = this;
    const mover = position.to_move;
    const plays = mover !== null && !this.readonly && (!seats || seats.includes(mover));
    const mine = seats ?? position.seats.map(({ seat }) => seat);
    this.#last = position;
    this.#cut = cut;
    this.path = path;
    this.#ringed = [];
    if (since === null || !seats) this.meanwhile = { to_move: mover, task: position.task };
    this.words.address(mine.length === 1 ? position.seats[mine[0]].name : null);
    const shown = {
      ...position,
      plies: position.ply,
      choices: plays ? this.allow(position.choices) : [],
      number: this.#asked, // positions of different ways have the same number of moves
      mine,
      draftable: position.draftable && !this.single,
    };
    this.present(shown, received(position.drawing), /** @type {GameEvent[]} */ (position.events));
    this.news.tellAnew(position.log, since);
    this.#showRings();
  }

  /** Show a position with its drawing, after these events. @param {Shown} position @param {Drawing} standing @param {GameEvent[]} events */
  present(position, standing, events) {
    this.position = position;
    this.standing = standing;
    this.past = null;
    this.#wanted = null;
    this.loading.hidden = true;
    const delay = this.scene.showStanding(events);
    this.#settle();
    this.tell("position", { events, delay, ply: position.plies, path: this.path });
    this.turn.offer();
    this.stepper.show();
  }

  /** Show what may be chosen, after a change. */
  changed() {
    if (!this.position) return;
    this.tray.show();
    this.signs.show();
    this.tell("change");
    this.reading.follow();
    this.news.tellStep();
  }

  /** Set the speed of everything that has begun to move, and wait for its end: until then it is nobody's turn. */
  async #settle() {
    const moving = this.scene.svg
      .getAnimations({ subtree: true })
      .filter((motion) => motion.playState === "running" && !(motion instanceof CSSTransition));
    for (const motion of moving) motion.playbackRate = speed();
    const count = ++this.#motions;
    this.moving = moving.length > 0 && !document.hidden;
    if (!this.moving) return;
    await Promise.allSettled(moving.map(({ finished }) => finished));
    if (count === this.#motions) this.rest();
  }

  /** Let the turn begin, whatever still moves. */
  rest() {
    if (!this.moving) return;
    this.#motions += 1;
    this.moving = false;
    this.turn.preselect();
    this.tell("rest");
    this.changed();
  }

  // Stepping through a match -------------------------------------------------------------------------------------------------

  /** The number of moves after which the board is shown, or about to be. */
  get ply() {
    return this.#wanted ?? this.table.plies;
  }

  /** The number of moves there are. */
  get last() {
    return this.#record === null ? this.table.plies : Math.max(this.table.plies, this.line.length);
  }

  /** Go to the position after this many moves. @param {number} ply */
  async goTo(ply) {
    this.tell("step");
    const to = Math.max(0, Math.min(this.last, ply));
    if (this.#record === null) await this.lookAt(to);
    else if (to !== this.table.plies) await this.#along(this.line.slice(0, to));
  }

  /** Show the position after these moves, of which the first are perhaps those of the record. @param {string[]} moves */
  #along(moves) {
    const recorded = this.#recorded.length;
    const parting = this.#recorded.findIndex((move, at) => move !== moves[at]);
    const cut = parting < 0 ? recorded : parting;
    return this.#go(cut === recorded ? null : cut, moves.slice(cut));
  }

  /** Go this many moves forward, or back. @param {number} moves */
  step(moves) {
    return this.goTo(this.ply + moves);
  }

  /** Look at a table after this many moves. @param {number} ply */
  async lookAt(ply) {
    const { plies } = this.table;
    const asked = Math.min(plies, Math.max(0, ply));
    this.#wanted = asked === plies ? null : asked;
    this.tell("wanted", { ply: asked });
    const past = this.#wanted === null ? null : await this.#pastAt(asked);
    if (this.ply !== asked) return;
    this.past = past;
    this.scene.arrive(this.scene.show(past ? received(past.drawing) : this.standing).came);
    this.scene.fit();
    if (!past) this.turn.choosing.consider(null); // the draft, if there is one
    this.stepper.show();
    this.tell("past");
    this.changed();
    this.news.tellMoment();
  }

  /** @param {number} ply */
  #pastAt(ply) {
    const found = this.#known.get(ply) ?? this.#resource.position({ kind: "table", id: this.table.id ?? "", ply });
    this.#known.set(ply, found);
    found.catch(() => this.#known.delete(ply));
    return found;
  }

  /** Forget earlier positions: moves may have been taken back. */
  forget() {
    this.#known.clear();
  }

  // Playing ------------------------------------------------------------------------------------------------------------------

  /** Play the moves of a turn, unless somebody else does. @param {string[]} moves */
  async play(moves) {
    const event = new MoveEvent(moves);
    this.dispatchEvent(event);
    await (event.response ?? this.#go(this.#cut, [...this.path, ...moves]));
  }

  /** What the board asks about, if nothing has happened since it was shown. */
  get #now() {
    const { where } = this;
    return where.kind === "table" ? { ...where, number: this.table.number } : where;
  }

  /** Return the board after drafted moves and another one; null if the table has gone on. @param {string[]} draft @param {string | null} move */
  async preview(draft, move) {
    if (this.table.looking === null) return null; // time is up, and a bot has taken the seat
    const asked = this.#resource.preview(this.#now, draft, move);
    this.#previews.add(asked);
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Refused && error.status === 409) return null; // the stream brings the new state
      throw error;
    } finally {
      this.#previews.delete(asked);
    }
  }

  /** Plan no more previews, and wait for those that are on their way: a command that overtakes them would make them late. */
  async hush() {
    this.turn.stopConsidering();
    await Promise.allSettled([...this.#previews]);
  }

  /** Return why a move is not allowed, or a cell cannot be chosen. @param {import("./resource.js").Question} question */
  async whyNot(question) {
    return this.words.translate((await this.#resource.explain(this.where, question)).words);
  }

  /** Return the board in words, with a draft. @param {string[]} draft */
  text(draft) {
    if (draft.length && !this.past && this.table.looking !== null) return this.#resource.text(this.#now, draft);
    return this.#last && !draft.length ? Promise.resolve(this.#last.text) : this.#resource.text(this.where, []);
  }

  /** Outline where the points of a seat come from; null: nothing. @param {number | null} seat */
  async showTerritory(seat) {
    const layer = this.scene.layer("territory");
    const ply = this.past?.ply ?? this.table.plies;
    const key = seat === null || ply === 0 ? "" : `${this.table.number} ${ply} ${seat}`;
    if (key === layer.dataset.key) return;
    layer.dataset.key = key;
    if (seat === null || !key) {
      layer.replaceChildren();
      return;
    }
    try {
      const drawn = await this.#resource.territory(this.where, seat);
      if (key === layer.dataset.key) layer.replaceChildren(...this.scene.board.overlay("territory", drawn));
    } catch (error) {
      this.complain(error);
    }
  }

  // On the board ---------------------------------------------------------------------------------------------------------------

  /** Ring cells until another position is shown. @param {string[]} cells */
  ring(cells) {
    this.#ringed = cells;
    this.#showRings();
  }

  #showRings() {
    this.scene.layer("rings").replaceChildren(...this.#ringed.flatMap((cell) => this.scene.ring(cell)));
  }

  /** Zoom out to the whole board. */
  whole() {
    this.scene.zoom.whole();
  }

  /** Show a message for as long as it takes to read, or until the player goes on. @param {string} text */
  explain(text) {
    const words = text.replace(/^\p{Ll}(?!\d)/u, (letter) => letter.toLocaleUpperCase()); // the name of a cell stays as it is
    this.whyBox.textContent = words;
    this.whyBox.hidden = !words;
    announce(words);
    clearTimeout(this.#whyTimer);
    this.#whyTimer = setTimeout(() => (this.whyBox.hidden = true), 2200 + 45 * words.length);
  }

  /** Show why something failed. @param {unknown} error */
  complain(error) {
    const failed = this.words.known("failed") ? this.words.say("failed") : "This board can’t be shown."; // without words
    this.refuse((error instanceof Refused && error.message) || failed);
  }

  /** Say why something is not possible. @param {string} words */
  refuse(words) {
    this.tell("refused", { words });
    if (this.whyBox) this.explain(words);
    else this.append(words);
  }

  /** Tell the page something; return whether nobody has prevented the default. @param {string} what @param {object} [detail] */
  tell(what, detail = {}) {
    return this.dispatchEvent(new CustomEvent(what, { detail, cancelable: true }));
  }
}
customElements.define("funkenflug-board", BoardElement);
