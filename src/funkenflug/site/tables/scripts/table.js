// The page of a table: what it has besides a board that is only looked at.

import { showAim } from "./aim.js";
import { notifyOfTurn, showTitle } from "./alerts.js";
import { showTableMenu, tellDeal } from "./acts.js";
import { showChat } from "./chat.js";
import { run } from "./clock.js";
import { coach } from "./coach.js";
import { showCover, showWishes } from "./cover.js";
import { one } from "../../infra/scripts/dom.js";
import { showEnd } from "./ended.js";
import { dropOldHints } from "./hints.js";
import { on } from "./parts.js";
import { showPresence, waitForAway } from "./seats.js";
import { play } from "../../boards/scripts/sounds.js";
import { board, explain } from "../../boards/scripts/state.js";
import { open } from "./sync.js";
import { say } from "../../infra/scripts/words.js";

let unheard = false; // whether the player has still to be told by a sound that it is their turn

function tellTurn() {
  if (unheard && !board.moving) play("turn");
  unheard = unheard && board.moving;
}

/** Show whether moves can be stored, and stop the clocks if not. @param {boolean} works */
function showSaving(works) {
  one(".unsaved").hidden = works;
  run(works);
}

on("position", () => {
  waitForAway();
  showCover();
  showAim();
  showWishes();
  showTableMenu();
  showEnd(tellDeal);
  if (!board.moving) coach();
});
on("change", () => {
  showTitle();
  dropOldHints();
});
on("rest", () => {
  coach();
  tellTurn();
});

await board.ready;
open({
  snapshot: () => showSaving(true),
  other: (message) => {
    if (message.type === "presence") showPresence(message);
    else if (message.type === "chat") showChat([message.line]);
    else if (message.type === "saving") showSaving(message.works);
    else if (message.type === "closing") explain(say("closing"));
  },
  news: () => {
    notifyOfTurn();
    unheard = board.turn.choosing.offered.length > 0;
    tellTurn();
  },
});
