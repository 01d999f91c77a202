// Texts in the language of the page: its own words by their ids, and messages of the server. Both come from a
// catalogue; a page of the site names its own, and browsers keep it.

/** @typedef {import("./messages.d.ts").Words} Text a text of the server */
/** @typedef {Record<string, Text | number>} Values */
/** @typedef {string | Record<string, string>} Forms a text, or its forms by plural category */
/** @typedef {Record<string, any>} Catalogue */

/** A sentence about somebody: "{name} lays a stone". */
const SUBJECT = /^\{(name|owner|winner|other)\} \p{Ll}/u;

/** The words of a page and of a game. Its functions can be passed on. */
export class Words {
  /** @param {Catalogue} catalogue @param {string} page @param {string} game @param {string} [language] */
  constructor(catalogue, page, game, language) {
    /** @type {Record<string, Forms>} */
    this.messages = catalogue.messages ?? {};
    /** @type {Record<string, Forms>} */
    this.words = { ...catalogue[page], ...catalogue.games?.[game] };
    /** @type {Record<string, string[]>} how messages are told to the viewer whom they are about */
    this.secondPerson = catalogue.second_person ?? {};
    /** @type {string | null} what everybody else calls the viewer, who has not chosen a name */
    this.viewer = null;
    this.plural = new Intl.PluralRules(language || undefined);
  }

  /**
   * Return a word of the page with its values filled in; one with several plural forms takes that of `count`.
   * @param {string} key
   * @param {Values} [values]
   * @returns {string}
   */
  say = (key, values = {}) => {
    const own = Object.values(values).some(this.isViewer) ? this.words[`${key}-you`] : undefined;
    return this.filled(this.form(own ?? this.words[key] ?? key, values), values);
  };

  /** Call the viewer "you" instead of this; a name that somebody has chosen stays. @param {Text | null} name */
  address = (name) => {
    this.viewer = typeof name === "string" ? null : (name?.[0] ?? null);
  };

  /** Whether this is the name of a viewer who is called "you". @param {Text | number} value @returns {boolean} */
  isViewer = (value) => {
    if (this.viewer === null || typeof value !== "object") return false;
    return value[0] === "{text}" ? this.isViewer(value[1]?.text ?? "") : value[0] === this.viewer;
  };

  /** Whether there is a word for this. @param {string} key */
  known = (key) => key in this.words;

  /** Return the keys of words that begin like this. @param {string} prefix */
  keysWith = (prefix) => Object.keys(this.words).filter((key) => key.startsWith(prefix));

  /** Return a text of the server in the language of the page. @param {Text} text @returns {string} */
  translate = (text) => {
    if (typeof text === "string") return text;
    if (this.isViewer(text)) return this.say("you");
    const found = this.template(text);
    const values = text[1] ?? {};
    const subject = SUBJECT.exec(found)?.[1] ?? "";
    if (!this.isViewer(values[subject] ?? 0)) return this.filled(found, values);
    const name = this.inGeneral(/** @type {Exclude<Text, string>} */ (values[subject]));
    return this.filled(found, { ...values, [subject]: name }); // "you lays" is no English
  };

  /** Return the template of a text, in the second person if it is about the viewer. @param {Exclude<Text, string>} text */
  template(text) {
    const [id, values = {}] = text;
    const told = this.secondPerson[id];
    const own = told && Object.keys(values).find((field) => this.isViewer(values[field]));
    return (own && told.find((words) => !words.includes(`{${own}}`))) ?? this.inGeneral(text);
  }

  /** @param {Exclude<Text, string>} text */
  inGeneral([id, values = {}, many]) {
    return this.form(this.messages[id] ?? (many === undefined ? id : { one: id, other: many }), values);
  }

  /** A form for one may spell its number out, and to browsers -1 is one, too. @param {Forms} forms @param {Values} values */
  form(forms, { count }) {
    if (typeof forms === "string") return forms;
    return (Number(count) < 0 ? undefined : forms[this.plural.select(Number(count))]) ?? forms.other;
  }

  /** @param {string} text @param {Values} values */
  filled(text, values) {
    const whole = text.replace(/\{(\w+)\}/g, (_, name, place) => {
      const value = values[name] ?? "";
      if (typeof value === "number") return numeral(value);
      return place && this.isViewer(value) ? this.say("you-within") : this.translate(value);
    });
    return glued(whole);
  }
}

/** Return a number with a real minus sign. @param {number} value */
export const numeral = (value) => String(value).replace("-", "−");

/** Keep sums, amounts and percentages on one line. @param {string} text */
const glued = (text) => text.replace(/ (?=[×÷=+%])|(?<=[×÷=+%]) /g, "\u00a0");

const link = /** @type {HTMLLinkElement | null} */ (document.getElementById("words"));
/** @type {Catalogue} */
const catalogue = link ? await (await fetch(link.href)).json() : {};

/** The words of this page, if it is one of the site. */
export const words = new Words(
  catalogue,
  link?.dataset.page ?? "",
  link?.dataset.game ?? "",
  document.documentElement.lang,
);
export const { say, address, isViewer, known, keysWith, translate } = words;
