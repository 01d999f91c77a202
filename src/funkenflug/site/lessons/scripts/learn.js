// A lesson: a position on the board, a note with one thing to do, and an answer to every try.

import { ask } from "../../infra/scripts/connection.js";
import { draw, make, one } from "../../infra/scripts/dom.js";
import { board, complain, explain, main, whenMoved } from "../../boards/scripts/state.js";
import "../../studies/scripts/study.js";
import { say } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/api.d.ts").VerdictResponse} Verdict */

const game = main.dataset.game ?? "";
const asked = location.hash.slice(1);
const course = await ask("GET /api/lessons/{game}", { path: { game }, query: asked ? { step: asked } : {} });
const { steps } = course;
const passed = new Set(steps.filter((step) => step.passed).map(({ id }) => id));
const note = one(".lesson");
const text = one(".lesson-text", note);
const why = one(".lesson-why", note);
const answer = one(".lesson-answer", note);
let step = steps.find(({ id }) => id === course.step) ?? steps[0];
let isDone = false;
let isShown = false; // whether the board shows the answer to a move

/** @param {string} name */
const act = (name) => one(`[data-lesson="${name}"]`, note);

board.addEventListener("touch", (event) => {
  if (step.task !== "cell" || isDone) return;
  const { cell } = /** @type {CustomEvent} */ (event).detail;
  event.preventDefault();
  tryOut(cell, cell);
});
whenMoved(([move]) => tryMove(move));
board.single = true;
board.seats = [step.seat];
board.allow = (legal) => (step.task === "move" && !isDone && !isShown ? legal : []);
await board.open(step.record, [], course.position);
show();

/** Show the step from its beginning. */
function show() {
  history.replaceState(null, "", `#${step.id}`);
  board.ring(step.rings);
  const rings = step.ring_names.length ? say("lesson-rings", { cells: step.ring_names.join(", ") }) : "";
  text.replaceChildren(step.text, make("span", { class: "hidden-text" }, ` ${rings}`));
  why.textContent = step.why;
  explainWhy(false);
  showAnswer(null, "");
  const buttons = step.choices.map(({ id, words }) =>
    make("button", { type: "button", class: "btn quiet", "data-choice": id, onclick: () => tryOut(id, null) }, words),
  );
  one(".lesson-choices", note).replaceChildren(...buttons);
  one(".lesson-choices", note).hidden = !buttons.length;
  showState();
}

/** Show what is passed, and what can be done now. */
function showState() {
  const here = steps.indexOf(step);
  const dots = steps.map((other, place) => {
    const name = say("lesson-step", { number: place + 1, steps: steps.length });
    const label = passed.has(other.id) ? say("lesson-passed", { step: name }) : name;
    const current = other === step ? { "aria-current": "step" } : {};
    return make(
      "li",
      {},
      make("button", {
        type: "button",
        class: passed.has(other.id) ? "dot passed" : "dot",
        "aria-label": label,
        title: label,
        onclick: () => go(other),
        ...current,
      }),
    );
  });
  one(".lesson-dots", note).replaceChildren(...dots);
  const isLast = here === steps.length - 1;
  document.body.classList.toggle("no-move", step.task !== "move" || isDone || isShown);
  act("show").hidden = isDone || isShown;
  act("again").hidden = isDone || !isShown;
  act("next").hidden = !isDone || isLast;
  act("match").hidden = !isDone || !isLast;
}

/** @param {boolean} open */
function explainWhy(open) {
  why.hidden = !open;
  act("why").setAttribute("aria-expanded", String(open));
}

/** @param {boolean | null} right null: neither right nor wrong @param {string} words */
function showAnswer(right, words) {
  answer.hidden = !words;
  answer.textContent = words;
  note.classList.toggle("right", right === true);
  note.classList.toggle("wrong", right === false);
}

/** Go to a step, or begin it again. @param {typeof step} to */
async function go(to) {
  step = to;
  isDone = isShown = false;
  board.seats = [step.seat];
  try {
    await board.open(step.record);
    show();
    text.focus({ preventScroll: true });
  } catch (error) {
    complain(error);
  }
}

/** @param {string} given @returns {Promise<Verdict>} */
const judge = (given) =>
  ask("POST /api/lessons/{game}/{step}", { path: { game, step: step.id }, body: { answer: given } });

/** Try a move; a wrong one is taken back. @param {string} move */
async function tryMove(move) {
  const verdict = await judge(move);
  isDone = verdict.right;
  if (verdict.right) await board.show([verdict.move ?? move], verdict.position);
  else board.again();
  tell(verdict, null);
}

/** Try a cell or a choice. @param {string} given @param {string | null} cell */
async function tryOut(given, cell) {
  try {
    const verdict = await judge(given);
    isDone = verdict.right;
    for (const button of note.querySelectorAll("button[data-choice]")) {
      if (button.getAttribute("data-choice") === given) button.classList.add(verdict.right ? "right" : "wrong");
      /** @type {HTMLButtonElement} */ (button).disabled = isDone;
    }
    tell(verdict, cell);
  } catch (error) {
    complain(error);
  }
}

/** Say what an answer is worth. @param {Verdict} verdict @param {string | null} cell */
function tell(verdict, cell) {
  explain("");
  showAnswer(verdict.right, verdict.words);
  board.ring(verdict.right && cell ? [...new Set([...step.rings, cell])] : step.rings);
  if (!verdict.right) return;
  passed.add(step.id);
  explainWhy(false);
  praise(cell ?? step.rings[0]);
  showState();
  act(act("next").hidden ? "match" : "next").focus({ preventScroll: true });
}

/** Let a spark rise from a cell. @param {string | undefined} cell */
function praise(cell) {
  const at = board.scene.board.places().get(cell ?? "");
  if (!at) return;
  const spark = draw("g", { transform: `translate(${at.x} ${at.y})` }, draw("circle", { class: "praise-spark", r: 8 }));
  spark.addEventListener("animationend", () => spark.remove());
  board.scene.layer("rings").append(spark);
}

act("show").addEventListener("click", async () => {
  if (step.task === "move") {
    isShown = true;
    await board.show([step.shown]).catch(complain);
    board.ring(step.rings); // the note speaks of them
    showAnswer(null, say("lesson-shown"));
  } else if (step.task === "cell") {
    board.ring([...step.rings, step.shown]);
    showAnswer(null, say("lesson-there"));
  } else {
    one(`[data-choice="${step.shown}"]`, note).classList.add("right");
    showAnswer(null, say("lesson-this"));
  }
  showState();
});
act("again").addEventListener("click", () => go(step));
act("why").addEventListener("click", () => explainWhy(why.hidden === true));
act("next").addEventListener("click", () => go(steps[steps.indexOf(step) + 1]));
act("match").addEventListener("click", async () => {
  try {
    const games = await ask("GET /api/games", {});
    const { levels, usual_players: players } = /** @type {typeof games[number]} */ (
      games.find(({ id }) => id === game)
    );
    const seats = Array.from({ length: players }, (_, seat) =>
      seat ? { kind: /** @type {const} */ ("bot"), level: levels[0] } : { kind: /** @type {const} */ ("me") },
    );
    const { id, url } = await ask("POST /api/tables", { body: { game, players, seats, fair: true } });
    localStorage.setItem(`coach-${id}`, "on");
    location.href = url;
  } catch (error) {
    complain(error);
  }
});
