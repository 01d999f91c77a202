// What lies beside the board, made from what the view tells: stocks, stones, open tiles, tiles won, the deck.

import { draw, emblem, icon, make } from "./dom.js";
import { say } from "./words.js";

const COLOURS = ["green", "blue", "yellow", "red"];
const ROW = 12;

/**
 * @typedef {{seat: number, name: string, kind: string, level: string | null, colours: string[], online: boolean,
 *   score: number | null, holdings: string, to_move: boolean, mine: boolean, kept: boolean, invite: string | null}} Seat
 */

/** The mark of a colour, for a piece of that colour. @param {string} colour @param {number} y @param {number} size */
function mark(colour, y, size) {
  const scale = size / 19;
  return draw("use", { href: `#e-${colour}`, class: `mark ${colour}`, x: -12, y: -12, width: 24, height: 24, transform: `translate(0 ${y}) scale(${scale})` });
}

/**
 * Return one piece of a colour, as this game draws it.
 * @param {string} colour
 * @param {number} height
 * @param {boolean} [there]
 */
export function piece(colour, height, there = true) {
  const symbol = ["ff-crew", "ff-drop-small", `fw-pip-${colour}`].find((id) => document.getElementById(id)) ?? "";
  const box = { "ff-crew": "-12.2 -25.6 24.4 29", "ff-drop-small": "-8 -15.5 16 18" }[symbol] ?? "-10 -10 20 20";
  const [, , width, tall] = box.split(" ").map(Number);
  const parts = [draw("use", { href: `#${symbol}` })];
  if (symbol === "ff-crew") parts.push(mark(colour, -7.2, 9.2));
  if (symbol === "ff-drop-small") parts.push(mark(colour, -4.4, 5));
  return draw("svg", { class: `stock-icon ${colour}${there ? "" : " none"}`, width: (height * width) / tall, height, viewBox: box, "aria-hidden": "true" }, ...parts);
}

/** @param {number} number @param {string} [more] */
export function chip(number, more = "") {
  return make("span", { class: `chip-tile chip-${number} ${more}`.trim() }, String(number));
}

/**
 * Return a tile of the forest as a small picture.
 * @param {number} number
 */
export function tile(number) {
  const wood = `#ff-wood-${number % 3}`;
  const face = draw("g", { class: `tile number-${number}` });
  for (const href of [`#ff-ground-${number}`, wood, `#ff-fire-${number}`]) face.append(draw("use", { href }));
  const numeral = draw("text", { class: "numeral", y: -36.6 });
  numeral.textContent = String(number);
  const badge = draw("g", { class: "badge" }, draw("rect", { x: -13, y: -53, width: 26, height: 20.4, rx: 10.2 }), numeral);
  return draw("svg", { viewBox: "-64 -58 128 116", "aria-hidden": "true" }, face, badge);
}

/**
 * Return one half of a tile.
 * @param {string} colour
 * @param {string} element fire or water
 * @param {number} number
 * @param {number} [x]
 */
export function half(colour, element, number, x = 0) {
  const numeral = draw("text", { class: `numeral fw-on-${element}`, x, y: colour === "yellow" ? 15 : 11.5 }); // a triangle holds its number lower
  numeral.textContent = String(number);
  return draw("g", {}, draw("use", { href: `#fw-${element}-${colour}`, x }), numeral);
}

/**
 * Return an open tile as it lies on the shelf.
 * @param {string} colour
 * @param {number} fire
 * @param {number} water
 */
export function domino(colour, fire, water) {
  const parts = [draw("use", { href: "#fw-plate-across" }), half(colour, "fire", fire, -44), half(colour, "water", water, 44), draw("use", { href: `#fw-rivet-${colour}` })];
  return draw("svg", { viewBox: "-84 -41 168 82", "aria-hidden": "true" }, draw("g", { class: colour }, ...parts));
}

/**
 * Return the rows of what a seat has.
 * @param {any} panel
 * @param {Seat} seat
 */
export function possessions(panel, seat) {
  const rows = [];
  if (panel.stocks) rows.push(...stocks(panel.stocks[seat.seat], seat.colours));
  if (panel.stones_left) rows.push(stones(panel, seat));
  if (panel.open_tiles) rows.push(shelf(panel, seat));
  if (panel.face_down) rows.push(make("p", { class: "seat-note" }, say("face-down", { count: panel.face_down[seat.seat] })));
  if (panel.collected) {
    const won = panel.collected.filter((/** @type {any} */ gone) => gone.seat === seat.seat).map((/** @type {any} */ gone) => gone.number);
    if (won.length) rows.push(make("div", { class: "won", role: "img", "aria-label": `${say("tiles-won")}: ${won.join(", ")}` }, ...won.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b).map((/** @type {number} */ number) => chip(number))));
  }
  return rows.length ? rows : [make("p", { class: "seat-note" }, seat.holdings)];
}

/** @param {number[]} stock @param {string[]} led */
function stocks(stock, led) {
  const rows = [];
  for (const [index, colour] of COLOURS.entries()) {
    const count = stock[index];
    const own = led.includes(colour);
    if (!own && !count) continue;
    const label = say("stock-of", { count, colour: say(colour) });
    const row = make("div", { class: own ? "stock" : "stock few", role: "img", "aria-label": label });
    for (let nth = 0; nth < (own ? Math.max(ROW, count) : count); nth++) row.append(piece(colour, 19.5, nth < count));
    if (!own) row.append(make("span", { class: "neutral-note" }, say("neutral")));
    rows.push(row);
  }
  rows.push(counted(COLOURS.map((colour, index) => ({ colour, count: stock[index] })).filter(({ colour, count }) => count || led.includes(colour))));
  return rows;
}

/** What is left, in numbers: for a phone. @param {{colour: string, count: number}[]} left */
function counted(left) {
  return make("span", { class: "stock-count num", "aria-hidden": "true" }, ...left.map(({ colour, count }) => make("span", {}, piece(colour, 14), String(count))));
}

/** @param {any} panel @param {Seat} seat */
function stones(panel, seat) {
  const left = panel.stones_left[seat.seat];
  const holder = make("div", {});
  const row = make("div", { class: "pips", role: "img", "aria-label": say("stones-left", { count: left }) });
  for (let nth = 0; nth < left; nth++) row.append(piece(seat.colours[0], 17));
  holder.append(row, counted([{ colour: seat.colours[0], count: left }]));
  return holder;
}

/** @param {any} panel @param {Seat} seat */
function shelf(panel, seat) {
  const open = panel.open_tiles[seat.seat];
  const label = open.map((/** @type {number[]} */ [fire, water]) => say("tile", { tile: `${fire}${water}` })).join(", ");
  return make("div", { class: "shelf", role: "img", "aria-label": label }, ...open.map((/** @type {number[]} */ [fire, water]) => domino(seat.colours[0], fire, water)));
}

/**
 * Return how many tiles of each number are still to come.
 * @param {any} panel
 */
export function deck(panel) {
  if (!Array.isArray(panel.unseen) || typeof panel.unseen[0] !== "number") return null;
  const columns = make("div", { class: "deck-columns" });
  for (const [index, count] of panel.unseen.entries()) {
    const column = make("div", { class: "deck-column", role: "img", "aria-label": `${index + 1}: ${count}` });
    for (let nth = 6; nth > 0; nth--) column.append(make("i", { class: `deck-bar ${nth <= count ? `chip-${index + 1}` : "none"}` }));
    column.append(chip(index + 1));
    columns.append(column);
  }
  return make("section", { class: "deck-card" }, make("h2", { class: "label" }, say("still")), columns);
}

/**
 * Return what has to be reached, and how far it is.
 * @param {{text: string, reached: number, wanted: number, colours: string[] | null}[]} goals
 */
export function goals(goals) {
  return goals.map(({ text, reached, wanted, colours }) => {
    const bar = make("i", {});
    bar.style.width = `${(100 * reached) / wanted}%`;
    const missing = (/** @type {string} */ colour) => (colours?.includes(colour) ? "" : "free");
    const how = colours ? make("span", { class: "emblems", role: "img", "aria-label": colours.map((colour) => say(colour)).join(", ") || "–" }, ...COLOURS.map((colour) => emblem(colour, 18, missing(colour)))) : make("span", { class: "goal-bar", "aria-hidden": "true" }, bar);
    return make("li", { class: reached === wanted ? "goal reached" : "goal" }, make("span", {}, text), make("b", { class: "num" }, `${reached} / ${wanted}`), how);
  });
}

/**
 * Return in words who has how much influence on a cell.
 * @param {{cell: string, by_seat: number[]}} there
 * @param {Seat[]} seats
 */
export function balance(there, seats) {
  const rows = seats.map((seat) => make("li", {}, ...emblems(seat, 20), make("span", {}, seat.name), make("b", { class: "num" }, String(there.by_seat[seat.seat]))));
  return [make("h2", {}, say("influence-on", { cell: there.cell })), make("ul", {}, ...rows)];
}

/**
 * Return the same as chips at a cell.
 * @param {number[]} bySeat
 * @param {Seat[]} seats
 * @param {import("./board.js").Place} at
 */
export function powers(bySeat, seats, at) {
  const wide = 44 * seats.length;
  const chips = seats.map((seat, index) => {
    const numeral = draw("text", { class: "numeral", x: 44 * index + 31, y: 6 });
    numeral.textContent = String(bySeat[seat.seat]);
    return draw("g", {}, draw("use", { href: `#e-${seat.colours[0]}`, class: `emblem ${seat.colours[0]}`, x: 44 * index + 4, y: -9, width: 18, height: 18 }), numeral);
  });
  const up = at.y > 80 ? -50 : 50; // the uppermost row has no room above
  return [draw("g", { class: "power", transform: `translate(${at.x - wide / 2} ${at.y + up})` }, draw("rect", { x: -4, y: -14, width: wide + 4, height: 28, rx: 14 }), ...chips)];
}

/**
 * Return what the top bar says of how far the match is.
 * @param {any} panel
 * @param {Map<string, string>} fragments
 */
export function progress(panel, fragments) {
  if (typeof panel.tiles_left === "number") return [icon("hexes", 22), make("b", {}, String(panel.tiles_left)), ` ${say("tiles-left", { count: panel.tiles_left })}`];
  if (panel.collected) {
    const burning = [...fragments.keys()].filter((id) => id.startsWith("tile-")).length;
    return [icon("hexes", 22), make("b", {}, String(burning)), ` ${say("burning", { count: burning })}`];
  }
  return [];
}

/** @param {Seat} seat @param {number} size */
export function emblems(seat, size) {
  return seat.colours.map((colour) => emblem(colour, size / [1, 1, 1.25, 1.4, 1.6][seat.colours.length]));
}
