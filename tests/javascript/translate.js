// Translates messages as a page does: `node translate.js`, with {language, catalogue, messages} as JSON on standard input.

import { readFileSync } from "node:fs";

const { language, catalogue, messages } = JSON.parse(readFileSync(0, "utf-8"));
const link = { href: `data:application/json,${encodeURIComponent(JSON.stringify(catalogue))}`, dataset: {} };
Object.assign(globalThis, { document: { documentElement: { lang: language }, getElementById: () => link } });
const { translate } = await import("../../src/funkenflug/site/infra/scripts/words.js");
console.log(JSON.stringify(messages.map(translate)));
