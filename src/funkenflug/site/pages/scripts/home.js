// The home page: start a game or set one up, continue, join or watch a table, play the daily solitaire, change the name.

import { copied, onlyHere } from "../../infra/scripts/links.js";
import { ask, Refused } from "../../infra/scripts/connection.js";
import { emblem, make, one } from "../../infra/scripts/dom.js";
import { changed, check, field, select } from "../../infra/scripts/forms.js";
import { numeral, say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").GameDescription} GameDescription */
/** @typedef {import("../../infra/scripts/messages.d.ts").ListedTable} ListedTable */
/** @typedef {import("../../infra/scripts/messages.d.ts").NewTableRequest} NewTableRequest */
/** @typedef {import("../../infra/scripts/messages.d.ts").SeatRequest} SeatRequest */
/** @typedef {Required<Omit<NewTableRequest, "after" | "fair">> & {mode: string}} Setup the settings of a new table */

const COLOURS = ["green", "blue", "yellow", "red"];
const CLOCKS = /** @type {const} */ (["none", "5 minutes", "a day a move"]);
const SEAT_KINDS = /** @type {const} */ (["me", "bot", "friend", "here"]);
/** @type {SeatRequest} */
const ME = { kind: "me" };
/** Return a bot of the weakest level. @param {GameDescription} game @returns {SeatRequest} */
const bot = (game) => ({ kind: "bot", level: game.levels[0] });
const pictures = new Map(
  [...document.querySelectorAll(".game-card")].map((card) => [
    card.getAttribute("data-game"),
    card.querySelector("img")?.src ?? "",
  ]),
);

const games = ask("GET /api/games", {});

/** @param {unknown} error */
function complain(error) {
  toast((error instanceof Refused && error.message) || say("failed"));
}

/** @type {number} */
let toastTimer = 0;
/** @param {string} words */
function toast(words) {
  one(".toast").textContent = words;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (one(".toast").textContent = ""), 5000);
}

// Play now and set up --------------------------------------------------------------------------------------------------

/** Return the game as its rulebook describes it, against the weakest bots. @param {GameDescription} game @returns {Setup} */
function usual(game) {
  const mode = game.modes.find(({ players }) => players.includes(game.usual_players)) ?? game.modes[0];
  const players = mode.players.includes(game.usual_players) ? game.usual_players : mode.players[0];
  const seats = Array.from({ length: players }, (_, seat) => (seat ? bot(game) : ME));
  return { game: game.id, players, mode: mode.id, options: [], choices: {}, seats, clock: "none", public: false };
}

/**
 * Return what *Play now* starts: as the last match that this person played against bots, on whatever device; the usual
 * game until they have won one.
 * @param {GameDescription} game
 * @returns {Promise<Setup>}
 */
async function next(game) {
  const { mine, finished } = await ask("GET /api/tables", {});
  const played = [...mine, ...finished].filter((table) => table.game === game.id);
  const [last] = played.filter(isAgainstBots).sort((a, b) => b.changed - a.changed);
  if (!last || !played.some(({ mine: own, winners }) => winners?.some((seat) => own.includes(seat)))) {
    return usual(game);
  }
  const seats = last.seats.map((seat, place) =>
    last.mine.includes(place) ? ME : { kind: seat.kind, level: seat.level },
  );
  return {
    ...usual(game),
    players: seats.length,
    mode: last.mode,
    options: last.options,
    seats: /** @type {SeatRequest[]} */ (seats),
  };
}

/** Whether one person plays a deal of their own against bots, or alone. @param {ListedTable} table */
const isAgainstBots = ({ day, mine, seats }) =>
  day === null && mine.length === 1 && seats.every(({ kind }, seat) => kind === "bot" || mine.includes(seat));

/** Return what was set up last on this device, else the usual game. @param {GameDescription} game @returns {Setup} */
function remembered(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(`setup-${game.id}`) ?? "null");
    if (kept && kept.game === game.id && fits(game, kept)) return kept;
  } catch {
    // stored settings that cannot be read are ignored
  }
  return usual(game);
}

/** Return whether stored settings are still possible. @param {GameDescription} game @param {Partial<Setup>} wish */
function fits(game, wish) {
  const mode = game.modes.find(({ id }) => id === wish.mode);
  return wish.players !== undefined && mode?.players.includes(wish.players) && wish.seats?.length === wish.players;
}

/** @param {NewTableRequest} wish */
async function start(wish) {
  toast(say("starting"));
  try {
    const { url } = await ask("POST /api/tables", { body: { ...wish, fair: true } });
    location.href = url;
  } catch (error) {
    complain(error);
  }
}

for (const card of document.querySelectorAll(".game-card")) {
  const find = async () =>
    /** @type {GameDescription} */ ((await games).find((game) => game.id === card.getAttribute("data-game")));
  one(".play", card).addEventListener("click", async (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    await start(await next(await find()));
    button.disabled = false;
  });
  one(".set-up", card).addEventListener("click", async () => setUp(await find()));
}

const dialog = /** @type {HTMLDialogElement} */ (one(".set-up-dialog"));

/** @param {GameDescription} game */
function setUp(game) {
  const wish = structuredClone(remembered(game));
  const form = one("form", dialog);
  const fill = () => form.replaceChildren(...fields(game, wish, fill));
  fill();
  form.onsubmit = (event) => {
    event.preventDefault();
    localStorage.setItem(`setup-${game.id}`, JSON.stringify(wish));
    start(wish);
  };
  dialog.showModal();
}

/** Return the fields of the set-up dialog. @param {GameDescription} game @param {Setup} wish @param {() => void} again draw them again */
function fields(game, wish, again) {
  const counts = [...new Set(game.modes.flatMap((mode) => mode.players))].sort();
  const modes = game.modes.filter((mode) => mode.players.includes(wish.players));
  if (!modes.some((mode) => mode.id === wish.mode)) wish.mode = modes[0].id;
  const fitting = game.options.filter((option) => option.modes.includes(wish.mode));
  wish.options = wish.options.filter((id) => fitting.some((option) => option.id === id));
  while (wish.seats.length < wish.players) wish.seats.push(bot(game));
  wish.seats.length = wish.players;
  if (wish.seats.some((seat) => seat.kind !== "bot") && !wish.seats.some((seat) => seat.kind === "me")) {
    wish.seats[0] = { kind: "me" };
  }
  /** @type {HTMLElement[]} */
  const parts = [make("h2", { id: "set-up-title" }, say("set-up", { game: game.title }))];
  const number = counts.map((count) => ({ id: String(count), title: String(count) }));
  parts.push(
    pills("players", say("players"), number, String(wish.players), (id) => {
      wish.players = Number(id);
      again();
    }),
  );
  if (modes.length > 1) {
    parts.push(
      pills("mode", say("mode"), modes, wish.mode, (id) => {
        wish.mode = id;
        again();
      }),
    );
  }
  for (const choice of game.choices) {
    const chosen = wish.choices[choice.word] ?? choice.values[0].id;
    const change = (/** @type {string} */ id) => {
      wish.choices[choice.word] = id;
    };
    parts.push(
      choice.values.length > 4
        ? make("fieldset", {}, field(choice.title, select(choice.values, chosen, change)))
        : pills(choice.word, choice.title, choice.values, chosen, change),
    );
  }
  if (fitting.length) parts.push(checks(say("options"), fitting, wish));
  parts.push(seating(game, wish, again));
  if (wish.seats.some((seat) => seat.kind === "friend")) {
    parts.push(
      pills("clock", say("clock"), named(CLOCKS), wish.clock, (id) => {
        wish.clock = id;
      }),
    );
    parts.push(
      check(say("public"), wish.public, (on) => {
        wish.public = on;
      }),
    );
  } else {
    wish.clock = "none";
  }
  const cancel = make("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, say("cancel"));
  parts.push(
    make("div", { class: "dialog-acts" }, cancel, make("button", { type: "submit", class: "btn main" }, say("start"))),
  );
  return parts;
}

/** Return things to choose from, named by the words of their ids. @template {string} T @param {readonly T[]} ids */
const named = (ids) => ids.map((id) => ({ id, title: say(id) }));

/**
 * @template {string} T
 * @param {string} name @param {string} title @param {{id: T, title: string, summary?: string}[]} values
 * @param {T} chosen @param {(id: T) => void} change
 */
function pills(name, title, values, chosen, change) {
  const row = make("div", { class: "pills" });
  for (const value of values) {
    const input = make("input", {
      type: "radio",
      name,
      value: value.id,
      checked: value.id === chosen,
      onchange: () => change(value.id),
    });
    row.append(make("label", { class: "pill" }, input, make("span", {}, value.title)));
  }
  const about = values.find((value) => value.id === chosen)?.summary;
  return make(
    "fieldset",
    {},
    make("legend", {}, title),
    row,
    about ? make("p", { class: "about-choice" }, about) : null,
  );
}

/** @param {string} title @param {import("../../infra/scripts/messages.d.ts").OptionDescription[]} list @param {Setup} wish */
function checks(title, list, wish) {
  const set = make("fieldset", {}, make("legend", {}, title));
  for (const option of list) {
    const change = (/** @type {boolean} */ on) => {
      wish.options = wish.options.filter((id) => id !== option.id);
      if (on) wish.options.push(option.id);
    };
    set.append(check(option.title, wish.options.includes(option.id), change, option.summary));
  }
  return set;
}

/** @param {GameDescription} game @param {Setup} wish @param {() => void} again */
function seating(game, wish, again) {
  const set = make("fieldset", {}, make("legend", {}, say("seats")));
  for (const [index, seat] of wish.seats.entries()) {
    const colours = game.colours_of[String(wish.players)][index].map((colour) => COLOURS[colour]);
    const seated = (/** @type {string} */ id) => {
      const chosen = /** @type {typeof SEAT_KINDS[number]} */ (id);
      if (chosen === "me") for (const other of wish.seats) if (other.kind === "me") Object.assign(other, bot(game));
      wish.seats[index] = chosen === "bot" ? bot(game) : { kind: chosen };
      again();
    };
    const kind = select(named(SEAT_KINDS), seat.kind, seated, { "aria-label": say("seat", { number: index + 1 }) });
    set.append(
      make(
        "div",
        { class: "seat-row" },
        make("span", { class: "emblems" }, ...colours.map((colour) => emblem(colour, colours.length > 2 ? 12 : 20))),
        kind,
        more(game, seat),
      ),
    );
  }
  return set;
}

/** Return what else there is to choose for a seat: the level of a bot, or a name. @param {GameDescription} game @param {SeatRequest} seat */
function more(game, seat) {
  if (seat.kind === "bot") {
    const change = (/** @type {string} */ level) => {
      seat.level = level;
    };
    return select(named(game.levels), seat.level ?? "", change, { "aria-label": say("level") });
  }
  if (seat.kind === "here") {
    return make("input", {
      "aria-label": say("name-of-seat"),
      placeholder: say("name-of-seat"),
      maxlength: 30,
      value: seat.name ?? "",
      oninput: changed((name) => {
        seat.name = name;
      }),
    });
  }
  return make("span", {});
}

// Lists ----------------------------------------------------------------------------------------------------------------

async function lists() {
  const { mine, finished, open, running } = await ask("GET /api/tables", {});
  mine.sort((a, b) => Number(b.my_turn) - Number(a.my_turn));
  fill(
    one(".mine"),
    mine.slice(0, 6).map((table) => row(table, own(table))),
  );
  fill(
    one(".others"),
    [...open, ...running].slice(0, 6).map((table) => row(table, foreign(table))),
  );
  one(".welcome-learn").hidden = mine.length + finished.length > 0;
  one(".finished").hidden = !finished.length;
  one(".finished .rows").replaceChildren(
    ...finished.map((table) => row(table, make("span", { class: "tag quiet" }, ending(table)))),
  );
}

/** @param {HTMLElement} list @param {HTMLElement[]} rows */
function fill(list, rows) {
  list.replaceChildren(...(rows.length ? rows : [make("li", { class: "none" }, list.dataset.none ?? "")]));
}

/** Return what to do at one's own table. @param {ListedTable} table */
function own(table) {
  if (table.my_turn) return make("a", { class: "tag", href: table.url }, say("your-turn"));
  return make(
    "span",
    { class: "tag quiet" },
    table.to_move === null ? say("waiting") : say("turn-of", { name: table.seats[table.to_move].name }),
  );
}

/** Return what to do at a table of others. @param {ListedTable} table */
function foreign(table) {
  return make("a", { class: "btn quiet small", href: table.url }, say(table.state === "open" ? "join" : "watch"));
}

/** Return how a match ended, from the player's point of view. @param {ListedTable} table */
function ending({ mode, mine, winners, seats }) {
  if (!winners) return "";
  if (mode !== "competitive") return say(winners.length ? "won" : "lost");
  if (winners.length > 1) return say("shared");
  return mine.length > 1
    ? say("won-by", { name: seats[winners[0]].name })
    : say(mine.includes(winners[0]) ? "won" : "lost");
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [
  ["year", 31536000],
  ["month", 2592000],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** Return a time in words: 5 minutes ago. @param {number} at seconds since 1970 */
function when(at) {
  const seconds = at - Date.now() / 1000;
  const [unit, length] = SPANS.find(([, length]) => -seconds >= length) ?? ["second", Infinity];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(
    Math.ceil(seconds / length) || 0,
    unit,
  );
}

/** Return a table as a row of a list. @param {ListedTable} table @param {HTMLElement} end what to do there, or how it ended */
function row(table, end) {
  const others = table.seats
    .filter((seat, index) => seat.kind !== "open" && index !== table.mine[0])
    .map((seat) => seat.name);
  const alone = table.seats.length === 1 ? say("alone", { game: table.title }) : table.title;
  const title = others.length ? say("with", { game: table.title, names: others.join(", ") }) : alone;
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const over = table.state === "over";
  const points = (/** @type {number} */ seat) =>
    over && table.scores.length ? [make("b", { class: "num" }, numeral(table.scores[seat]))] : [];
  const shapes = table.seats.flatMap((seat, index) => [
    ...seat.colours.map((colour) => emblem(colour, 15, seat.kind === "open" ? "free" : "")),
    ...points(index),
  ]);
  const note = over ? when(table.changed) : free ? say("seats-free", { count: free }) : "";
  return make(
    "li",
    {},
    make("img", { class: "thumb", src: pictures.get(table.game) ?? "", alt: "" }),
    make(
      "div",
      { class: "what" },
      make("a", { class: "name", href: table.url }, title),
      make("p", { class: "note" }, ...shapes, note),
    ),
    make("div", { class: "end" }, end),
  );
}

async function puzzleOfToday() {
  const { today, standing } = await ask("GET /api/puzzles", {});
  const box = one(".puzzle-today");
  if (!today) {
    box.remove();
    one("#puzzle-of-day").remove();
    return;
  }
  const deed = say(today.first_try === null ? "puzzle-solve" : `puzzle-${today.first_try}`);
  const streak = standing.days ? make("p", {}, say("puzzle-days", { count: standing.days })) : null;
  const acts = make(
    "div",
    { class: "daily-acts" },
    make("a", { class: today.first_try ? "btn quiet" : "btn solid", href: today.url }, deed),
    make("a", { class: "btn text", href: "/puzzles" }, say("puzzle-more")),
  );
  box.replaceChildren(
    make("img", { src: pictures.get(today.game) ?? "", alt: "" }),
    make("div", {}, make("h3", {}, today.title), make("p", {}, translate(today.task)), streak, acts),
  );
}

async function daily() {
  const today = await ask("GET /api/daily", {});
  const box = one(".solitaire-today");
  if (!today.ready) {
    box.replaceChildren(make("div", {}, make("p", {}, say("no-daily"))));
    setTimeout(() => daily().catch(complain), 20000);
    return;
  }
  const tried = today.tried ? say("won-today", { won: today.won, tried: today.tried }) : say("nobody-tried");
  const press = async () => {
    try {
      location.href = (await ask("POST /api/daily", {})).url;
    } catch (error) {
      complain(error);
    }
  };
  const another = () => start({ game: today.game, players: 1, mode: "solitaire", seats: [{ kind: "me" }] });
  const button = (/** @type {string} */ word, /** @type {() => void} */ act) =>
    make("button", { type: "button", class: "btn quiet small", onclick: act }, say(word));
  const acts = today.ended
    ? [
        make("a", { class: "btn quiet small", href: `/t/${today.table}` }, say("look-again")),
        button("another", another),
      ]
    : [button(today.table ? "go-on-daily" : "try-it", press)];
  box.replaceChildren(
    make("img", { src: pictures.get(today.game) ?? "", alt: "" }),
    make(
      "div",
      {},
      make("h3", {}, say("alone", { game: today.title })),
      make("p", {}, `${today.ended ? say(`daily-${today.ended}`) : today.goal} ${tried}`),
      make("p", { class: "daily-acts" }, ...acts),
    ),
  );
}

// Name -----------------------------------------------------------------------------------------------------------------

/** Show the player's name. @param {string} name */
function called(name) {
  one(".me-name").textContent = name;
  one(".avatar").textContent = (name || "?").slice(0, 1).toUpperCase();
}

const naming = /** @type {HTMLDialogElement} */ (one(".name-dialog"));
const nameInput = /** @type {HTMLInputElement} */ (one("input[name=name]", naming));
one(".me").addEventListener("click", () => {
  nameInput.value = one(".me-name").textContent ?? "";
  one(".link-out").textContent = "";
  naming.showModal();
});
one(".cancel", naming).addEventListener("click", () => naming.close());
one("form", naming).addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    called((await ask("POST /api/me", { body: { name: nameInput.value } })).name);
    naming.close();
  } catch (error) {
    complain(error);
  }
});
one(".link", naming).addEventListener("click", async () => {
  try {
    const { url, qr_code: qrCode } = await ask("POST /api/me/link", {});
    one(".link-out").replaceChildren(...privateLink(new URL(url, location.href).href, qrCode));
  } catch (error) {
    complain(error);
  }
});

/** Return a link to this person, to be copied or photographed. @param {string} url @param {string} qrCode */
function privateLink(url, qrCode) {
  const field = /** @type {HTMLInputElement} */ (
    make("input", {
      class: "private-link",
      readonly: true,
      value: url,
      "aria-label": say("link"),
      onfocus: () => field.select(),
    })
  );
  const copy = async () => {
    field.focus();
    toast(await copied(url));
  };
  const code = make("div", { class: "qr-code", role: "img", "aria-label": say("qr-code") });
  code.innerHTML = qrCode;
  const row = make(
    "div",
    { class: "private-row" },
    field,
    make("button", { type: "button", class: "btn solid", onclick: copy }, say("copy")),
  );
  return onlyHere ? [make("p", {}, say("link-is-here")), row] : [make("p", {}, say("link-is")), row, code];
}

const endButton = one(".end", naming);
endButton.addEventListener("click", async () => {
  if (!confirm(endButton.dataset.warning)) return;
  try {
    await ask("POST /api/me/end", {});
    location.reload();
  } catch (error) {
    complain(error);
  }
});

called("");
ask("GET /api/me", {})
  .then((me) => called(me.name))
  .catch(complain);
lists().catch(complain);
daily().catch(complain);
puzzleOfToday().catch(complain);
addEventListener("focus", () => lists().catch(complain));
