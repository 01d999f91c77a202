// The fair deal: this browser contributes a random value before the deal, and verifies the deal after the match.

import { ask } from "../../infra/scripts/connection.js";
import { make } from "../../infra/scripts/dom.js";
import { say } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").FairDeal} FairDeal */
/** @typedef {import("../../infra/scripts/messages.d.ts").Table} Table */

/** Return the seal that this browser saw before the deal, and the value it gave. @param {string} id @returns {{seal: string, value: string} | null} */
function kept(id) {
  try {
    return JSON.parse(localStorage.getItem(`deal-${id}`) ?? "null");
  } catch {
    return null;
  }
}

/** Return 128 random bits. */
export function chance() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Send a random value for the deal, and store it with the seal for the check.
 * @param {string} id
 * @param {FairDeal} fair
 */
export async function give(id, fair) {
  const known = kept(id);
  const value = known && known.seal === fair.seal ? known.value : chance();
  localStorage.setItem(`deal-${id}`, JSON.stringify({ seal: fair.seal, value }));
  return ask("POST /api/tables/{id}/value", { path: { id }, body: { value } });
}

/** Return the SHA-256 of a text, in hexadecimal digits. @param {string} text */
async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Return whether the deal is what the seal promised; null if that cannot be checked.
 * @param {string} id
 * @param {FairDeal} fair
 * @param {number[]} mine the seats of this browser
 * @returns {Promise<boolean | null>}
 */
export async function check(id, fair, mine) {
  if (!fair.secret || !crypto.subtle) return null; // browsers have `crypto.subtle` only for https and localhost
  const known = kept(id);
  const ours = !known || !mine.length || mine.some((seat) => fair.values[seat] === known.value);
  const seal = await digest(fair.secret);
  const seed = await digest([fair.secret, ...fair.values.map((value) => value ?? "")].join("/"));
  return seal === fair.seal && (!known || seal === known.seal) && seed === fair.seed && ours;
}

/**
 * Return an explanation of the deal, with its values and the result of the check.
 * @param {string} id
 * @param {Table} table
 * @returns {Promise<HTMLElement>}
 */
export async function describeDeal(id, table) {
  const { fair } = table;
  const box = make("div", { class: "fair" });
  if (fair.kind !== "together") {
    box.append(make("p", {}, say(`fair-${fair.kind}`)));
    return box;
  }
  const good = await check(id, fair, table.mine);
  if (table.outcome) {
    box.append(
      make(
        "p",
        { class: good === false ? "fair-verdict bad" : "fair-verdict", role: "status" },
        say(good === null ? "fair-unknown" : good ? "fair-good" : "fair-bad"),
      ),
    );
  }
  for (const number of [1, 2, 3]) box.append(make("p", {}, say(`fair-${number}`)));
  const list = make("dl", {});
  const row = (/** @type {string} */ name, /** @type {string | null | undefined} */ value) =>
    value && list.append(make("div", {}, make("dt", {}, name), make("dd", {}, make("code", {}, value))));
  row(say("fair-seal"), fair.seal);
  for (const [seat, value] of fair.values.entries()) row(say("fair-value", { name: table.seats[seat].name }), value);
  row(say("fair-secret"), fair.secret);
  row(say("fair-seed"), fair.seed);
  box.append(list);
  return box;
}
