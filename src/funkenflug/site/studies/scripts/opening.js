// Records that come from outside: pasted, dropped on the page, or chosen as a file.

import { one } from "../../infra/scripts/dom.js";

const LONGEST = 40_000; // characters that the server reads

/** @param {File | null | undefined} file */
async function textOf(file) {
  return file && file.size <= 4 * LONGEST ? file.text() : "";
}

/** Pass on the records that are dropped on the page, or chosen in a form. @param {ParentNode} form @param {(record: string) => void} open */
export function acceptFiles(form, open) {
  const field = /** @type {HTMLInputElement} */ (one("input[type=file]", form));
  const pass = async (/** @type {File | null | undefined} */ file) => {
    const text = await textOf(file);
    if (text) open(text);
  };
  field.addEventListener("change", () => pass(field.files?.[0]));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    pass(event.dataTransfer?.files[0]);
  });
}

/** What another page hands over to the analysis of a game. */
const KEPT = "study-to-open";

/** Go to the analysis of a study that was opened. @param {import("../../infra/scripts/api.d.ts").StudyTree} tree @param {string} [address] */
export function goTo(tree, address = "") {
  sessionStorage.setItem(KEPT, JSON.stringify(tree));
  location.href = `/analysis/${tree.game}${address && `#${address}`}`;
}

/** Return the study that another page has handed over, once. @returns {import("../../infra/scripts/api.d.ts").StudyTree | null} */
export function handedOver() {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return kept ? JSON.parse(kept) : null;
}
