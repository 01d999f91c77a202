// The page of a table or a study: puts its parts together and says in which order they show it.

import { showAim } from "../../boards/scripts/aim.js";
import { notifyOfTurn, showTitle } from "./alerts.js";
import { showTyping } from "../../boards/scripts/asking.js";
import { showSince } from "./catchup.js";
import { showChat, showWholeChat } from "./chat.js";
import { run } from "./clock.js";
import { coach } from "./coach.js";
import { showCover, showWishes } from "./cover.js";
import { one } from "../../infra/scripts/dom.js";
import "../../boards/scripts/focus.js";
import { isReplaying, showEnd } from "./ended.js";
import { loadPage, page } from "../../boards/scripts/game.js";
import { dropOldHints } from "./hints.js";
import { forget, listeners as history } from "../../boards/scripts/history.js";
import { clearLog, followLog, showLog } from "../../boards/scripts/log.js";
import "../../boards/scripts/loupe.js";
import { showMenu, tellDeal } from "./menu.js";
import { complain, explain } from "../../infra/scripts/notices.js";
import { listeners as pace, settle } from "../../boards/scripts/pace.js";
import { tellLines, tellMoment, tellStep } from "../../boards/scripts/news.js";
import { follow, listeners as readers } from "../../boards/scripts/reading.js";
import { loadSymbols, showStanding, turnBoard } from "../../boards/scripts/scene.js";
import { showPresence, showSeats, waitForAway } from "./seats.js";
import { showMoment } from "../../boards/scripts/moment.js";
import { showSigns } from "../../boards/scripts/signs.js";
import { play, playSounds } from "../../boards/scripts/sounds.js";
import { isStudy, moment, state, wide } from "../../boards/scripts/state.js";
import { showTerritory } from "../../boards/scripts/territory.js";
import { showTurn } from "../../boards/scripts/tray.js";
import {
  choosing,
  listeners,
  mayChoose,
  offer,
  preselect,
  stopConsidering,
  targets,
} from "../../boards/scripts/turn.js";
import { say } from "../../infra/scripts/words.js";

/** @param {import("../../infra/scripts/messages.d.ts").Table} snapshot */
function reset(snapshot) {
  forget(true);
  showSaving(true);
  one(".loading").hidden = true;
  clearLog();
  showWholeChat(snapshot.chat);
}

/** @param {import("../../infra/scripts/messages.d.ts").GameEvent[]} events */
function render(events) {
  forget(false);
  playSounds(events, showStanding(events));
  settle();
  offer();
  waitForAway();
  showSeats();
  showMatch();
  showCover();
  showAim();
  showWishes();
  showMenu();
  if (!isStudy) showEnd(tellDeal);
  showTitle();
  showMoment();
  showTerritory();
  if (!state.moving) coach();
}

/** Tell whose turn it is, now that the board has come to rest. */
function showMover() {
  coach();
  tellTurn();
  preselect();
  showSeats();
  showChoices();
}
pace.rested = showMover;

let unheard = false; // whether the player has still to be told by a sound that it is their turn

function tellTurn() {
  if (unheard && !state.moving) play("turn");
  unheard = unheard && state.moving;
}

/** Show the moment that the viewer looks back at, or the present. */
function showThen() {
  if (!state.past) choosing.consider(null); // the draft, if there is one
  showSeats();
  showMatch();
  showMoment();
  showChoices();
  showTerritory();
  followLog();
  tellMoment();
}
history.shown = showThen;

/** Show whether moves can be stored, and stop the clocks if not. @param {boolean} works */
function showSaving(works) {
  one(".unsaved").hidden = works;
  run(works);
}

/** Show in the top bar how far the match is. */
function showMatch() {
  const { outcome, panel, plies, mode, players } = moment();
  one(".middle").replaceChildren(...(outcome ? [] : (page.progress?.(panel, state.shown.fragments) ?? [])));
  one(".which-more").textContent = outcome
    ? say("finished", { count: plies })
    : say(mode === "competitive" ? `table-${players}` : mode);
}

function showChoices() {
  if (!state.table) return;
  showTurn(isReplaying());
  showSince(mayChoose() && !choosing.touched);
  showSigns();
  dropOldHints();
  showTyping();
  follow(choosing.draft.map(({ choice }) => choice.move));
  tellStep();
}
listeners.changed = showChoices;
readers.read = () => targets.describe();
wide.addEventListener("change", showChoices);
addEventListener("resize", () => {
  if (turnBoard()) showChoices();
});
addEventListener("unhandledrejection", (event) => complain(event.reason)); // a page of rules, a step of the replay

/** What shows the state of the page when it has changed. @type {import("./sync.js").Renderers} */
export const renderers = {
  reset,
  render,
  log: (lines) => {
    showLog(lines);
    tellLines(lines);
  },
  other: (message) => {
    if (message.type === "presence") showPresence(message);
    else if (message.type === "chat") showChat([message.line]);
    else if (message.type === "saving") showSaving(message.works);
    else if (message.type === "closing") explain(say("closing"));
  },
  news: () => {
    notifyOfTurn();
    unheard = choosing.offered.length > 0;
    tellTurn();
  },
  quiet: stopConsidering,
};

await Promise.all([loadPage(), loadSymbols()]);
