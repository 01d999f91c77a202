// Short messages over the board, and questions to answer with yes or no.

import { announce } from "./announce.js";
import { Refused } from "./connection.js";
import { make, one } from "./dom.js";
import { say } from "./words.js";

let timer = 0;

/** Show a message for as long as it takes to read, or until the player goes on. @param {string} text */
export function explain(text) {
  const words = text.replace(/^\p{Ll}(?!\d)/u, (letter) => letter.toLocaleUpperCase()); // the name of a cell stays as it is
  const box = one(".why");
  box.textContent = words;
  box.hidden = !words;
  announce(words);
  clearTimeout(timer);
  timer = setTimeout(() => (box.hidden = true), 2200 + 45 * words.length);
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (one(".why").hidden = true), true);

/** Show why something failed. @param {unknown} error */
export function complain(error) {
  explain((error instanceof Refused && error.message) || say("failed"));
}

/** Ask a question in a dialog. @param {string} title @param {string} text @returns {Promise<boolean>} */
export function confirm(title, text) {
  const dialog = /** @type {HTMLDialogElement} */ (one(".ask-dialog"));
  one("#ask-title").textContent = title;
  one(".ask-text").textContent = text;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((settle) =>
    dialog.addEventListener("close", () => settle(dialog.returnValue === "yes"), { once: true }),
  );
}

/** @param {string} kind classes of the button @param {string} words @param {() => void} press */
export function button(kind, words, press) {
  return make("button", { type: "button", class: `btn ${kind}`, onclick: press }, words);
}
