// The typed field: a move, or a question about the board, in the words of the player's language.

import { valueOf } from "./choosing.js";
import { make, one } from "../../infra/scripts/dom.js";
import { openDrawer } from "./sheet.js";
import { board, complain, table } from "./state.js";
import { asSent, asTyped, asWritten } from "./typing.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/api.d.ts").TextResponse} Text */

const form = one("form.typed");
const field = /** @type {HTMLInputElement} */ (one("input", form));
const answer = one(".answer");

/** @type {Record<string, (text: Text) => string[]>} the questions that all games answer */
const QUESTIONS = {
  help: ({ sections }) => [
    say("help-ask", {
      questions: [
        ...Object.keys(QUESTIONS).map((name) => wordsFor(name)[0]),
        ...sections.map(({ question }) => lower(question)),
      ].join(", "),
    }),
    ...(board.turn.mayChoose ? [say("help-move")] : table().mine.length ? [say("help-watch")] : []),
  ],
  turn: () => [[board.tray.title.textContent, board.tray.task.textContent].filter(Boolean).join(". ")],
  scores: () =>
    table().seats.map(({ name, score, holdings }) =>
      [score === null ? translate(name) : say("score-of", { name, count: score }), translate(holdings)]
        .filter(Boolean)
        .join(", "),
    ),
  last: () => board.news.sinceLastTurn(),
  legal,
};

/** Return a text of the server as it is typed. @param {import("../../infra/scripts/messages.d.ts").Words} words */
const lower = (words) => translate(words).toLowerCase();

/** Return the words that ask a question, the usual one first. @param {string} name */
const wordsFor = (name) => say(`question-${name}`).split(", ");

/** Show the field, or hide it. */
export function toggleTyping() {
  form.hidden = !form.hidden;
  openDrawer(false);
  showTyping();
  if (!form.hidden) field.focus();
}

/** Go to the field; show it first if it is hidden. */
export function enterTyping() {
  if (form.hidden) toggleTyping();
  else field.focus();
}

/** Say what the field is for, and offer the moves to type. */
export function showTyping() {
  const mine = board.turn.mayChoose;
  one(".label", form).textContent = say(mine ? "type-move" : "type-question");
  one("button", form).textContent = say(mine ? "do-typed" : "do-ask");
  one("#typed-moves").replaceChildren(
    ...(form.hidden
      ? []
      : table()
          .choices.slice(0, 200)
          .map((move) => make("option", { value: asTyped(move, table().clicks, board.cellName) }))),
  );
}

/** What may be chosen now. @returns {string[]} */
function legal() {
  if (!board.turn.mayChoose) return [say("nothing-legal")];
  const cells = board.turn.targets.choices.map(({ token }) => board.cellName(valueOf(token)));
  const labels = board.tray.buttons.map((button) => button.ariaLabel ?? button.textContent ?? "");
  return [
    cells.length ? say("legal-cells", { cells: cells.join(", ") }) : "",
    labels.length ? say("legal-buttons", { buttons: labels.join(", ") }) : "",
  ].filter(Boolean);
}

/**
 * Return the answer to a question; null if this is none.
 * @param {string} typed
 * @returns {Promise<{title: string, lines: string[]} | null>}
 */
async function answerTo(typed) {
  if (table().choices.includes(asWritten(typed))) return null;
  const text = await board.reading.read();
  const asked = typed.toLowerCase().replace(/\s*\?$/, "");
  const cell = Object.keys(text.cells).find((id) => id === asked || board.cellName(id) === asked);
  if (cell) return { title: board.cellName(cell), lines: [translate(text.cells[cell])] };
  const name = Object.keys(QUESTIONS).find((known) => known === asked || wordsFor(known).includes(asked));
  if (name) return { title: wordsFor(name)[0], lines: QUESTIONS[name](text) };
  const section = text.sections.find(({ question, title }) =>
    [lower(question), lower(title), question[0].toLowerCase()].includes(asked),
  );
  if (!section) return null;
  return { title: translate(section.title), lines: section.lines.map(translate) };
}

/** @param {string} title @param {string[]} lines */
function reply(title, lines) {
  answer.hidden = false;
  answer.replaceChildren(
    make("h3", {}, title),
    make("ul", {}, ...(lines.length ? lines : [say("none-there")]).map((line) => make("li", {}, line))),
  );
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = field.value.trim();
  if (!typed || board.sending) return;
  field.value = "";
  answer.hidden = true;
  try {
    const found = await answerTo(typed);
    if (found) reply(found.title, found.lines);
    else if (!board.turn.mayChoose) reply(typed, [say("no-question", { help: wordsFor("help")[0] })]);
    else if (
      !(await board.turn.send([
        ...board.turn.choosing.moves,
        ...typed
          .split(/[;/]/)
          .map((move) => asSent(move, table().clicks))
          .filter(Boolean),
      ]))
    ) {
      field.value = typed;
    } // to be mended
  } catch (error) {
    field.value = typed;
    complain(error);
  }
});
field.addEventListener("input", () => (answer.hidden = true));
