// Questions to answer with yes or no, and buttons.

import { make, one } from "./dom.js";

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
