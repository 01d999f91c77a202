// The analysis page: a study on the board, and its tree of moves beside it. The study is in this page; it is kept in the
// browser until another one is opened.

import { copied } from "../../infra/scripts/links.js";
import { ask, Refused } from "../../infra/scripts/connection.js";
import { draw, make, one } from "../../infra/scripts/dom.js";
import { acceptFiles, goTo, handedOver } from "./opening.js";
import { setUp } from "./setting-up.js";
import { asPng, download, linkTo, made, theme, unpacked } from "./sharing.js";
import { menu } from "../../tables/scripts/menu.js";
import { on } from "../../tables/scripts/parts.js";
import { board, complain, explain, main, table } from "../../boards/scripts/state.js";
import "./study.js";
import { flat, grown } from "./tree.js";
import { chancesAt, follow as thinkAbout, listeners as thinking, toggleThinking } from "./thinking.js";
import { showTree } from "./tree-view.js";
import { say } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/api.d.ts").StudyTree} SentTree */
/** @typedef {import("../../infra/scripts/api.d.ts").BoardPosition} Position */
/** @typedef {import("./tree.js").TreeNode} TreeNode */

const game = main.dataset.game ?? "";
const KEPT = `study-${game}`;
const slider = /** @type {HTMLInputElement} */ (one(".strip input"));
const comment = /** @type {HTMLTextAreaElement} */ (one(".study-edit textarea"));

/** The table of which this is a private copy, if it is one. */
const running = new URLSearchParams(location.search).get("what-if");

/** Return a private copy of a running match. @param {string} at the id of its table */
async function imagined(at) {
  const { tree, engine } = await ask("GET /api/tables/{id}/what-if", { path: { id: at } });
  one(".think-head").hidden = !engine;
  const words = one(".what-if");
  words.hidden = false;
  words.append(say("what-if-note"), " ", make("a", { href: `/t/${at}` }, say("to-table")));
  return tree;
}

/** Return the study to begin with: handed over, of a table, in the address, or the one that was open last. @returns {Promise<SentTree>} */
async function first() {
  const asked = new URLSearchParams(location.search);
  const handed = handedOver();
  if (handed?.game === game) return handed;
  const played = asked.get("table");
  if (played) return opened(await recordOf(played));
  if (running) return imagined(running);
  const shared = asked.get("s");
  if (shared) return opened(await unpacked(shared).catch(damaged));
  const kept = localStorage.getItem(KEPT);
  return kept ? JSON.parse(kept) : fresh();
}

/** @returns {never} */
function damaged() {
  throw new Refused(422, say("link-damaged"));
}

const fresh = () => ask("POST /api/study", { body: { game } });

/** @param {string} record */
const opened = (record) => ask("POST /api/study/open", { body: { record } });

/** Return the record of a table. @param {string} table */
async function recordOf(table) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/record`);
  if (!answer.ok) throw new Refused(answer.status, (await answer.json()).error ?? "");
  return answer.text();
}

const sent = await first().catch((error) => {
  complain(error);
  return fresh();
});
let { record } = sent;
let root = grown(sent);
let here = root.at(location.hash.slice(1) || (running ? "9999" : ""));

on("position", follow);
on("change", () => thinkAbout(thoughtAbout()));
menu.hint = () => acts.think();

/** Show a position of the tree. @param {TreeNode} node */
async function go(node) {
  if (node !== here || board.path.length !== node.ply) await board.show(node.path).catch(complain);
}

/** Find the position that is on the board in the tree; its moves are added if they are new. */
function follow() {
  const { players_of: players, turn_beginnings: beginnings } = /** @type {Position} */ (
    /** @type {unknown} */ (board.table)
  );
  const known = root.all().length;
  here = board.path.reduce(
    /** @type {(node: TreeNode, move: string, ply: number) => TreeNode} */ (
      (node, move, ply) => node.add(move, players[ply], beginnings[ply])
    ),
    root,
  );
  board.line = here.line().map(({ move }) => move);
  show();
  if (root.all().length !== known) keepStudy();
}

/** Show where in the study the board is. */
function show() {
  showTree(root, here, go);
  const all = here.line().length;
  slider.max = String(all);
  slider.value = String(here.ply);
  slider.setAttribute("aria-valuetext", say("move-of", { now: here.ply, all }));
  one(".strip-count").textContent = say("move-of", { now: here.ply, all });
  if (document.activeElement !== comment) comment.value = here.comment;
  for (const button of document.querySelectorAll("[data-nag]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-nag") === here.nag));
    /** @type {HTMLButtonElement} */ (button).disabled = here === root;
  }
  /** @type {HTMLButtonElement} */ (one('[data-study="promote"]')).disabled = !here
    .way()
    .some((node) => node.isVariation);
  /** @type {HTMLButtonElement} */ (one('[data-study="remove"]')).disabled = here === root;
  history.replaceState(null, "", `${location.pathname}${location.search}#${here.address}`);
  showChances();
}

/** Return what the server needs to know of a position. @param {TreeNode} node */
function place(node) {
  return { record, path: node.path };
}

/** Draw the chances of all seats along the line, as far as they are known. */
function showChances() {
  const line = [root, ...here.line()];
  const x = (/** @type {number} */ ply) => ((1000 * ply) / Math.max(1, line.length - 1)).toFixed(1);
  const found = line.flatMap((node) => {
    const chances = chancesAt(place(node));
    return chances ? [{ ply: node.ply, chances }] : [];
  });
  if (found.length < 2) {
    one(".chance-lines").replaceChildren();
    return;
  }
  const { seats, mode } = table();
  const drawn = mode === "competitive" ? seats : seats.slice(0, 1);
  const paths = drawn.map((seat) =>
    draw("path", {
      class: `score-line ${seat.colours[0]}`,
      d: found
        .map(({ ply, chances }, index) => `${index ? "L" : "M"}${x(ply)},${(56 - 52 * chances[seat.seat]).toFixed(1)}`)
        .join(""),
    }),
  );
  one(".chance-lines").replaceChildren(...paths, draw("path", { class: "now-line", d: `M${x(here.ply)},0V60` }));
}
thinking.known = showChances;
thinking.play = (move) => board.turn.send([...board.turn.drafted, move]);

/** Return the position to think about: after what is chosen already. */
const thoughtAbout = () => ({ record, path: [...board.path, ...board.turn.drafted] });

/** @returns {Promise<string>} */
async function written() {
  const nodes = flat(root).map(({ parent, move, nag, comment: words }) => ({ parent, move, nag, comment: words }));
  return made("record", { record, comment: root.comment, nodes });
}

/** Copy a link to the position that is shown; the study is in it. */
async function share() {
  const link = await linkTo(game, await written(), here.address);
  if (!link) {
    explain(say("too-long"));
    return;
  }
  explain(await copied(link));
}

/** Return a picture of the position that is shown. */
const picture = () => made("picture", { ...place(here), theme: theme() });

/** Keep the study in this browser. */
function keepStudy() {
  if (running) return;
  if (location.search) history.replaceState(null, "", `${location.pathname}#${here.address}`); // it is no longer what the link has
  localStorage.setItem(KEPT, JSON.stringify({ game, record, comment: root.comment, nodes: flat(root) }));
}

/** Show another study. @param {SentTree} tree */
async function replace(tree) {
  if (tree.game !== game) {
    goTo(tree);
    return;
  }
  ({ record } = tree);
  root = grown(tree);
  here = root;
  history.replaceState(null, "", location.pathname);
  await board.open(record);
  keepStudy();
}

// Editing ----------------------------------------------------------------------------------------------------------------

comment.addEventListener("input", () => {
  here.comment = comment.value.replace(/\s+/g, " ").trim();
  showTree(root, here, go);
  keepStudy();
});
for (const button of document.querySelectorAll("[data-nag]")) {
  button.addEventListener("click", () => {
    const nag = button.getAttribute("data-nag") ?? "";
    here.nag = here.nag === nag ? "" : nag;
    show();
    keepStudy();
  });
}
one(".study-edit").addEventListener("submit", (event) => event.preventDefault());
slider.addEventListener("input", () => go([root, ...here.line()][Number(slider.value)]));

const dialog = /** @type {HTMLDialogElement} */ (one(".open-dialog"));
const pasted = /** @type {HTMLTextAreaElement} */ (one("textarea", dialog));

/** @param {string} text */
async function openRecord(text) {
  const error = one(".open-error");
  error.hidden = true;
  try {
    const tree = await opened(text);
    dialog.close();
    await replace(tree);
  } catch (refused) {
    error.textContent = (refused instanceof Refused && refused.message) || say("failed");
    error.hidden = false;
    pasted.value = text;
    if (!dialog.open) dialog.showModal();
  }
}
acceptFiles(dialog, openRecord);

/** @type {Record<string, () => unknown>} */
const acts = {
  first: () => go(root),
  back: () => go(here.parent ?? root),
  on: () => go(here.children[0] ?? here),
  promote: () => {
    here.promote();
    show();
    keepStudy();
  },
  remove: () => {
    const before = here.remove();
    keepStudy();
    return go(before);
  },
  think: () => toggleThinking(thoughtAbout()),
  open: () => {
    one(".open-error").hidden = true;
    dialog.showModal();
  },
  setUp: () =>
    setUp(record, here.path, async (tree) => {
      await replace(tree);
      await go(root.at("9999"));
    }),
  shuffle: async () => {
    const { ply } = here;
    await replace(await ask("POST /api/study/redeal", { body: { ...place(here), seed: String(Math.random()) } }));
    await go(root.at(String(ply)));
    explain(say("redealt"));
  },
  cancel: () => dialog.close(),
  load: () => (pasted.value.trim() ? openRecord(pasted.value) : pasted.focus()),
  save: async () => download(`${game}.ff`, new Blob([await written()], { type: "text/plain" })),
  share,
  picture: async () => download(`${game}-${here.ply}.svg`, new Blob([await picture()], { type: "image/svg+xml" })),
  png: async () => download(`${game}-${here.ply}.png`, await asPng(await picture())),
  film: async () =>
    download(
      `${game}.svg`,
      new Blob([await made("film", { record, path: here.line().map(({ move }) => move), theme: theme() })], {
        type: "image/svg+xml",
      }),
    ),
};
for (const button of document.querySelectorAll("[data-study]")) {
  button.addEventListener("click", async () => {
    one("details.more").removeAttribute("open");
    try {
      await acts[button.getAttribute("data-study") ?? ""]?.();
    } catch (error) {
      complain(error);
    }
  });
}
await board.open(record, here.path);
one('[data-act="hint"]').hidden = false;
addEventListener("hashchange", () => go(root.at(location.hash.slice(1))));
