// The page's words come translated from the server, in a JSON block; here they are looked up and filled in.

const block = document.getElementById("words");
/** @type {Record<string, string | Record<string, string>>} */
const words = block ? JSON.parse(block.textContent ?? "{}") : {};
const plural = new Intl.PluralRules(document.documentElement.lang || undefined);

/**
 * Return a word of the page with its values filled in; one with several plural forms takes that of `count`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const word = words[key] ?? key;
  const text = typeof word === "string" ? word : word[plural.select(Number(values.count))] ?? word.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Whether the page has a word for this.
 * @param {string} key
 */
export function known(key) {
  return key in words;
}
