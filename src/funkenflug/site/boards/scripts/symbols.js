// Icons, and the symbols that the shapes of a game refer to: once a page, whatever the number of its boards.

import { make } from "../../infra/scripts/dom.js";

/** @type {Map<string, Promise<void>>} by address */
const added = new Map();

/** Add an SVG file with symbols to the page. @param {string} address */
export function addSprite(address) {
  const adding = added.get(address) ?? add(address);
  added.set(address, adding);
  return adding;
}

/** @param {string} address */
async function add(address) {
  const answer = await fetch(address);
  const sprite = make("div", { class: "funkenflug sprite", "aria-hidden": "true" });
  sprite.innerHTML = await answer.text();
  document.body.append(sprite);
}
