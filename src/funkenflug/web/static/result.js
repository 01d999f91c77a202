// The end of a match: who won and why, the ranking with its bars, and what to do next.

import { icon, make } from "./dom.js";
import { emblems, goals, tile } from "./panel.js";
import { say } from "./words.js";

/** @typedef {import("./panel.js").Seat} Seat */

/**
 * Return for each seat the parts that its points are made of.
 * @param {any} outcome
 * @param {Seat} seat
 * @returns {number[]}
 */
function parts(outcome, seat) {
  const score = outcome.scores[seat.seat] ?? 0;
  if (outcome.regions) return outcome.regions.filter((/** @type {any} */ region) => region.seat === seat.seat && region.points > 0).map((/** @type {any} */ region) => region.points);
  if (outcome.collected) return [...outcome.collected[seat.seat]].sort((a, b) => b - a);
  return score > 0 ? [score] : [];
}

/**
 * @param {any} snapshot
 * @param {Record<string, () => void>} acts
 */
export function result(snapshot, acts) {
  const { outcome, seats } = snapshot;
  const panel = make("div", { class: "result-inner" });
  const winners = outcome.winners.map((/** @type {number} */ seat) => seats[seat]);
  const mine = winners.some((/** @type {Seat} */ seat) => seat.mine);
  const faces = make("div", { class: "emblems", "aria-hidden": "true" });
  for (const seat of winners) faces.append(...emblems(seat, winners.length > 1 ? 30 : 46));
  panel.append(make("div", { class: faces.childElementCount > 2 ? "win many" : "win" }, faces.hasChildNodes() && faces, make("div", {}, make("h2", {}, title(snapshot, winners, mine)), make("p", {}, why(snapshot, winners)))));
  if (outcome.scores.length) panel.append(ranking(outcome, seats));
  if (snapshot.goals.length) panel.append(make("ul", { class: "goals" }, ...goals(snapshot.goals)));
  if (snapshot.fair?.secret) panel.append(make("button", { type: "button", class: "btn text fair-line", onclick: acts.fair }, say("fair-title")));
  panel.append(actions(snapshot, acts));
  return panel;
}

/** @param {any} snapshot @param {Seat[]} winners @param {boolean} mine */
function title(snapshot, winners, mine) {
  if (!winners.length) return say("lose-together");
  if (snapshot.mode === "cooperative") return say("win-together");
  if (winners.length > 1) return say("shared");
  return mine && snapshot.mine.length === 1 ? say("you-won") : say("wins", { name: winners[0].name });
}

/** By how much somebody won, if there is no more to tell. @param {any} snapshot @param {Seat[]} winners */
function why({ mode, mine, outcome, seats }, winners) {
  const [winner] = winners;
  const lost = mode === "competitive" && mine.length === 1 && !outcome.winners.includes(mine[0]);
  const [second] = seats.filter((/** @type {Seat} */ seat) => seat !== winner).sort((/** @type {Seat} */ a, /** @type {Seat} */ b) => outcome.scores[b.seat] - outcome.scores[a.seat]);
  const points = winner && outcome.scores[winner.seat];
  const lead = second && points - outcome.scores[second.seat];
  const plain = mode === "competitive" && winners.length === 1 && points > 1 && lead > 0 && !outcome.words.includes(":");
  if (!plain) return lost ? `${say("you-lost")} ${outcome.words}` : outcome.words;
  const own = outcome.scores[mine[0]];
  return lost ? say("behind", { count: own, lead: points - own }) : say("lead", { count: points, lead, name: second.name });
}

/** @param {any} outcome @param {Seat[]} seats */
function ranking(outcome, seats) {
  const most = Math.max(1, ...outcome.scores);
  const ahead = (/** @type {Seat} */ a, /** @type {Seat} */ b) => Number(outcome.winners.includes(a.seat)) - Number(outcome.winners.includes(b.seat)) || outcome.scores[a.seat] - outcome.scores[b.seat];
  const tied = (/** @type {Seat} */ a, /** @type {Seat} */ b) => outcome.winners.includes(a.seat) ? outcome.winners.includes(b.seat) : ahead(a, b) === 0;
  const order = [...seats].sort((a, b) => ahead(b, a));
  const list = make("ol", { class: "ranking" });
  for (const seat of order) {
    const bars = make("span", { class: "bars", "aria-hidden": "true" });
    for (const part of parts(outcome, seat)) {
      const bar = make("i", { class: `bar-${seat.colours[0]}` });
      bar.style.width = `${(100 * part) / most}%`;
      bars.append(bar);
    }
    const who = make("span", { class: "who" }, seat.name, seat.kind === "bot" && icon("robot", 17));
    const faces = make("span", { class: "emblems", "aria-hidden": "true" }, ...emblems(seat, 26));
    list.append(
      make("li", { class: "rank" }, make("span", { class: "place num" }, String(order.findIndex((other) => tied(other, seat)) + 1)), faces, who, make("span", { class: "points num" }, String(outcome.scores[seat.seat]).replace("-", "−")), bars, make("span", { class: "sums num" }, (outcome.lines[seat.seat] ?? "").replace(/ (?=[÷=])|(?<=[÷=]) /g, "\u00a0"))),
    );
  }
  return list;
}

/** @param {any} snapshot @param {Record<string, () => void>} acts */
function actions({ can, day, mine }, acts) {
  const box = make("div", { class: "result-acts" });
  if (can.rematch) box.append(make("button", { type: "button", class: "btn main whole", onclick: acts.rematch }, icon("again"), say(acts.offered ? "join-rematch" : "rematch")));
  if (day && mine.length) {
    box.append(make("button", { type: "button", class: "btn main whole", onclick: acts.another }, icon("again"), say("another")));
    box.append(make("a", { class: "btn quiet whole", href: "/" }, say("home")));
  }
  if (can.replay) box.append(make("button", { type: "button", class: "btn quiet third", onclick: acts.replay }, icon("history"), say("replay")));
  if (can.replay) box.append(make("button", { type: "button", class: "btn quiet third", onclick: acts.review }, icon("bulb"), say("review")));
  if (can.record) box.append(make("a", { class: "btn quiet third", href: `${acts.base}/record`, download: "" }, icon("download"), say("record")));
  box.append(make("a", { class: "btn quiet third", href: `${acts.base}/picture.svg`, download: "" }, icon("picture"), say("picture")));
  if (can.forest) {
    box.append(make("button", { type: "button", class: "onward", onclick: acts.forest }, tile(6), make("span", {}, make("b", {}, say("vulkan")), make("small", {}, say("vulkan-more")))));
  }
  return box;
}
