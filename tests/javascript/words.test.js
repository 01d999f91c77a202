// Words of the page and texts of the server, in German.

import assert from "node:assert/strict";
import { test } from "node:test";

const catalogue = {
  table: {
    "turn-of": "{name} ist dran",
    points: { one: "1 Punkt", other: "{count} Punkte" },
    tile: "Plättchen",
    you: "Du",
    "you-within": "du",
    "turn-of-you": "Du bist dran",
  },
  home: { "turn-of": "{name} zieht" },
  games: { feurio: { tile: "Waldstück {tile}" }, vulkan: { tile: "Feld {tile}" } },
  messages: {
    Green: "Grün",
    "{name} laid a {number}": "{name} legt eine {number}",
    "it goes to {winner}": "das bekommt {winner}",
    "1 tile left": { one: "noch 1 Waldstück", other: "noch {count} Waldstücke" },
    "{choice}; {deck}": "{choice}; {deck}",
  },
  second_person: {
    "{name} laid a {number}": ["Du legst eine {number}"],
    "it goes to {winner}": ["an dich"],
    "{name} took the leader of {other}": ["Du nimmst den Anführer von {other}", "{name} nimmt deinen Anführer"],
  },
};
const link = {
  href: `data:application/json,${encodeURIComponent(JSON.stringify(catalogue))}`,
  dataset: { page: "table", game: "feurio" },
};
Object.assign(globalThis, { document: { documentElement: { lang: "de" }, getElementById: () => link } });
const { address, known, say, translate } = await import("../../src/funkenflug/site/infra/scripts/words.js");

test("the page says its own words, those of its game first", () => {
  assert.equal(say("turn-of", { name: "Mara" }), "Mara ist dran");
  assert.equal(say("tile", { tile: 4 }), "Waldstück 4");
  assert.equal(say("points", { count: 1 }), "1 Punkt");
  assert.equal(say("points", { count: 3 }), "3 Punkte");
  assert.deepEqual([known("tile"), known("Green")], [true, false]);
});

test("what is below zero is not one, and has a minus sign", async () => {
  for (const lang of ["de", "en", "it", "nl"]) {
    document.documentElement.lang = lang;
    const words = await import(`../../src/funkenflug/site/infra/scripts/words.js?${lang}`);
    assert.deepEqual(
      [-2, -1, 0, 1].map((count) => words.say("points", { count })),
      ["−2 Punkte", "−1 Punkte", "0 Punkte", "1 Punkt"],
      lang,
    );
  }
});

test("a name may be words, and a name that looks like a key is only a name", () => {
  assert.equal(say("turn-of", { name: ["Green"] }), "Grün ist dran");
  assert.equal(say("turn-of", { name: "tile" }), "tile ist dran");
  assert.equal(translate("tile"), "tile");
  assert.equal(translate(["{name} laid a {number}", { name: "{number} $&", number: 4 }]), "{number} $& legt eine 4");
});

test("texts are put together from texts, each with its plural", () => {
  const deck = /** @type {import("../../src/funkenflug/site/infra/scripts/api.d.ts").Words} */ ([
    "1 tile left",
    { count: 3 },
    "{count} tiles left",
  ]);
  assert.equal(
    translate(["{choice}; {deck}", { choice: ["{name} laid a {number}", { name: ["Green"], number: 2 }], deck }]),
    "Grün legt eine 2; noch 3 Waldstücke",
  );
});

test("a text without a translation stays English", () => {
  assert.equal(translate(["Look, {name}", { name: "Mara" }]), "Look, Mara");
  assert.equal(translate(["1 morel", { count: 1 }, "{count} morels"]), "1 morel");
  assert.equal(translate(["1 morel", { count: 2 }, "{count} morels"]), "2 morels");
});

test("who has no name is called you, in the grammar of the language", () => {
  const laid = (/** @type {import("../../src/funkenflug/site/infra/scripts/messages.d.ts").Words} */ name) =>
    translate(["{name} laid a {number}", { name, number: 4 }]);
  address(["Green"]);
  assert.equal(translate(["Green"]), "Du");
  assert.equal(laid(["Green"]), "Du legst eine 4");
  assert.equal(laid(["{text}", { text: ["Green"] }]), "Du legst eine 4");
  assert.equal(laid(["Blue"]), "Blue legt eine 4");
  assert.equal(translate(["it goes to {winner}", { winner: ["Green"] }]), "an dich");
  assert.equal(
    translate(["{name} took the leader of {other}", { name: "Mara", other: ["Green"] }]),
    "Mara nimmt deinen Anführer",
  );
  assert.equal(
    translate(["{name} took the leader of {other}", { name: ["Green"], other: "Mara" }]),
    "Du nimmst den Anführer von Mara",
  );
  assert.equal(translate(["fire ({name})", { name: ["Green"] }]), "fire (du)", "without a sentence of its own");
  assert.equal(translate(["{name} lays a stone", { name: ["Green"] }]), "Grün lays a stone", "not “Du lays”");
  assert.equal(translate(["{others} and {last}", { others: ["Green"], last: "Mara" }]), "Du and Mara");
  assert.equal(say("turn-of", { name: ["Green"] }), "Du bist dran");
  address("Mara");
  assert.equal(laid(["Green"]), "Grün legt eine 4");
  assert.equal(translate(["Green"]), "Grün");
});
