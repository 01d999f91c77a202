// What the game is about, above the board until the player knows it.

import { one } from "../../infra/scripts/dom.js";
import { table } from "../../boards/scripts/state.js";
import { known, say } from "../../infra/scripts/words.js";

const stored = () => `goal-${table().game}-${table().mode}`;

export function showAim() {
  const { outcome, mine, mode, options, state } = table();
  const key = options.map((option) => `goal-${mode}-${option}`).find(known) ?? `goal-${mode}`;
  if (outcome && mine.length) localStorage.setItem(stored(), "known");
  one(".aim").hidden = state !== "running" || !known(key) || localStorage.getItem(stored()) !== null;
  one(".aim-text").textContent = say(key);
}

one(".aim-close").addEventListener("click", () => {
  localStorage.setItem(stored(), "known");
  showAim();
});
