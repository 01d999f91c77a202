// A puzzle: the position on the board, one move to find, a kind word about every other one. The server judges; the
// solution comes when the puzzle is solved or given up, and is played out on the board.

import { announce } from "../../infra/scripts/announce.js";
import { ask } from "../../infra/scripts/connection.js";
import { emblem, make, one } from "../../infra/scripts/dom.js";
import { goTo } from "../../studies/scripts/opening.js";
import { board, complain, main, whenMoved } from "../../boards/scripts/state.js";
import "../../studies/scripts/study.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/api.d.ts").PuzzleTryResponse} Judged */
/** @typedef {import("../../infra/scripts/api.d.ts").PuzzleSolution} Solution */
/** @typedef {import("../../infra/scripts/api.d.ts").PuzzleLine} Line */
/** @typedef {import("../../infra/scripts/api.d.ts").PuzzleStanding} Standing */

const LAST = "9999"; // the address of the last position of a study
const PAUSE = 900; // milliseconds between two moves that are played out
const { puzzle: id = "", next = "" } = /** @type {HTMLElement} */ (document.querySelector("script[data-puzzle]"))
  .dataset;
const path = { game: main.dataset.game ?? "", id };
const puzzle = await ask("GET /api/puzzles/{game}/{id}", { path });
const task = translate(puzzle.task);
const compare = one(".puzzle-compare");

whenMoved(attempt);
board.seats = [puzzle.seat];
await board.open(puzzle.record, [], puzzle.position);
showFacts(puzzle.standing, 0);
showTask();

/** Show the task. */
function showTask() {
  tell(task, [], [button("puzzle-show", giveUp)]);
}

/** @param {string} word @param {() => unknown} deed @param {string} [kind] */
function button(word, deed, kind = "quiet") {
  const press = async () => {
    try {
      await deed();
    } catch (error) {
      complain(error);
    }
  };
  return make("button", { type: "button", class: `btn ${kind} small`, onclick: press }, say(word));
}

const following = () => make("a", { class: "btn main small", href: next }, say("puzzle-next"));

/** Say something on the board, with what can be done now. @param {string} words @param {string[]} more @param {HTMLElement[]} acts */
function tell(words, more, acts) {
  const said = make(
    "div",
    {},
    make("p", { class: "puzzle-said" }, words),
    ...more.map((text) => make("p", { class: "puzzle-brings" }, text)),
  );
  const note = one(".study-note");
  note.hidden = false;
  note.replaceChildren(make("div", { class: "puzzle-card" }, said, make("div", { class: "puzzle-acts" }, ...acts)));
}

/** Show ratings and streaks. @param {Standing} standing @param {number} change */
function showFacts(standing, change) {
  const rating = say(standing.uncertain ? "puzzle-uncertain" : "puzzle-rating", { rating: standing.rating });
  const signed = `${change > 0 ? "+" : "−"}${Math.abs(change)}`;
  const facts = [
    make(
      "p",
      { class: change > 0 ? "puzzle-change up" : "puzzle-change" },
      change ? say("puzzle-change", { rating, change: signed }) : rating,
    ),
    make("p", {}, say("puzzle-of-puzzle", { rating: puzzle.rating })),
    standing.streak > 1 && make("p", {}, say("puzzle-streak", { count: standing.streak })),
    standing.days > 0 && make("p", {}, say("puzzle-days", { count: standing.days })),
    puzzle.is_of_today && make("p", {}, say("puzzle-of-today")),
    puzzle.first_try && make("p", {}, say("puzzle-tried")),
  ];
  one(".puzzle-facts").replaceChildren(...facts.filter((fact) => fact !== false && fact !== null));
}

/** Try the first move of a turn. @param {string[]} moves */
async function attempt(moves) {
  const judged = await ask("POST /api/puzzles/{game}/{id}/tries", { path, body: { move: moves[0] } });
  showFacts(judged.standing, judged.change);
  if (judged.solution) {
    await playOut(judged, judged.solution);
    return;
  }
  board.readonly = true;
  await board.show([moves[0]], judged.position);
  const words = translate(judged.words);
  const brings = judged.brings.map(translate);
  tell(words, brings, [button("puzzle-again", again, "main"), button("puzzle-show", giveUp)]);
  one(".study-note button").focus();
}

async function again() {
  board.readonly = false;
  await board.show([]);
  showTask();
  main.focus();
}

async function giveUp() {
  const judged = await ask("POST /api/puzzles/{game}/{id}/answer", { path });
  showFacts(judged.standing, judged.change);
  if (judged.solution) await playOut(judged, judged.solution);
}

/** Play the answer and what follows on the board, then compare it with the tempting move. @param {Judged} judged @param {Solution} solution */
async function playOut(judged, solution) {
  const { answer } = solution;
  board.readonly = true;
  await board.open(solution.record);
  const words = translate(judged.words);
  const explore = async () => goTo(await ask("POST /api/study/open", { body: { record: solution.record } }), LAST);
  tell(
    words,
    [translate(answer.words)],
    [following(), button("puzzle-compare", () => showPair(solution)), button("puzzle-explore", explore)],
  );
  announce(`${words}. ${translate(answer.words)}`);
  main.dataset.puzzle = judged.solved ? "solved" : "shown";
  for (let count = 1; count <= answer.moves.length && compare.hidden; count += 1) {
    await board.show(answer.moves.slice(0, count));
    await pause();
  }
  if (compare.hidden) showPair(solution);
}

/** Wait until what moves has come to rest, and a little longer. */
async function pause() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  do await new Promise((resolve) => setTimeout(resolve, PAUSE));
  while (board.moving);
}

/** Show what the answer and the tempting move have led to, side by side. @param {Solution} solution */
function showPair(solution) {
  one(".puzzle-pair").replaceChildren(figure("answer", solution.answer), figure("tempting", solution.tempting));
  const back = button("puzzle-board", () => {
    compare.hidden = true;
    one("svg.board").focus();
  });
  one(".puzzle-acts", compare).replaceChildren(following(), back);
  compare.hidden = false;
  one("a", compare).focus();
}

/** @param {string} which @param {Line} line */
function figure(which, line) {
  const theme = ["light", "dark"].find((name) => document.documentElement.classList.contains(name)) ?? "auto";
  const src = `/api/puzzles/${path.game}/${id}/pictures/${which}?theme=${theme}`;
  const alone = !line.points.length;
  const chance = alone
    ? say(line.chance ? "puzzle-won" : "puzzle-lost")
    : say("puzzle-chance", { chance: line.chance });
  const words = translate(line.words);
  const facts = alone
    ? []
    : [
        make("span", {}, ...shares("puzzle-scores", line.scores)),
        make("span", {}, ...shares("puzzle-expected", line.points)),
      ];
  return make(
    "figure",
    {},
    make("img", { src, alt: words }),
    make("figcaption", {}, make("b", {}, words), make("span", { class: "puzzle-chance" }, chance), ...facts),
  );
}

/** Return the points of all seats with their emblems. @param {string} word @param {number[]} points */
function shares(word, points) {
  const [before, after] = say(word, { points: "\n" }).split("\n");
  const seats = board.position?.seats ?? [];
  const share = (/** @type {number} */ value, /** @type {number} */ seat) =>
    make(
      "span",
      { class: "puzzle-share" },
      emblem(seats[seat]?.colours[0] ?? "green", 14),
      ` ${new Intl.NumberFormat(document.documentElement.lang).format(value)}`,
    );
  return [before, ...points.flatMap((value, seat) => [share(value, seat), " "]), after ?? ""];
}
