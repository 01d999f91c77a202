// What a player can do at a table besides moving, in the menu.

import { toggleNotifications } from "./alerts.js";
import { toggleMuted } from "./chat.js";
import { isOn, switchCoach } from "./coach.js";
import { one } from "../../infra/scripts/dom.js";
import { describeDeal } from "./fair.js";
import { showHints, showOutlook } from "./hints.js";
import { menu, stepBack } from "./menu.js";
import { confirm } from "../../infra/scripts/notices.js";
import { id, table } from "../../boards/scripts/state.js";
import { act } from "./sync.js";
import { say } from "../../infra/scripts/words.js";

Object.assign(menu, {
  undo,
  resign,
  leave,
  hint: showHints,
  "what-if": whatIf,
  outlook: showOutlook,
  mute: toggleMuted,
  notify: toggleNotifications,
  fair: tellDeal,
  coach: () => switchCoach(!isOn()),
});

async function undo() {
  if (await stepBack()) return;
  act("POST /api/tables/{id}/undo", { path: { id }, body: { number: table().number } });
}

/** Open a private copy of the match, to try something out. */
function whatIf() {
  window.open(`/analysis/${table().game}?what-if=${id}`, "_blank");
}

async function resign() {
  const { players, mode } = table();
  const goesOn = players > 2 || (mode !== "competitive" && players > 1);
  const text = goesOn ? "resign-bot" : players > 1 ? "resign-text" : "resign-alone";
  if (await confirm(say("resign-ask"), say(text))) act("POST /api/tables/{id}/resign", { path: { id } });
}

async function leave() {
  if (!(await confirm(say("leave-ask"), say("leave-text")))) return;
  for (const seat of table().mine) {
    if (!(await act("DELETE /api/tables/{id}/seats/{seat}", { path: { id, seat } }))) return;
  }
  location.href = "/";
}

/** Show how the match was dealt. */
export async function tellDeal() {
  one(".fair-text").replaceChildren(await describeDeal(id, table()));
  /** @type {HTMLDialogElement} */ (one(".fair-dialog")).showModal();
}

/** Show the commands that the viewer may give. */
export function showTableMenu() {
  const { can, mine, public: open, seats } = table();
  const alone = !open && seats.every((who) => who.mine || who.kind === "bot");
  const item = (/** @type {string} */ name) => one(`[data-act="${name}"]`);
  item("undo").hidden = !can.undo;
  item("resign").hidden = !can.resign;
  item("hint").hidden = !can.hint;
  item("what-if").hidden = table().state !== "running";
  item("outlook").hidden = !can.outlook;
  item("coach").hidden = mine.length !== 1 || !seats.every((who) => who.mine || who.kind === "bot");
  item("coach").lastChild?.replaceWith(say(isOn() ? "coach-stop" : "coach-start"));
  item("notify").hidden = !mine.length;
  item("leave").hidden = !can.leave || alone;
  for (const chat of [one("#chat"), one("#tab-chat"), item("mute")]) chat.hidden = !can.chat || alone;
}
