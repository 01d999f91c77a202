// Good moves, listed in the tray and numbered on the board, for as long as the turn stays as it is.

import { announce, sentence } from "../../infra/scripts/announce.js";
import { isCell, valueOf, waysTo } from "../../boards/scripts/choosing.js";
import { ask } from "../../infra/scripts/connection.js";
import { make, one } from "../../infra/scripts/dom.js";
import { board, complain, explain, id, table } from "../../boards/scripts/state.js";
import { say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").Hint} Hint */

const { choosing } = board.turn;

/** What hints are for: this far into this turn. */
const position = () => `${choosing.turn} ${choosing.draft.length}`;
let hinted = "";
let asking = false;

/** @param {boolean} shown */
function showBox(shown) {
  one(".hints").hidden = !shown;
  board.isHinting = shown;
}

/** Remove hints that no longer fit. */
export function dropOldHints() {
  if (hinted === position()) return;
  hinted = position();
  showBox(false);
  board.scene.clearLabels();
}

export async function showHints() {
  if (asking || !table().can.hint || !choosing.offered.length || board.sending) return;
  const draft = board.turn.drafted;
  const box = one(".hints");
  const wanted = (hinted = position());
  showBox(true);
  box.replaceChildren(make("p", { class: "label" }, say("hint-thinking")));
  announce(say("hint-thinking"));
  asking = true;
  const answer = await ask("POST /api/tables/{id}/hint", { path: { id }, body: { draft } }).catch(complain);
  asking = false;
  const moves = answer?.moves ?? [];
  if (wanted !== hinted) return;
  if (!answer) showBox(false);
  if (!moves.length) {
    box.replaceChildren(make("p", {}, say("hint-none")));
    if (answer) announce(say("hint-none"));
    return;
  }
  board.scene.clearLabels();
  for (const [index, { move }] of moves.entries()) {
    board.scene.label(waysTo(move, table().clicks)[0].path.filter(isCell).map(valueOf), String(index + 1));
  }
  box.replaceChildren(make("h2", { class: "label" }, say("hint")), make("ol", {}, ...moves.map(row)));
  announce(
    moves
      .map((best, index) => sentence(`${index + 1}: ${[translate(best.words), ...brings(best)].join(", ")}`))
      .join(" "),
  );
}

/** Return what a move brings, as a list of short texts. @param {Hint} best */
function brings({ chances, gain, warning }) {
  const percent = Math.round(100 * (chances[table().looking ?? 0] ?? chances[0]));
  return [say("hint-chance", { percent }), ...[gain, warning].map(translate)].filter(Boolean);
}

/** Tell whether a solitaire or cooperative match can still be won. */
export async function showOutlook() {
  if (asking) return;
  asking = true;
  explain(say("hint-thinking"));
  const answer = await ask("POST /api/tables/{id}/outlook", { path: { id } }).catch(complain);
  asking = false;
  if (answer) explain(translate(answer.words));
}

/** A hint: it is previewed under the pointer and with the focus, and chosen by a click. @param {Hint} best @param {number} index */
function row(best, index) {
  const [choice] = waysTo(best.move, table().clicks);
  const [look, stop] = [() => board.turn.considerMove(choice), () => board.turn.considerMove(null)];
  const go = make(
    "button",
    {
      type: "button",
      onclick: () => board.turn.follow(choice.path),
      onpointerenter: look,
      onpointerleave: stop,
      onfocus: look,
      onblur: stop,
    },
    translate(best.words),
    " ",
    make("small", {}, brings(best).join(" · ")),
  );
  return make("li", {}, make("span", { class: "rank-dot" }, String(index + 1)), go);
}
