// Fields of forms that are made by scripts: each tells what it was changed to.

import { make } from "./dom.js";

/** Return a listener that passes on the text of a field. @param {(text: string) => void} change */
export const changed =
  (change) =>
  (/** @type {Event} */ { target }) =>
    change(/** @type {HTMLInputElement} */ (target).value);

/** Return a field with its title. @param {string} title @param {HTMLElement} input */
export const field = (title, input) => make("label", { class: "field" }, make("span", {}, title), input);

/** Return a list to choose from. @param {readonly {id: string, title: string}[]} values @param {string} chosen @param {(id: string) => void} change @param {import("./dom.js").Traits} [traits] */
export function select(values, chosen, change, traits = {}) {
  const options = values.map(({ id, title }) => make("option", { value: id, selected: id === chosen }, title));
  return make("select", { onchange: changed(change), ...traits }, ...options);
}

/** Return something to switch on. @param {string} title @param {boolean} on @param {(on: boolean) => void} change @param {string} [summary] */
export function check(title, on, change, summary = "") {
  const input = make("input", {
    type: "checkbox",
    checked: on,
    onchange: (/** @type {Event} */ { target }) => change(/** @type {HTMLInputElement} */ (target).checked),
  });
  return make("label", { class: "check" }, input, make("span", {}, title, summary && make("small", {}, summary)));
}
