// The analysis page: a study on the board, and its tree of moves beside it. The study is in this page; it is kept in the
// browser until another one is opened.

import { ask, Refused } from "./connection.js";
import { make, one } from "./dom.js";
import { complain } from "./notices.js";
import { acceptFiles, goTo, handedOver } from "./opening.js";
import { main } from "./state.js";
import { openBoard } from "./study-board.js";
import { flat, grown } from "./tree.js";
import { showTree } from "./tree-view.js";
import { say } from "./words.js";

/** @typedef {import("./api.d.ts").StudyTree} SentTree */
/** @typedef {import("./api.d.ts").StudyPosition} Position */
/** @typedef {import("./tree.js").TreeNode} TreeNode */

const game = main.dataset.game ?? "";
const KEPT = `study-${game}`;
const slider = /** @type {HTMLInputElement} */ (one(".strip input"));
const comment = /** @type {HTMLTextAreaElement} */ (one(".study-edit textarea"));

/** Return the study to begin with: handed over, of a table, in the address, or the one that was open last. @returns {Promise<SentTree>} */
async function first() {
  const asked = new URLSearchParams(location.search);
  const handed = handedOver();
  if (handed?.game === game) return handed;
  const table = asked.get("table");
  if (table) return opened(await recordOf(table));
  const kept = localStorage.getItem(KEPT);
  return kept ? JSON.parse(kept) : fresh();
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
let here = root.at(location.hash.slice(1));

const board = await openBoard({
  record,
  path: here.path,
  moved: (moves) => board.show([...here.path, ...moves]),
  shown: follow,
  goTo: async (ply) => {
    const line = [root, ...here.line()];
    await go(line[Math.max(0, Math.min(line.length - 1, ply))]);
  },
  last: () => here.line().length,
});

/** Show a position of the tree. @param {TreeNode} node */
async function go(node) {
  if (node !== here || board.path.length !== node.ply) await board.show(node.path).catch(complain);
}

/** Find the position that is on the board in the tree; its moves are added if they are new. @param {Position} position @param {import("./study-board.js").StudyBoard} on */
function follow({ players_of: players, turn_beginnings: beginnings }, on) {
  const known = root.all().length;
  here = on.path.reduce(/** @type {(node: TreeNode, move: string, ply: number) => TreeNode} */ ((node, move, ply) => node.add(move, players[ply], beginnings[ply])), root);
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
  /** @type {HTMLButtonElement} */ (one('[data-study="promote"]')).disabled = !here.way().some((node) => node.isVariation);
  /** @type {HTMLButtonElement} */ (one('[data-study="remove"]')).disabled = here === root;
  history.replaceState(null, "", `${location.pathname}${location.search}#${here.address}`);
}

/** @returns {Promise<string>} */
async function written() {
  const nodes = flat(root).map(({ parent, move, nag, comment: words }) => ({ parent, move, nag, comment: words }));
  const answer = await fetch("/api/study/record", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ record, comment: root.comment, nodes }) });
  if (!answer.ok) throw new Refused(answer.status, (await answer.json()).error ?? "");
  return answer.text();
}

/** Keep the study in this browser. */
function keepStudy() {
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
  await board.start(record);
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
  open: () => {
    one(".open-error").hidden = true;
    dialog.showModal();
  },
  cancel: () => dialog.close(),
  load: () => (pasted.value.trim() ? openRecord(pasted.value) : pasted.focus()),
  save: async () => {
    const file = make("a", { href: URL.createObjectURL(new Blob([await written()], { type: "text/plain" })), download: `${game}.ff` });
    file.click();
    URL.revokeObjectURL(file.href);
  },
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
addEventListener("hashchange", () => go(root.at(location.hash.slice(1))));
