// Set up a position to study: the kind of match, its deal by chance, by a seed or in full, and moves to begin with.

import { ask, Refused } from "../../infra/scripts/connection.js";
import { make, one } from "../../infra/scripts/dom.js";
import { changed, check, field, select } from "../../infra/scripts/forms.js";
import { board, main } from "../../boards/scripts/state.js";
import { say } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/api.d.ts").StudyDeal} Deal */
/** @typedef {import("../../infra/scripts/messages.d.ts").GameDescription} GameDescription */
/** @typedef {{players: number, mode: string, options: string[], choices: Record<string, string>, seed: string, given: boolean, deal: Record<string, string>, moves: string}} Wish */

const dialog = /** @type {HTMLDialogElement} */ (one(".study-setup-dialog"));
const form = one("form", dialog);
const game = main.dataset.game ?? "";

/** Ask for a set-up, beginning with the match that is shown. @param {string} record @param {string[]} moves @param {(tree: import("../../infra/scripts/api.d.ts").StudyTree) => Promise<void>} begin */
export async function setUp(record, moves, begin) {
  const [games, now] = await Promise.all([
    ask("GET /api/games", {}),
    ask("POST /api/study/deal", { body: { record } }),
  ]);
  const described = games.find(({ id }) => id === game);
  if (!described) return;
  /** @type {Wish} */
  const wish = {
    players: now.players,
    mode: now.mode,
    options: [...now.options],
    choices: {},
    seed: "",
    given: true,
    deal: { ...now.deal },
    moves: moves.join("\n"),
  };
  const fill = () => form.replaceChildren(...fields(described, now, wish, fill));
  fill();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const error = one(".setup-error", form);
    error.hidden = true;
    try {
      const tree = await ask("POST /api/study", { body: request(wish, now) });
      dialog.close();
      await begin(tree);
    } catch (refused) {
      error.textContent = (refused instanceof Refused && refused.message) || say("failed");
      error.hidden = false;
    }
  };
  dialog.showModal();
}

/** @param {Wish} wish @param {Deal} now */
function request({ players, mode, options, choices, seed, given, deal, moves }, now) {
  return {
    game,
    players,
    mode,
    options,
    names: players === now.players ? [...now.names] : null,
    seed: given ? null : seed.trim() || null,
    deal: given ? deal : choices,
    moves: moves
      .split(/[\n;]| \+ /)
      .map((move) => move.replace(/^\s*\d+\.\s*/, "").trim())
      .filter(Boolean)
      .slice(0, 600),
  };
}

/** @param {GameDescription} described @param {Deal} now @param {Wish} wish @param {() => void} again */
function fields(described, now, wish, again) {
  const counts = [...new Set(described.modes.flatMap(({ players }) => players))].sort();
  const modes = described.modes.filter(({ players }) => players.includes(wish.players));
  if (!modes.some(({ id }) => id === wish.mode)) wish.mode = modes[0].id;
  const fitting = described.options.filter((option) => option.modes.includes(wish.mode));
  wish.options = wish.options.filter((id) => fitting.some((option) => option.id === id));
  const same = wish.players === now.players && wish.mode === now.mode;
  /** @type {HTMLElement[]} */
  const parts = [
    choice(
      "players",
      counts.map((count) => ({ id: String(count), title: String(count) })),
      String(wish.players),
      (id) => {
        wish.players = Number(id);
        wish.given = wish.given && wish.players === now.players;
        again();
      },
    ),
    choice("mode", modes, wish.mode, (id) => {
      wish.mode = id;
      again();
    }),
    ...fitting.map(({ id, title }) =>
      check(
        title,
        wish.options.includes(id),
        (on) => (wish.options = on ? [...wish.options, id] : wish.options.filter((other) => other !== id)),
      ),
    ),
    choice(
      "deal",
      [...(same ? [{ id: "given", title: say("deal-given") }] : []), { id: "chance", title: say("deal-chance") }],
      wish.given ? "given" : "chance",
      (id) => {
        wish.given = id === "given";
        again();
      },
    ),
  ];
  if (wish.given) parts.push(...Object.keys(wish.deal).map((word) => dealField(word, wish)));
  else {
    for (const { word, title, values } of described.choices) {
      parts.push(
        field(
          title,
          select(values, wish.choices[word] ?? values[0].id, (id) => (wish.choices[word] = id)),
        ),
      );
    }
    parts.push(
      field(
        say("seed"),
        make("input", {
          value: wish.seed,
          maxlength: 128,
          autocomplete: "off",
          oninput: changed((text) => (wish.seed = text)),
        }),
      ),
    );
  }
  parts.push(
    field(
      say("first-moves"),
      area(wish.moves, 3, (text) => (wish.moves = text)),
    ),
  );
  const acts = make(
    "div",
    { class: "dialog-acts" },
    make("button", { type: "button", class: "btn quiet", onclick: () => dialog.close() }, say("cancel")),
    make("button", { type: "submit", class: "btn main" }, say("set-up-go")),
  );
  return [
    make("h2", { id: "study-setup-title" }, say("set-up-study")),
    ...parts,
    make("p", { class: "setup-error warning", role: "alert", hidden: true }),
    acts,
  ];
}

/** Return what edits a part of the deal: something of the game, or its text. @param {string} word @param {Wish} wish */
function dealField(word, wish) {
  const drawn = board.page.dealEditor?.(word, wish.deal[word], (text) => (wish.deal[word] = text));
  return (
    drawn ??
    field(
      say(`deal-${word}`),
      area(wish.deal[word], 3, (text) => (wish.deal[word] = text)),
    )
  );
}

/** @param {string} text @param {number} rows @param {(text: string) => void} change */
function area(text, rows, change) {
  const input = make("textarea", { rows, spellcheck: "false", oninput: changed(change) });
  input.value = text;
  return input;
}

/** @param {string} word @param {readonly {id: string, title: string}[]} values @param {string} chosen @param {(id: string) => void} change */
const choice = (word, values, chosen, change) => field(say(word), select(values, chosen, change));
