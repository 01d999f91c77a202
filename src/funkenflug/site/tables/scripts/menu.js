// The menu, the keys, and the rules beside the board.

import { toggleNotifications } from "./alerts.js";
import { buttons, enterTyping, toggleTyping } from "../../boards/scripts/asking.js";
import { toggleMuted } from "./chat.js";
import { isOn, switchCoach } from "./coach.js";
import { one } from "../../infra/scripts/dom.js";
import { describeDeal } from "./fair.js";
import { showHints, showOutlook } from "./hints.js";
import { jump, lastPly, step } from "../../boards/scripts/history.js";
import { offerNames, toggleNames } from "../../boards/scripts/names.js";
import { confirm } from "../../infra/scripts/notices.js";
import { zoom } from "../../boards/scripts/scene.js";
import { source } from "../../boards/scripts/source.js";
import { toggleSounds } from "../../boards/scripts/sounds.js";
import { id, isStudy, main, state, table } from "../../boards/scripts/state.js";
import { act } from "./sync.js";
import { choosing, targets } from "../../boards/scripts/turn.js";
import { say } from "../../infra/scripts/words.js";

/** @type {Record<string, () => void>} */
const menu = {
  undo,
  resign,
  leave,
  hint: () => (source.hint ?? showHints)(),
  "what-if": whatIf,
  outlook: showOutlook,
  rules: toggleRules,
  fit: () => zoom.whole(),
  mute: toggleMuted,
  sounds: toggleSounds,
  notify: toggleNotifications,
  keys,
  names: toggleNames,
  type: toggleTyping,
  fair: tellDeal,
  coach: () => switchCoach(!isOn()),
};

async function undo() {
  if (choosing.touched && (await choosing.back())) return;
  source.undo();
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

function keys() {
  /** @type {HTMLDialogElement} */ (one(".keys-dialog")).showModal();
}

/** Show how the match was dealt. */
export async function tellDeal() {
  one(".fair-text").replaceChildren(await describeDeal(id, table()));
  /** @type {HTMLDialogElement} */ (one(".fair-dialog")).showModal();
}

/** Show the commands that the viewer may give. */
export function showMenu() {
  offerNames();
  const { can, mine, public: open, seats } = table();
  const alone = !open && seats.every((who) => who.mine || who.kind === "bot");
  one('[data-act="undo"]').hidden = !can.undo;
  one('[data-act="resign"]').hidden = !can.resign;
  one('[data-act="hint"]').hidden = !can.hint;
  one('[data-act="what-if"]').hidden = isStudy || table().state !== "running";
  one('[data-act="outlook"]').hidden = isStudy || !can.outlook;
  one('[data-act="coach"]').hidden =
    isStudy || !mine.length || !seats.every((who) => who.mine || who.kind === "bot") || mine.length > 1;
  one('[data-act="coach"]').lastChild?.replaceWith(say(isOn() ? "coach-stop" : "coach-start"));
  one('[data-act="notify"]').hidden = !mine.length;
  one('[data-act="type"]').lastChild?.replaceWith(say(mine.length ? "type-or-ask" : "type-question"));
  one('[data-act="leave"]').hidden = !can.leave || alone;
  for (const chat of ["#chat", "#tab-chat", '[data-act="mute"]']) one(chat).hidden = !can.chat || alone;
}

for (const item of document.querySelectorAll("[data-act]")) {
  item.addEventListener("click", () => {
    one("details.more").removeAttribute("open");
    menu[item.getAttribute("data-act") ?? ""]?.();
  });
}

// Rules ------------------------------------------------------------------------------------------------------------------

async function toggleRules() {
  const beside = one(".beside");
  beside.hidden = !beside.hidden;
  one(".rules-open").setAttribute("aria-expanded", String(!beside.hidden));
  main.classList.toggle("reading", !beside.hidden);
  const text = one(".beside-text");
  if (beside.hidden || text.childElementCount) return;
  const answer = await fetch(`/rules/${main.dataset.game}?part=1`);
  text.innerHTML = await answer.text();
}
for (const opener of [one(".rules-open"), one(".aim-rules")]) opener.addEventListener("click", toggleRules);
one(".beside-close").addEventListener("click", () => {
  toggleRules();
  one(".rules-open").focus();
});

// Keys -------------------------------------------------------------------------------------------------------------------

/** @type {Record<string, () => void>} */
const KEYS = {
  "?": menu.keys,
  h: menu.hint,
  u: menu.undo,
  m: enterTyping,
  r: menu.rules,
  c: menu.names,
  0: menu.fit,
  ",": () => step(-1),
  ".": () => step(1),
};

document.addEventListener("keydown", (event) => {
  if (!state.table || event.altKey || event.ctrlKey || event.metaKey) return;
  const at = /** @type {HTMLElement} */ (event.target);
  if (at.closest("dialog[open], .cover:not([hidden])")) return;
  const writing = at.closest("input:not([type=range]), textarea, select");
  if (event.key === "Escape") {
    if (writing) targets.enter();
    if (!one(".beside").hidden) toggleRules();
    else if (state.past && !table().outcome) jump(table().plies);
    else choosing.back();
    return;
  }
  if (writing) return;
  if (event.key.startsWith("Arrow")) arrow(event, at);
  else if (event.key === "Home" || event.key === "End") turnTo(event, at, event.key === "Home" ? 0 : lastPly());
  else if (/^[1-9]$/.test(event.key)) press(Number(event.key) - 1);
  else if (event.key === "Enter" && choosing.pending && (at === document.body || at.closest(".target"))) {
    choosing.finish();
  } else if (event.key.toLowerCase() === "n") targets.next(event.shiftKey ? -1 : 1, buttons());
  else KEYS[event.key.toLowerCase()]?.();
  if (event.key === "m") event.preventDefault();
});

/** Show an earlier position, or the last one. @param {KeyboardEvent} event @param {HTMLElement} at @param {number} ply */
function turnTo(event, at, ply) {
  if (at.closest(".beside-text, .chat-scroll, [role=tab], .menu-list")) return;
  jump(ply);
  event.preventDefault();
}

/** @param {KeyboardEvent} event @param {HTMLElement} at */
function arrow(event, at) {
  if (at.closest(".beside-text, .chat-scroll, [role=tab], .menu-list")) return;
  const across = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (at.closest(".log-scroll") && !across) return; // from line to line
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -lastPly(), ArrowDown: lastPly() }[event.key] ?? 0;
  if (state.past || at.closest(".log-back") || !choosing.offered.length) {
    if (at.matches("input[type=range]")) return;
    step(steps);
    event.preventDefault();
    return;
  }
  const group = at.closest(".options");
  if (group && (across || !targets.cells.length)) {
    const all = [...group.querySelectorAll("button")];
    const next =
      all[
        all.indexOf(/** @type {HTMLButtonElement} */ (at)) +
          (event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1)
      ];
    next?.focus();
  } else if (targets.cells.length) {
    targets.walk(event.key);
  } else {
    /** @type {HTMLElement | null} */ (document.querySelector(".choices .option"))?.focus();
  }
  event.preventDefault();
}

/** Press a button of the choice. @param {number} index */
function press(index) {
  buttons()[index]?.click();
}
