// The panel of a finished match: who won and why, the ranking with its bars, and what to do next.

import { icon, make } from "../../infra/scripts/dom.js";
import { goals } from "../../boards/scripts/panel.js";
import { base, board } from "../../boards/scripts/state.js";
import { emblems } from "../../boards/scripts/tray.js";
import { numeral, say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").Seat} Seat */
/** @typedef {import("../../infra/scripts/messages.d.ts").Table} Table */
/** @typedef {import("../../infra/scripts/messages.d.ts").Outcome} Outcome */

/**
 * @typedef {object} Acts what the buttons do
 * @property {() => void} rematch
 * @property {() => void} replay
 * @property {() => void} review
 * @property {() => void} explore
 * @property {() => void} turningPoint
 * @property {() => void} another
 * @property {(game: string) => void} followUp
 * @property {() => void} fair
 */

/**
 * Return the panel of a finished match.
 * @param {Table} table
 * @param {Outcome} outcome
 * @param {Acts} acts
 */
export function result(table, outcome, acts) {
  const panel = make("div", { class: "result-inner" });
  const winners = outcome.winners.map((seat) => table.seats[seat]);
  const faces = make("div", { class: "emblems", "aria-hidden": "true" });
  for (const seat of winners) faces.append(...emblems(seat, winners.length > 1 ? 30 : 46));
  panel.append(
    make(
      "div",
      { class: faces.childElementCount > 2 ? "win many" : "win" },
      faces.hasChildNodes() && faces,
      make("div", {}, make("h2", {}, title(table, winners)), make("p", {}, why(table, outcome, winners))),
    ),
  );
  if (outcome.scores.length) panel.append(ranking(outcome, table.seats));
  if (table.goals.length) panel.append(make("ul", { class: "goals" }, ...goals(table.goals)));
  if (table.fair?.secret) {
    panel.append(
      make("button", { type: "button", class: "btn text fair-line", onclick: acts.fair }, say("fair-title")),
    );
  }
  if (!outcome.winners.length && table.can.replay) {
    panel.append(
      make(
        "button",
        { type: "button", class: "btn text turning-point", onclick: acts.turningPoint },
        say("where-lost"),
      ),
    );
  }
  panel.append(actions(table, acts));
  return panel;
}

/** @param {Table} table @param {Seat[]} winners */
function title({ mode, mine }, winners) {
  if (!winners.length) return say("lose-together");
  if (mode === "cooperative") return say("win-together");
  if (winners.length > 1) return say("shared");
  return winners[0].mine && mine.length === 1 ? say("you-won") : say("wins", { name: winners[0].name });
}

/** By how much somebody won, if there is no more to tell. @param {Table} table @param {Outcome} outcome @param {Seat[]} winners */
function why({ mode, mine, seats }, outcome, winners) {
  const { words } = outcome;
  const values = typeof words === "string" ? {} : (words[1] ?? {});
  const pointless = mode === "competitive" && !outcome.scores.length && winners.length === 1;
  const cause = values.why ?? (pointless ? (values.reason ?? [""]) : undefined);
  if (typeof cause === "object") return translate(cause); // the title says who wins
  const [winner] = winners;
  const lost = mode === "competitive" && mine.length === 1 && !outcome.winners.includes(mine[0]);
  const [second] = seats
    .filter((seat) => seat !== winner)
    .sort((a, b) => outcome.scores[b.seat] - outcome.scores[a.seat]);
  const points = winner && outcome.scores[winner.seat];
  const lead = second && points - outcome.scores[second.seat];
  const plain =
    mode === "competitive" && winners.length === 1 && points > 1 && lead > 0 && !translate(words).includes(":");
  if (!plain) return lost ? `${say("you-lost")} ${translate(words)}` : translate(words);
  const own = outcome.scores[mine[0]];
  return lost
    ? say("behind", { count: own, lead: points - own })
    : say("lead", { count: points, lead, name: second.name });
}

/** Return the parts that the points of a seat are made of. @param {Outcome} outcome @param {number} seat */
function parts(outcome, seat) {
  const score = outcome.scores[seat] ?? 0;
  return board.page.parts?.(outcome, seat) ?? (score > 0 ? [score] : []);
}

/** @param {Outcome} outcome @param {Seat[]} seats */
function ranking(outcome, seats) {
  const most = Math.max(1, ...outcome.scores);
  const ahead = (/** @type {Seat} */ a, /** @type {Seat} */ b) =>
    Number(outcome.winners.includes(a.seat)) - Number(outcome.winners.includes(b.seat)) ||
    outcome.scores[a.seat] - outcome.scores[b.seat];
  const tied = (/** @type {Seat} */ a, /** @type {Seat} */ b) =>
    outcome.winners.includes(a.seat) ? outcome.winners.includes(b.seat) : ahead(a, b) === 0;
  const order = [...seats].sort((a, b) => ahead(b, a));
  return make(
    "ol",
    { class: "ranking" },
    ...order.map((seat) => rank(seat, order.findIndex((other) => tied(other, seat)) + 1, outcome, most)),
  );
}

/** @param {Seat} seat @param {number} place @param {Outcome} outcome @param {number} most */
function rank(seat, place, outcome, most) {
  const bars = make("span", { class: "bars", "aria-hidden": "true" });
  for (const part of parts(outcome, seat.seat)) {
    const bar = make("i", { class: `bar-${seat.colours[0]}` });
    bar.style.width = `${(100 * part) / most}%`;
    bars.append(bar);
  }
  const who = make("span", { class: "who" }, translate(seat.name), seat.kind === "bot" && icon("robot", 17));
  const faces = make("span", { class: "emblems", "aria-hidden": "true" }, ...emblems(seat, 26));
  const points = make("span", { class: "points num" }, numeral(outcome.scores[seat.seat]));
  const sums = make(
    "span",
    { class: "sums num" },
    translate(outcome.lines[seat.seat] ?? "").replace(/\u00a0(?=[+=])/g, " "),
  ); // a long one goes on in the next line, before a sign
  return make(
    "li",
    { class: "rank", "data-seat": seat.seat, tabindex: 0 },
    make("span", { class: "place num" }, String(place)),
    faces,
    who,
    points,
    bars,
    sums,
  );
}

/** @param {Table} table @param {Acts} acts */
function actions({ can, day, mine, wishes, follow_ups: followUps }, acts) {
  const box = make("div", { class: "result-acts" });
  const button = (
    /** @type {string} */ kind,
    /** @type {string} */ face,
    /** @type {string} */ words,
    /** @type {() => void} */ press,
  ) => box.append(make("button", { type: "button", class: `btn ${kind}`, onclick: press }, icon(face), say(words)));
  if (can.rematch) button("main whole", "again", wishes.rematch ? "join-rematch" : "rematch", acts.rematch);
  if (day && mine.length) {
    button("main whole", "again", "another", acts.another);
    box.append(make("a", { class: "btn quiet whole", href: "/" }, say("home")));
  }
  if (can.replay) button("quiet third", "history", "replay", acts.replay);
  if (can.replay) button("quiet third", "bulb", "review", acts.review);
  if (can.record) button("quiet third", "branch", "explore", acts.explore);
  if (can.record) {
    box.append(
      make("a", { class: "btn quiet third", href: `${base}/record`, download: "" }, icon("download"), say("record")),
    );
  }
  box.append(
    make("a", { class: "btn quiet third", href: `${base}/picture.svg`, download: "" }, icon("picture"), say("picture")),
  );
  for (const { game, title: words, summary } of followUps) {
    box.append(
      make(
        "button",
        { type: "button", class: "onward", onclick: () => acts.followUp(game) },
        board.page.picture?.(),
        make("span", {}, make("b", {}, translate(words)), make("small", {}, translate(summary))),
      ),
    );
  }
  return box;
}
