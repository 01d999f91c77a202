// The page's words come translated from the server, in a JSON block; here they are looked up and filled in.

const block = document.getElementById("words");
/** @type {Record<string, string>} */
const words = block ? JSON.parse(block.textContent ?? "{}") : {};

/**
 * Return a word of the page with its values filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Whether the page has a word for this.
 * @param {string} key
 */
export function known(key) {
  return key in words;
}
