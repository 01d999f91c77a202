// The page that begins an analysis: choose a game, or bring a record.

import { ask, Refused } from "../../infra/scripts/connection.js";
import { one } from "../../infra/scripts/dom.js";
import { acceptFiles, goTo } from "./opening.js";
import { say } from "../../infra/scripts/words.js";

const form = /** @type {HTMLFormElement} */ (one(".explore-record"));
const field = /** @type {HTMLTextAreaElement} */ (one("textarea", form));

/** @param {string} record */
async function open(record) {
  const error = one(".open-error", form);
  error.hidden = true;
  try {
    goTo(await ask("POST /api/study/open", { body: { record } }));
  } catch (refused) {
    error.textContent = (refused instanceof Refused && refused.message) || say("failed");
    error.hidden = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (field.value.trim()) open(field.value);
  else field.focus();
});
acceptFiles(form, (record) => {
  field.value = record;
  open(record);
});
