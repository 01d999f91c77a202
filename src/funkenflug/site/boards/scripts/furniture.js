// What a board needs on a page of another site: words, icons, style sheets, and the page module and symbols of its game.

import { addSprite } from "./symbols.js";
import { make } from "../../infra/scripts/dom.js";
import { Words } from "../../infra/scripts/words.js";

/**
 * @typedef {object} Furniture where things are
 * @property {string} words the catalogue
 * @property {string} icons
 * @property {string[]} styles
 * @property {Record<string, {page: string | null, style: string | null, symbols: string}>} games
 */

/** @type {Map<string, Promise<{places: Furniture, catalogue: Record<string, any>}>>} by address */
const known = new Map();

/** @param {string} server @param {string} language */
function furnitureOf(server, language) {
  const address = `${server}/board.json?language=${encodeURIComponent(language)}`;
  const found = known.get(address) ?? fetched(server, address);
  known.set(address, found);
  found.catch(() => known.delete(address)); // the next board tries again
  return found;
}

/** @param {string} server @param {string} address */
async function fetched(server, address) {
  /** @type {Furniture} */
  const places = await (await fetch(address)).json();
  const [answer] = await Promise.all([
    fetch(server + places.words),
    addSprite(server + places.icons),
    ...places.styles.map((style) => addStyle(server + style)),
  ]);
  return { places, catalogue: await answer.json() };
}

/** @param {string} href @returns {Promise<unknown>} */
function addStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) =>
    document.head.append(make("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve })),
  );
}

/** Return what a board of a game needs. @param {string} server @param {string} game @param {string} language */
export async function furnish(server, game, language) {
  const { places, catalogue } = await furnitureOf(server, language);
  const { page, style, symbols } = places.games[game];
  if (style) await addStyle(server + style);
  return {
    words: new Words(catalogue, "table", game, language),
    page: page && server + page,
    symbols: server + symbols,
  };
}
