// A judged decision on the board: the move that was played and the better one, side by side.

import { changed } from "./board.js";
import { make } from "../../infra/scripts/dom.js";
import { board } from "./state.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").JudgedMove} JudgedMove */

/** Show both moves of a judged decision on the board that is shown, and return a card for each. @param {JudgedMove} judged @returns {HTMLElement[]} */
export function compare(judged) {
  const base = board.shown;
  const { scene } = board;
  const [played, best] = judged.compared ?? [];
  if (!played || !best) return [];
  const look = (/** @type {import("../../infra/scripts/messages.d.ts").ComparedMove} */ move) => {
    scene.show(changed(base, move.difference));
    scene.clearLabels();
    scene.label(played.cells, judged.mark);
    scene.label(best.cells, "✓");
    left.setAttribute("aria-pressed", String(move === played));
    right.setAttribute("aria-pressed", String(move === best));
  };
  const pointed = (/** @type {import("../../infra/scripts/messages.d.ts").ComparedMove} */ move) =>
    (move === played ? left : right).getAttribute("aria-pressed") === "false" && look(move); // only if the pointer moves: the cards may come to it
  const card = (
    /** @type {import("../../infra/scripts/messages.d.ts").ComparedMove} */ move,
    /** @type {string} */ title,
    /** @type {string} */ mark,
    /** @type {number} */ chance,
  ) =>
    make(
      "button",
      {
        type: "button",
        class: "compared-move",
        "aria-pressed": "false",
        onclick: () => look(move),
        onpointermove: () => pointed(move),
        onfocus: () => look(move),
      },
      make("span", { class: "label" }, make("b", {}, mark), " ", say(title)),
      make("span", { class: "compared-words" }, translate(move.words)),
      make(
        "small",
        {},
        [say("hint-chance", { percent: Math.round(100 * chance) }), translate(move.gain)].filter(Boolean).join(" · "),
      ),
    );
  const left = card(played, "review-played", judged.mark, judged.chance);
  const right = card(best, "review-better", "✓", judged.best_chance);
  look(best);
  return [left, right];
}
