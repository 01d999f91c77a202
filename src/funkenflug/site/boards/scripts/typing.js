// Moves as players type them, in the words of their language: "setzen 2 grün m13" is the move "crew 2 green m13".

import { isCell, valueOf } from "./choosing.js";
import { keysWith, known, say } from "../../infra/scripts/words.js";

const PREFIX = "typed-";

/** Return a word without capitals and accents. @param {string} word */
const plain = (word) => word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Return what players may type for a word of moves, the usual one first. @param {string} word */
const typedFor = (word) => (known(PREFIX + word) ? say(PREFIX + word).split(", ") : [word]);

/** By what players type: the word of moves. */
const words = new Map(
  keysWith(PREFIX)
    .map((key) => key.slice(PREFIX.length))
    .flatMap((word) => typedFor(word).map((typed) => [plain(typed), word])),
);

/** Return what a player has typed as moves are written. @param {string} typed */
export const asWritten = (typed) =>
  typed
    .trim()
    .split(/\s+/)
    .map((word) => words.get(plain(word)) ?? word.toLowerCase())
    .join(" ");

/** Return what is sent for it: as it was typed if such moves have fewer or more words, for the answer quotes it. @param {string} typed @param {import("./choosing.js").Clicks} clicks */
export function asSent(typed, clicks) {
  const written = asWritten(typed);
  const [verb, ...others] = written.split(" ");
  const places = (clicks[verb]?.[0].split(" ") ?? []).map((step) => Number(valueOf(step))).filter(Boolean);
  return places.length && Math.max(...places) !== others.length ? typed.trim() : written;
}

/** Return a move as the player would type it. @param {string} move @param {import("./choosing.js").Clicks} clicks @param {(cell: string) => string} [cellName] */
export function asTyped(move, clicks, cellName = (cell) => cell) {
  const [verb] = move.split(" ", 1);
  const cells = (clicks[verb]?.[0] ?? "")
    .split(" ")
    .filter(isCell)
    .map((step) => Number(valueOf(step)));
  return move
    .split(" ")
    .map((word, place) => (cells.includes(place) ? cellName(word) : typedFor(word)[0]))
    .join(" ");
}
