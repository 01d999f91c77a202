// The tray: what is to be decided, the steps that are not on the board, and the buttons that send or take back.

import { firstChoice, isCell } from "./choosing.js";
import { icon, keep, make, one } from "../../infra/scripts/dom.js";
import { page } from "./game.js";
import { deed, isWhole, label, options, question, steps } from "./options.js";
import { emblems } from "./panel.js";
import { showDraft } from "./scene.js";
import { foldChoices } from "./sheet.js";
import { main, moment, ownSeat, state, table } from "./state.js";
import { choose, choosing, consider, mayChoose, showTargets } from "./turn.js";
import { known, say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("./choosing.js").Branch} Branch */

/** Show what may be chosen. @param {boolean} replaying whether the match is being played back */
export function showTurn(replaying) {
  const { sending } = state;
  const mine = mayChoose() && !replaying;
  showTargets(mine && !sending);
  showDraft(choosing.path, choosing.seen !== null);
  const branches = mine && !sending ? steps(choosing) : [];
  const offered = branches.filter((branch) => !isWhole(branch));
  const asked = question(offered, choosing);
  const key = `${choosing.turn} ${choosing.draft.length} ${choosing.path.join(" ")} ${choosing.pending?.move ?? ""} ${offered.length}`;
  const listed = offered.length > 1 || !choosing.pending;
  keep(one(".choices"), listed ? key : "", () => (listed ? buttons() : []));
  showTray(mine, branches, asked);
  main.dataset.state = stateName(mine);
  const step = `${table().number} ${key}`;
  if (main.dataset.step !== step) foldChoices(false); // a new choice must be seen
  main.dataset.step = step;
}

/** @param {boolean} mine */
function stateName(mine) {
  if (table().outcome) return "over";
  if (table().cover) return "covered";
  if (state.sending) return "sending";
  if (choosing.busy) return "looking";
  return mine ? "choosing" : "waiting";
}

function buttons() {
  const neutral = (/** @type {string} */ colour) => !table().seats.some((who) => who.colours.includes(colour));
  return [options(choosing, { pick: choose, consider, neutral, colour: ownSeat()?.colours[0] ?? "green" })];
}

/** Show what the move that is previewed brings, and what speaks against it. @param {boolean} listed whether it is a hint that says so itself */
function showEffect(listed) {
  const [gain, warning] = [choosing.seen?.gain, choosing.seen?.warning].map((words) =>
    listed ? "" : translate(words ?? ""),
  );
  one(".brings").hidden = !gain;
  one(".brings .num").textContent = gain;
  one(".warning").hidden = !warning;
  if (one(".warning").textContent !== warning) one(".warning").textContent = warning;
}

/** @param {boolean} shown */
function showSend(shown) {
  const go = /** @type {HTMLButtonElement} */ (one(".send"));
  go.hidden = !shown;
  go.disabled = state.sending;
  if (choosing.pending) go.textContent = deed(choosing.pending.move);
}

/** @param {boolean} mine @param {Branch[]} branches @param {string} asked */
function showTray(mine, branches, asked) {
  one(".tray").classList.toggle("quiet", !mine);
  showTitle(mine);
  showHand(mine);
  one(".steps").replaceChildren(
    ...choosing.draft.map(({ choice, words }) =>
      make("li", {}, make("span", { class: "tick" }, icon("check", 14)), toDo(choice.move) ?? translate(words)),
    ),
  );
  const task = one(".task-text");
  task.classList.toggle("waiting", !mine);
  task.classList.toggle("complete", mine && choosing.pending !== null && !asked);
  task.textContent = taskText(mine, asked);
  showEffect(!one(".hints").hidden && !choosing.pending);
  one(".take-back").hidden = !mine || !choosing.begun;
  const whole = branches.filter(isWhole);
  const forced = whole.length === 1 && choosing.root.branches.size === 1 && !choosing.pending;
  keep(
    one(".foot-verbs"),
    `${choosing.turn} ${choosing.draft.length} ${forced} ${whole.map(({ token }) => token).join(" ")}`,
    () => whole.map((branch) => verbButton(branch, forced)),
  );
  showSend(mine && choosing.pending !== null);
}

/** Return what is to be decided, by whoever is shown to move; nothing while the viewer's own moves are on their way. @param {boolean} mine @param {string} asked */
function taskText(mine, asked) {
  const { to_move: mover, mine: own, task } = moment();
  if (state.sending || (state.moving && mover !== null && own.includes(mover))) return "";
  return mine ? asked || whatNow() : translate(task);
}

/** @param {boolean} mine */
function showTitle(mine) {
  const { to_move: toMove, seats, mine: own, outcome } = moment();
  const mover = toMove === null ? null : seats[toMove];
  const waiting = mover ? say(own.length ? "turn-of" : "watching", { name: mover.name }) : "";
  const turn = own.length > 1 ? say("turn-of-seat", { name: ownSeat()?.name ?? "" }) : say("your-turn");
  one("#tray-title").textContent = mine ? turn : waiting;
  one("#tab-turn").textContent = outcome
    ? say("result")
    : mine
      ? say("your-turn")
      : mover
        ? translate(mover.name)
        : say("table");
  one(".tray-emblems").replaceChildren(...(mover ? emblems(mover, 17) : []));
}

/** Show what the player holds, and nothing of it on a covered screen. @param {boolean} mine */
function showHand(mine) {
  const hand = mine ? (page.hand?.(table().panel) ?? null) : null;
  one(".hand").hidden = !hand;
  keep(one(".hand"), hand?.key ?? "", () => hand?.content ?? []);
}

/** @param {Branch} branch @param {boolean} forced whether there is nothing else to do */
function verbButton(branch, forced) {
  return make(
    "button",
    {
      type: "button",
      class: forced ? "btn main" : "btn text",
      "data-token": branch.token,
      onclick: () => choose(branch.token),
      onfocus: () => consider(branch),
    },
    label(branch.token),
  );
}

/** Return what is to be decided, in a few words if the game has them. */
function whatNow() {
  if (choosing.pending) return say("ready-to-send");
  const next = firstChoice(choosing.at())?.move.split(" ")[0];
  const further = `then-${next}-${choosing.path.filter(isCell).length}`;
  if (choosing.path.length && known(further)) return say(further);
  const moves = choosing.base?.choices ?? table().choices;
  const active = moves.filter((move) => move !== "pass"); // to pass is the last thing one thinks of
  const asks = [...new Set((active.length ? active : moves).map(toDo))].filter((ask) => ask !== null);
  if (!asks.length) return translate(choosing.base?.task ?? table().task);
  const within = (/** @type {string} */ ask, /** @type {number} */ index) =>
    index ? ask[0].toLowerCase() + ask.slice(1) : ask;
  return new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(asks.map(within));
}

/** Return what a move is about, if the game has words for it. @param {string} move */
function toDo(move) {
  const key = `ask-${move.split(" ")[0]}`;
  return known(key) ? say(key, page.values?.(table().panel)) : null;
}

one(".send").addEventListener("click", () => choosing.finish());
one(".take-back").addEventListener("click", () => choosing.back());
