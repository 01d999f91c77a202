// Texts in the language of the page: its own words by their ids, and messages of the server. Both come from the
// catalogue that the page names; browsers keep it.

/** @typedef {import("./messages.d.ts").Words} Words */
/** @typedef {Record<string, Words | number>} Values */
/** @typedef {string | Record<string, string>} Forms a text, or its forms by plural category */

const link = /** @type {HTMLLinkElement | null} */ (document.getElementById("words"));
/** @type {Record<string, any>} */
const catalogue = link ? await (await fetch(link.href)).json() : {};
/** @type {Record<string, Forms>} */
const messages = catalogue.messages ?? {};
/** @type {Record<string, Forms>} */
const words = { ...catalogue[link?.dataset.page ?? ""], ...catalogue.games?.[link?.dataset.game ?? ""] };
const plural = new Intl.PluralRules(document.documentElement.lang || undefined);

/**
 * Return a word of the page with its values filled in; one with several plural forms takes that of `count`.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  return filled(form(words[key] ?? key, values), values);
}

/**
 * Whether the page has a word for this.
 * @param {string} key
 */
export function known(key) {
  return key in words;
}

/** Return the keys of words of the page that begin like this. @param {string} prefix */
export const keysWith = (prefix) => Object.keys(words).filter((key) => key.startsWith(prefix));

/** Return a text of the server in the language of the page. @param {Words} text @returns {string} */
export function translate(text) {
  if (typeof text === "string") return text;
  return filled(template(text), text[1] ?? {});
}

/** Return what a text of the server begins or ends with, if that is a value: a name. @param {Words} text @param {"begin" | "end"} side @returns {string | null} */
export function edge(text, side) {
  if (typeof text === "string") return text;
  if (!text[1]) return translate(text);
  const field = template(text).match(side === "begin" ? /^\{(\w+)\}/ : /\{(\w+)\}$/)?.[1];
  const value = text[1][field ?? ""] ?? 0;
  return typeof value === "number" ? null : translate(value);
}

/** @param {Exclude<Words, string>} text */
function template([id, values = {}, many]) {
  return form(messages[id] ?? (many === undefined ? id : { one: id, other: many }), values);
}

/** @param {Forms} forms @param {Values} values */
function form(forms, { count }) {
  return typeof forms === "string" ? forms : forms[plural.select(Number(count))] ?? forms.other;
}

/** @param {string} text @param {Values} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? String(values[name]) : translate(values[name] ?? "")));
}
