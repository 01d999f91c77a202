// The tabs: players, log and chat in the drawer of the phone's sheet, and those of the side when the match is over.

import { one } from "../../infra/scripts/dom.js";
import { board } from "./state.js";

const PANES = ["turn", "players", "log", "chat", "study"].filter((name) => document.getElementById(`tab-${name}`));

/** Return the name of the open tab. */
export const openTab = () =>
  PANES.find((name) => one(`#tab-${name}`).getAttribute("aria-selected") === "true") ?? "turn";

/** @param {string} name */
export function showTab(name) {
  const over = Boolean(board.position?.outcome);
  for (const other of PANES) {
    const on = other === name;
    one(`#tab-${other}`).setAttribute("aria-selected", String(on));
    one(`#tab-${other}`).tabIndex = on ? 0 : -1;
    one(`#${other}`).classList.toggle("shown", on && !(other === "turn" && over));
  }
  one(".result").classList.toggle("shown", name === "turn" && over);
}

for (const name of PANES) {
  one(`#tab-${name}`).addEventListener("click", () => showTab(name));
  one(`#tab-${name}`).addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const there = PANES.filter((other) => one(`#tab-${other}`).offsetParent);
    const next = there[(there.indexOf(name) + step + there.length) % there.length];
    showTab(next);
    one(`#tab-${next}`).focus();
  });
}
showTab("turn");
