// What the game is about, above the board until the player knows it; and the goals with how far they are.

import { one } from "../../infra/scripts/dom.js";
import { goals } from "./panel.js";
import { isStudy, table } from "./state.js";
import { known, say } from "../../infra/scripts/words.js";

const stored = () => `goal-${table().game}-${table().mode}`;

export function showAim() {
  const { outcome, mine, mode, options, state } = table();
  const key = options.map((option) => `goal-${mode}-${option}`).find(known) ?? `goal-${mode}`;
  if (outcome && mine.length) localStorage.setItem(stored(), "known");
  one(".aim").hidden = isStudy || state !== "running" || !known(key) || localStorage.getItem(stored()) !== null;
  one(".aim-text").textContent = say(key);
  for (const list of document.querySelectorAll(".tray .goals, .players .goals")) {
    list.replaceChildren(...goals(table().goals));
  }
}

one(".aim-close").addEventListener("click", () => {
  localStorage.setItem(stored(), "known");
  showAim();
});
