// What the table of Feurio! shows besides the board.

import { kindOf, valueOf } from "../../../boards/scripts/choosing.js";
import { make } from "../../../infra/scripts/dom.js";
import { ARRIVALS, cellName, chip, MOST_MARKS, pieceFrom, stocks, tile, tileCount } from "../../hexes.js";

/** @typedef {{stocks: number[][], drawn: number | null, tiles_left: number, unseen: number[]}} Panel */
/** @typedef {{seat: number, points: number}} Region */

const MOST_OF_A_NUMBER = 6;
const piece = pieceFrom("ff-crew", "-12.2 -25.6 24.4 29", -7.2, 9.2);

/** @param {import("../../../infra/scripts/words.js").Words} words @returns {import("../../../boards/scripts/game.js").GamePage<Panel>} */
export default (words) => ({
  cellName,
  piece,
  picture: () => tile(6),
  mostMarks: MOST_MARKS,
  possessions: (panel, seat) => stocks(panel.stocks[seat.seat], seat.colours, piece, words),
  progress: (panel) => tileCount(panel.tiles_left, "tiles-left", words),
  values: (panel) => ({ number: panel.drawn ?? "" }),
  marked: (cell, scene) => scene.places().get(cell)?.element.classList.contains("spot") ?? false,

  hand: ({ drawn }) =>
    drawn
      ? {
          key: String(drawn),
          content: [tile(drawn), make("span", { class: "hidden-text" }, words.say("tile-in-hand", { number: drawn }))],
        }
      : null,

  beside({ unseen }) {
    const columns = unseen.map((count, index) => {
      const bars = Array.from({ length: MOST_OF_A_NUMBER }, (_, nth) =>
        make("i", { class: `deck-bar ${MOST_OF_A_NUMBER - nth <= count ? `chip-${index + 1}` : "none"}` }),
      );
      return make(
        "div",
        { class: "deck-column", role: "img", "aria-label": `${index + 1}: ${count}` },
        ...bars,
        chip(index + 1),
      );
    });
    return make(
      "section",
      { class: "deck-card" },
      make("h2", { class: "label" }, words.say("still")),
      make("div", { class: "deck-columns" }, ...columns),
    );
  },

  face(token) {
    if (kindOf(token) !== "tile") return null;
    const picture = tile(Number(valueOf(token)));
    picture.setAttribute("width", "64");
    picture.setAttribute("height", "58");
    return [picture];
  },

  question: (tokens, choices) =>
    kindOf(tokens[0] ?? "") === "tile" &&
    choices.some(({ path }) => path.length > 2 && path.every((token) => kindOf(token) === "tile"))
      ? words.say("arranged")
      : "",

  parts: ({ regions }, seat) =>
    /** @type {Region[] | undefined} */ (regions)
      ?.filter((region) => region.seat === seat && region.points > 0)
      .map(({ points }) => points) ?? null,

  sounds: { Arranged: "tile", TileLaid: "tile", FirebreakLaid: "tile", CrewPlaced: "piece" },

  arrivals: [
    ...ARRIVALS,
    {
      id: /^crew-/,
      opacity: [0, 1, 1],
      frames: [
        { transform: "translate(0, 34px) scale(.7)" },
        { transform: "translate(0, -7px) scale(1.06)", offset: 0.7 },
        { transform: "translate(0, 0) scale(1)" },
      ],
      time: 420,
      each: 90,
    },
    { id: /^(?:region|label)-/, opacity: [0, 1], time: 500, each: 70, played: true },
  ],
});
