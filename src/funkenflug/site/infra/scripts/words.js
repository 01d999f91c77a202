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
/** @type {Record<string, string[]>} how messages are told to the viewer whom they are about */
const secondPerson = catalogue.second_person ?? {};
/** @type {string | null} what everybody else calls the viewer, who has not chosen a name */
let viewer = null;
const plural = new Intl.PluralRules(document.documentElement.lang || undefined);

/**
 * Return a word of the page with its values filled in; one with several plural forms takes that of `count`.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const own = Object.values(values).some(isViewer) ? words[`${key}-you`] : undefined;
  return filled(form(own ?? words[key] ?? key, values), values);
}

/** Call the viewer "you" instead of this; a name that somebody has chosen stays. @param {Words | null} name */
export function address(name) {
  viewer = typeof name === "string" ? null : (name?.[0] ?? null);
}

/** Whether this is the name of a viewer who is called "you". @param {Words | number} value @returns {boolean} */
export function isViewer(value) {
  if (viewer === null || typeof value !== "object") return false;
  return value[0] === "{text}" ? isViewer(value[1]?.text ?? "") : value[0] === viewer;
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
  if (isViewer(text)) return say("you");
  const found = template(text);
  const values = text[1] ?? {};
  const subject = SUBJECT.exec(found)?.[1] ?? "";
  if (!isViewer(values[subject] ?? 0)) return filled(found, values);
  return filled(found, { ...values, [subject]: inGeneral(/** @type {Exclude<Words, string>} */ (values[subject])) }); // "you lays" is no English
}

/** A sentence about somebody: "{name} lays a stone". */
const SUBJECT = /^\{(name|owner|winner|other)\} \p{Ll}/u;

/** Return the template of a text, in the second person if it is about the viewer. @param {Exclude<Words, string>} text */
function template(text) {
  const [id, values = {}] = text;
  const own = secondPerson[id] && Object.keys(values).find((field) => isViewer(values[field]));
  return (own && secondPerson[id].find((told) => !told.includes(`{${own}}`))) ?? inGeneral(text);
}

/** @param {Exclude<Words, string>} text */
function inGeneral([id, values = {}, many]) {
  return form(messages[id] ?? (many === undefined ? id : { one: id, other: many }), values);
}

/** A form for one may spell its number out, and to browsers -1 is one, too. @param {Forms} forms @param {Values} values */
function form(forms, { count }) {
  if (typeof forms === "string") return forms;
  return (Number(count) < 0 ? undefined : forms[plural.select(Number(count))]) ?? forms.other;
}

/** Return a number with a real minus sign. @param {number} value */
export const numeral = (value) => String(value).replace("-", "−");

/** Keep sums, amounts and percentages on one line. @param {string} text */
const glued = (text) => text.replace(/ (?=[×÷=+%])|(?<=[×÷=+%]) /g, "\u00a0");

/** @param {string} text @param {Values} values */
function filled(text, values) {
  const whole = text.replace(/\{(\w+)\}/g, (_, name, place) => {
    const value = values[name] ?? "";
    if (typeof value === "number") return numeral(value);
    return place && isViewer(value) ? say("you-within") : translate(value);
  });
  return glued(whole);
}
