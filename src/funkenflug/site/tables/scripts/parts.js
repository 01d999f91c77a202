// What surrounds the board of a table or a study: players, log, choices, menu. Each part shows what the board tells.

import { showTyping } from "../../boards/scripts/asking.js";
import { showSince } from "./catchup.js";
import { one } from "../../infra/scripts/dom.js";
import "../../boards/scripts/focus.js";
import { followLog } from "../../boards/scripts/log.js";
import { showMenu } from "./menu.js";
import { chosenSpeed } from "../../boards/scripts/motion.js";
import { goals } from "../../boards/scripts/panel.js";
import { wide } from "../../boards/scripts/scene.js";
import { showSeats } from "./seats.js";
import { foldChoices, openDrawer } from "../../boards/scripts/sheet.js";
import { playSounds } from "../../boards/scripts/sounds.js";
import { board, complain, main, moment, table } from "../../boards/scripts/state.js";
import { showTerritory } from "../../boards/scripts/territory.js";
import { say, translate } from "../../infra/scripts/words.js";

/** Do something when the board tells of it. @param {string} what @param {(detail: any) => void} act */
export const on = (what, act) =>
  board.addEventListener(what, (event) => act(/** @type {CustomEvent} */ (event).detail));

/** Show what the board shows, in other words. */
function show() {
  const { outcome, plies } = table();
  showSeats();
  showMatch();
  showTerritory();
  main.classList.toggle("past", board.past !== null);
  one(".log-back").hidden = outcome !== null || plies === 0;
}

on("position", ({ events, delay }) => {
  playSounds(events, delay);
  show();
  showMenu();
  for (const list of document.querySelectorAll(".tray .goals, .players .goals")) {
    list.replaceChildren(...goals(table().goals));
  }
});
on("rest", showSeats);
on("past", () => {
  show();
  followLog();
});
on("change", () => {
  const { state = "", step = "" } = board.dataset;
  if (main.dataset.step !== step) foldChoices(false); // a new choice must be seen
  Object.assign(main.dataset, { state, step });
  showTab();
  showSince(board.turn.mayChoose && !board.turn.choosing.touched);
  showTyping();
});
on("inspect", ({ beside }) => {
  one(".inspector").hidden = !beside;
  if (beside) one(".inspector").replaceChildren(...beside);
});

/** Show in the top bar how far the match is. */
function showMatch() {
  const { outcome, panel, plies, mode, players } = moment();
  one(".middle").replaceChildren(...(outcome ? [] : (board.page.progress?.(panel, board.shown.fragments) ?? [])));
  one(".which-more").textContent = outcome
    ? say("finished", { count: plies })
    : say(mode === "competitive" ? `table-${players}` : mode);
}

/** Show whose turn it is on the tab of the turn. */
function showTab() {
  const { to_move: mover, seats, outcome } = moment();
  const name = mover === null ? say("table") : translate(seats[mover].name);
  one("#tab-turn").textContent = outcome ? say("result") : board.turn.mayChoose ? say("your-turn") : name;
}

one(".log-back").addEventListener("click", () => {
  board.step(-1);
  if (!wide.matches) openDrawer(false); // the log lies over the board
});

const speeds = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-speed]"));
function showSpeed() {
  for (const button of speeds) button.setAttribute("aria-pressed", String(button.dataset.speed === chosenSpeed()));
}
for (const button of speeds) {
  button.addEventListener("click", () => {
    localStorage.setItem("speed", button.dataset.speed ?? "");
    showSpeed();
  });
}
showSpeed();

addEventListener("unhandledrejection", (event) => complain(event.reason)); // a page of rules, a step of the replay
