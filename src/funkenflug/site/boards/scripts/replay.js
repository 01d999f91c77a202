// The replay of a finished match: a slider over its moves, a chart of the points of all seats, and marked mistakes.

import { Refused } from "../../infra/scripts/connection.js";
import { draw, emblem, icon, make } from "../../infra/scripts/dom.js";
import { speed } from "./motion.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").Seat} Seat */
/** @typedef {import("../../infra/scripts/messages.d.ts").JudgedMove} JudgedMove */
/** @typedef {import("../../infra/scripts/messages.d.ts").Review} Review */

const PACE = 900; // milliseconds that a position is shown
const RETRY = 1000; // milliseconds to wait while the site is busy

export class Replay {
  /**
   * @param {HTMLElement} holder
   * @param {{
   *   plies: number,
   *   scores: number[][] | null,
   *   seats: Seat[],
   *   go: (ply: number) => Promise<void>,
   *   playing: (on: boolean) => void,
   *   explore: (() => void) | null,
   *   judge: (ply: number) => Promise<Review>,
   *   turningPoint: () => Promise<import("../../infra/scripts/messages.d.ts").TurningPoint>,
   *   compare: (judged: JudgedMove | null) => HTMLElement[],
   * }} match `go` shows a position, `playing` is told whether the match is being played back, `explore` opens it on the analysis board, `judge` reviews the first decision at or after a move, `turningPoint` tells where all lost, `compare` shows both moves of a decision
   */
  constructor(holder, match) {
    this.match = match;
    this.ply = match.plies;
    /** @type {number} */
    this.timer = 0;
    this.slider = make("input", {
      type: "range",
      min: 0,
      max: match.plies,
      value: match.plies,
      "aria-label": say("slider"),
      oninput: () => this.turn(Number(this.slider.value)),
    });
    this.count = make("p", { class: "replay-count" });
    this.playing = make(
      "button",
      { type: "button", class: "replay-play", "aria-label": say("play"), onclick: () => this.toggle() },
      icon("play"),
    );
    const keys = make(
      "div",
      { class: "replay-keys" },
      this.key("first", "first", () => this.turn(0)),
      this.key("left", "previous", () => this.turn(this.ply - 1)),
      this.playing,
      this.key("right", "next", () => this.turn(this.ply + 1)),
      match.explore && this.key("branch", "explore", match.explore),
    );
    /** @type {HTMLElement[]} the points of the seats */
    this.points = [];
    this.marks = make("div", { class: "review-marks" });
    this.remark = make("p", { class: "remark", role: "status" });
    this.compared = make("div", { class: "compared" });
    this.reviewing = false;
    const track = make(
      "div",
      { class: "track" },
      match.scores?.[0]?.length ? this.chart(match.scores) : null,
      this.slider,
    );
    holder.replaceChildren(keys, track, this.ends(), this.count, this.marks, this.remark, this.compared);
    holder.hidden = false;
    this.tell();
  }

  /** Return a button. @param {string} face its icon @param {string} word the id of its text @param {() => void} act */
  key(face, word, act) {
    return make("button", { type: "button", "aria-label": say(word), onclick: act }, icon(face, 19));
  }

  /** The highest score, for the scale of the chart. */
  get most() {
    return Math.max(1, ...(this.match.scores ?? []).flat());
  }

  /** Return the chart of the points. @param {number[][]} lines the points of all seats after every move */
  chart(lines) {
    const chart = draw("svg", {
      viewBox: "0 0 1000 60",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": say("score-lines"),
    });
    for (const y of [8, 34]) chart.append(draw("path", { class: "grid-line", d: `M0,${y}H1000` }));
    for (const seat of this.match.seats) {
      const path = lines
        .map((scores, ply) => `${ply ? `H${this.x(ply)}V` : `M0,`}${this.y(scores[seat.seat])}`)
        .join("");
      chart.append(draw("path", { class: `score-line ${seat.colours[0]}`, d: path }));
    }
    this.now = draw("path", { class: "now-line" });
    chart.append(this.now);
    return chart;
  }

  /** @param {number} ply */
  x(ply) {
    return ((1000 * ply) / Math.max(1, this.match.plies)).toFixed(1);
  }

  /** @param {number} score */
  y(score) {
    return (56 - (50 * Math.max(0, score)) / this.most).toFixed(1);
  }

  /** Return the seats beside the chart, in the order of their points at the end, each with its points at this moment. */
  ends() {
    const ends = make("div", { class: "line-ends" });
    const last = this.match.scores?.[this.match.scores.length - 1];
    if (!last?.length) return ends;
    const order = [...this.match.seats].sort((a, b) => last[b.seat] - last[a.seat]);
    for (const [index, seat] of order.entries()) {
      const points = make("b", { class: "num", "data-seat": seat.seat });
      const end = make("span", { class: "line-end" }, emblem(seat.colours[0], 14), points);
      end.style.top = `${index * 15}px`;
      this.points.push(points);
      ends.append(end);
    }
    return ends;
  }

  /** Show the position after `ply` moves. @param {number} ply */
  to(ply) {
    return this.match.go(ply);
  }

  /** Go to a position, and stay there. @param {number} ply */
  turn(ply) {
    this.stop();
    return this.to(ply);
  }

  /** Show which position is on the board. @param {number} ply */
  follow(ply) {
    this.ply = ply;
    this.slider.value = String(ply);
    this.tell();
    this.compared.replaceChildren(...this.match.compare(null));
    if (!this.reviewing) this.remark.textContent = "";
    for (const mark of this.marks.children) mark.setAttribute("aria-pressed", "false");
    if (ply === this.match.plies) this.stop();
  }

  /** Review all decisions, and mark the mistakes. */
  async review() {
    if (this.reviewing || this.reviewed) return;
    this.reviewing = true;
    this.remark.ariaLive = "off"; // nobody wants to hear every number
    try {
      /** @type {number | null} */
      let ply = 0;
      while (ply !== null) {
        this.remark.textContent = say("review-going", { now: ply + 1, all: this.match.plies });
        const { judged, next } = await this.judge(ply);
        if (judged?.mark) this.mark(judged);
        ply = next;
      }
    } catch (error) {
      this.remark.textContent = "";
      throw error;
    } finally {
      this.remark.ariaLive = "polite";
      this.reviewing = false;
    }
    this.reviewed = true;
    this.remark.textContent = say(this.marks.hasChildNodes() ? "review-done" : "review-fine");
  }

  /** Judge a decision. @param {number} ply */
  judge(ply) {
    return this.patiently(() => this.match.judge(ply));
  }

  /** Show the last position that could be won. */
  async turningPoint() {
    this.remark.textContent = say("hint-thinking");
    try {
      const { ply, words } = await this.patiently(() => this.match.turningPoint());
      if (ply !== null) await this.turn(ply);
      this.remark.textContent = translate(words);
    } catch (error) {
      this.remark.textContent = "";
      throw error;
    }
  }

  /** Ask for something; wait and try again while the site is busy. @template T @param {() => Promise<T>} asked */
  async patiently(asked) {
    for (;;) {
      try {
        return await asked();
      } catch (error) {
        if (!(error instanceof Refused && [429, 503].includes(error.status))) throw error;
        await new Promise((settle) => setTimeout(settle, RETRY));
      }
    }
  }

  /** Add a button that shows a mistake. @param {JudgedMove} judged */
  mark(judged) {
    const seat = this.match.seats[judged.seat];
    const words = `${say("move-of", { now: judged.ply + 1, all: this.match.plies })} ${judged.mark}`;
    const show = async () => {
      await this.turn(judged.ply);
      if (this.ply !== judged.ply) return;
      this.tell("before-move", judged.ply + 1);
      this.remark.textContent = [words, translate(judged.reason)].filter(Boolean).join(": ");
      this.compared.replaceChildren(...this.match.compare(judged));
      for (const other of this.marks.children) other.setAttribute("aria-pressed", String(other === mark));
    };
    const mark = make(
      "button",
      {
        type: "button",
        class: "review-mark",
        "aria-pressed": "false",
        "aria-label": `${words} ${translate(seat.name)}`,
        onclick: show,
      },
      emblem(seat.colours[0], 14),
      String(judged.ply + 1),
      make("b", {}, judged.mark),
    );
    this.marks.append(mark);
  }

  /** Show the number of a move, and the points now. @param {string} words @param {number} move */
  tell(words = "move-of", move = this.ply) {
    for (const points of this.points) {
      points.textContent = String(this.match.scores?.[this.ply]?.[Number(points.dataset.seat)] ?? "").replace("-", "−");
    }
    const [before, after] = say(words, { now: "\u0000", all: this.match.plies }).split("\u0000");
    this.count.replaceChildren(before, make("b", {}, String(move)), after ?? "");
    this.now?.setAttribute("d", `M${this.x(this.ply)},0V60`);
  }

  /** Play the match back, or stop. */
  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.ply === this.match.plies) this.to(0);
    this.playing.replaceChildren(icon("pause"));
    this.playing.setAttribute("aria-label", say("pause"));
    this.match.playing(true);
    this.timer = setInterval(() => this.to(this.ply + 1), PACE / speed());
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.match.playing(false);
    this.playing.replaceChildren(icon("play"));
    this.playing.setAttribute("aria-label", say("play"));
  }
}
