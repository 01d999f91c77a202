// The tray: what is to be decided, the steps that are not on the board, and the buttons that send or take back.

import { firstChoice, isCell } from "./choosing.js";
import { emblem, icon, keep, make } from "../../infra/scripts/dom.js";
import { deed, isWhole, label, options, question, steps } from "./options.js";

/** @typedef {import("./choosing.js").Branch} Branch */
/** @typedef {import("../../infra/scripts/messages.d.ts").Seat} Seat */

/** Return the emblems of the colours that a seat leads, smaller if there are several. @param {Pick<Seat, "colours">} seat @param {number} size */
export function emblems(seat, size) {
  return seat.colours.map((colour) => emblem(colour, size / [1, 1, 1.25, 1.4, 1.6][seat.colours.length]));
}

export class Tray {
  /** @param {import("./element.js").BoardElement} board @param {HTMLElement} holder what it has already stays above the foot */
  constructor(board, holder) {
    this.of = board;
    this.holder = holder;
    const { say } = board.words;
    this.title = make("h2", { class: "label tray-title", id: holder.getAttribute("aria-labelledby") });
    this.emblems = make("span", { class: "tray-emblems" });
    this.hand = make("div", { class: "hand", hidden: true });
    this.steps = make("ol", { class: "steps" });
    this.task = make("p", { class: "task-text" });
    this.choices = make("div", { class: "choices" });
    this.gain = make("span", { class: "num" });
    this.brings = make("p", { class: "brings", hidden: true }, make("span", {}, say("gain")), this.gain);
    this.warning = make("p", { class: "warning", role: "status", hidden: true });
    this.takeBack = make(
      "button",
      { type: "button", class: "btn text take-back", hidden: true, onclick: () => board.turn.choosing.back() },
      icon("back"),
      say("undo"),
    );
    this.verbs = make("span", { class: "foot-verbs" });
    this.send = make("button", {
      type: "button",
      class: "btn main send",
      hidden: true,
      onclick: () => board.turn.choosing.finish(),
    });
    holder.prepend(
      make("div", { class: "tray-head" }, this.title, this.emblems),
      this.hand,
      this.steps,
      this.task,
      this.choices,
      this.brings,
      this.warning,
    );
    holder.append(make("div", { class: "tray-foot" }, this.takeBack, this.verbs, this.send));
  }

  /** Whether the keyboard is on the board or in the tray. */
  get hasFocus() {
    const { activeElement } = document;
    const here = this.of.contains(activeElement) || this.holder.contains(activeElement);
    return here && activeElement?.matches(":focus-visible");
  }

  /** The buttons of the choice. @returns {HTMLElement[]} */
  get buttons() {
    return [...this.holder.querySelectorAll(".choices .option, .foot-verbs .btn, .send:not([hidden])")].map(
      (button) => /** @type {HTMLElement} */ (button),
    );
  }

  /** Show what may be chosen. */
  show() {
    const { of: board } = this;
    const { turn, sending, scene } = board;
    const { choosing } = turn;
    const mine = turn.mayChoose && !board.playing;
    turn.showTargets(mine && !sending);
    scene.showDraft(choosing.path, choosing.seen !== null);
    const branches = mine && !sending ? steps(choosing) : [];
    const offered = branches.filter((branch) => !isWhole(branch));
    const asked = question(offered, board);
    const key = `${choosing.turn} ${choosing.draft.length} ${choosing.path.join(" ")} ${choosing.pending?.move ?? ""} ${offered.length}`;
    const listed = offered.length > 1 || !choosing.pending;
    keep(this.choices, listed ? key : "", () => (listed ? [options(board)] : []));
    this.showParts(mine, branches, asked);
    board.dataset.state = this.stateName(mine);
    board.dataset.step = `${board.table.number} ${key}`;
  }

  /** @param {boolean} mine */
  stateName(mine) {
    const { table, sending, turn } = this.of;
    if (table.outcome) return "over";
    if (table.cover) return "covered";
    if (sending) return "sending";
    if (turn.choosing.busy) return "looking";
    return mine ? "choosing" : "waiting";
  }

  /** Show what the move that is previewed brings, and what speaks against it. */
  showEffect() {
    const { choosing } = this.of.turn;
    const listed = this.of.isHinting && !choosing.pending; // a hint says so itself
    const [gain, warning] = [choosing.seen?.gain, choosing.seen?.warning].map((words) =>
      listed ? "" : this.of.words.translate(words ?? ""),
    );
    this.brings.hidden = !gain;
    this.gain.textContent = gain;
    this.warning.hidden = !warning;
    if (this.warning.textContent !== warning) this.warning.textContent = warning;
  }

  /** @param {boolean} mine @param {Branch[]} branches @param {string} asked */
  showParts(mine, branches, asked) {
    const { choosing } = this.of.turn;
    const { translate } = this.of.words;
    this.holder.classList.toggle("quiet", !mine);
    this.showTitle(mine);
    this.showHand(mine);
    this.steps.replaceChildren(
      ...choosing.draft.map(({ choice, words }) =>
        make("li", {}, make("span", { class: "tick" }, icon("check", 14)), this.toDo(choice.move) ?? translate(words)),
      ),
    );
    this.task.classList.toggle("waiting", !mine);
    this.task.classList.toggle("complete", mine && choosing.pending !== null && !asked);
    this.task.textContent = this.taskText(mine, asked);
    this.showEffect();
    this.takeBack.hidden = !mine || !choosing.begun;
    const whole = branches.filter(isWhole);
    const forced = whole.length === 1 && choosing.root.branches.size === 1 && !choosing.pending;
    keep(
      this.verbs,
      `${choosing.turn} ${choosing.draft.length} ${forced} ${whole.map(({ token }) => token).join(" ")}`,
      () => whole.map((branch) => this.verbButton(branch, forced)),
    );
    this.send.hidden = !mine || choosing.pending === null;
    this.send.disabled = this.of.sending;
    if (choosing.pending) this.send.textContent = deed(choosing.pending.move, this.of);
  }

  /** Return what is to be decided, by whoever is shown to move; nothing while the viewer's own moves are on their way. @param {boolean} mine @param {string} asked */
  taskText(mine, asked) {
    const { sending, moving, moment } = this.of;
    const { to_move: mover, mine: own, task } = moment;
    if (sending || (moving && mover !== null && own.includes(mover))) return "";
    return mine ? asked || this.whatNow() : this.of.words.translate(task);
  }

  /** @param {boolean} mine */
  showTitle(mine) {
    const { moment, ownSeat, words } = this.of;
    const { to_move: toMove, seats, mine: own } = moment;
    const mover = toMove === null ? null : seats[toMove];
    const waiting = mover ? words.say(own.length ? "turn-of" : "watching", { name: mover.name }) : "";
    const turn = own.length > 1 ? words.say("turn-of-seat", { name: ownSeat?.name ?? "" }) : words.say("your-turn");
    this.title.textContent = mine ? turn : waiting;
    this.emblems.replaceChildren(...(mover ? emblems(mover, 17) : []));
  }

  /** Show what the player holds, and nothing of it on a covered screen. @param {boolean} mine */
  showHand(mine) {
    const hand = mine ? (this.of.page.hand?.(this.of.table.panel) ?? null) : null;
    this.hand.hidden = !hand;
    keep(this.hand, hand?.key ?? "", () => hand?.content ?? []);
  }

  /** @param {Branch} branch @param {boolean} forced whether there is nothing else to do */
  verbButton(branch, forced) {
    const { turn } = this.of;
    return make(
      "button",
      {
        type: "button",
        class: forced ? "btn main" : "btn text",
        "data-token": branch.token,
        onclick: () => turn.choose(branch.token),
        onfocus: () => turn.consider(branch),
      },
      label(branch.token, this.of),
    );
  }

  /** Return what is to be decided, in a few words if the game has them. */
  whatNow() {
    const { table, turn, words } = this.of;
    const { choosing } = turn;
    if (choosing.pending) return words.say("ready-to-send");
    const next = firstChoice(choosing.at())?.move.split(" ")[0];
    const further = `then-${next}-${choosing.path.filter(isCell).length}`;
    if (choosing.path.length && words.known(further)) return words.say(further);
    const moves = choosing.base?.choices ?? table.choices;
    const active = moves.filter((move) => move !== "pass"); // to pass is the last thing one thinks of
    const asks = [...new Set((active.length ? active : moves).map((move) => this.toDo(move)))].filter(
      (ask) => ask !== null,
    );
    if (!asks.length) return words.translate(choosing.base?.task ?? table.task);
    const within = (/** @type {string} */ ask, /** @type {number} */ index) =>
      index ? ask[0].toLowerCase() + ask.slice(1) : ask;
    return new Intl.ListFormat(document.documentElement.lang || undefined, { type: "disjunction" }).format(
      asks.map(within),
    );
  }

  /** Return what a move is about, if the game has words for it. @param {string} move */
  toDo(move) {
    const { page, table, words } = this.of;
    const key = `ask-${move.split(" ")[0]}`;
    return words.known(key) ? words.say(key, page.values?.(table.panel)) : null;
  }
}
